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

/// As many facts as there is room for, but the first in any case.
QString StatusLine::factsIn(int room) const {
  QString words = m_all.value(0);
  for (qsizetype i = 1; i < m_all.size(); ++i) {
    const QString more = words + QStringLiteral(" · ") + m_all[i];
    if (m_facts->fontMetrics().horizontalAdvance(more) + 2 > room) break;
    words = more;
  }
  return words;
}

void StatusLine::set(ElideLabel* label, const QString& text, const QString& toolTip) {
  label->setFullText(text, toolTip);
  place();
}

QSize StatusLine::sizeHint() const {
  const int facts = m_facts->fontMetrics().horizontalAdvance(m_all.join(QStringLiteral(" · ")));
  return {m_sentence->sizeHint().width() + facts, minimumSizeHint().height()};
}

QSize StatusLine::minimumSizeHint() const {
  return {0, std::max(m_sentence->sizeHint().height(), m_facts->sizeHint().height())};
}

void StatusLine::place() {
  const int room = std::max(0, width() - 2 * kSides - kBetween);
  m_facts->ensurePolished();
  const QFontMetrics metrics = m_facts->fontMetrics();
  const int wanted = metrics.horizontalAdvance(m_all.join(QStringLiteral(" · "))) + 2;
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
