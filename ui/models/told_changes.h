// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "timeline.h"

namespace todevice {

/// What a record changed of what was there before, without giving it a name anew, each in a few words: "x has
/// new values, at the same address", "net has 2 new gradients", "\"cuda\" is cuda:1 from here on".
/// `before`, `after`: the states about the record.
QStringList toldChanges(const State& before, const State& after, const protocol::Record& record);

}  // namespace todevice
