// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_links.h"

#include <QPainterPath>
#include <utility>

#include "panels/gpu_card.h"
#include "widgets/basics.h"

namespace todevice {

GpuLinks::GpuLinks(QWidget* parent) : QWidget(parent) {
  // As high as the columns beside it: it must not ask for the room below them.
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
}

void GpuLinks::setEnds(std::vector<GpuCard*> cards, std::vector<LogicalCard*> logical) {
  m_cards = std::move(cards);
  m_logical = std::move(logical);
  update();
}

QSize GpuLinks::sizeHint() const {
  return {Look::get().px(m_narrow ? 20 : 32), 0};
}

void GpuLinks::setNarrow(bool narrow) {
  if (narrow == m_narrow) return;
  m_narrow = narrow;
  updateGeometry();
}

QLineF GpuLinks::lineOf(const GpuCard* card) const {
  if (card->logical() < 0 || card->logical() >= int(m_logical.size())) return {};
  const auto middle = [this](const QWidget* end) {
    const QPoint at = end->mapTo(parentWidget(), end->rect().center());
    return qreal(mapFrom(parentWidget(), at).y());
  };
  return {QPointF(0, middle(card)), QPointF(width(), middle(m_logical[size_t(card->logical())]))};
}

void GpuLinks::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Look& look = Look::get();
  for (const GpuCard* card : m_cards) {
    const QLineF line = lineOf(card);
    if (line.isNull()) continue;
    const QPointF from = line.p1(), to = line.p2();
    QPainterPath path(from);
    path.cubicTo(from + QPointF(width() * 0.5, 0), to - QPointF(width() * 0.5, 0), to);
    const QColor ink = inkOf(card->info()).line;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink, look.stroke() * 1.6));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawEllipse(from + QPointF(look.px(3), 0), look.px(3), look.px(3));
    painter.drawEllipse(to - QPointF(look.px(3), 0), look.px(3), look.px(3));
  }
}

}  // namespace todevice
