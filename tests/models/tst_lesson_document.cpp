// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "lesson_document.h"

using namespace todevice;

namespace {

LessonDocument three() {
  LessonDocument document;
  document.append("a = 1\nb = 2\n");
  document.append("");
  document.append("c = 3");
  document.append("d = 4\n\n");
  return document;
}

}  // namespace

class LessonDocumentTest : public QObject {
  Q_OBJECT
 private slots:
  void blocksStandOneUnderTheOther() {
    const auto document = three();
    QCOMPARE(document.text(4), QString("a = 1\nb = 2\n\nc = 3\n\nd = 4"));
    QCOMPARE(document.firstLine(2), 4);
    QCOMPARE(document.firstLine(3), 6);
    QCOMPARE(document.code(0), QString("a = 1\nb = 2"));
    QCOMPARE(document.code(1), QString());
    QCOMPARE(document.lineCount(0), 2);
  }

  void editsStayInTheirBlock() {
    auto document = three();
    QCOMPARE(document.setText(4, "a = 1\nb = 2\n\nc = 30\nc2 = 31\n\nd = 4"), 4);
    QCOMPARE(document.code(0), QString("a = 1\nb = 2"));
    QCOMPARE(document.code(2), QString("c = 30\nc2 = 31"));
    QCOMPARE(document.code(3), QString("d = 4"));
    QCOMPARE(document.firstLine(3), 7);
    QCOMPARE(document.setText(4, document.text(4)), 0);
  }

  void aLineAtTheEndBelongsToTheLastBlock() {
    auto document = three();
    document.setText(4, document.text(4) + "\ne = 5");
    QCOMPARE(document.code(3), QString("d = 4\ne = 5"));
  }

  void laterBlocksStayWhileAnEarlierOneIsEdited() {
    auto document = three();
    document.setText(1, "a = 100");
    QCOMPARE(document.code(0), QString("a = 100"));
    QCOMPARE(document.code(3), QString("d = 4"));
    QCOMPARE(document.text(4), QString("a = 100\n\nc = 3\n\nd = 4"));
  }

  void allMayGo() {
    auto document = three();
    document.setText(4, "");
    for (int i = 0; i < 4; ++i) QCOMPARE(document.code(i), QString());
    QCOMPARE(document.text(4), QString());
  }

  /// Whatever is typed, the document is what was typed.
  void anyEditKeepsTheText() {
    std::mt19937 random(5);
    auto document = three();
    for (int i = 0; i < 2000; ++i) {
      QStringList lines = document.text(4).split('\n');
      const auto from = qsizetype(random() % std::size_t(lines.size()));
      const auto count = std::min<qsizetype>(qsizetype(random() % 4), lines.size() - from);
      lines.remove(from, count);
      for (unsigned n = random() % 4; n > 0; --n)
        lines.insert(from, random() % 3 ? "x" + QString::number(random() % 5) : "");
      const QString text = lines.join('\n');
      document.setText(4, text);
      QCOMPARE(document.text(4), text);
      QVERIFY(document.firstLine(0) == 1 && document.firstLine(3) <= lines.size() + 1);
    }
  }
};

QTEST_GUILESS_MAIN(LessonDocumentTest)
#include "tst_lesson_document.moc"
