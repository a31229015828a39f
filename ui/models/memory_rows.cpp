// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_rows.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <string_view>

#include "joined.h"
#include "paths.h"
#include "protocol/summaries.h"
#include "state_change.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// Where an object stood before the record; ids of objects that died in it may have been given out again.
struct Past {
  const State& state;
  const QSet<protocol::Address>& dead;

  const protocol::Object* find(protocol::Address id) const {
    if (dead.contains(id)) return nullptr;
    return at(state.objects, id);
  }
  static const protocol::Object* at(const ObjectMap& objects, protocol::Address id) {
    const auto found = objects.constFind(id);
    return found == objects.constEnd() ? nullptr : &found.value();
  }
};

bool livesSomewhere(const protocol::Object& object) {
  return object.tensor || object.kind == "module";
}

bool movedTensor(const protocol::TensorInfo& before, const protocol::TensorInfo& after) {
  return before.device != after.device || before.address != after.address ||
         before.storage_serial != after.storage_serial;
}

/// "3 tensors, 24 numbers" of the parts that `counts` is true for.
template <class Counts>
QString partsWords(const MemoryRow& row, Counts counts) {
  qint64 numbers = 0;
  int tensors = row.partsLeftOut;
  for (const auto& part : row.parts) {
    if (!counts(part) || !part.object.tensor) continue;
    ++tensors;
    qint64 count = 1;
    for (const auto size : part.object.tensor->shape) count *= size;
    numbers += count;
  }
  if (tensors == 0) return {};
  const QString words = MemoryTableModel::tr("%n tensor(s)", nullptr, tensors);
  return row.partsLeftOut > 0 ? words : MemoryTableModel::tr("%1, %2 numbers").arg(words).arg(numbers);
}

/// A module's is counted here, so that it is in the window's language.
QString valueOf(const MemoryRow& row) {
  if (row.object.summary == protocol::kRecordedOnly)
    return MemoryTableModel::tr("recorded, not computed yet");
  QString words = text(row.object.summary);
  if (row.object.kind == "module") {
    words = partsWords(row, [](const MemoryRow& part) { return !part.isHeld; });
    if (words.isEmpty()) words = MemoryTableModel::tr("no parameters");
  }
  if (row.partsLeftOut > 0)
    words += QStringLiteral(" · ") + MemoryTableModel::tr("%n more not listed", nullptr, row.partsLeftOut);
  if (row.object.parts_cut) words += QStringLiteral(" · ") + MemoryTableModel::tr("and more inside");
  return words;
}

/// A placed object's devices and bytes; a module's are those of its parameters and buffers, another's those
/// of what it holds.
void place(MemoryRow& row) {
  row.value = valueOf(row);
  if (row.object.tensor) {
    row.devices = {text(row.object.tensor->device)};
    row.device = row.devices.front();
    row.bytes = row.object.tensor->bytes;
    return;
  }
  const bool isModule = row.object.kind == "module";
  for (const auto& part : row.parts) {
    if (part.isGrad || (isModule && part.isHeld) || !part.object.tensor) continue;
    if (!part.device.isEmpty() && !row.devices.contains(part.device)) row.devices << part.device;
    row.bytes += part.bytes;
  }
  row.device = listed(row.devices);
}

void setMoved(MemoryRow& row, const QString& beforeDevice) {
  row.change = Change::Moved;
  row.beforeDevice = beforeDevice;
  row.words = beforeDevice == row.device
                  ? MemoryTableModel::tr("moved to another address")
                  : MemoryTableModel::tr("moved from %1 to %2").arg(beforeDevice, row.device);
}

/// The object is the one that stood there before: did it move, or did its value change?
void compareSame(MemoryRow& row, const protocol::Object& before) {
  const auto& now = row.object;
  if (now.tensor && before.tensor && movedTensor(*before.tensor, *now.tensor)) {
    row.beforeAddress = before.tensor->address;
    setMoved(row, text(before.tensor->device));
  } else if (now.summary != before.summary ||
             (now.tensor && before.tensor && now.tensor->shape != before.tensor->shape)) {
    row.change = Change::Changed;
    row.words = changeWord(Change::Changed);
  }
}

MemoryRow partRow(const PathStep& step, const Past& past) {
  MemoryRow row;
  row.name = step.path;
  row.object = *step.object;
  row.object.parts.clear();
  row.isHeld = step.isHeld;
  row.isGrad = step.part->name == ".grad";
  place(row);
  if (const auto* before = past.find(step.object->id)) {
    compareSame(row, *before);
  } else if (row.isHeld && step.object->tensor) {
    row.change = Change::New;
    row.words = MemoryTableModel::tr("new on %1").arg(row.device);
  }
  return row;
}

void addParts(MemoryRow& row, const State& after, const Past& past) {
  forEachPath(after, row.object, [&](const PathStep& step) {
    if (int(row.parts.size()) < MemoryRow::kMostParts) {
      row.parts.push_back(partRow(step, past));
    } else {
      ++row.partsLeftOut;
    }
  });
}

/// A module, or a list, itself has no address: it has moved when one of its parts has.
void compareParts(MemoryRow& row) {
  if (row.object.tensor) return;
  const auto first = std::find_if(row.parts.begin(), row.parts.end(), [](const MemoryRow& part) {
    return !part.isGrad && part.change == Change::Moved;
  });
  const auto changed = std::any_of(row.parts.begin(), row.parts.end(), [](const MemoryRow& part) {
    return !part.isGrad && (part.change == Change::Changed || part.change == Change::New);
  });
  if (first != row.parts.end()) {
    setMoved(row, first->beforeDevice);
    row.words += QStringLiteral(" · ") + MemoryTableModel::tr("same object");
  } else if (changed && row.change == Change::None) {
    row.change = Change::Changed;
    row.words = changeWord(Change::Changed);
  }
}

QString otherNameOf(protocol::Address id, const QString& name, const State& before) {
  for (auto it = before.names.cbegin(); it != before.names.cend(); ++it) {
    if (it.value() == id && it.key() != name) return it.key();
  }
  return {};
}

void setSameObject(MemoryRow& row, const State& before) {
  const QString other = otherNameOf(row.object.id, row.name, before);
  row.change = Change::SameObject;
  row.words = other.isEmpty() ? MemoryTableModel::tr("same object")
                              : MemoryTableModel::tr("same object as %1").arg(other);
}

/// The name stands for another object than before the record.
void compareOther(MemoryRow& row, const protocol::Object* formerly, const Past& past) {
  const bool known = past.find(row.object.id) != nullptr;
  if (livesSomewhere(row.object) && known) return setSameObject(row, past.state);
  row.change = formerly != nullptr && !livesSomewhere(row.object) ? Change::Changed : Change::New;
  row.words = row.device.isEmpty() || row.change != Change::New
                  ? changeWord(row.change)
                  : MemoryTableModel::tr("new on %1").arg(row.device);
  if (formerly != nullptr && formerly->tensor) {
    row.beforeAddress = formerly->tensor->address;
    row.beforeDevice = text(formerly->tensor->device);
  }
}

/// `formerId`: what the name stood for before the record; null: nothing.
template <class BoundNow>
MemoryRow nameRow(const QString& name, const State& after, const Past& past,
                  const protocol::Address* formerId, BoundNow isBoundNow) {
  MemoryRow row;
  row.name = name;
  const auto id = after.names.value(name);
  if (const auto* object = Past::at(after.objects, id)) row.object = *object;
  row.object.id = id;
  addParts(row, after, past);
  place(row);
  const auto* formerly = formerId != nullptr ? Past::at(past.state.objects, *formerId) : nullptr;
  if (formerly != nullptr && *formerId == id && past.find(id) != nullptr) {
    compareSame(row, *formerly);
    compareParts(row);
    if (row.change == Change::None && livesSomewhere(row.object) && isBoundNow())
      setSameObject(row, past.state);
  } else {
    compareOther(row, formerly, past);
  }
  return row;
}

MemoryRow freedRow(const QString& name, const State& before) {
  MemoryRow row;
  row.name = name;
  if (const auto* object = Past::at(before.objects, before.names.value(name))) row.object = *object;
  row.object.id = before.names.value(name);
  place(row);
  row.change = Change::Freed;
  row.words = changeWord(Change::Freed);
  return row;
}

bool hasParts(const State& state, const protocol::Object& object) {
  return std::any_of(object.parts.begin(), object.parts.end(),
                     [&](const auto& part) { return state.objects.contains(part.id); });
}

}  // namespace

bool isNoise(const QString& name, const protocol::Object* object) {
  static constexpr std::array<std::string_view, 4> kTypes{"module", "type", "function",
                                                          "builtin_function_or_method"};
  if (name.startsWith(QLatin1String("__"))) return true;
  if (object == nullptr || object->tensor) return false;  // most names are a tensor's
  return object->kind == "function" || std::find(kTypes.begin(), kTypes.end(), object->type) != kTypes.end();
}

/// In their order: the names that the record took away.
std::vector<MemoryName> MemoryRows::goneNames() const {
  std::vector<MemoryName> gone;
  const auto* record = m_timeline->current();
  if (record == nullptr || record->unbound.empty()) return gone;
  const State &before = m_timeline->before(), &after = m_timeline->state();
  for (const auto& binding : record->unbound) {
    QString name = nameKey(binding);
    if (after.names.contains(name)) continue;
    const auto former = before.names.constFind(name);
    if (former == before.names.cend()) continue;
    const auto* object = Past::at(before.objects, *former);
    if (!isNoise(name, object)) gone.push_back({std::move(name), true, false});
  }
  std::sort(gone.begin(), gone.end(),
            [](const MemoryName& a, const MemoryName& b) { return a.name < b.name; });
  return gone;
}

std::vector<MemoryName> MemoryRows::names() const {
  const State& after = m_timeline->state();
  std::vector<MemoryName> names;
  names.reserve(std::size_t(after.names.size()));
  auto gone = goneNames();
  auto next = gone.begin();
  for (auto it = after.names.cbegin(); it != after.names.cend(); ++it) {
    for (; next != gone.end() && next->name < it.key(); ++next) names.push_back(std::move(*next));
    const auto* object = Past::at(after.objects, it.value());
    if (!isNoise(it.key(), object))
      names.push_back({it.key(), false, object != nullptr && hasParts(after, *object)});
  }
  for (; next != gone.end(); ++next) names.push_back(std::move(*next));
  return names;
}

bool MemoryRows::isBoundNow(const QString& name) const {
  if (!m_bound) {
    m_bound.emplace();
    const auto* record = m_timeline->current();
    if (record != nullptr) {
      for (const auto& binding : record->bound) m_bound->insert(nameKey(binding));
    }
  }
  return m_bound->contains(name);
}

MemoryRow MemoryRows::row(const MemoryName& name) const {
  const State& before = m_timeline->before();
  if (name.isGone) return freedRow(name.name, before);
  const auto* record = m_timeline->current();
  if (!m_dead)
    m_dead = record == nullptr ? QSet<protocol::Address>()
                               : QSet<protocol::Address>(record->dead.begin(), record->dead.end());
  const auto former = before.names.constFind(name.name);
  return nameRow(name.name, m_timeline->state(), {before, *m_dead},
                 former == before.names.cend() ? nullptr : &former.value(),
                 [&] { return isBoundNow(name.name); });
}

}  // namespace todevice
