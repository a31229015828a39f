// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/names_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

constexpr int kRow = 26, kDenseRow = 20;  ///< heights
constexpr int kMostDevices = 104;         ///< four badges, which say enough without their names
constexpr int kName = 132, kDevice = 84, kTwoDevices = 156;

Change changeOf(const QModelIndex& index) {
  return Change(index.siblingAtColumn(0).data(MemoryTableModel::ChangeRole).toInt());
}

bool isMono(int column) {
  return column == MemoryTableModel::Address || column == MemoryTableModel::Id ||
         column == MemoryTableModel::Name || column == MemoryTableModel::Value;
}

QStringList devicesOf(const QModelIndex& index) {
  return index.data(MemoryTableModel::DevicesRole).toStringList();
}

}  // namespace

QFont NamesDelegate::fontOf(const QModelIndex& index) {
  const bool bold = changeOf(index) != Change::None && index.column() != MemoryTableModel::Value;
  return isMono(index.column()) ? Look::get().mono(0.94, bold) : Look::get().font(0.94, bold);
}

int NamesDelegate::chipWidth(const QString& word) {
  const Look& look = Look::get();
  return QFontMetrics(look.font(0.82)).horizontalAdvance(word) + look.px(12);
}

int NamesDelegate::paintName(QPainter* painter, QRect rect, const QModelIndex& index) const {
  const Look& look = Look::get();
  const QString word = index.siblingAtColumn(0).data(MemoryTableModel::ChangeWordRole).toString();
  if (word.isEmpty()) return 0;
  painter->setFont(look.font(0.82));
  const int width = chipWidth(word);
  const QRect chip(rect.right() - width - look.px(2), rect.center().y() - look.px(8) + 1, width, look.px(16));
  painter->setPen(QPen(look.color("warn"), 1));
  painter->setBrush(look.color("warnSoft"));
  painter->drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), look.px(8), look.px(8));
  painter->setPen(look.color("warn"));
  painter->drawText(chip, Qt::AlignCenter, word);
  return width + look.px(6);
}

QString NamesDelegate::shownText(const QModelIndex& index, const QRect& cell, const QRect& seen) {
  const QFontMetrics font(fontOf(index));
  const QString text = index.data().toString().simplified();
  const bool isAddress =
      index.column() == MemoryTableModel::Address || index.column() == MemoryTableModel::Id;
  // A cell that begins in sight and ends beyond the view's edge would be cut there, without a sign.
  if (isAddress && cell.left() >= seen.left() && cell.left() < seen.right())
    return font.elidedText(text, Qt::ElideLeft, std::min(cell.right(), seen.right()) - cell.left());
  return font.elidedText(text, Qt::ElideRight, cell.width());
}

void NamesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const Look& look = Look::get();
  const bool changed = changeOf(index) != Change::None;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  QRect rect =
      option.rect.adjusted(look.px(index.column() == MemoryTableModel::Name ? 2 : 8), 0, -look.px(4), 0);
  if (index.column() == MemoryTableModel::Name) rect.setRight(rect.right() - paintName(painter, rect, index));
  // A module has a badge for each device that its parameters are on; each parameter's row has its own.
  if (index.column() == MemoryTableModel::Device) {
    for (const QString& device : devicesOf(index)) {
      paintBadge(*painter, QRect(rect.left(), rect.center().y() - look.px(8) + 1, look.px(16), look.px(16)),
                 m_workspace->directory().info(device));
      rect.setLeft(rect.left() + look.px(22));
    }
  }
  painter->setFont(fontOf(index));
  const bool quiet =
      index.column() > MemoryTableModel::Address && index.column() != MemoryTableModel::Value && !changed;
  painter->setPen(look.color(quiet ? "muted" : "text"));
  const Qt::Alignment side = index.column() == MemoryTableModel::Bytes ? Qt::AlignRight : Qt::AlignLeft;
  const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
  painter->drawText(rect, int(Qt::AlignVCenter | side),
                    shownText(index, rect, view ? view->viewport()->rect() : rect));
  painter->restore();
}

QSize NamesDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const Look& look = Look::get();
  int width = QFontMetrics(fontOf(index)).horizontalAdvance(index.data().toString().simplified());
  if (index.column() == MemoryTableModel::Device) width += int(devicesOf(index).size()) * look.px(22);
  if (index.column() == MemoryTableModel::Name) {
    const QString word = index.data(MemoryTableModel::ChangeWordRole).toString();
    if (!word.isEmpty()) width += chipWidth(word) + look.px(14);
  }
  return {width + look.px(16), look.px(rowHeight)};
}

NamesView::NamesView(Workspace* workspace, QWidget* parent) : QTreeView(parent) {
  setModel(workspace->names());
  setItemDelegate(new NamesDelegate(workspace, kRow, this));
  setUniformRowHeights(true);
  setIndentation(Look::get().px(14));
  setSelectionBehavior(SelectItems);
  setHorizontalScrollMode(ScrollPerPixel);
  setAllColumnsShowFocus(false);
  header()->setStretchLastSection(true);
  header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  arrangeColumns();
  connect(&Look::get(), &Look::changed, this, &NamesView::arrangeColumns);
  connect(model(), &QAbstractItemModel::dataChanged, this, &NamesView::fitDevicesLater);
  connect(model(), &QAbstractItemModel::rowsInserted, this, &NamesView::fitDevicesLater);
  connect(model(), &QAbstractItemModel::rowsRemoved, this, &NamesView::fitDevicesLater);
  connect(model(), &QAbstractItemModel::modelReset, this, &NamesView::fitDevicesLater);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &NamesView::fitDevicesLater);
  // What is shown of an address depends on how much of its cell is in sight.
  connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void NamesView::fitDevicesLater() {
  if (!std::exchange(m_fitting, true)) QTimer::singleShot(0, this, &NamesView::fitDevices);
}

void NamesView::fitDevices() {
  m_fitting = false;
  bool several = false;
  for (QModelIndex row = indexAt({0, 0}); row.isValid() && !several; row = indexBelow(row)) {
    if (visualRect(row).top() > viewport()->height()) break;
    several = devicesOf(row.siblingAtColumn(MemoryTableModel::Device)).size() > 1;
  }
  fitNames();
  if (several == m_wideDevices) return;
  m_wideDevices = several;
  header()->resizeSection(MemoryTableModel::Device, Look::get().px(several ? kTwoDevices : kDevice));
}

/// Whole beside their chips, as far as that leaves room for what they mean. It only grows: columns that move
/// at each step cannot be read.
void NamesView::fitNames() {
  int wide = header()->sectionSize(MemoryTableModel::Name);
  for (QModelIndex row = indexAt({0, 0}); row.isValid(); row = indexBelow(row)) {
    if (visualRect(row).top() > viewport()->height()) break;
    const int indent = indentation() * (row.parent().isValid() ? 2 : 1);
    wide = std::max(wide, indent + itemDelegate()->sizeHint({}, row).width());
  }
  wide = std::min(wide, std::max(Look::get().px(kName), viewport()->width() / 2));
  if (wide > header()->sectionSize(MemoryTableModel::Name))
    header()->resizeSection(MemoryTableModel::Name, wide);
}

/// The base asks each row of the range where it is: of thousands only those in sight are worth it.
void NamesView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                            const QList<int>& roles) {
  if (topLeft.parent().isValid()) return QTreeView::dataChanged(topLeft, bottomRight, roles);
  const auto rowAt = [this](int y) {
    QModelIndex index = indexAt({0, y});
    while (index.parent().isValid()) index = index.parent();
    return index.row();
  };
  const int lowest = rowAt(viewport()->height() - 1);
  const int first = std::max(topLeft.row(), rowAt(0));
  const int last = lowest < 0 ? bottomRight.row() : std::min(bottomRight.row(), lowest);
  if (first <= last)
    QTreeView::dataChanged(topLeft.siblingAtRow(first), bottomRight.siblingAtRow(last), roles);
}

void NamesView::showName(const QString& name, const QString& part) {
  const auto child = [this](const QModelIndex& parent, const QString& wanted) {
    for (int row = 0; row < model()->rowCount(parent); ++row) {
      const QModelIndex index = model()->index(row, MemoryTableModel::Name, parent);
      if (index.data().toString() == wanted) return index;
    }
    return QModelIndex();
  };
  QModelIndex index = child({}, name);
  if (!part.isEmpty()) {
    expand(index);
    index = child(index, part);
  }
  m_found = index;
  viewport()->update();
  if (!index.isValid()) return;
  setCurrentIndex(index);
  scrollTo(index, PositionAtCenter);
}

void NamesView::forgetFound() {
  m_found = QModelIndex();
  clearSelection();
  viewport()->update();
}

void NamesView::arrangeColumns() {
  m_wideDevices = false;
  const Look& look = Look::get();
  const std::pair<int, int> columns[] = {
      {MemoryTableModel::Name, kName}, {MemoryTableModel::Device, kDevice}, {MemoryTableModel::Address, 142},
      {MemoryTableModel::Value, 150},  {MemoryTableModel::Id, 142},         {MemoryTableModel::Shape, 72},
      {MemoryTableModel::DType, 108},  {MemoryTableModel::Bytes, 72}};
  int place = 0;
  for (const auto& [column, width] : columns) {
    header()->moveSection(header()->visualIndex(column), place++);
    header()->resizeSection(column, look.px(width));
  }
  hideColumn(MemoryTableModel::WhatChanged);
  fitDevicesLater();
}

void NamesView::setDense(bool dense) {
  static_cast<NamesDelegate*>(itemDelegate())->rowHeight = dense ? kDenseRow : kRow;
  doItemsLayout();
}

void NamesView::fitColumns() {
  int taken = 0;
  for (int column = 0; column < MemoryTableModel::ColumnCount; ++column) {
    if (isColumnHidden(column) || column == MemoryTableModel::Value) continue;
    int width = std::max(sizeHintForColumn(column), header()->sectionSizeHint(column));
    if (column == MemoryTableModel::Device) width = std::min(width, Look::get().px(kMostDevices));
    header()->resizeSection(column, width);
    taken += width;
  }
  header()->resizeSection(MemoryTableModel::Value, std::max(Look::get().px(90), viewport()->width() - taken));
}

void NamesView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  const bool changed = changeOf(index) != Change::None;
  if (changed) painter->fillRect(option.rect, Look::get().color("changed"));
  QTreeView::drawRow(painter, option, index);
  if (changed) {
    const QRect bar(0, option.rect.top(), Look::get().px(3), option.rect.height());
    painter->fillRect(bar, Look::get().color("changedBar"));
  }
  if (m_found.isValid() && index.siblingAtColumn(0) == m_found.sibling(m_found.row(), 0)) {
    const int width = Look::get().px(2);
    painter->save();
    painter->setPen(QPen(Look::get().color("accent"), width));
    painter->setBrush(Qt::NoBrush);
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    painter->drawRect(QRectF(row).adjusted(width / 2.0, width / 2.0, -width / 2.0, -width / 2.0));
    painter->restore();
  }
}

void NamesView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy) && currentIndex().isValid()) {
    QApplication::clipboard()->setText(currentIndex().data(MemoryTableModel::CopyRole).toString());
    return;
  }
  QTreeView::keyPressEvent(event);
}

}  // namespace todevice
