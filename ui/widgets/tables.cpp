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
  explicit Table(const QList<int>& widths) : m_widths(widths) {
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
  }
  void applyLook() {
    verticalHeader()->setDefaultSectionSize(Look::get().px(24));
    verticalHeader()->setMinimumSectionSize(Look::get().px(20));
    for (int i = 0; i < m_widths.size(); ++i) setColumnWidth(i, Look::get().px(m_widths[i]));
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
  QList<int> m_widths;
};

}  // namespace

QTableView* makeTable(QAbstractItemModel* model, const QList<int>& widths) {
  auto* table = new Table(widths);
  table->setModel(model);
  table->applyLook();
  return table;
}

}  // namespace todevice
