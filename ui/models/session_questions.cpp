// SPDX-License-Identifier: GPL-3.0-or-later
// Values that panels ask for: what the learner types in the console, and what a lesson asks of the code.
#include "session_p.h"

namespace todevice {

namespace {

/// An answer that takes no longer is not worth a word.
constexpr auto kQuick = std::chrono::milliseconds(200);

}  // namespace

void Session::evaluate(const QString& expression, std::function<void(const protocol::EvaluateReply&)> done) {
  switch (d->phase) {
    case State::Starting:
    case State::Replaying:
      d->waitingQuestions.emplace_back(expression, std::move(done));
      return;
    case State::Dead: {
      protocol::EvaluateReply reply;
      reply.text = tr("There is no worker.").toStdString();
      return done(reply);
    }
    default:
      d->ask(expression, std::move(done));
  }
}

bool Session::isEvaluating() const {
  return d->evaluating;
}

void Session::Private::ask(const QString& expression, Done done) {
  if (questions.empty()) questionTimer.start(kQuick);
  const auto id = send(protocol::Evaluate{expression.toStdString()}, Request::evaluate);
  questions.emplace(id, std::pair(expression, std::move(done)));
}

void Session::Private::answered(std::int64_t id, protocol::EvaluateReply reply) {
  auto question = questions.extract(id);
  if (!question) return;
  if (interruptsQuestion && !reply.ok)
    reply.text = Session::tr("Stopped before it had a value.").toStdString();
  followQuestions();
  question.mapped().second(reply);
}

void Session::Private::followQuestions() {
  if (questions.empty()) {
    questionTimer.stop();
    if (std::exchange(interruptsQuestion, false)) interruptTimer.stop();
  }
  const bool slow = !questions.empty() && (evaluating || !questionTimer.isActive());
  if (std::exchange(evaluating, slow) != slow) emit q->evaluatingChanged(slow);
}

/// The worker is replaced where the code stands, and not for them: the new one is asked when it has caught
/// up.
void Session::Private::askAgainLater() {
  if (interruptsQuestion) return;  // the learner wants it no more
  for (auto& [id, question] : std::exchange(questions, {})) waitingQuestions.push_back(std::move(question));
  followQuestions();
}

void Session::Private::failQuestions(const QString& why) {
  protocol::EvaluateReply reply;
  reply.text = (interruptsQuestion ? Session::tr("It did not stop when asked: the worker was replaced.")
                : why.isEmpty()    ? Session::tr("The worker went away.")
                                   : why)
                   .toStdString();
  const auto open = std::exchange(questions, {});
  followQuestions();
  for (const auto& [id, question] : open) question.second(reply);
}

void Session::Private::failWaitingQuestions(const QString& why) {
  protocol::EvaluateReply reply;
  reply.text = why.toStdString();
  for (const auto& [expression, done] : std::exchange(waitingQuestions, {})) done(reply);
}

}  // namespace todevice
