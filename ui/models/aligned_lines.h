// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <deque>
#include <vector>

namespace todevice {

/// A line of the code, the how-manieth time it ran.
struct LineRun {
  int line = 0, time = 1;
  bool operator==(const LineRun&) const = default;
};

/// The lines that one program ran, in order, by their number from 0. Of a long run the oldest are forgotten:
/// how often each line had run until then is not. Nor has each line of a long run a record (Record::merged).
class LineRuns {
 public:
  /// `time` 0: once more than the last. `more`: others ran since the one before that are not here.
  void append(int line, int time = 0, bool more = false);
  int begin() const { return m_begin; }  ///< the first that is kept
  int end() const { return m_begin + int(m_runs.size()); }
  const LineRun& run(int number) const { return m_runs[std::size_t(number - m_begin)]; }
  /// Where the program ran this, or -1: it did not, or that is forgotten.
  int find(const LineRun& run) const;
  bool forgot(const LineRun& run) const;
  /// It may be one of those that are not here.
  bool mayHaveRun(const LineRun& run) const;
  void forget(int before);
  void cut(int end);  ///< what came from there on did not happen

 private:
  struct Place {
    int time = 0, at = 0;
  };
  struct Places {
    std::deque<Place> kept;  ///< where the line ran
    int forgotten = 0;       ///< times
    int times() const { return kept.empty() ? forgotten : kept.back().time; }
  };
  std::deque<LineRun> m_runs;
  int m_begin = 0;
  QHash<int, Places> m_places;  ///< by line
  std::deque<int> m_more;       ///< before which runs there are others; the last of the forgotten ones too
};

/// A line as two programs ran it: the index in each one's runs, -1 where it did not run it, or not there.
struct AlignedRow {
  int left = -1, right = -1;
  bool operator==(const AlignedRow&) const = default;
};

/// Both programs' lines side by side, each in its own order. What both ran, the same line for the same time,
/// is one row, unless the two ran it in another order. `from`: only what comes from these two places on,
/// which has to be behind a row that both ran, or the first of each that is kept.
std::vector<AlignedRow> aligned(const LineRuns& left, const LineRuns& right, AlignedRow from = {0, 0});

}  // namespace todevice
