// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QEvent>
#include <QLayout>
#include <algorithm>

#include "panels/gpu_card.h"
#include "panels/gpu_links.h"
#include "widgets/basics.h"

namespace todevice {

/// All cards stand alike, so that the boxes are below one another. Where there is no room for two columns,
/// the first is whole: its cards say in words which device each is.
void GpuPanel::fitWidth() {
  constexpr int kNarrow = 480;
  m_links->setNarrow(width() < Look::get().px(kNarrow));
  const QMargins margins = m_content->layout()->contentsMargins();
  const int all = m_scroll->viewport()->width() - margins.left() - margins.right();
  const int beside = m_links->sizeHint().width() + m_logicalColumn->width();
  const bool both = std::all_of(m_cards.begin(), m_cards.end(), [&](const GpuCard* card) {
    return card->widthOf(GpuCard::Head::Narrow) + beside <= all;
  });
  for (QWidget* widget :
       {static_cast<QWidget*>(m_links), m_logicalColumn, static_cast<QWidget*>(m_logicalTitle)})
    widget->setVisible(both);
  const int room = both ? all - beside : all;
  const auto fits = [&](GpuCard::Head head) {
    return std::all_of(m_cards.begin(), m_cards.end(),
                       [&](const GpuCard* card) { return card->widthOf(head) <= room; });
  };
  GpuCard::Head head = GpuCard::Head::Narrow;
  for (const auto roomier : {GpuCard::Head::Stacked, GpuCard::Head::Close, GpuCard::Head::Wide})
    if (fits(roomier)) head = roomier;
  for (GpuCard* card : m_cards) card->setHead(head);
  const int names = m_variableName->sizeHint().width() + m_count->sizeHint().width();
  m_count->setVisible(names + margins.left() + margins.right() + Look::get().px(8) <= width());
}

void GpuPanel::fitLogical() {
  // Asked each time: the cards have their fonts only once the style of a new size has reached them.
  int wide = m_logicalTitle->sizeHint().width();
  for (LogicalCard* card : m_logical) {
    card->ensurePolished();
    card->layout()->invalidate();
    wide = std::max(wide, card->sizeHint().width());
  }
  if (wide != m_logicalColumn->minimumWidth()) {
    m_logicalColumn->setFixedWidth(wide);
    fitWidth();
  }
  std::vector<const GpuCard*> visible;
  for (const GpuCard* card : m_cards)
    if (card->logical() >= 0) visible.push_back(card);
  for (std::size_t i = 0; i < m_logical.size() && i < visible.size(); ++i) {
    const GpuCard* beside = visible[i];
    const QPoint at = m_logicalColumn->mapFrom(beside->parentWidget(), beside->pos());
    m_logical[i]->setGeometry(0, at.y(), m_logicalColumn->width(), beside->height());
  }
  m_noGpu->setGeometry(0, 0, m_logicalColumn->width(), m_noGpu->heightForWidth(m_logicalColumn->width()));
  m_links->update();
}

void GpuPanel::fitVerdicts() {
  const int share = height() * 3 / 10;
  const bool any = !m_tokens->isHidden() || !m_tokenWords->isHidden() || !m_torchWords->isHidden();
  m_verdictScroll->setVisible(any);
  if (!any) return;
  const int needed = m_verdicts->layout()->heightForWidth(m_verdictScroll->viewport()->width());
  m_verdictScroll->setFixedHeight(std::min(needed, std::max(share, Look::get().px(40))));
}

bool GpuPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
  if (watched == m_verdicts) {
    if (event->type() == QEvent::LayoutRequest) fitVerdicts();
    return QWidget::eventFilter(watched, event);
  }
  if (moved && watched == m_scroll->viewport())
    fitWidth();  // a scroll bar takes of it
  else if (moved)
    fitLogical();
  return QWidget::eventFilter(watched, event);
}

void GpuPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitWidth();
  fitVerdicts();
}

}  // namespace todevice
