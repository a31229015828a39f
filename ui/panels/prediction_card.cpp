// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/prediction_card.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "models/lesson_player.h"
#include "models/prediction.h"
#include "panels/rich_text.h"
#include "widgets/basics.h"

namespace todevice {

PredictionCard::PredictionCard(LessonPlayer* player, QWidget* parent)
    : QFrame(parent), m_player(player), m_column(new QVBoxLayout(this)) {
  setRole(this, "question", "accent");
  m_column->setContentsMargins(12, 10, 12, 12);
  m_column->setSpacing(6);
  hide();
}

PredictionCard::State& PredictionCard::now() {
  return m_states[m_player->stepIndex()];
}

void PredictionCard::ask(const std::optional<Prediction>& prediction) {
  m_prediction = prediction;
  adopt(m_player->stepIndex());
  setVisible(prediction.has_value());
  rebuild();
}

void PredictionCard::showOutcome(int step, const QString& answer, bool predicted, bool right) {
  State& state = m_states[step];
  state.answer = answer;
  state.failure.clear();
  state.missed.reset();
  state.done = true;
  state.predicted = predicted;
  adopt(step);
  state.right = right;
  if (step == m_player->stepIndex()) rebuild();
}

/// Said at an earlier time, or elsewhere than here.
void PredictionCard::adopt(int step) {
  const QString given = m_player->predicted(step);
  const Lesson* lesson = m_player->lesson();
  if (given.isEmpty() || !lesson || !m_states[step].given.isEmpty()) return;
  m_states[step].given = given;
  const auto& own = lesson->steps[size_t(step)].prediction;
  if (own && own->picks()) m_states[step].choice = int(own->choices.indexOf(given));
}

void PredictionCard::showFailure(int step, const QString& error) {
  m_states[step].failure = error;
  m_states[step].missed.reset();
  if (step == m_player->stepIndex()) rebuild();
}

void PredictionCard::showMissed(int step, const QString& error) {
  m_states[step].missed = error;
  m_states[step].failure.clear();
  if (step == m_player->stepIndex()) rebuild();
}

void PredictionCard::forget() {
  m_states.clear();
}

void PredictionCard::followRun() {
  if (m_prediction && now().done) rebuild();
}

void PredictionCard::rebuild() {
  const KeepFocus keep(this);
  clearLayout(m_column);
  if (!m_prediction) return;
  setAccessibleName(plainText(m_prediction->question));
  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  auto* icon = new QLabel;
  icon->setPixmap(Look::get().pixmap(QStringLiteral("question"), Look::get().px(16), "accent"));
  head->addWidget(icon);
  auto* words = makeLabel(!now().done       ? tr("Predict first")
                          : now().predicted ? tr("Your prediction")
                                            : tr("The answer"),
                          "subtitle");
  words->setWordWrap(true);
  head->addWidget(words, 1);
  if (m_prediction->picks()) addCountButton(head);
  m_column->addLayout(head);
  m_column->addWidget(makeRichLabel(m_prediction->question));
  if (!m_prediction->picks()) {
    addFreeText();
  } else {
    addChoices();
  }
  addVerdict();
}

/// The answer is the text of a choice in the lesson's own language; the window may show another one.
int PredictionCard::answeredChoice() {
  const Lesson* lesson = m_player->lesson();
  const auto& own = lesson->steps[size_t(m_player->stepIndex())].prediction;
  return own ? int(own->choices.indexOf(now().answer)) : -1;
}

/// Which of the answers that the author foresaw the learner typed.
int PredictionCard::foreseen() {
  for (int i = 0; i < m_prediction->choices.size(); ++i)
    if (isRight(now().given, m_prediction->choices[i])) return i;
  return -1;
}

void PredictionCard::addChoices() {
  const int answer = now().done ? answeredChoice() : -1;
  for (int i = 0; i < m_prediction->choices.size(); ++i) {
    const QString text = plainText(m_prediction->choices[i]);
    auto* button = new QPushButton;
    setRole(button, "choice");
    auto* row = new QHBoxLayout(button);
    const Look& look = Look::get();
    row->setContentsMargins(look.px(10), look.px(6), look.px(10), look.px(6));
    row->setSpacing(look.px(8));
    // A button cannot wrap its text, so a label stands in it.
    auto* mark = new QLabel;
    const bool chosen = i == now().choice, right = now().done && i == answer;
    const QString name = right ? QStringLiteral("check") : QStringLiteral("cross");
    const bool marked = right || (now().done && chosen);
    if (marked) mark->setPixmap(look.pixmap(name, look.px(16), right ? "good" : "bad"));
    auto* label = makeRichLabel(m_prediction->choices[i], chosen || right ? "subtitle" : "");
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->addWidget(label, 1);
    if (marked) row->addWidget(mark);
    if (chosen && !now().done) row->addWidget(makeLabel(tr("your choice"), "small"));
    button->setAccessibleName(marked ? tr("%1 (%2)").arg(text, right ? tr("right") : tr("not so")) : text);
    button->setProperty("choice", i);
    button->setProperty("keepsFocus", chosen && !now().done);
    // As high as its wrapped text: the layout in it says how high that is.
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    if (now().done) {
      // Not disabled: what is greyed cannot be read well, and this is the answer.
      button->setAttribute(Qt::WA_TransparentForMouseEvents);
      button->setFocusPolicy(Qt::NoFocus);
      setTone(button, right ? "good" : chosen ? "bad" : "quiet");
    } else {
      if (chosen) setTone(button, "chosen");
      connect(button, &QPushButton::clicked, this, [this, i, text] { choose(i, text); });
    }
    if (!m_counting) {
      m_column->addWidget(button);
      continue;
    }
    auto* counted = new QHBoxLayout;
    counted->setSpacing(look.px(6));
    counted->addWidget(button, 1);
    counted->addWidget(makeHands(i));
    m_column->addLayout(counted);
  }
}

/// For a class: the instructor counts hands, and the counts stand beside the choices.
void PredictionCard::addCountButton(QHBoxLayout* head) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("countHands"));
  setRole(button, "tiny");
  button->setCheckable(true);
  button->setChecked(m_counting);
  button->setText(tr("Hands"));
  button->setToolTip(tr("Count the hands of a class for each choice"));
  connect(button, &QToolButton::toggled, this, [this](bool on) {
    m_counting = on;
    rebuild();
  });
  head->addWidget(button);
}

QWidget* PredictionCard::makeHands(int choice) {
  auto* box = new QSpinBox;
  box->setRange(0, 999);
  box->setAccessibleName(tr("Hands for: %1").arg(plainText(m_prediction->choices[choice])));
  box->setProperty("choice", choice);
  now().hands.resize(m_prediction->choices.size());
  box->setValue(now().hands[choice]);
  connect(box, &QSpinBox::valueChanged, this, [this, choice](int value) {
    now().hands[choice] = value;
    emit handsCounted(m_player->stepIndex(), now().hands);
  });
  return box;
}

/// How many of the class were right; empty when nobody was counted.
QString PredictionCard::handsWords() {
  int all = 0;
  for (const int count : now().hands) all += count;
  const int right = answeredChoice();
  if (all == 0 || right < 0 || right >= now().hands.size()) return {};
  return tr("%1 of %2 hands were right.").arg(now().hands[right]).arg(all);
}

void PredictionCard::addFreeText() {
  auto* row = new QHBoxLayout;
  auto* field = new QLineEdit(now().given);
  const bool number = m_prediction->kind == Prediction::Kind::Number;
  field->setPlaceholderText(number ? tr("a number") : tr("your answer"));
  field->setAccessibleName(plainText(m_prediction->question));
  field->setEnabled(!now().done);
  field->setProperty("keepsFocus", !now().done);
  auto* button = new QPushButton(tr("Predict"));
  button->setEnabled(!now().done);
  row->addWidget(field, 1);
  row->addWidget(button);
  m_column->addLayout(row);
  // Anything may be typed; what is no number is told so instead of taken as a guess.
  auto* hint = makeLabel(tr("Write the number alone, without a unit: 72, -1.5 or 1e-3."), "small");
  hint->setObjectName(QStringLiteral("notNumber"));
  hint->setWordWrap(true);
  hint->hide();
  m_column->addWidget(hint);
  const auto give = [this, field, hint, number] {
    const QString typed = field->text().trimmed();
    bool isNumber = false;
    QLocale::c().toDouble(typed, &isNumber);
    hint->setVisible(number && !isNumber && !typed.isEmpty());
    if (!number || isNumber) choose(-1, typed);
  };
  connect(button, &QPushButton::clicked, this, give);
  connect(field, &QLineEdit::returnPressed, this, give);
}

void PredictionCard::choose(int choice, const QString& text) {
  if (text.isEmpty()) return;
  now().choice = choice;
  now().given = text;
  const Lesson* lesson = m_player->lesson();
  QString answer = text;
  if (lesson && choice >= 0) {
    const auto& own = lesson->steps[size_t(m_player->stepIndex())].prediction;
    if (own && choice < own->choices.size()) answer = own->choices[choice];
  }
  rebuild();
  m_player->predict(answer);
}

QString PredictionCard::answerWords() {
  const int choice = m_prediction->picks() ? answeredChoice() : -1;
  return choice >= 0 ? richWords(m_prediction->choices[choice]) : now().answer.toHtmlEscaped();
}

void PredictionCard::addVerdict() {
  setTone(this, !now().done || !now().predicted ? "accent" : now().right ? "good" : "warn");
  if (!now().failure.isEmpty()) {
    auto* failure = makeLabel(tr("The answer could not be computed: %1").arg(now().failure));
    failure->setWordWrap(true);
    m_column->addWidget(failure);
    return;
  }
  if (!now().done && now().missed) {
    const QString words = now().missed->isEmpty()
                              ? tr("The code was stopped before it came to the answer. Run it again.")
                              : tr("The code did not get that far: it ended with %1. Look at what went "
                                   "wrong, then run it again.")
                                    .arg(*now().missed);
    auto* missed = makeLabel(words);
    missed->setObjectName(QStringLiteral("missed"));
    missed->setWordWrap(true);
    m_column->addWidget(missed);
    return;
  }
  if (!now().done) {
    const bool given = !now().given.isEmpty();
    auto* hint = makeLabel(given                   ? tr("Now run the code: it gives the answer.")
                           : m_prediction->picks() ? tr("Choose, then run the code.")
                                                   : tr("Predict, then run the code."),
                           "small");
    hint->setWordWrap(true);
    m_column->addWidget(hint);
    return;
  }
  const QString says =
      m_player->outcomeIsOlder() ? tr("Before your change, the code said: %1") : tr("The code says: %1");
  QString words = says.toHtmlEscaped().arg(answerWords());
  if (now().predicted) words = (now().right ? tr("Right. ") : tr("Not so. ")) + words;
  auto* verdict = makeLabel(words, "subtitle");
  verdict->setTextFormat(Qt::RichText);
  verdict->setWordWrap(true);
  m_column->addWidget(verdict);
  if (m_prediction->picks() && !handsWords().isEmpty()) m_column->addWidget(makeLabel(handsWords()));
  const int shown = !m_prediction->picks() ? foreseen() : now().choice >= 0 ? now().choice : answeredChoice();
  if (shown >= 0 && shown < m_prediction->feedback.size() && !m_prediction->feedback[shown].isEmpty())
    m_column->addWidget(makeRichLabel(m_prediction->feedback[shown]));
}

void PredictionCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) rebuild();
  QFrame::changeEvent(event);
}

}  // namespace todevice
