// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/hood_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "models/address_format.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/tables.h"

namespace todevice {

HoodModel::HoodModel(Workspace* workspace, QObject* parent)
    : QAbstractTableModel(parent), m_workspace(workspace) {
  follow();
}

void HoodModel::follow() {
  beginResetModel();
  m_rows.clear();
  if (const protocol::Record* record = m_workspace->timeline()->current()) {
    for (const protocol::Copy& copy : record->copies) {
      const QString from = QString::fromStdString(copy.from), to = QString::fromStdString(copy.to);
      m_rows << QStringList{
          tr("copy"), QStringLiteral("%1 → %2").arg(from, to), formatBytes(copy.bytes),
          tr("%1 µs, measured").arg(copy.microseconds, 0, 'f', 1),
          QStringLiteral("%1 → %2").arg(formatAddress(copy.from_address), formatAddress(copy.to_address))};
    }
    for (const protocol::Allocation& block : record->allocations) {
      m_rows << QStringList{block.freed ? tr("give back") : tr("allocate"),
                            QString::fromStdString(block.device), formatBytes(block.bytes), QString(),
                            formatAddress(block.address)};
    }
  }
  endResetModel();
}

int HoodModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_rows.size());
}

int HoodModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant HoodModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::FontRole && index.column() == Address) return Look::get().mono(0.94);
  if (role == Qt::TextAlignmentRole && index.column() == Bytes) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  return m_rows[index.row()][index.column()];
}

QVariant HoodModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
  const QStringList names{tr("What"), tr("Where"), tr("Bytes"), tr("Time on the host"), tr("Address")};
  return names.value(section);
}

HoodPanel::HoodPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_model(new HoodModel(workspace, this)),
      m_empty(new EmptyState(QStringLiteral("hood"))),
      m_pages(new QStackedWidget),
      m_calls(makeLabel({}, "small")) {
  auto* table = makeTable(m_model, {88, 112, 72, 150});
  m_pages->addWidget(m_empty);
  m_pages->addWidget(table);
  m_calls->setWordWrap(true);
  m_calls->setContentsMargins(12, 4, 12, 8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 0, 1, 1);
  column->setSpacing(0);
  column->addWidget(m_pages, 1);
  column->addWidget(m_calls);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &HoodPanel::follow);
  connect(m_workspace->timeline(), &Timeline::recordsAppended, this, &HoodPanel::follow);
  connect(m_workspace->timeline(), &Timeline::cleared, this, &HoodPanel::follow);
  connect(m_workspace, &Workspace::devicesChanged, this, &HoodPanel::follow);
  follow();
}

void HoodPanel::follow() {
  m_model->follow();
  const protocol::Record* record = m_workspace->timeline()->current();
  if (record) {
    m_empty->setText(tr("Line %1 copied nothing").arg(record->line),
                     tr("It took no memory and gave none back."));
  } else {
    m_empty->setText(tr("Copies and allocations"),
                     tr("Press Step (F6): what each line copied and allocated is listed here."));
  }
  m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
  m_calls->setText(tr("CUDA calls come from real GPUs. On simulated ones there are none to list."));
  m_calls->setVisible(m_workspace->directory().simulated());
  emit noteChanged();
}

QString HoodPanel::note() const {
  const protocol::Record* record = m_workspace->timeline()->current();
  return record ? tr("line %1").arg(record->line) : QString();
}

void HoodPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) follow();
  QWidget::changeEvent(event);
}

}  // namespace todevice
