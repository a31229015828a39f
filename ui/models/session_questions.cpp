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
  questions.emplace(send(protocol::Evaluate{expression.toStdString()}, Request::evaluate), std::move(done));
}

void Session::Private::answered(std::int64_t id, protocol::EvaluateReply reply) {
  auto question = questions.extract(id);
  if (!question) return;
  if (interruptsQuestion && !reply.ok)
    reply.text = Session::tr("Stopped before it had a value.").toStdString();
  followQuestions();
  question.mapped()(reply);
}

void Session::Private::followQuestions() {
  if (questions.empty()) {
    questionTimer.stop();
    if (std::exchange(interruptsQuestion, false)) interruptTimer.stop();
  }
  const bool slow = !questions.empty() && (evaluating || !questionTimer.isActive());
  if (std::exchange(evaluating, slow) != slow) emit q->evaluatingChanged(slow);
}

void Session::Private::failQuestions() {
  protocol::EvaluateReply reply;
  reply.text = (interruptsQuestion ? Session::tr("It did not stop when asked: the worker was replaced.")
                                   : Session::tr("The worker went away."))
                   .toStdString();
  const auto open = std::exchange(questions, {});
  followQuestions();
  for (const auto& [id, done] : open) done(reply);
}

void Session::Private::failWaitingQuestions(const QString& why) {
  protocol::EvaluateReply reply;
  reply.text = why.toStdString();
  for (const auto& [expression, done] : std::exchange(waitingQuestions, {})) done(reply);
}

}  // namespace todevice
