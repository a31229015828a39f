// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory_sum_bar.h"

#include <QPainter>
#include <array>
#include <cmath>

#include "models/address_format.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

constexpr int kTitle = 20, kBar = 16, kWords = 18;

/// Each part is seen, a greater one is wider.
double weight(qint64 bytes) {
  return bytes <= 0 ? 0 : 2 + std::log2(1.0 + double(bytes));
}

}  // namespace

MemorySumBar::MemorySumBar(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Look::get(), &Look::changed, this, [this] { updateGeometry(); });
}

void MemorySumBar::show(const MemorySum& sum, const DeviceInfo& info) {
  m_sum = sum;
  m_info = info;
  setAccessibleName(sum.sentence());
  setToolTip(sum.sentence());
  update();
}

QSize MemorySumBar::sizeHint() const {
  const Look& look = Look::get();
  return {look.px(240), look.px(kTitle) + look.px(kBar) + look.px(kWords) + look.px(6)};
}

void MemorySumBar::paintEvent(QPaintEvent*) {
  const Look& look = Look::get();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double side = look.px(12), width = this->width() - 2 * side;
  paintBadge(painter, QRectF(side, look.px(2), look.px(16), look.px(16)), m_info);
  painter.setFont(look.font(0.94, true));
  painter.setPen(look.color("text"));
  const double left = side + look.px(22);
  painter.drawText(QRectF(left, 0, width, look.px(kTitle)), Qt::AlignVCenter, m_sum.device);
  const double after = left + painter.fontMetrics().horizontalAdvance(m_sum.device) + look.px(10);
  painter.setFont(look.font(0.88));
  painter.setPen(look.color("muted"));
  const QString three = tr("tensors %1 · pool %2 · driver %3 of %4")
                            .arg(formatBytes(m_sum.tensors), formatBytes(m_sum.pool()),
                                 formatBytes(m_sum.driver()), formatBytes(m_sum.total()));
  painter.drawText(QRectF(after, 0, side + width - after, look.px(kTitle)), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(three, Qt::ElideRight, int(side + width - after)));

  struct Part {
    qint64 bytes;
    QString words;
  };
  const std::array<Part, 5> parts{Part{m_sum.tensors, tr("tensors")}, Part{m_sum.rounding, tr("rounding")},
                                  Part{m_sum.unused, tr("kept")}, Part{m_sum.others, tr("CUDA, others")},
                                  Part{m_sum.free, tr("free")}};
  double weights = 0;
  for (const Part& part : parts) weights += weight(part.bytes);
  double x = side;
  const double top = look.px(kTitle), height = look.px(kBar);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double w = width * weight(parts[i].bytes) / std::max(1.0, weights);
    if (w <= 0) continue;
    const QRectF rect(x, top, w, height);
    if (i == 0) {
      paintDeviceArea(painter, rect, m_info, 0);
    } else {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look.color(i == 3 ? "border" : i == 4 ? "panel" : "raised"));
      painter.drawRect(rect);
      if (i == 2 || i == 3) {
        painter.setBrush(QBrush(look.color("muted"), i == 2 ? Qt::Dense6Pattern : Qt::BDiagPattern));
        painter.drawRect(rect);
      }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color("edge"), 1));
    painter.drawRect(rect);
    painter.setFont(look.font(0.78));
    painter.setPen(look.color("muted"));
    const QRectF under(x, top + height, w, look.px(kWords));
    if (painter.fontMetrics().horizontalAdvance(parts[i].words) <= w)
      painter.drawText(under, Qt::AlignVCenter | Qt::AlignLeft, parts[i].words);
    x += w;
  }
}

}  // namespace todevice
