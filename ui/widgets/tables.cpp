// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>

#include "widgets/look.h"

namespace todevice {

namespace {

class Table : public QTableView {
 public:
  Table() {
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    connect(&Look::get(), &Look::changed, this, [this] { applyLook(); });
    applyLook();
  }

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    if (!event->matches(QKeySequence::Copy)) return QTableView::keyPressEvent(event);
    QStringList lines;
    int row = -1;
    for (const QModelIndex& index : selectedIndexes()) {
      if (index.row() != row) lines << QString();
      lines.last() += (index.row() == row ? QStringLiteral("\t") : QString()) + index.data().toString();
      row = index.row();
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  }

 private:
  void applyLook() {
    verticalHeader()->setDefaultSectionSize(Look::get().px(24));
    verticalHeader()->setMinimumSectionSize(Look::get().px(20));
  }
};

}  // namespace

QTableView* makeTable(QAbstractItemModel* model) {
  auto* table = new Table;
  table->setModel(model);
  return table;
}

}  // namespace todevice
