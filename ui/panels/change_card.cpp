// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/change_card.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "models/lesson_player.h"
#include "panels/rich_text.h"
#include "widgets/basics.h"

namespace todevice {

ChangeCard::ChangeCard(LessonPlayer* player, QWidget* parent)
    : QFrame(parent), m_player(player), m_column(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("changeCard"));
  setRole(this, "question", "accent");
  m_column->setContentsMargins(12, 10, 12, 12);
  m_column->setSpacing(6);
  hide();
}

ChangeCard::State& ChangeCard::now() {
  return m_states[m_player->stepIndex()];
}

void ChangeCard::ask(const std::optional<Exercise>& change) {
  m_change = change;
  setVisible(change.has_value());
  rebuild();
}

void ChangeCard::showCheck(int step, bool done, const QString& error) {
  State& state = m_states[step];
  state.done = done;
  state.error = error;
  state.untouched = false;
  if (!done) ++state.tries;
  if (step == m_player->stepIndex()) rebuild();
}

void ChangeCard::showUntouched(int step) {
  m_states[step].untouched = true;
  if (step == m_player->stepIndex()) rebuild();
}

void ChangeCard::forget() {
  m_states.clear();
}

void ChangeCard::rebuild() {
  const KeepFocus keep(this);
  clearLayout(m_column);
  if (!m_change) return;
  setAccessibleName(plainText(m_change->task));
  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  auto* icon = new QLabel;
  const bool done = now().done;
  icon->setPixmap(Look::get().pixmap(done ? QStringLiteral("check") : QStringLiteral("code"),
                                     Look::get().px(16), done ? "good" : "accent"));
  head->addWidget(icon);
  head->addWidget(makeLabel(done ? tr("Done") : tr("Your turn"), "subtitle"));
  head->addStretch();
  m_column->addLayout(head);
  m_column->addWidget(makeRichLabel(m_change->task));
  addState();
}

void ChangeCard::addState() {
  setTone(this, now().done ? "good" : now().tries > 0 ? "warn" : "accent");
  if (now().done) {
    if (!m_change->done.isEmpty()) m_column->addWidget(makeRichLabel(m_change->done));
    return;
  }
  if (now().untouched) {
    auto* words = makeLabel(tr("That was the code as it came: nothing is changed in it yet."), "subtitle");
    words->setWordWrap(true);
    m_column->addWidget(words);
  }
  if (now().tries == 0) {
    auto* hint = makeLabel(tr("Change the code of this step, then run it."), "small");
    hint->setWordWrap(true);
    m_column->addWidget(hint);
    return;
  }
  if (!now().untouched) m_column->addWidget(makeLabel(tr("Not yet."), "subtitle"));
  const auto hints = std::min<qsizetype>(now().tries, m_change->hints.size());
  for (qsizetype i = 0; i < hints; ++i) m_column->addWidget(makeRichLabel(m_change->hints[i]));
  if (now().tries < m_change->hints.size()) return;
  auto* solution = new QPushButton(tr("Show a solution"));
  solution->setObjectName(QStringLiteral("showSolution"));
  solution->setToolTip(tr("Puts it where the code of this step stands; run it then"));
  connect(solution, &QPushButton::clicked, m_player, &LessonPlayer::solve);
  auto* row = new QHBoxLayout;
  row->addWidget(solution);
  row->addStretch();
  m_column->addLayout(row);
}

void ChangeCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) rebuild();
  QFrame::changeEvent(event);
}

}  // namespace todevice
