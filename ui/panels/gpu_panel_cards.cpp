// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "panels/gpu_card.h"
#include "panels/gpu_links.h"
#include "panels/variable_code_view.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

void GpuPanel::rebuildCards() {
  for (GpuCard* card : m_cards) delete card;
  m_cards.clear();
  GpuMapModel* model = m_workspace->gpus();
  QWidget* before = nullptr;
  for (int row = 0; row < model->rowCount(); ++row) {
    auto* card = new GpuCard;
    card->installEventFilter(this);
    m_cardColumn->addWidget(card);
    if (before) setTabOrder(before, card->box());
    setTabOrder(card->box(), card->busyButton());
    before = card->busyButton();
    m_cards.push_back(card);
    connect(card, &GpuCard::toggled, this,
            [this, row](bool visible) { m_workspace->gpus()->setVisible(row, visible); });
    connect(card, &GpuCard::busyToggled, this,
            [this, row](bool busy) { m_workspace->gpus()->setBusy(row, busy); });
    connect(card, &GpuCard::moveAsked, this, [this, row](int by) { moveCard(row, by); });
    connect(card, &GpuCard::dragged, this,
            [this, row](const QPoint& at, bool end) { dragCard(row, at, end); });
  }
  // The cards come first, then what stands under them.
  QList<QWidget*> below{m_variable, m_unset, m_undo, m_redo, m_byFree, m_compare, m_order, m_pace};
  for (QToolButton* button : m_code->findChildren<QToolButton*>()) below << button;
  for (QWidget* after : std::as_const(below)) {
    if (before) setTabOrder(before, after);
    before = after;
  }
  m_empty->setVisible(m_cards.empty());
  m_scroll->setVisible(!m_cards.empty());
  m_variableRow->setVisible(!m_cards.empty());
  follow();
}

/// The keyboard stays with the card.
void GpuPanel::moveCard(int row, int by) {
  const int to = row + by;
  if (to < 0 || to >= int(m_cards.size())) return;
  m_workspace->gpus()->moveCard(row, to);
  m_cards[size_t(to)]->box()->setFocus(Qt::OtherFocusReason);
  m_scroll->ensureWidgetVisible(m_cards[size_t(to)]);
}

/// A line shows where the card would go; it goes there when it is let go.
void GpuPanel::dragCard(int row, const QPoint& at, bool end) {
  int to = 0;
  while (to + 1 < int(m_cards.size()) && at.y() > m_cards[size_t(to)]->geometry().bottom()) ++to;
  m_dropLine->setVisible(!end && to != row);
  const QRect target = m_cards[size_t(to)]->geometry();
  const int gap = Look::get().px(3);
  m_dropLine->setGeometry(target.left(), to > row ? target.bottom() + 1 : target.top() - gap - 1,
                          target.width(), gap);
  m_dropLine->raise();
  if (!end) return;
  if (to != row) m_workspace->gpus()->moveCard(row, to);
  follow();
}

void GpuPanel::followLoad(int first, int last) {
  const GpuMapModel* model = m_workspace->gpus();
  for (int row = first; row <= last && row < int(m_cards.size()); ++row)
    m_cards[size_t(row)]->showLoad(model->index(row));
}

void GpuPanel::showLogical() {
  const GpuMapModel* model = m_workspace->gpus();
  const std::vector<int>& logical = model->logical();
  const int current = m_workspace->timeline()->state().currentDevice;
  while (m_logical.size() > logical.size()) {
    delete m_logical.back();
    m_logical.pop_back();
  }
  while (m_logical.size() < logical.size()) {
    m_logical.push_back(new LogicalCard(m_logicalColumn));
    m_logical.back()->setVisible(true);
  }
  for (int i = 0; i < int(logical.size()); ++i) {
    const QModelIndex card = model->index(model->rowOfPhysical(logical[size_t(i)]));
    DeviceInfo info;
    info.text = QStringLiteral("cuda:%1").arg(i);
    info.physical = logical[size_t(i)];
    info.letter = card.data(GpuMapModel::LetterRole).toString();
    info.colorIndex = card.data(GpuMapModel::ColorIndexRole).toInt();
    m_logical[size_t(i)]->show(info, i == current);
  }
  m_noGpu->setVisible(logical.empty());
  m_links->setEnds(m_cards, m_logical);
  fitLogical();
  // The layout gives out the places of the cards only later.
  QMetaObject::invokeMethod(this, &GpuPanel::fitLogical, Qt::QueuedConnection);
}

}  // namespace todevice
