// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "timeline.h"

namespace todevice {

/// One object of a group, and all names for it.
struct AliasObject {
  quint64 id = 0;
  QStringList names;
  qint64 offset = 0;  ///< bytes from the beginning of the storage
  qint64 bytes = 0;
};
/// What is shared: one storage that several objects look into, or one object with several names.
struct AliasGroup {
  QString device;       ///< empty for a module
  quint64 address = 0;  ///< of the storage; 0 for a module
  qint64 bytes = 0;
  std::vector<AliasObject> objects;
  QString sentence;  ///< "x and y are two names for one object", "v and x are two objects on one memory"
};

/// All groups, in the order of their first names. What nobody shares is in none.
std::vector<AliasGroup> aliasGroups(const State& state);

}  // namespace todevice
