// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "session.h"

namespace todevice {

/// One block of a replay, and where it is to stop.
struct ReplayStep {
  int block = 0;  ///< among the blocks that the plan was made from
  protocol::Mode mode = protocol::Mode::record;
  std::int64_t stopAfter = 0;  ///< lines; 0: to the end (mode step: before the first line)
  bool interrupt = false;      ///< end it there, as the learner did
  bool live = false;  ///< it was still going on: it runs on as a run of its own when the rest has caught up
};

/// What to run so that a fresh worker stands where the cursor stands: exactly the code that was run, block by
/// block, and the last one only as far as the cursor. `goesOn`: a run that is still going on is started anew;
/// without it (after a crash, or a run that did not stop) it ends where its last record ends.
std::vector<ReplayStep> planReplay(const std::vector<Block>& blocks, int cursor, bool goesOn);

}  // namespace todevice
