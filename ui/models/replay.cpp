// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay.h"

#include <algorithm>
#include <optional>

namespace todevice {

namespace {

using protocol::Mode;

/// A block run whole has no lines to stop at: all of it or nothing.
std::optional<ReplayStep> planWhole(const Block& block, int upTo, bool goesOn) {
  ReplayStep step;
  step.mode = Mode::whole;
  if (!block.ended) {
    step.live = true;
    return goesOn && upTo >= block.recordCount ? std::optional(step) : std::nullopt;
  }
  const bool repeatable = !block.interrupted && block.recordCount > 0;
  return repeatable && upTo >= block.recordCount ? std::optional(step) : std::nullopt;
}

/// A single slow step that is still going on is not taken again: the replay stops before its line.
ReplayStep planLines(const Block& block, int upTo, bool goesOn) {
  ReplayStep step;
  const int records = std::min(upTo, block.recordCount);
  const bool all = records == block.recordCount;
  if (all && block.running && goesOn && block.mode == Mode::record) {
    step.live = true;
    return step;
  }
  if (all && block.ended && !block.interrupted) return step;
  // The last record of a block that the learner stopped is of the line that did not end.
  step.interrupt = all && block.ended;
  step.stopAfter = block.linesIn(step.interrupt ? std::max(0, records - 1) : records);
  if (step.stopAfter == 0) step.mode = Mode::step;
  return step;
}

}  // namespace

std::vector<ReplayStep> planReplay(const std::vector<Block>& blocks, int cursor, bool goesOn) {
  std::vector<ReplayStep> plan;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    const int upTo = cursor - block.firstRecord;
    if (upTo < 0) break;
    std::optional<ReplayStep> step =
        block.mode == Mode::whole ? planWhole(block, upTo, goesOn) : planLines(block, upTo, goesOn);
    if (!step) continue;
    step->block = int(i);
    plan.push_back(*step);
    const bool stopsInside = !step->live && step->mode != Mode::whole && !step->interrupt &&
                             (step->mode == Mode::step || step->stopAfter > 0);
    if (stopsInside || step->live) break;
  }
  return plan;
}

}  // namespace todevice
