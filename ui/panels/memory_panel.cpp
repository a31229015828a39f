// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/memory_panel.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHeaderView>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "models/address_format.h"
#include "panels/address_map_view.h"
#include "panels/move_view.h"
#include "panels/names_view.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/tables.h"

namespace todevice {

MemoryPanel::MemoryPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_moves(new MoveView(workspace)),
      m_names(new NamesView(workspace)),
      m_pages(new QStackedWidget),
      m_filled(new QWidget),
      m_empty(new EmptyState(QStringLiteral("memory"))) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setWidget(new AddressMapView(workspace));
  scroll->viewport()->setAutoFillBackground(false);
  scroll->widget()->setAutoFillBackground(false);
  m_pages->addWidget(m_names);
  m_pages->addWidget(scroll);
  m_pages->addWidget(makeTable(workspace->addresses(), {72, 170, 84, 110}));

  auto* segments = new QWidget;
  auto* row = new FlowLayout(segments, 4);
  row->setContentsMargins(12, 6, 12, 4);
  auto* group = new QButtonGroup(this);
  for (int page = 0; page < 3; ++page) {
    m_segments[page] = makeSegment(page);
    group->addButton(m_segments[page]);
    row->addWidget(m_segments[page]);
  }
  m_segments[0]->setChecked(true);

  auto* column = new QVBoxLayout(m_filled);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_moves);
  column->addWidget(segments);
  column->addWidget(m_pages, 1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(1, 0, 1, 1);
  outer->addWidget(m_empty);
  outer->addWidget(m_filled);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &MemoryPanel::follow);
  connect(m_workspace->timeline(), &Timeline::recordsAppended, this, &MemoryPanel::follow);
  connect(m_workspace->timeline(), &Timeline::cleared, this, &MemoryPanel::follow);
  retranslate();
  follow();
}

QPushButton* MemoryPanel::makeSegment(int page) {
  auto* button = new QPushButton;
  setRole(button, "segment");
  button->setCheckable(true);
  connect(button, &QPushButton::clicked, this, [this, page] { m_pages->setCurrentIndex(page); });
  return button;
}

void MemoryPanel::retranslate() {
  m_empty->setText(tr("Where tensors live"),
                   tr("Press Step (F6): each name appears here with its device, its address and its value."));
  m_segments[0]->setText(tr("Names"));
  m_segments[1]->setText(tr("Address map"));
  m_segments[2]->setText(tr("Map as a table"));
  m_names->setAccessibleName(tr("Names"));
}

void MemoryPanel::follow() {
  const bool filled = m_workspace->timeline()->count() > 0;
  m_empty->setVisible(!filled);
  m_filled->setVisible(filled);
  emit noteChanged();
}

QString MemoryPanel::note() const {
  const protocol::Record* record = m_workspace->timeline()->current();
  return record ? tr("after line %1").arg(record->line) : QString();
}

void MemoryPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    follow();
  }
  QWidget::changeEvent(event);
}

}  // namespace todevice
