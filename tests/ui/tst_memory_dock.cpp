// SPDX-License-Identifier: GPL-3.0-or-later
// The memory dock by mouse and keys: find, the address map's blocks, the three numbers, what is shared.
#include <QAccessible>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

#include "export/panel_picture.h"
#include "panels/address_map_view.h"
#include "panels/alias_view.h"
#include "panels/code_panel.h"
#include "panels/memory_panel.h"
#include "panels/move_view.h"
#include "panels/names_view.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/look.h"
#include "widgets/memory_sum_bar.h"
#include "window_test.h"

using namespace todevice;

namespace {

const char* const kCode =
    "import torch\nimport torch.nn as nn\nx = torch.ones(6)\ny = x\nv = x[1:]\nnet = nn.Linear(2, "
    "2).to('cuda')\n"
    "g = torch.ones(300, device='cuda')\n";

class Reader : public Hands {
 public:
  using Hands::Hands;
  MemoryPanel* panel() const { return window()->memory(); }
  bool prepared(const QString& more = {}) const {
    if (!openLesson(QStringLiteral("tensor-to"))) return false;
    window()->code()->editor()->setText(QLatin1String(kCode) + more);
    window()->dock(QStringLiteral("memory"))->bringUp();
    return stepThroughBlock();
  }
  void page(const QString& words) const {
    for (auto* button : panel()->findChildren<QPushButton*>())
      if (button->text() == words) return click(button);
    QFAIL(qPrintable(words));
  }
};

}  // namespace

class TestMemoryDock : public QObject {
  Q_OBJECT
 private slots:
  void aNameIsFound() {
    Reader reader;
    QVERIFY(reader.prepared());
    reader.key(Qt::Key_F, Qt::ControlModifier);
    auto* field = reader.find<QLineEdit>("findInMemory");
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("net.wei"));
    const QModelIndex now = reader.panel()->names()->currentIndex();
    QCOMPARE(now.data().toString(), QString("weight"));
    QCOMPARE(now.parent().data().toString(), QString("net"));
    QVERIFY(reader.panel()->map()->chosenSentence().contains(QLatin1String("net.weight")));
  }

  void aTableWithoutNamesSaysSo() {
    Reader reader;
    QVERIFY(reader.prepared(QStringLiteral("del torch, nn, x, y, v, net, g\npass\n")));
    const auto* none = reader.find<QLabel>("noNames");
    QTRY_VERIFY(none->isVisible());
    QVERIFY(none->text().startsWith(QLatin1String("No name means anything here")));
    QVERIFY(!reader.panel()->names()->isVisible());
    reader.work()->session()->stepBack();
    QTRY_VERIFY(reader.panel()->names()->isVisible());
    QVERIFY(!none->isVisible());
  }

  /// A long name leaves the two words of its card whole.
  void wordsOfACardAreNotCut() {
    for (const char* language : {"en", "zh_CN"}) {
      Reader reader(4, QLatin1String(language), {1024, 768});
      QVERIFY(reader.prepared(QStringLiteral("outputs_of_layer_2 = g.to('cpu')\n")));
      const auto* moves = reader.panel()->findChild<MoveView*>();
      QTRY_VERIFY(moves->isVisible() && moves->findChildren<QLabel*>().size() > 4);
      QTRY_VERIFY(!moves->horizontalScrollBar()->isVisible());
      int chips = 0;
      for (const auto* label : moves->findChildren<QLabel*>()) {
        if (label->property("role").toString() != QLatin1String("chip")) continue;
        ++chips;
        const QRect place(label->mapTo(moves->viewport(), QPoint()), label->size());
        QVERIFY2(moves->viewport()->rect().contains(place), qPrintable(label->text()));
        QVERIFY(label->width() >= label->sizeHint().width());
      }
      QCOMPARE(chips, 2);
    }
  }

  /// What may be looked for is read whole.
  void theFieldSaysWhatItFinds() {
    for (const char* language : {"en", "zh_CN"}) {
      Reader reader(4, QLatin1String(language));
      QVERIFY(reader.prepared());
      const auto* field = reader.find<QLineEdit>("findInMemory");
      QVERIFY(field->isVisible());
      constexpr int kPadding = 2 * (8 + 1 + 2);  // of the style sheet, the border, and the field's own
      const int words = field->fontMetrics().horizontalAdvance(field->placeholderText());
      QVERIFY2(words + kPadding <= field->width(), qPrintable(QString::number(words)));
    }
  }

  void anAddressAndAnIdAreFound() {
    Reader reader;
    QVERIFY(reader.prepared());
    const State& state = reader.work()->timeline()->state();
    const auto g = state.objects.value(state.names.value(QStringLiteral("g")));
    auto* field = reader.find<QLineEdit>("findInMemory");
    field->setFocus();
    QTest::keyClicks(field, formatAddress(g.tensor->address + 8));  // inside of it, with its gaps
    QCOMPARE(reader.panel()->names()->currentIndex().data().toString(), QString("g"));
    field->selectAll();
    QTest::keyClicks(field, plainAddress(state.names.value(QStringLiteral("x"))));
    QCOMPARE(reader.panel()->names()->currentIndex().data().toString(), QString("x"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(reader.panel()->names()->currentIndex().data().toString(),
             QString("y"));  // the other name for it
  }

  void whatIsFoundIsFramedUntilNothingIs() {
    Reader reader;
    QVERIFY(reader.prepared());
    auto* names = reader.panel()->names();
    const State& state = reader.work()->timeline()->state();
    const auto g = state.objects.value(state.names.value(QStringLiteral("g")));
    auto* field = reader.find<QLineEdit>("findInMemory");
    field->setFocus();
    // The beginning of an address is enough to find it by.
    QTest::keyClicks(field, plainAddress(g.tensor->address).left(9));
    QVERIFY(names->found().isValid());
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("g"));
    QCOMPARE(names->found().data().toString(), QString("g"));
    const auto edge = [&] {
      const QImage picture = names->viewport()->grab().toImage();
      return picture.pixelColor(picture.width() / 2,
                                int(names->visualRect(names->found()).top() * picture.devicePixelRatio()));
    };
    const QModelIndex row = names->found();
    const QRect place = names->visualRect(row);
    QCOMPARE(edge(), Look::get().color("accent"));
    QTest::keyClicks(field, QStringLiteral("zzz"));
    QVERIFY(!names->found().isValid());
    const QImage after = names->viewport()->grab().toImage();
    QVERIFY(after.pixelColor(after.width() / 2, int(place.top() * after.devicePixelRatio())) !=
            Look::get().color("accent"));
  }

  void blocksAreReachedByKeys() {
    Reader reader;
    QVERIFY(reader.prepared());
    reader.page(QStringLiteral("Address map"));
    AddressMapView* map = reader.panel()->map();
    QTRY_VERIFY(map->isVisible());
    map->setFocus();
    reader.key(Qt::Key_Right);
    QVERIFY2(map->chosenSentence().contains(QLatin1String("cpu")), qPrintable(map->chosenSentence()));
    reader.key(Qt::Key_Down);
    QVERIFY2(map->chosenSentence().contains(QLatin1String("cuda:0")), qPrintable(map->chosenSentence()));
    reader.key(Qt::Key_End);
    QVERIFY2(map->chosenSentence().contains(QString::fromUtf8("g ·")), qPrintable(map->chosenSentence()));
    QVERIFY(map->chosenSentence().contains(QLatin1String("1.2 KiB")));
    QVERIFY(QAccessible::queryAccessibleInterface(map)
                ->text(QAccessible::Name)
                .contains(QString::fromUtf8("g ·")));
    reader.key(Qt::Key_Plus);
    QVERIFY(map->scale() > 1);
    reader.key(Qt::Key_0);
    QCOMPARE(map->scale(), 1.0);
  }

  /// The scale below a lane begins where its first block does, and ends where the last one ends.
  void theScaleEndsWithTheLastBlock() {
    Reader reader;
    QVERIFY(reader.prepared());
    reader.page(QStringLiteral("Address map"));
    const auto& ranges = reader.work()->addresses()->ranges();
    QCOMPARE(ranges.size(), size_t(2));
    for (int range = 0; range < 2; ++range) {
      const auto& blocks = ranges[size_t(range)].blocks;
      const auto ends = reader.panel()->map()->endsInView(range);
      QVERIFY(ends);
      QCOMPARE(ends->first, blocks.front().address);
      QCOMPARE(ends->second, blocks.back().address + quint64(blocks.back().bytes));
    }
  }

  /// Nobody pays for a map that is not seen; once seen, it is at the cursor.
  void theMapCatchesUpWhenItIsSeen() {
    Reader reader;
    QVERIFY(reader.prepared());
    QSignalSpy changed(reader.work()->addresses(), &AddressMap::mapChanged);
    reader.page(QStringLiteral("Address map"));
    const auto before = changed.size();
    const auto blocks = reader.work()->addresses()->rowCount();
    QVERIFY(blocks > 0);
    reader.page(QStringLiteral("Names"));
    auto* timeline = reader.work()->timeline();
    const int cursor = timeline->cursor();
    timeline->setCursor(0);
    QCOMPARE(changed.size(), before);
    reader.page(QStringLiteral("Table"));
    QCOMPARE(changed.size(), before + 1);
    QCOMPARE(reader.work()->addresses()->rowCount(), 0);
    timeline->setCursor(cursor);
    QCOMPARE(reader.work()->addresses()->rowCount(), blocks);
  }

  void aClickChoosesABlock() {
    Reader reader;
    QVERIFY(reader.prepared());
    reader.page(QStringLiteral("Address map"));
    AddressMapView* map = reader.panel()->map();
    QTRY_VERIFY(map->isVisible());
    QTest::mouseClick(map, Qt::LeftButton, {}, QPoint(map->width() / 2, Look::get().px(8 + 24 + 13)));
    QVERIFY2(map->chosenSentence().startsWith(QString::fromUtf8("v, x, y · cpu")),
             qPrintable(map->chosenSentence()));
  }

  void theThreeNumbersAddUp() {
    Reader reader;
    QVERIFY(reader.prepared());
    reader.page(QStringLiteral("Address map"));
    const auto bars = reader.panel()->findChildren<MemorySumBar*>();
    QCOMPARE(bars.size(), 1);
    const auto sums = memorySums(reader.work()->timeline()->state());
    const auto& memory = reader.work()->timeline()->state().memory.value(QStringLiteral("cuda:0"));
    QCOMPARE(sums[0].tensors, qint64(1200 + 16 + 8));
    QCOMPARE(sums[0].tensors + sums[0].rounding, memory.allocated);
    QCOMPARE(sums[0].pool(), memory.reserved);
    QCOMPARE(sums[0].total(), memory.device_total);
    QVERIFY(bars[0]->accessibleName().contains(QLatin1String("tensors 1.2 KiB")));
  }

  /// A second device has room while it is there; otherwise the values have it.
  void devicesTakeWhatTheyNeed() {
    for (const bool several : {false, true}) {
      Reader reader;
      QVERIFY(reader.prepared(several ? QStringLiteral("d = {'a': x, 'b': g}\n") : QString()));
      const NamesView* names = reader.panel()->names();
      const auto left = [&](int column) { return names->columnViewportPosition(column); };
      QTRY_COMPARE(names->header()->sectionSize(MemoryTableModel::Device) > Look::get().px(120), several);
      if (several) continue;
      QVERIFY(left(MemoryTableModel::Value) + Look::get().px(60) < names->viewport()->width());
    }
  }

  /// Cut at the view's edge two addresses would read alike: the last digits stay.
  void anAddressKeepsItsEnd() {
    Reader reader;
    QVERIFY(reader.prepared());
    const NamesView* names = reader.panel()->names();
    const QModelIndex x = names->model()->index(0, MemoryTableModel::Address);
    const QString whole = x.data().toString();
    const int wide = QFontMetrics(Look::get().mono(0.94, true)).horizontalAdvance(whole) + 8;
    const QRect cell(100, 0, wide, 20);
    QCOMPARE(NamesDelegate::shownText(x, cell, {0, 0, 100 + wide, 20}), whole);
    const QString cut = NamesDelegate::shownText(x, cell, {0, 0, 100 + wide * 2 / 3, 20});
    QVERIFY2(cut.startsWith(QChar(0x2026)) && cut.size() > 4 && whole.endsWith(cut.mid(1)), qPrintable(cut));
    // Scrolled so far that the end is in sight, it is whole.
    QCOMPARE(NamesDelegate::shownText(x, cell.translated(-130, 0), {0, 0, wide, 20}), whole);
  }

  void columnsTakeWhatStandsInThem() {
    Reader reader;
    QVERIFY(reader.prepared());
    NamesView* names = reader.panel()->names();
    names->fitColumns();
    for (int row = 0; row < names->model()->rowCount(); ++row) {
      for (const int column : {MemoryTableModel::Name, MemoryTableModel::Address, MemoryTableModel::Id,
                               MemoryTableModel::Shape, MemoryTableModel::DType, MemoryTableModel::Bytes}) {
        const QModelIndex index = names->model()->index(row, column);
        const int needed = names->itemDelegate()->sizeHint({}, index).width();
        QVERIFY2(needed <= names->columnWidth(column), qPrintable(index.data().toString()));
      }
    }
  }

  /// On paper nothing can be scrolled; the dock in the window stays as it was.
  void itsPictureHoldsEveryNameAndCard() {
    int few = 0;
    {
      Reader little;
      QVERIFY(little.prepared());
      few = panelPicture(little.window(), false).image.height();
    }
    Reader much;
    QString many;
    for (int i = 0; i < 30; ++i) many += QStringLiteral("n%1 = %1; ").arg(i);
    QVERIFY(much.prepared(many + QStringLiteral("\nc = [x.to('cuda') for _ in range(4)]\n")));
    NamesView* names = much.panel()->names();
    const QRect dock = much.window()->dock(QStringLiteral("memory"))->geometry();
    const int column = names->columnWidth(MemoryTableModel::Name);
    const int line = names->itemDelegate()->sizeHint({}, names->model()->index(0, 0)).height();
    QTRY_COMPARE(much.work()->moves()->cards().size(), std::size_t{4});
    constexpr int kDenseRow = 20, kCard = 80, kSharpness = 2;  // at least
    const int least = few + (30 * kDenseRow + 4 * kCard) * kSharpness;
    QTRY_VERIFY(panelPicture(much.window(), false).image.height() >= least);
    QCOMPARE(much.window()->dock(QStringLiteral("memory"))->geometry(), dock);
    QCOMPARE(names->columnWidth(MemoryTableModel::Name), column);
    QCOMPARE(names->itemDelegate()->sizeHint({}, names->model()->index(0, 0)).height(), line);
  }

  void sharedThingsAreDrawn() {
    Reader reader;
    QVERIFY(reader.prepared());
    reader.page(QStringLiteral("Shared"));
    auto* view = reader.panel()->findChild<AliasView*>();
    QTRY_VERIFY(view->isVisible());
    QCOMPARE(view->groups().size(), std::size_t(1));
    QCOMPARE(view->groups()[0].objects.size(), std::size_t(2));
    view->setFocus();
    reader.key(Qt::Key_Down);
    QVERIFY2(view->accessibleName().contains(QLatin1String("x and v: 2 objects on one memory")),
             qPrintable(view->accessibleName()));
  }
};

QTEST_MAIN(TestMemoryDock)
#include "tst_memory_dock.moc"
