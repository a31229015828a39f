// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_rows.h"

#include <QSet>
#include <QStringList>
#include <algorithm>
#include <array>
#include <string_view>

#include "paths.h"
#include "protocol/summaries.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

using Lookup = QHash<protocol::Address, protocol::Object>;

/// Where an object stood before the record; ids of objects that died in it may have been given out again.
struct Past {
  const State& state;
  QSet<protocol::Address> dead;

  const protocol::Object* find(protocol::Address id) const {
    if (dead.contains(id)) return nullptr;
    return at(state.objects, id);
  }
  static const protocol::Object* at(const Lookup& objects, protocol::Address id) {
    const auto found = objects.constFind(id);
    return found == objects.constEnd() ? nullptr : &found.value();
  }
};

bool livesSomewhere(const protocol::Object& object) {
  return object.tensor || object.kind == "module";
}

bool isNoise(const QString& name, const protocol::Object& object) {
  static constexpr std::array<std::string_view, 4> kTypes{"module", "type", "function",
                                                          "builtin_function_or_method"};
  return name.startsWith(QLatin1String("__")) || object.kind == "function" ||
         std::find(kTypes.begin(), kTypes.end(), object.type) != kTypes.end();
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
    row.device = text(row.object.tensor->device);
    row.bytes = row.object.tensor->bytes;
    return;
  }
  const bool isModule = row.object.kind == "module";
  QStringList devices;
  for (const auto& part : row.parts) {
    if (part.isGrad || (isModule && part.isHeld) || !part.object.tensor) continue;
    if (!part.device.isEmpty() && !devices.contains(part.device)) devices << part.device;
    row.bytes += part.bytes;
  }
  row.device = devices.join(QStringLiteral(", "));
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
MemoryRow nameRow(const QString& name, protocol::Address id, const State& after, const Past& past,
                  const protocol::Address* formerId, bool boundNow) {
  MemoryRow row;
  row.name = name;
  if (const auto* object = Past::at(after.objects, id)) row.object = *object;
  row.object.id = id;
  addParts(row, after, past);
  place(row);
  const auto* formerly = formerId != nullptr ? Past::at(past.state.objects, *formerId) : nullptr;
  if (formerly != nullptr && *formerId == id && past.find(id) != nullptr) {
    compareSame(row, *formerly);
    compareParts(row);
    if (row.change == Change::None && boundNow && livesSomewhere(row.object)) setSameObject(row, past.state);
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

QSet<QString> boundNames(const protocol::Record& record) {
  QSet<QString> names;
  for (const auto& binding : record.bound) {
    names << (binding.scope.empty() ? QString() : text(binding.scope) + QLatin1String(": ")) +
                 text(binding.name);
  }
  return names;
}

}  // namespace

std::vector<MemoryRow> memoryRows(const State& before, const State& after, const protocol::Record* record) {
  Past past{before, {}};
  QSet<QString> bound;
  if (record != nullptr) {
    past.dead = QSet<protocol::Address>(record->dead.begin(), record->dead.end());
    bound = boundNames(*record);
  }
  std::vector<MemoryRow> rows;
  rows.reserve(std::size_t(after.names.size()));
  const auto add = [&rows](MemoryRow row) {
    if (!isNoise(row.name, row.object)) rows.push_back(std::move(row));
  };
  // Both are in order of their names: those before the next one that is still there are gone.
  auto former = before.names.cbegin();
  const auto end = before.names.cend();
  const auto addGone = [&] {
    if (record != nullptr) add(freedRow(former.key(), before));
    ++former;
  };
  for (auto it = after.names.cbegin(); it != after.names.cend(); ++it) {
    while (former != end && former.key() < it.key()) addGone();
    const bool wasThere = former != end && former.key() == it.key();
    add(nameRow(it.key(), it.value(), after, past, wasThere ? &former.value() : nullptr,
                bound.contains(it.key())));
    if (wasThere) ++former;
  }
  while (former != end) addGone();
  return rows;
}

}  // namespace todevice
