// SPDX-License-Identifier: GPL-3.0-or-later
#include "aligned_lines.h"

namespace todevice {

void LineRuns::append(int line) {
  auto& places = m_places[line];
  places.push_back(int(m_runs.size()));
  m_runs.push_back({line, int(places.size())});
}

int LineRuns::find(const LineRun& run) const {
  const auto places = m_places.constFind(run.line);
  return places == m_places.cend() || run.time > int(places->size()) ? -1
                                                                     : (*places)[std::size_t(run.time - 1)];
}

std::vector<AlignedRow> aligned(const LineRuns& left, const LineRuns& right) {
  std::vector<AlignedRow> rows;
  const int lefts = int(left.runs().size()), rights = int(right.runs().size());
  int i = 0, j = 0;
  while (i < lefts || j < rights) {
    // How far each one's next line is ahead in the other; less than 0: it never comes there any more.
    const int ahead = i < lefts ? right.find(left.runs()[std::size_t(i)]) - j : -1;
    const int behind = j < rights ? left.find(right.runs()[std::size_t(j)]) - i : -1;
    if (i < lefts && ahead == 0) {
      rows.push_back({i++, j++});
    } else if (i < lefts && (ahead < 0 || (behind >= 0 && behind <= ahead))) {
      rows.push_back({i++, -1});
    } else {
      rows.push_back({-1, j++});
    }
  }
  return rows;
}

}  // namespace todevice
