// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QStringList>

#include "timeline.h"

namespace todevice {

struct ToldChanges {
  QStringList words;    ///< each change in a few
  QSet<QString> names;  ///< that they tell of
};

/// What a record changed of what was there before, without giving it a name anew: "x has new values, at the
/// same address", "net: 2 new gradient(s)", "\"cuda\" is cuda:1 from here on". `before`, `after`: the states
/// about the record; `moved`: names of which a move's sentence says where they are now.
ToldChanges toldChanges(const State& before, const State& after, const protocol::Record& record,
                        const QSet<QString>& moved);

}  // namespace todevice
