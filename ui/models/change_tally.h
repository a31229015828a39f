// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSet>

#include "state.h"

namespace todevice {

/// What happened to one thing and to what it holds.
struct Tally {
  bool values = false, moved = false, other = false;
  bool joined = false, left = false;  ///< the tensors that ask for gradients
  int partValues = 0, partsMoved = 0, partsReshaped = 0, more = 0, fewer = 0;
  int partsJoined = 0, partsLeft = 0;
  int newGrads = 0, changedGrads = 0, goneGrads = 0;
  QString device;          ///< where what moved is now
  QString shape, strides;  ///< "(3, 2)", where another: the same memory, read in another way

  bool operator==(const Tally&) const = default;
  bool any() const { return *this != Tally{}; }
  void forgetMoves();
};

/// Compares the states about a record.
class ChangeTally {
 public:
  ChangeTally(const State& before, const State& after, const protocol::Record& record);
  /// False: nothing happened to it, known at a glance; of thousands of names most are so.
  bool mayTell(const protocol::Object& object) const {
    return m_told.contains(object.id) || !object.parts.empty();
  }
  Tally of(protocol::Address id);

 private:
  /// The tensors that something holds, by id; of a gradient: true.
  using Held = QHash<protocol::Address, bool>;
  const protocol::Object* known(protocol::Address id) const;
  bool hold(const State& state, const protocol::Object& object, int depth, Held& held);
  void count(const Held& formerly, const Held& now, Tally& tally) const;

  const State &m_before, &m_after;
  QSet<protocol::Address> m_dead, m_told;
  int m_visited = 0, m_ofAll = 0;
};

}  // namespace todevice
