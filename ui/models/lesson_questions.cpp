// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPointer>

#include "lesson_player_p.h"
#include "prediction.h"
#include "timeline.h"

namespace todevice {

void LessonPlayer::Private::onBlockFinished(bool ok) {
  const int of = session->blocks().empty() ? -1 : session->blocks().back().tag;
  autoSteps = 0;
  if (of >= 0) resolve(of);
  if (of >= 0 && !session->blocks().back().interrupted) checkChange(of);
  if (of >= 0) emit q->blockFinished(of, ok);
  pumpLater();
}

QString LessonPlayer::Private::errorOf(const Block& block) const {
  if (block.ok || block.recordCount == 0) return {};
  const auto& error = session->timeline()->record(block.firstRecord + block.recordCount - 1).error;
  return error ? QString::fromStdString(error->type) : QString();
}

bool LessonPlayer::Private::endedAsMeant(int of) const {
  const Block& block = session->blocks()[std::size_t(runOf(of))];
  const QString& raises = lesson->steps[std::size_t(of)].raises;
  return block.ok || (!raises.isEmpty() && errorOf(block) == raises);
}

void LessonPlayer::Private::resolve(int of) {
  const auto& prediction = lesson->steps[std::size_t(of)].prediction;
  if (!prediction || prediction->answer.isEmpty()) return;
  // The question was about the code as it came: a mended line does not make another answer right.
  if (outcomes.contains(of) && document.code(of) != original(of)) return;
  if (runOf(of) >= 0 && !endedAsMeant(of)) {
    const Block& block = session->blocks()[std::size_t(runOf(of))];
    if (!outcomes.contains(of)) emit q->outcomeMissed(of, block.interrupted ? QString() : errorOf(block));
    return;
  }
  ++openQuestions;
  session->evaluate(prediction->answer, [this, of, asked = opened, code = document.code(of),
                                         player = QPointer(q)](const protocol::EvaluateReply& reply) {
    if (player.isNull()) return;
    --openQuestions;
    if (asked == opened) answered(of, code, reply);  // the learner may have opened another
    pumpLater();
  });
}

void LessonPlayer::Private::checkChange(int of) {
  const auto& change = lesson->steps[std::size_t(of)].change;
  if (!change) return;
  if (document.code(of) == original(of)) return emit q->changeMissing(of);
  ++openQuestions;
  session->evaluate(QStringLiteral("bool(%1)").arg(change->check),
                    [this, of, ok = session->blocks().back().ok,
                     player = QPointer(q)](const protocol::EvaluateReply& reply) {
                      if (player.isNull()) return;
                      --openQuestions;
                      // Code that fails is not done, whatever it left behind.
                      const bool done = ok && reply.ok && reply.text == "True";
                      emit q->changeChecked(of, done,
                                            reply.ok ? QString() : QString::fromStdString(reply.text));
                      pumpLater();
                    });
}

void LessonPlayer::Private::answered(int of, const QString& code, const protocol::EvaluateReply& reply) {
  if (!lesson || of >= int(lesson->steps.size()) || !lesson->steps[std::size_t(of)].prediction) return;
  if (!reply.ok) return emit q->outcomeFailed(of, QString::fromStdString(reply.text));
  outcomes[of] = rightAnswer(*lesson->steps[std::size_t(of)].prediction, reply);
  answeredBy[of] = code;
  tell(of);
}

void LessonPlayer::Private::tell(int of) {
  const bool has = predicted.contains(of);
  emit q->outcomeReady(of, outcomes[of], has, has && isRight(predicted[of], outcomes[of]));
}

}  // namespace todevice
