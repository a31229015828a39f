// SPDX-License-Identifier: GPL-3.0-or-later
// What the GPU map must show at every size of the window: which card is which, the variable, and lines that
// are straight where nothing changes places.
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include "panels/gpu_card.h"
#include "panels/gpu_links.h"
#include "panels/gpu_panel.h"
#include "widgets/basics.h"
#include "window_test.h"

using namespace todevice;

namespace {

constexpr int kSettleMs = 150;

}  // namespace

class TestMapFits : public QObject {
  Q_OBJECT
 private slots:
  void everyCardSaysWhichItIs_data();
  void everyCardSaysWhichItIs();
  void linesAreStraight();
  void oneColumnIsWholeWhereTwoAreNot();
};

void TestMapFits::everyCardSaysWhichItIs_data() {
  QTest::addColumn<int>("gpus");
  QTest::addColumn<QSize>("size");
  QTest::addColumn<QString>("language");
  for (const int gpus : {1, 2, 4, 8})
    for (const QSize size : {QSize(1100, 700), QSize(1280, 800), QSize(1920, 1080)})
      for (const char* language : {"en", "zh_CN"})
        QTest::addRow("%d-%d-%s", gpus, size.width(), language)
            << gpus << size << QString::fromLatin1(language);
}

void TestMapFits::everyCardSaysWhichItIs() {
  QFETCH(int, gpus);
  QFETCH(QSize, size);
  QFETCH(QString, language);
  const Hands hands(gpus, language, size);
  QVERIFY(hands.waitFor(Session::State::Idle));
  QTest::qWait(kSettleMs);
  GpuPanel* panel = hands.window()->gpus();
  const auto* scroll = panel->findChild<QScrollArea*>();
  QVERIFY(!scroll->horizontalScrollBar()->isVisible());
  const auto* line = hands.find<QLineEdit>("visibleDevices");
  QCOMPARE(line->visibleRegion().boundingRect(), line->rect());
  const auto cards = panel->findChildren<GpuCard*>();
  QCOMPARE(cards.size(), gpus);
  for (const GpuCard* card : cards) {
    const auto label = [&](const char* name) { return card->findChild<ElideLabel*>(QLatin1String(name)); };
    const int physical = card->info().physical;
    QVERIFY2(label("kind")->shownText().startsWith(QLatin1String("Simulated")),
             qPrintable(label("kind")->shownText()));
    QCOMPARE(label("place")->shownText(), label("place")->fullText());
    QVERIFY(label("place")->fullText().startsWith(QStringLiteral("CUDA %1 · NVML %1 · ").arg(physical)));
    // Both ends tell; in a window of the usual size nothing is left out.
    const QString uuid = label("uuid")->fullText(), shown = label("uuid")->shownText();
    constexpr int kTelling = 12;
    QVERIFY2(shown == uuid || (shown.left(kTelling) == uuid.left(kTelling) &&
                               shown.right(kTelling / 2) == uuid.right(kTelling / 2)),
             qPrintable(shown));
    if (size.width() >= 1280) QCOMPARE(shown, uuid);
  }
  // Cards in full, above the field: four in a window of the usual size.
  const int whole = size.width() >= 1280 ? std::min(gpus, 4) : 1;
  for (int i = 0; i < whole; ++i) QCOMPARE(cards[i]->visibleRegion().boundingRect(), cards[i]->rect());
  // Nor do the buttons below four cards begin at the fold.
  if (size.width() >= 1280 && gpus <= 4 && language == QLatin1String("en")) {
    for (const char* name : {"undoMap", "compareSettings", "deviceOrder", "pace"}) {
      const auto* button = hands.find<QToolButton>(name);
      QCOMPARE(button->visibleRegion().boundingRect(), button->rect());
    }
  }
  // So it is while the variable has a verdict for each entry.
  hands.work()->gpus()->editVariable(QStringLiteral("0"));
  QTRY_VERIFY(hands.find<QLabel>("tokenWords")->parentWidget()->isVisible());
  QTest::qWait(kSettleMs);
  for (int i = 0; i < whole; ++i) QCOMPARE(cards[i]->visibleRegion().boundingRect(), cards[i]->rect());
}

void TestMapFits::linesAreStraight() {
  for (const char* language : {"en", "zh_CN"}) {
    const Hands hands(4, QLatin1String(language));
    QVERIFY(hands.waitFor(Session::State::Idle));
    QTest::qWait(kSettleMs);
    GpuPanel* panel = hands.window()->gpus();
    const auto bends = [&] {
      int count = 0;
      for (const GpuCard* card : panel->findChildren<GpuCard*>()) {
        const QLineF line = panel->findChild<GpuLinks*>()->lineOf(card);
        count += line.y1() != line.y2() ? 1 : 0;
      }
      return count;
    };
    QTRY_COMPARE(bends(), 0);
    hands.click(panel->findChildren<GpuCard*>()[1]->box());  // a gap changes no places
    QTRY_COMPARE(panel->findChildren<LogicalCard*>().size(), 3);
    QTRY_COMPARE(bends(), 0);
    hands.work()->gpus()->editVariable(QStringLiteral("2,0"));
    QTRY_COMPARE(bends(), 2);  // a crossing is a permutation
  }
}

void TestMapFits::oneColumnIsWholeWhereTwoAreNot() {
  const Hands hands(4, QStringLiteral("en"), {680, 488});
  QVERIFY(hands.waitFor(Session::State::Idle));
  QTest::qWait(kSettleMs);
  GpuPanel* panel = hands.window()->gpus();
  QVERIFY(!panel->findChild<QScrollArea*>()->horizontalScrollBar()->isVisible());
  QVERIFY(!panel->findChild<GpuLinks*>()->isVisible());
  hands.window()->resize(1280, 800);
  QTRY_VERIFY(panel->findChild<GpuLinks*>()->isVisible());
}

QTEST_MAIN(TestMapFits)
#include "tst_map_fits.moc"
