// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory_gauge.h"

#include <QPainter>

#include "widgets/basics.h"

namespace todevice {

namespace {

constexpr int kPoints = 240;  // as many as the model keeps

}  // namespace

MemoryGauge::MemoryGauge(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&Look::get(), &Look::changed, this, [this] { updateGeometry(); });
}

void MemoryGauge::show(const DeviceInfo& card, qint64 total, qint64 used, qint64 own,
                       const QVariantList& history) {
  m_card = card;
  m_total = total;
  m_used = qBound(qint64(0), used, total);
  m_own = qBound(qint64(0), own, m_used);
  m_history = history;
  update();
}

QSize MemoryGauge::sizeHint() const {
  return {Look::get().px(56), Look::get().px(18)};
}

void MemoryGauge::paintEvent(QPaintEvent*) {
  if (m_total <= 0) return;
  const Look& look = Look::get();
  QPainter painter(this);
  const QRectF bar(0.5, height() - look.px(8) - 0.5, width() - 1, look.px(8));
  const auto share = [&](qint64 bytes) { return bar.width() * double(bytes) / double(m_total); };
  const qint64 others = m_used - m_own;
  painter.setPen(Qt::NoPen);
  const QRectF theirs(bar.left(), bar.top(), share(others), bar.height());
  painter.setBrush(look.color("border"));
  painter.drawRect(theirs);
  painter.setBrush(QBrush(look.color("muted"), Qt::BDiagPattern));
  painter.drawRect(theirs);
  if (m_own > 0) {
    painter.setBrush(inkOf(m_card).fill);
    painter.drawRect(QRectF(theirs.right(), bar.top(), qMax(2.0, share(m_own)), bar.height()));
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(look.color("edge"), look.stroke() * 0.6));
  painter.drawRect(bar);
  if (m_history.size() < 2) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(inkOf(m_card).line, look.stroke() * 0.8));
  const double room = bar.top() - look.px(2);
  QPolygonF line;
  const qsizetype first = kPoints - m_history.size();
  for (qsizetype i = 0; i < m_history.size(); ++i) {
    const double full = m_history[i].toDouble() / double(m_total);
    line << QPointF(bar.left() + bar.width() * double(first + i) / (kPoints - 1), 1 + room * (1 - full));
  }
  painter.drawPolyline(line);
}

}  // namespace todevice
