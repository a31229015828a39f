// SPDX-License-Identifier: GPL-3.0-or-later
#include "told_changes.h"

#include <QCoreApplication>
#include <QSet>
#include <algorithm>
#include <utility>

#include "address_format.h"
#include "joined.h"
#include "memory_rows.h"

namespace todevice {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(todevice::ToldChanges)
};

using Address = protocol::Address;

/// What happened to one thing and to what it holds.
struct Tally {
  bool values = false, moved = false, other = false;
  bool joined = false, left = false;  ///< the tensors that gradients are asked for
  int partValues = 0, partsMoved = 0, more = 0, fewer = 0;
  int newGrads = 0, changedGrads = 0, goneGrads = 0;
  QString device;  ///< where what moved is now

  bool operator==(const Tally&) const = default;
  bool any() const { return *this != Tally{}; }
  void forgetMoves() {
    moved = false;
    partsMoved = 0;
    device.clear();
  }
};

/// The tensors that something holds, by id; of a gradient: true.
using Held = QHash<Address, bool>;

class Changes {
 public:
  Changes(const State& before, const State& after, const protocol::Record& record)
      : m_before(before), m_after(after), m_dead(record.dead.begin(), record.dead.end()) {
    for (const auto& object : record.objects) m_told << object.id;
  }

  Tally of(Address id) {
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
    const bool partsTell = tally.partValues + tally.partsMoved + tally.more + tally.fewer + tally.newGrads +
                               tally.changedGrads + tally.goneGrads >
                           0;
    if (partsTell) tally.other = false;
    return tally;
  }

 private:
  /// Deeper, or among more, nobody asks for a number. Each name has so many of its own: what is said of one
  /// does not depend on those before it. All together bound the work of a line that is in sight.
  static constexpr int kDeepest = 4, kMostParts = 2000, kMostOfAll = 100000;

  static const protocol::Object* find(const State& state, Address id) {
    const auto found = state.objects.constFind(id);
    return found == state.objects.cend() ? nullptr : &*found;
  }
  /// As it was; null where it is new: an id of what has died may have been given out again.
  const protocol::Object* known(Address id) const {
    return m_dead.contains(id) ? nullptr : find(m_before, id);
  }

  static bool hasMoved(const protocol::TensorInfo& was, const protocol::TensorInfo& is) {
    return was.device != is.device || was.address != is.address || was.storage_serial != is.storage_serial;
  }
  static bool isChanged(const protocol::Object& was, const protocol::Object& is) {
    return was.summary != is.summary || (was.tensor && is.tensor && was.tensor->shape != is.tensor->shape);
  }

  static void compare(const protocol::Object& was, const protocol::Object& is, Tally& tally) {
    if (was.tensor && is.tensor) {
      tally.moved = hasMoved(*was.tensor, *is.tensor);
      tally.values = !tally.moved && isChanged(was, is);
      if (tally.moved) tally.device = QString::fromStdString(is.tensor->device);
      tally.joined = is.tensor->requires_grad && !was.tensor->requires_grad;
      tally.left = was.tensor->requires_grad && !is.tensor->requires_grad;
    } else {
      tally.other = isChanged(was, is);
    }
  }

  /// False: there is too much.
  bool hold(const State& state, const protocol::Object& object, int depth, Held& held) {
    for (const auto& part : object.parts) {
      if (++m_visited > kMostParts || m_ofAll > kMostOfAll) return false;
      const auto* one = find(state, part.id);
      if (one == nullptr || held.contains(part.id)) continue;
      if (one->tensor) held.insert(part.id, part.name == ".grad");
      if (depth < kDeepest && !hold(state, *one, depth + 1, held)) return false;
    }
    return true;
  }

  void count(const Held& formerly, const Held& now, Tally& tally) const {
    for (auto it = now.cbegin(); it != now.cend(); ++it) {
      const auto* was = formerly.contains(it.key()) ? known(it.key()) : nullptr;
      if (was == nullptr) {
        ++(it.value() ? tally.newGrads : tally.more);
        continue;
      }
      const auto* is = find(m_after, it.key());
      if (!m_told.contains(it.key()) || !was->tensor) continue;
      if (hasMoved(*was->tensor, *is->tensor)) {
        ++(it.value() ? tally.changedGrads : tally.partsMoved);
        if (!it.value()) tally.device = QString::fromStdString(is->tensor->device);
      } else if (isChanged(*was, *is)) {
        ++(it.value() ? tally.changedGrads : tally.partValues);
      }
    }
    for (auto it = formerly.cbegin(); it != formerly.cend(); ++it)
      if (!now.contains(it.key()) || m_dead.contains(it.key()))
        ++(it.value() ? tally.goneGrads : tally.fewer);
  }

  const State &m_before, &m_after;
  QSet<Address> m_dead, m_told;
  int m_visited = 0, m_ofAll = 0;
};

QStringList wordsOf(const Tally& tally, const QString& who, bool one) {
  QStringList words;
  if (tally.moved)
    words << (one ? Words::tr("%1 has its numbers on %2 now, at another address")
                  : Words::tr("%1 have their numbers on %2 now, at other addresses"))
                 .arg(who, tally.device);
  if (tally.values)
    words << (one ? Words::tr("%1 has new values, at the same address")
                  : Words::tr("%1 have new values, at the same addresses"))
                 .arg(who);
  if (tally.joined) words << Words::tr("gradients are asked for, of %1").arg(who);
  if (tally.left) words << Words::tr("no gradients are asked for any more, of %1").arg(who);
  if (tally.partsMoved > 0)
    words << Words::tr("%1: %n tensor(s) at other addresses, on %2", nullptr, tally.partsMoved)
                 .arg(who, tally.device);
  if (tally.partValues > 0)
    words << Words::tr("%1: new values in %n tensor(s), in place", nullptr, tally.partValues).arg(who);
  if (tally.more > 0) words << Words::tr("%1 holds %n more tensor(s)", nullptr, tally.more).arg(who);
  if (tally.fewer > 0) words << Words::tr("%1 holds %n tensor(s) fewer", nullptr, tally.fewer).arg(who);
  if (tally.newGrads > 0) words << Words::tr("%1: %n new gradient(s)", nullptr, tally.newGrads).arg(who);
  if (tally.changedGrads > 0)
    words << Words::tr("%1: new values in %n gradient(s)", nullptr, tally.changedGrads).arg(who);
  if (tally.goneGrads > 0)
    words << Words::tr("%1: %n gradient(s) given up", nullptr, tally.goneGrads).arg(who);
  if (tally.other) words << (one ? Words::tr("%1 has changed") : Words::tr("%1 have changed")).arg(who);
  return words;
}

/// What happened to several of them alike is said once.
ToldChanges nameWords(const State& before, const State& after, const protocol::Record& record,
                      const QStringList& moved) {
  if (record.objects.empty() && record.dead.empty()) return {};
  Changes changes(before, after, record);
  std::vector<std::pair<Tally, QStringList>> all;
  const QString here = QString::fromStdString(record.function);
  for (auto it = after.names.cbegin(); it != after.names.cend(); ++it) {
    if (before.names.value(it.key()) != it.value()) continue;  // given anew: told with its name
    const auto at = it.key().indexOf(QLatin1String(": "));
    if (at >= 0 && it.key().left(at) != here) continue;
    const auto object = after.objects.constFind(it.value());
    if (isNoise(it.key(), object == after.objects.cend() ? nullptr : &*object)) continue;
    const QString name = at < 0 ? it.key() : it.key().mid(at + 2);
    Tally tally = changes.of(it.value());
    if (moved.contains(name)) tally.forgetMoves();
    if (!tally.any()) continue;
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == tally; });
    if (same == all.end()) {
      all.emplace_back(tally, QStringList{name});
    } else if (!same->second.contains(name)) {
      same->second << name;
    }
  }
  ToldChanges told;
  for (const auto& [tally, names] : all) {
    told.words << wordsOf(tally, listedWithAnd(names), names.size() == 1);
    told.names << names;
  }
  return told;
}

/// What an allocator took from a card, or gave back to it, while no tensor came or went.
QStringList reservedWords(const State& before, const State& after) {
  QStringList words;
  for (auto it = after.memory.cbegin(); it != after.memory.cend(); ++it) {
    const auto was = before.memory.value(it.key());
    if (was.device.empty() || was.reserved == it->reserved || was.allocated != it->allocated) continue;
    words << Words::tr("reserved on %1: %2, before %3")
                 .arg(it.key(), formatBytes(it->reserved), formatBytes(was.reserved));
  }
  return words;
}

}  // namespace

ToldChanges toldChanges(const State& before, const State& after, const protocol::Record& record,
                        const QStringList& moved) {
  ToldChanges told = nameWords(before, after, record, moved);
  QStringList& words = told.words;
  if (before.currentDevice >= 0 && before.currentDevice != after.currentDevice)
    words << Words::tr("\"cuda\" is cuda:%1 from here on").arg(after.currentDevice);
  for (const auto& change : record.variables) {
    const QString name = QString::fromStdString(change.name);
    if (change.how == "kept" || change.late) continue;
    words << (change.after ? Words::tr("%1 is set to \"%2\"").arg(name, QString::fromStdString(*change.after))
                           : Words::tr("%1 is no longer set").arg(name));
  }
  words += reservedWords(before, after);
  return told;
}

}  // namespace todevice
