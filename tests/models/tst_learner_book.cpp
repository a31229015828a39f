// SPDX-License-Identifier: GPL-3.0-or-later
#include "learner_book.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using todevice::LearnerBook;

class LearnerBookTest : public QObject {
  Q_OBJECT
 private slots:
  void keepsWhatWasReached() {
    LearnerBook book({});
    QCOMPARE(book.reached("tensor-to"), -1);
    book.reach("tensor-to", 0, 3);
    book.reach("tensor-to", 2, 3);
    book.reach("tensor-to", 1, 3);
    QCOMPARE(book.reached("tensor-to"), 2);
    QVERIFY(!book.finished("tensor-to"));
    book.tryChange("tensor-to", 2, false);
    QVERIFY(!book.finished("tensor-to"));
    book.tryChange("tensor-to", 2, true);
    QVERIFY(book.finished("tensor-to"));
  }

  void theFirstAnswerCounts() {
    LearnerBook book({});
    book.answer("a", 0, "Where?", "cuda:0", "cpu", false);
    book.answer("a", 0, "Where?", "cpu", "cpu", true);
    const QString csv = QString::fromUtf8(book.csv());
    QVERIFY(csv.contains("a,1,prediction,Where?,cuda:0,cpu,no,,"));
    QCOMPARE(csv.count("\r\n"), 2);
  }

  void countsAClass() {
    LearnerBook book({});
    book.countHands("a", 1, {12, 0, 7});
    book.countHands("a", 1, {12, 1, 7});
    const QString csv = QString::fromUtf8(book.csv());
    QVERIFY2(csv.contains("a,2,hands,,12 1 7,,,,"), qPrintable(csv));
    QVERIFY(book.json().contains("\"hands\""));
  }

  void isThereAgainAtTheNextStart() {
    QTemporaryDir dir;
    const QString path = dir.filePath("deep/learner.json");
    {
      LearnerBook book(path);
      book.reach("a", 4, 5);
      book.tryChange("a", 4, true);
      QCOMPARE(book.save(), QString());
    }
    const LearnerBook again(path);
    QCOMPARE(again.reached("a"), 4);
    QVERIFY(again.finished("a"));
    const QJsonObject all = QJsonDocument::fromJson(again.json()).object();
    QCOMPARE(all["version"].toInt(), 1);
    QCOMPARE(all["lessons"].toObject()["a"].toObject()["reached"].toInt(), 5);
  }

  void saysWhyItCannotBeKept() {
    QTemporaryDir dir;
    QFile file(dir.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(!LearnerBook(dir.filePath("file/learner.json")).save().isEmpty());
  }

  void aSpreadsheetReadsItAsText() {
    LearnerBook book({});
    book.answer("a", 0, "say \"x\", or", "=1+1", "-3", false);
    const QString csv = QString::fromUtf8(book.csv());
    QVERIFY2(csv.contains("\"say \"\"x\"\", or\",'=1+1,-3,no"), qPrintable(csv));
  }

  void damagedFilesAreNoTrouble() {
    QTemporaryDir dir;
    QFile file(dir.filePath("learner.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"lessons\": [1, 2");
    file.close();
    QCOMPARE(LearnerBook(dir.filePath("learner.json")).reached("a"), -1);
  }
};

QTEST_GUILESS_MAIN(LearnerBookTest)
#include "tst_learner_book.moc"
