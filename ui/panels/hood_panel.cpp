// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/hood_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "models/call_model.h"
#include "models/worker_words.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/call_lanes.h"
#include "widgets/tables.h"

namespace todevice {

HoodPanel::HoodPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_model(new CallModel(workspace->timeline(), this)),
      m_filter(new CallFilter(m_model, this)),
      m_empty(new EmptyState(QStringLiteral("hood"))),
      m_pages(new QStackedWidget),
      m_lanes(new CallLanes(m_model)),
      m_table(makeTable(m_filter, {112, 78, 72, 84, 84})),
      m_words(new QLineEdit),
      m_totals(new ElideLabel("small")),
      m_remark(makeLabel({}, "small")) {
  m_lanes->setObjectName(QStringLiteral("callLanes"));
  m_table->setObjectName(QStringLiteral("callTable"));
  m_words->setObjectName(QStringLiteral("callFilter"));
  m_words->setClearButtonEnabled(true);
  build();
  joinLanesAndTable();
  connect(m_words, &QLineEdit::textChanged, m_filter, &CallFilter::setWords);
  connect(m_model, &QAbstractItemModel::modelReset, this, &HoodPanel::follow);
  connect(m_workspace, &Workspace::devicesChanged, this, &HoodPanel::follow);
  follow();
}

void HoodPanel::build() {
  m_table->setSortingEnabled(true);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);  // as it happened
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  auto* full = new QWidget;
  auto* column = new QVBoxLayout(full);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(8);
  row->addWidget(m_totals, 1);
  m_words->setMaximumWidth(Look::get().px(110));
  row->addWidget(m_words);
  column->addWidget(m_lanes);
  column->addLayout(row);
  column->addWidget(m_table, 1);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(full);
  m_remark->setWordWrap(true);
  m_remark->setContentsMargins(12, 4, 12, 8);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(1, 0, 1, 1);
  all->setSpacing(0);
  all->addWidget(m_pages, 1);
  all->addWidget(m_remark);
}

/// What is chosen in one is chosen in the other.
void HoodPanel::joinLanesAndTable() {
  connect(m_lanes, &CallLanes::currentChanged, this, [this](int row) {
    const QModelIndex index = m_filter->mapFromSource(m_model->index(row, 0));
    if (index.isValid() && index.row() != m_table->currentIndex().row()) m_table->setCurrentIndex(index);
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) {
            if (now.isValid()) m_lanes->setCurrent(m_filter->mapToSource(now).row());
          });
}

void HoodPanel::sayNothing() {
  const protocol::Record* record = m_workspace->timeline()->current();
  if (!record) {
    m_empty->setText(tr("What happens below Python"),
                     tr("Press Step (F6): the calls, copies and memory of each line are listed here."));
  } else {
    m_empty->setText(tr("Line %1 called nothing").arg(record->line),
                     tr("It used no GPU, took no memory and gave none back."));
  }
}

/// Why there are no calls, where that can be said.
QString HoodPanel::remark() const {
  if (!m_model->note().isEmpty()) return noCallsWords(m_model->note());
  const protocol::Record* record = m_workspace->timeline()->current();
  if (record && record->merged > 0 && !m_model->hasCalls())
    return tr("Step through the lines to see the calls of each one.");
  return {};
}

/// What the numbers are.
QString HoodPanel::origin() const {
  if (!m_model->hasCalls()) return {};
  return m_model->isMeasured()
             ? tr("Measured: by the driver and on the GPU's own clock.")
             : tr("Simulated: what the simulator did, timed on the CPU. It makes no CUDA calls.");
}

void HoodPanel::follow() {
  sayNothing();
  m_words->setPlaceholderText(tr("Filter"));
  m_words->setAccessibleName(tr("Filter the calls"));
  m_table->setAccessibleName(tr("Calls of this line"));
  m_lanes->setDirectory(m_workspace->directory());
  m_lanes->setVisible(m_model->hasCalls());
  const QString totals = m_model->totals();
  m_totals->setFullText(totals, totals + QLatin1Char('\n') + origin());
  m_totals->setAccessibleDescription(origin());
  m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
  m_remark->setText(remark());
  m_remark->setVisible(!m_remark->text().isEmpty());
  emit noteChanged();
}

QString HoodPanel::note() const {
  const protocol::Record* record = m_workspace->timeline()->current();
  return record ? tr("line %1").arg(record->line) : QString();
}

void HoodPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) m_model->follow();
  QWidget::changeEvent(event);
}

}  // namespace todevice
