// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/step_dots.h"

#include <QPainter>

#include "widgets/look.h"

namespace todevice {

StepDots::StepDots(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepDots::setPlace(int step, int count) {
  m_step = step;
  m_count = count;
  update();
}

QSize StepDots::sizeHint() const {
  return {Look::get().px(60), Look::get().px(4)};
}

void StepDots::paintEvent(QPaintEvent*) {
  if (m_count <= 0) return;
  const Look& look = Look::get();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const double gap = look.px(4), each = (width() - gap * (m_count - 1)) / m_count;
  for (int i = 0; i < m_count; ++i) {
    painter.setBrush(look.color(i <= m_step ? "accent" : "border"));
    painter.drawRoundedRect(QRectF(i * (each + gap), 0, each, height()), height() / 2.0, height() / 2.0);
  }
}

}  // namespace todevice
