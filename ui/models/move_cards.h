// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "move_model.h"

namespace todevice {

/// The cards of one record. A move without a name gets the one that the record bound its result to.
std::vector<MoveCard> moveCards(const protocol::Record& record);

}  // namespace todevice
