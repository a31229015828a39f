// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <algorithm>
#include <array>

#include "bound_values.h"
#include "comparison.h"
#include "device_info.h"
#include "timeline.h"

namespace todevice {

/// The comparison's insides, in two parts: how it follows the two programs (comparison.cpp), and the words in
/// its cells (comparison_words.cpp).
struct Comparison::Private {
  /// What is known of one side at a row. Forgotten: it was there, too long ago. Unrecorded: of a long run,
  /// one of those lines that have no record.
  enum class Seen { Ran, NotRun, NotYet, Stopped, Forgotten, Unrecorded };
  /// Unknown: nothing can be said. Open: nor yet.
  enum class Verdict : char { Same, Differs, Unknown, Open };

  std::array<Session*, 2> sessions{};
  std::array<std::optional<QString>, 2> settings;
  QString code;
  bool starting = false;  ///< one of the two still shows what the other has already forgotten
  QTimer later;           ///< while they run, records come far oftener than anyone can read
  std::vector<AlignedRow> rows;
  int settled = 0;  ///< the first of them that both ran in step: nothing that comes changes these
  std::array<LineRuns, 2> lines;
  std::array<std::unique_ptr<BoundValues>, 2> values;
  std::array<bool, 2> replaced{};     ///< the timeline is of a new worker: its lines are to be read again
  int passed = 0;                     ///< the rows that both are past, whatever comes
  std::array<int, 2> stopAt{-1, -1};  ///< records of each side when it was told to stop last; -1: never
  int forgotten = 0, forgottenDiffer = 0, forgottenUnknown = 0;  ///< rows that are gone
  int cursor = 0;
  /// Worked out once, when a row comes or its cells change: a view asks again and again.
  std::vector<Verdict> verdicts;
  std::array<DeviceDirectory, 2> directories;

  const Session* session(int side) const { return sessions[std::size_t(side)]; }
  Timeline* timeline(int side) const { return session(side)->timeline(); }
  bool waits(int side) const { return session(side)->state() == Session::State::Stopped; }
  bool isRunning(int side) const {
    return session(side)->state() == Session::State::Running ||
           session(side)->state() == Session::State::Replaying;
  }
  /// Both before a line; or one, and the other has ended.
  bool bothWait() const {
    return (waits(Left) || waits(Right)) && (waits(Left) || ended(Left)) && (waits(Right) || ended(Right));
  }
  const Block* block(int side) const {
    return session(side)->blocks().empty() ? nullptr : &session(side)->blocks().back();
  }
  /// Nothing more comes from this side.
  bool ended(int side) const {
    return session(side)->state() == Session::State::Dead || (block(side) && block(side)->ended);
  }
  bool wasStopped(int side) const {
    const Block* last = block(side);
    return last && last->ended && last->interrupted;
  }
  /// What a stopped program still does (a `finally:`), the other comes to at another time.
  bool isAfterStop(int side, int row) const {
    const int stop = stopAt[std::size_t(side)];
    return wasStopped(side) && stop >= 0 && record(side, row) >= stop;
  }
  int shown() const { return int(rows.size()); }
  int record(int side, int row) const {
    const auto& one = rows[std::size_t(row)];
    return side == Left ? one.left : one.right;
  }
  int sideThatRan(int row) const { return record(Left, row) >= 0 ? Left : Right; }
  const LineRun& runOf(int row) const {
    const int side = sideThatRan(row);
    return lines[std::size_t(side)].run(record(side, row));
  }
  /// One that is further down the code waits: the other may be in a loop, or in another branch.
  bool shouldStep(int side) const {
    const int other = side == Left ? Right : Left;
    if (!waits(side) || !waits(other)) return waits(side);
    return session(side)->stoppedLine() <= session(other)->stoppedLine();
  }

  Seen seen(int side, int row) const;
  bool has(Seen what, int row) const { return seen(Left, row) == what || seen(Right, row) == what; }
  /// Nothing can be said about whether the two did the same.
  bool isUnknown(int row) const {
    return has(Seen::Stopped, row) || has(Seen::Forgotten, row) || has(Seen::Unrecorded, row) ||
           isAfterStop(Left, row) || isAfterStop(Right, row) || standsForOthers(row);
  }
  /// The two records are of stretches of another length.
  bool standsForOthers(int row) const {
    const int left = record(Left, row), right = record(Right, row);
    return left >= 0 && right >= 0 && recordOf(Left, left).merged != recordOf(Right, right).merged;
  }
  int count(Verdict what) const { return int(std::count(verdicts.begin(), verdicts.end(), what)); }
  void dropRows(int from, int end);
  bool isDropped(int row) const;
  /// An empty one where there is none, or none any more.
  const protocol::Record& recordOf(int side, int at) const;
  void forgetAll();
  bool readLines(int side);
  bool refreshDirectories();
  AlignedRow placeAfter(int row) const;
  int findPassed() const;
};

}  // namespace todevice
