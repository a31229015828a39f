// SPDX-License-Identifier: GPL-3.0-or-later
#include "told_changes.h"

#include <QCoreApplication>
#include <QSet>
#include <algorithm>
#include <utility>

#include "address_format.h"
#include "change_tally.h"
#include "joined.h"
#include "memory_rows.h"

namespace todevice {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(todevice::ToldChanges)
};

constexpr qsizetype kMostNames = 8;  ///< of things that changed alike

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
  if (!tally.shape.isEmpty())
    words << (one ? Words::tr("%1 has the shape %2 now, at the same address")
                  : Words::tr("%1 have the shape %2 now, at the same addresses"))
                 .arg(who, tally.shape);
  if (!tally.strides.isEmpty())
    words << (one ? Words::tr("%1 has the strides %2 now, at the same address")
                  : Words::tr("%1 have the strides %2 now, at the same addresses"))
                 .arg(who, tally.strides);
  if (tally.joined)
    words << (one ? Words::tr("%1 asks for gradients from here on")
                  : Words::tr("%1 ask for gradients from here on"))
                 .arg(who);
  if (tally.left)
    words << (one ? Words::tr("%1 asks for no gradients any more")
                  : Words::tr("%1 ask for no gradients any more"))
                 .arg(who);
  if (tally.partsMoved > 0)
    words << Words::tr("%1: %n tensor(s) at other addresses, on %2", nullptr, tally.partsMoved)
                 .arg(who, tally.device);
  if (tally.partValues > 0)
    words << Words::tr("%1: new values in %n tensor(s), in place", nullptr, tally.partValues).arg(who);
  if (tally.partsReshaped > 0)
    words << Words::tr("%1: another shape or other strides in %n tensor(s), in place", nullptr,
                       tally.partsReshaped)
                 .arg(who);
  if (tally.partsJoined > 0)
    words << Words::tr("%1: gradients are asked for from here on, of %n tensor(s)", nullptr,
                       tally.partsJoined)
                 .arg(who);
  if (tally.partsLeft > 0)
    words << Words::tr("%1: gradients are no longer asked for, of %n tensor(s)", nullptr, tally.partsLeft)
                 .arg(who);
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
                      const QSet<QString>& moved) {
  if (record.objects.empty() && record.dead.empty()) return {};
  ChangeTally changes(before, after, record);
  std::vector<std::pair<Tally, QStringList>> all;
  ToldChanges told;
  const QString here = QString::fromStdString(record.function);
  for (auto it = after.names.cbegin(); it != after.names.cend(); ++it) {
    const auto object = after.objects.constFind(it.value());
    if (object == after.objects.cend() || !changes.mayTell(*object)) continue;
    if (before.names.value(it.key()) != it.value()) continue;  // given anew: told with its name
    const auto at = it.key().indexOf(QLatin1String(": "));
    if (at >= 0 && it.key().left(at) != here) continue;
    if (isNoise(it.key(), &*object)) continue;
    const QString name = at < 0 ? it.key() : it.key().mid(at + 2);
    Tally tally = changes.of(it.value());
    if (moved.contains(name)) tally.forgetMoves();
    if (!tally.any() || told.names.contains(name)) continue;
    told.names << name;
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == tally; });
    if (same == all.end())
      all.emplace_back(tally, QStringList{name});
    else
      same->second << name;
  }
  for (const auto& [tally, names] : all)
    told.words << wordsOf(tally, firstListed(names, kMostNames), names.size() == 1);
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
                        const QSet<QString>& moved) {
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
