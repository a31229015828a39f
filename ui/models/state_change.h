// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "object_change.h"
#include "state.h"

namespace todevice {

/// The key of a name in State::names.
QString nameKey(const protocol::Binding& binding);

/// What a record changes in a state, for both ways: a step back costs what the step did, however much is
/// alive. Refers to nothing of the record.
class StateChange {
 public:
  /// Puts `record`, number `at`, into the state that it came after.
  StateChange(State& state, const protocol::Record& record, int at);

  void redo(State& state) const;
  void undo(State& state) const;
  /// Of names, objects with their parts, and blocks: what a redo or an undo costs.
  std::size_t size() const;
  /// Roughly, of all that is kept for it.
  std::size_t bytes() const;

 private:
  template <class Value>
  using BeforeAfter = std::pair<Value, Value>;
  struct Block {
    protocol::Allocation allocation;
    int line = 0;
  };
  using BlockPointer = std::shared_ptr<const Block>;

  void setName(State& state, const protocol::Binding& binding, std::optional<protocol::Address> id);
  void applyAllocations(State& state, const protocol::Record& record);
  void applyMemory(State& state, const protocol::Record& record);
  void applyRare(State& state, const protocol::Record& record, int at);
  static void putBlock(State& state, quint64 serial, const BlockPointer& block);

  /// Absent or null: there is none.
  std::vector<std::pair<QString, BeforeAfter<std::optional<protocol::Address>>>> m_names;
  std::vector<ObjectChange> m_objects;
  std::vector<std::pair<quint64, BeforeAfter<BlockPointer>>> m_blocks;
  BeforeAfter<int> m_currentDevice;
  BeforeAfter<QMap<QString, protocol::DeviceMemory>> m_memory;
  /// What few records change; null: this one does not.
  struct Rare {
    std::vector<std::string> cudaUuids;
    std::vector<VariableEvent> variables;
  };
  std::unique_ptr<const BeforeAfter<Rare>> m_rare;
};

}  // namespace todevice
