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

void StatusLine::setFacts(const QStringList& facts, const QString& details) {
  m_all = facts;
  m_details = details;
  place();
}

QString StatusLine::first(qsizetype facts) const {
  return m_all.mid(0, facts).join(QStringLiteral(" · "));
}

int StatusLine::widthOf(qsizetype facts) const {
  return m_facts->fontMetrics().horizontalAdvance(first(facts)) + 2;
}

/// As many facts as there is room for, but the first in any case.
QString StatusLine::factsIn(int room) const {
  qsizetype fit = m_all.size();
  while (fit > 1 && widthOf(fit) > room) --fit;
  return first(fit);
}

void StatusLine::set(ElideLabel* label, const QString& text, const QString& toolTip) {
  label->setFullText(text, toolTip);
  place();
}

QSize StatusLine::sizeHint() const {
  return {m_sentence->sizeHint().width() + widthOf(m_all.size()), minimumSizeHint().height()};
}

QSize StatusLine::minimumSizeHint() const {
  return {0, std::max(m_sentence->sizeHint().height(), m_facts->sizeHint().height())};
}

void StatusLine::place() {
  const int room = std::max(0, width() - 2 * kSides - kBetween);
  m_facts->ensurePolished();
  const int wanted = widthOf(m_all.size());
  const int least = std::min(wanted, Look::get().px(kLeastFacts));
  const int facts = std::clamp(room - m_sentence->sizeHint().width(), least, wanted);
  m_sentence->setGeometry(kSides, 0, std::max(0, room - facts), height());
  m_facts->setFullText(factsIn(facts), m_details);
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
