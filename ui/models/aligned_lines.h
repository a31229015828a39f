// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <vector>

namespace todevice {

/// A line of the code, the n-th time that it ran.
struct LineRun {
  int line = 0, time = 1;
  bool operator==(const LineRun&) const = default;
};

/// The lines that one program ran, in order.
class LineRuns {
 public:
  void append(int line);
  const std::vector<LineRun>& runs() const { return m_runs; }
  /// Where the program ran this, or -1.
  int find(const LineRun& run) const;

 private:
  std::vector<LineRun> m_runs;
  QHash<int, std::vector<int>> m_places;  ///< by line: where it ran the first time, the second, ...
};

/// A line as two programs ran it: the index in each one's runs, -1 where it did not run it, or not there.
struct AlignedRow {
  int left = -1, right = -1;
  bool operator==(const AlignedRow&) const = default;
};

/// Both programs' lines side by side, each in its own order. What both ran, the same line for the same time,
/// is one row, unless the two ran it in another order.
std::vector<AlignedRow> aligned(const LineRuns& left, const LineRuns& right);

}  // namespace todevice
