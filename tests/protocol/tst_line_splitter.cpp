// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "protocol/codec.h"

using namespace todevice::protocol;

namespace {

struct Seen {
  QStringList lines;
  QList<qsizetype> too_long;
};

Seen split(const std::vector<std::string>& pieces, std::size_t max_line = 10) {
  Seen seen;
  LineSplitter splitter(max_line);
  for (const auto& piece : pieces) {
    splitter.feed(
        piece,
        [&](std::string_view line) { seen.lines << QString::fromUtf8(line.data(), qsizetype(line.size())); },
        [&](std::size_t length) { seen.too_long << qsizetype(length); });
  }
  return seen;
}

}  // namespace

class TestLineSplitter : public QObject {
  Q_OBJECT
 private slots:
  void lines() { QCOMPARE(split({"a\nbc\n\nd\n"}).lines, QStringList({"a", "bc", "", "d"})); }
  void aLineInPieces() { QCOMPARE(split({"a", "b", "c\nd", "", "e\n"}).lines, QStringList({"abc", "de"})); }
  void theRestWaits() { QCOMPARE(split({"a\nb"}).lines, QStringList({"a"})); }
  void theLongestLine() {
    const auto seen = split({"0123456789\n"});
    QCOMPARE(seen.lines, QStringList({"0123456789"}));
    QVERIFY(seen.too_long.isEmpty());
  }
  void aTooLongLineIsReportedOnceAndSkipped() {
    for (const std::vector<std::string>& pieces : {std::vector<std::string>{"a\n01234567890\nb\n"},
                                                   {"a\n012345", "67890", "\nb\n"},
                                                   {"a\n0123456789", "0\n", "b\n"}}) {
      const auto seen = split(pieces);
      QCOMPARE(seen.lines, QStringList({"a", "b"}));
      QCOMPARE(seen.too_long, QList<qsizetype>({11}));
    }
  }
  void cutAnywhereItIsTheSame() {
    const std::string text = "abc\n0123456789abc\n\nd\nxyz\n";
    const auto whole = split({text});
    for (std::size_t i = 0; i <= text.size(); ++i) {
      const auto cut = split({text.substr(0, i), text.substr(i)});
      QCOMPARE(cut.lines, whole.lines);
      QCOMPARE(cut.too_long, whole.too_long);
    }
  }
  void anEndlessLineTakesNoMemory() {
    LineSplitter splitter(1024);
    std::size_t reported = 0;
    const std::string piece(64 << 10, 'x');
    const auto nothing = [](std::string_view) { QFAIL("a line"); };
    for (int i = 0; i < 1000; ++i)
      splitter.feed(piece, nothing, [&](std::size_t length) { reported = length; });
    splitter.feed("\n", nothing, [&](std::size_t length) { reported = length; });
    QCOMPARE(reported, piece.size() * 1000);
  }
};

QTEST_APPLESS_MAIN(TestLineSplitter)
#include "tst_line_splitter.moc"
