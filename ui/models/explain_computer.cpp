// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of simulated GPUs is the computer's, and may be less than theirs.
#include <QRegularExpression>

#include "explanation.h"
#include "joined.h"

namespace todevice {

std::optional<Explanation> explainComputer(const Scene& scene) {
  static const QRegularExpression form(
      QStringLiteral("computer's own memory is full, not simulated GPU (\\d+)\\. Tried to allocate "
                     "([\\d.]+ \\w+), and the computer has ([\\d.]+ \\w+) left"));
  const auto match = form.match(scene.message());
  if (!match.hasMatch()) return std::nullopt;
  Explanation result;
  result.kind = Explanation::OutOfMemory;
  result.headline = Explain::tr("This computer's own memory is full");
  result.text = asSentences(
      {Explain::tr("This line asks for %1 more for simulated GPU %2, and the computer has %3 left.")
           .arg(match.captured(2), match.captured(1), match.captured(3)),
       Explain::tr(
           "A simulated GPU keeps its numbers in the computer's memory: the card has room, the computer "
           "has not."),
       Explain::tr("Make the tensors smaller, give up what is not needed any more by `del`, or close other "
                   "programs.")});
  return result;
}

}  // namespace todevice
