// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QStringList>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "state.h"
#include "timeline.h"

namespace todevice {

/// What a name stood for, as far as two programs can be compared by it. Nothing in it: a function, a class,
/// an import, `__x__`, an address or an id, or the name was gone.
struct BoundValue {
  QStringList devices;  ///< where it lives: of a module, those of its parameters and buffers
  QString type;         ///< of a module
  QString text;         ///< of what lives nowhere: its value in one line
};

/// The names that a program's records bound, and what each stood for after any of them. A record tells an
/// object only when it is new or has changed (`n = 2` where 2 was known already): hence all are followed.
/// They are those of the timeline, whose state it reads, from its first to its last.
class BoundValues : public QObject {
  Q_OBJECT
 public:
  explicit BoundValues(Timeline* timeline);

  /// Names that record number `at` bound, in its order, as State::names has them.
  const std::vector<QString>& boundBy(int at) const;
  /// What the name stood for after record number `at`.
  BoundValue after(int at, const QString& name) const;

 private:
  void take(int number, const protocol::Record& record, const State& after);
  void forget(int before);

  std::map<int, std::vector<QString>> m_bound;
  QHash<QString, std::deque<std::pair<int, BoundValue>>> m_values;  ///< of each name: from which record on
};

}  // namespace todevice
