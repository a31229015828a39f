// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/memory_panel.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "models/address_format.h"
#include "models/memory_find.h"
#include "models/memory_sums.h"
#include "panels/address_map_view.h"
#include "panels/alias_view.h"
#include "panels/move_view.h"
#include "panels/names_view.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/memory_sum_bar.h"
#include "widgets/tables.h"

namespace todevice {

namespace {
constexpr int kMapPage = 1, kTablePage = 2;
}

MemoryPanel::MemoryPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_moves(new MoveView(workspace)),
      m_names(new NamesView(workspace)),
      m_noNames(makeLabel({}, "muted")),
      m_pages(new QStackedWidget),
      m_map(new AddressMapView(workspace)),
      m_chosen(makeLabel({}, "small")),
      m_sumColumn(new QVBoxLayout),
      m_find(new QLineEdit),
      m_found(makeLabel({}, "small")),
      m_filled(new QWidget),
      m_empty(new EmptyState(QStringLiteral("memory"))) {
  m_pages->addWidget(makeNamesPage());
  m_pages->addWidget(makeMapPage());
  m_pages->addWidget(makeTable(workspace->addresses(), {72, 170, 84, 110}));
  auto* aliases = new AliasView(workspace);
  aliases->viewport()->setAutoFillBackground(false);
  m_pages->addWidget(aliases);

  auto* segments = new QWidget;
  auto* row = new FlowLayout(segments, 4);
  row->setContentsMargins(12, 6, 12, 4);
  auto* group = new QButtonGroup(this);
  for (int page = 0; page < 4; ++page) {
    m_segments[page] = makeSegment(page);
    group->addButton(m_segments[page]);
    row->addWidget(m_segments[page]);
  }
  m_segments[0]->setChecked(true);
  m_find->setObjectName(QStringLiteral("findInMemory"));
  m_find->setClearButtonEnabled(true);
  m_find->setFixedWidth(Look::get().px(142));
  connect(&Look::get(), &Look::changed, this, [this] { m_find->setFixedWidth(Look::get().px(142)); });
  row->addWidget(m_find);
  row->addWidget(m_found);
  m_found->hide();  // until something is looked for: an empty one takes a row
  connect(m_find, &QLineEdit::textChanged, this, [this] { find(0); });
  connect(m_find, &QLineEdit::returnPressed, this, [this] { find(1); });

  auto* column = new QVBoxLayout(m_filled);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_moves);
  column->addWidget(segments);
  column->addWidget(m_pages, 1);
  // Where there is little room these two scroll: the buttons between them cannot.
  for (QWidget* gives : {static_cast<QWidget*>(m_moves), static_cast<QWidget*>(m_pages)})
    gives->setMinimumHeight(1);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(1, 0, 1, 1);
  outer->addWidget(m_empty);
  outer->addWidget(m_filled);
  connect(m_pages, &QStackedWidget::currentChanged, this, &MemoryPanel::followAddresses);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &MemoryPanel::follow);
  connect(m_workspace->timeline(), &Timeline::recordsAppended, this, &MemoryPanel::follow);
  connect(m_workspace->timeline(), &Timeline::cleared, this, &MemoryPanel::follow);
  retranslate();
  follow();
  followAddresses();
}

/// A table without a row says why.
QWidget* MemoryPanel::makeNamesPage() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_names, 1);
  m_noNames->setObjectName(QStringLiteral("noNames"));
  m_noNames->setWordWrap(true);
  m_noNames->setContentsMargins(12, 8, 12, 8);
  m_noNames->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(m_noNames, 1);
  const auto follow = [this] {
    const bool none = m_names->model()->rowCount() == 0;
    m_names->setVisible(!none);
    m_noNames->setVisible(none);
  };
  const auto* model = m_names->model();
  connect(model, &QAbstractItemModel::rowsInserted, this, follow);
  connect(model, &QAbstractItemModel::rowsRemoved, this, follow);
  connect(model, &QAbstractItemModel::modelReset, this, follow);
  follow();
  return page;
}

QWidget* MemoryPanel::makeMapPage() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(m_map);
  column->addLayout(m_sumColumn);
  column->addStretch();
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setWidget(content);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->viewport()->setAutoFillBackground(false);
  content->setAutoFillBackground(false);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(scroll, 1);
  m_chosen->setContentsMargins(12, 2, 12, 4);
  m_chosen->setTextInteractionFlags(Qt::TextSelectableByMouse);
  rows->addWidget(m_chosen);
  connect(m_map, &AddressMapView::chosen, this, [this](const QString& sentence) {
    m_chosen->setText(sentence.isEmpty() ? tr("Click a block, or press an arrow key, to see what it is.")
                                         : sentence);
  });
  return page;
}

void MemoryPanel::followSums() {
  const auto sums = memorySums(m_workspace->timeline()->state());
  while (m_sums.size() > qsizetype(sums.size())) delete m_sums.takeLast();
  while (m_sums.size() < qsizetype(sums.size())) {
    m_sums << new MemorySumBar;
    m_sumColumn->addWidget(m_sums.last());
  }
  for (qsizetype i = 0; i < m_sums.size(); ++i)
    m_sums[i]->show(sums[size_t(i)], m_workspace->directory().info(sums[size_t(i)].device));
}

/// Each block of the map is worked out at each step: only while the map or its table is seen.
void MemoryPanel::followAddresses() {
  const int page = m_pages->currentIndex();
  m_workspace->addresses()->setFollowing(isVisible() && (page == kMapPage || page == kTablePage));
}

void MemoryPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followAddresses();
}

void MemoryPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  followAddresses();
}

void MemoryPanel::focusFind() {
  m_find->setFocus();
  m_find->selectAll();
}

void MemoryPanel::find(int by) {
  m_hit = by == 0 ? 0 : m_hit + by;
  showHit();
}

void MemoryPanel::showHit() {
  const auto hits = findInMemory(m_workspace->timeline()->state(), m_find->text());
  const bool asks = !m_find->text().trimmed().isEmpty();
  m_found->setVisible(asks);
  if (!asks || hits.empty()) {
    m_names->forgetFound();
    m_map->showStorage(0);
    return m_found->setText(asks ? tr("not found") : QString());
  }
  m_hit %= int(hits.size());
  m_found->setText(tr("%1 of %2").arg(m_hit + 1).arg(hits.size()));
  m_workspace->addresses()->catchUp();
  const MemoryHit& hit = hits[size_t(m_hit)];
  m_names->showName(hit.name, hit.part);
  m_map->showStorage(hit.storageSerial);
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
  m_segments[2]->setText(tr("Table"));
  m_segments[2]->setToolTip(tr("The address map as a table"));
  m_segments[3]->setText(tr("Shared"));
  m_segments[3]->setToolTip(tr("Names for one object, and objects on one memory"));
  m_names->setAccessibleName(tr("Names"));
  m_noNames->setText(tr("No name means anything here: the code has not given one yet, or has deleted them."));
  m_find->setPlaceholderText(tr("name, id, address"));
  m_find->setAccessibleName(tr("Find in the memory: a name, an id or an address"));
}

void MemoryPanel::follow() {
  const bool filled = m_workspace->timeline()->count() > 0;
  m_empty->setVisible(!filled);
  m_filled->setVisible(filled);
  followSums();
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
