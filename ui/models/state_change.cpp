// SPDX-License-Identifier: GPL-3.0-or-later
#include "state_change.h"

#include <algorithm>

namespace todevice {

namespace {

/// Of a change, roughly: with the texts that it keeps.
constexpr std::size_t kBytesOfName = 100, kBytesOfBlock = 200;

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

bool isBadDefault(const protocol::Record& record) {
  return record.error && record.error->type == "TypeError" &&
         record.error->message.find("setdefault") != std::string::npos &&
         record.source.find("CUDA_VISIBLE_DEVICES") != std::string::npos;
}

void applyVariables(State& state, const protocol::Record& record, int at) {
  VariableEvent event{at, record.line, text(record.source), {}, {}};
  for (const auto& change : record.variables) {
    event.change = change;
    state.variables.push_back(event);
  }
  event.change.reset();
  if (isBadDefault(record)) state.variables.push_back(event);
  if (record.variables_read) {
    event.reading = record.variables_read;
    state.variables.push_back(event);
  }
  // The reading stays, however many changes follow it.
  while (state.variables.size() > kMostVariableEvents) {
    const auto oldest = std::find_if(state.variables.begin(), state.variables.end(),
                                     [](const VariableEvent& one) { return !one.reading; });
    state.variables.erase(oldest);
  }
}

void putName(State& state, const QString& name, const std::optional<protocol::Address>& id) {
  if (id) {
    state.names.insert(name, *id);
  } else {
    state.names.remove(name);
  }
}

}  // namespace

QString nameKey(const protocol::Binding& binding) {
  const QString name = text(binding.name);
  return binding.scope.empty() ? name : text(binding.scope) + QStringLiteral(": ") + name;
}

StateChange::StateChange(State& state, const protocol::Record& record, int at) {
  m_names.reserve(record.unbound.size() + record.bound.size());
  m_objects.reserve(record.dead.size() + record.objects.size());
  for (const auto id : record.dead) m_objects.emplace_back(state.objects, id);
  for (const auto& object : record.objects) m_objects.emplace_back(state.objects, object);
  for (const auto& binding : record.unbound) setName(state, binding, std::nullopt);
  for (const auto& binding : record.bound) setName(state, binding, binding.id);
  applyAllocations(state, record);
  applyMemory(state, record);
  applyRare(state, record, at);
  m_currentDevice = {state.currentDevice, record.current_device};
  state.currentDevice = record.current_device;
}

void StateChange::setName(State& state, const protocol::Binding& binding,
                          std::optional<protocol::Address> id) {
  const QString name = nameKey(binding);
  const auto before = state.names.constFind(name);
  m_names.push_back({name, {before == state.names.cend() ? std::nullopt : std::optional(*before), id}});
  putName(state, name, id);
}

void StateChange::applyAllocations(State& state, const protocol::Record& record) {
  m_blocks.reserve(record.allocations.size());
  for (const auto& allocation : record.allocations) {
    const auto serial = allocation.serial;
    BlockPointer before, after;
    if (const auto known = state.allocations.constFind(serial); known != state.allocations.cend())
      before = std::make_shared<const Block>(Block{*known, state.madeAt.value(serial)});
    if (!allocation.freed) after = std::make_shared<const Block>(Block{allocation, record.line});
    putBlock(state, serial, after);
    m_blocks.push_back({serial, {std::move(before), std::move(after)}});
  }
}

void StateChange::applyMemory(State& state, const protocol::Record& record) {
  m_memory.first = state.memory;
  for (const auto& memory : record.memory) state.memory.insert(text(memory.device), memory);
  m_memory.second = state.memory;
}

void StateChange::applyRare(State& state, const protocol::Record& record, int at) {
  if (!record.cuda_uuids && record.variables.empty() && !record.variables_read && !isBadDefault(record))
    return;
  const auto now = [&state] { return Rare{state.cudaUuids, state.variables}; };
  auto before = now();
  if (record.cuda_uuids) state.cudaUuids = *record.cuda_uuids;
  applyVariables(state, record, at);
  m_rare = std::make_unique<const BeforeAfter<Rare>>(std::move(before), now());
}

void StateChange::putBlock(State& state, quint64 serial, const BlockPointer& block) {
  if (block) {
    state.allocations.insert(serial, block->allocation);
    state.madeAt.insert(serial, block->line);
  } else {
    state.allocations.remove(serial);
    state.madeAt.remove(serial);
  }
}

std::size_t StateChange::size() const {
  std::size_t size = 1 + m_names.size() + m_blocks.size();
  for (const auto& object : m_objects) size += object.size();
  return size;
}

std::size_t StateChange::bytes() const {
  std::size_t bytes = sizeof(StateChange) + kBytesOfName * m_names.size() + kBytesOfBlock * m_blocks.size();
  for (const auto& object : m_objects) bytes += object.bytes();
  bytes += sizeof(protocol::DeviceMemory) * std::size_t(m_memory.second.size());
  if (m_rare)
    bytes += sizeof(VariableEvent) * (m_rare->first.variables.size() + m_rare->second.variables.size());
  return bytes;
}

void StateChange::redo(State& state) const {
  for (const auto& object : m_objects) object.redo(state.objects);
  for (const auto& [name, id] : m_names) putName(state, name, id.second);
  for (const auto& [serial, block] : m_blocks) putBlock(state, serial, block.second);
  state.currentDevice = m_currentDevice.second;
  state.memory = m_memory.second;
  if (!m_rare) return;
  state.cudaUuids = m_rare->second.cudaUuids;
  state.variables = m_rare->second.variables;
}

void StateChange::undo(State& state) const {
  for (auto it = m_objects.rbegin(); it != m_objects.rend(); ++it) it->undo(state.objects);
  for (auto it = m_names.rbegin(); it != m_names.rend(); ++it) putName(state, it->first, it->second.first);
  for (auto it = m_blocks.rbegin(); it != m_blocks.rend(); ++it) putBlock(state, it->first, it->second.first);
  state.currentDevice = m_currentDevice.first;
  state.memory = m_memory.first;
  if (!m_rare) return;
  state.cudaUuids = m_rare->first.cudaUuids;
  state.variables = m_rare->first.variables;
}

}  // namespace todevice
