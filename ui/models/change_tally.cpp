// SPDX-License-Identifier: GPL-3.0-or-later
#include "change_tally.h"

#include <utility>

#include "address_format.h"

namespace todevice {

namespace {

/// Deeper, or among more, nobody asks for a number. Each name has so many of its own: what is said of one
/// does not depend on those before it. All together bound the work of a line that is in sight.
constexpr int kDeepest = 4, kMostParts = 2000, kMostOfAll = 100000;

using Address = protocol::Address;

const protocol::Object* find(const State& state, Address id) {
  const auto found = state.objects.constFind(id);
  return found == state.objects.cend() ? nullptr : &*found;
}

bool hasMoved(const protocol::TensorInfo& was, const protocol::TensorInfo& is) {
  return was.device != is.device || was.address != is.address || was.storage_serial != is.storage_serial;
}
/// The same memory, read in another way; its words differ then even where its numbers do not.
bool isReshaped(const protocol::TensorInfo& was, const protocol::TensorInfo& is) {
  return was.shape != is.shape || was.stride != is.stride;
}

void compare(const protocol::Object& was, const protocol::Object& is, Tally& tally) {
  if (!was.tensor || !is.tensor) {
    tally.other = was.summary != is.summary;
    return;
  }
  const auto &before = *was.tensor, &now = *is.tensor;
  tally.joined = now.requires_grad && !before.requires_grad;
  tally.left = before.requires_grad && !now.requires_grad;
  tally.moved = hasMoved(before, now);
  if (tally.moved) {
    tally.device = QString::fromStdString(now.device);
  } else if (before.shape != now.shape) {
    tally.shape = formatShape(now.shape);
  } else if (before.stride != now.stride) {
    tally.strides = formatShape(now.stride);
  } else {
    tally.values = was.summary != is.summary;
  }
}

/// What happened to a tensor that something holds.
void comparePart(const protocol::Object& was, const protocol::Object& is, bool isGrad, Tally& tally) {
  const auto &before = *was.tensor, &now = *is.tensor;
  if (now.requires_grad && !before.requires_grad) ++tally.partsJoined;
  if (before.requires_grad && !now.requires_grad) ++tally.partsLeft;
  if (hasMoved(before, now)) {
    ++(isGrad ? tally.changedGrads : tally.partsMoved);
    if (!isGrad) tally.device = QString::fromStdString(now.device);
  } else if (isReshaped(before, now)) {
    ++tally.partsReshaped;
  } else if (was.summary != is.summary) {
    ++(isGrad ? tally.changedGrads : tally.partValues);
  }
}

}  // namespace

void Tally::forgetMoves() {
  moved = false;
  partsMoved = 0;
  device.clear();
}

ChangeTally::ChangeTally(const State& before, const State& after, const protocol::Record& record)
    : m_before(before), m_after(after), m_dead(record.dead.begin(), record.dead.end()) {
  for (const auto& object : record.objects) m_told << object.id;
}

Tally ChangeTally::of(Address id) {
  Tally tally;
  const auto *was = known(id), *is = find(m_after, id);
  if (was == nullptr || is == nullptr) return tally;
  if (m_told.contains(id)) compare(*was, *is, tally);
  if (was->parts.empty() && is->parts.empty()) return tally;
  m_ofAll += std::exchange(m_visited, 0);
  Held formerly, now;
  if (!hold(m_before, *was, 1, formerly) || !hold(m_after, *is, 1, now)) {
    tally.other = tally.other || (m_told.contains(id) && !is->tensor);
    return tally;
  }
  count(formerly, now, tally);
  // A list's own words change with what it holds, which has been told.
  const bool partsTell = tally.partValues + tally.partsMoved + tally.partsReshaped + tally.more +
                             tally.fewer + tally.newGrads + tally.changedGrads + tally.goneGrads >
                         0;
  if (partsTell) tally.other = false;
  return tally;
}

/// As it was; null where it is new: an id of what has died may have been given out again.
const protocol::Object* ChangeTally::known(Address id) const {
  return m_dead.contains(id) ? nullptr : find(m_before, id);
}

/// False: there is too much.
bool ChangeTally::hold(const State& state, const protocol::Object& object, int depth, Held& held) {
  for (const auto& part : object.parts) {
    if (++m_visited > kMostParts || m_ofAll > kMostOfAll) return false;
    const auto* one = find(state, part.id);
    if (one == nullptr || held.contains(part.id)) continue;
    if (one->tensor) held.insert(part.id, part.name == ".grad");
    if (depth < kDeepest && !hold(state, *one, depth + 1, held)) return false;
  }
  return true;
}

void ChangeTally::count(const Held& formerly, const Held& now, Tally& tally) const {
  for (auto it = now.cbegin(); it != now.cend(); ++it) {
    const auto* was = formerly.contains(it.key()) ? known(it.key()) : nullptr;
    if (was == nullptr) {
      ++(it.value() ? tally.newGrads : tally.more);
      continue;
    }
    const auto* is = find(m_after, it.key());
    if (m_told.contains(it.key()) && was->tensor) comparePart(*was, *is, it.value(), tally);
  }
  for (auto it = formerly.cbegin(); it != formerly.cend(); ++it)
    if (!now.contains(it.key()) || m_dead.contains(it.key())) ++(it.value() ? tally.goneGrads : tally.fewer);
}

}  // namespace todevice
