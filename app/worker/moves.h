// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "events.h"
#include "objects.h"

namespace todevice::worker {

/// Gives each event the learner's name for its tensor, as it was before the line, whose text is `source`.
/// Called before the look.
void name_sources(std::vector<MovedEvent>& events, const Objects& objects, std::string_view source);

/// The line's moves, after the look that follows the line: the moves of all of a module's parameters become
/// one move of that module, the outermost that has them all.
std::vector<protocol::Move> moves_of(std::vector<MovedEvent> events, const Objects& objects,
                                     std::string_view source);

}  // namespace todevice::worker
