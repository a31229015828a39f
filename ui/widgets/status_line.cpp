// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status_line.h"

#include <QEvent>
#include <algorithm>

namespace todevice {

namespace {

constexpr int kSides = 12, kBetween = 16;
constexpr int kLeastFacts = 180;  ///< "worker 4711 waits before line 12"

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), m_sentence(new ElideLabel("", this)), m_facts(new ElideLabel("", this)) {
  m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void StatusLine::set(ElideLabel* label, const QString& text, const QString& toolTip) {
  label->setFullText(text, toolTip);
  place();
}

QSize StatusLine::sizeHint() const {
  return {m_sentence->sizeHint().width() + m_facts->sizeHint().width(), minimumSizeHint().height()};
}

QSize StatusLine::minimumSizeHint() const {
  return {0, std::max(m_sentence->sizeHint().height(), m_facts->sizeHint().height())};
}

void StatusLine::place() {
  const int room = std::max(0, width() - 2 * kSides - kBetween);
  const int wanted = m_facts->sizeHint().width();
  const int least = std::min(wanted, Look::get().px(kLeastFacts));
  const int facts = std::clamp(room - m_sentence->sizeHint().width(), least, wanted);
  m_sentence->setGeometry(kSides, 0, std::max(0, room - facts), height());
  m_facts->setGeometry(width() - kSides - facts, 0, facts, height());
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

void StatusLine::changeEvent(QEvent* event) {
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) place();
  QWidget::changeEvent(event);
}

}  // namespace todevice
