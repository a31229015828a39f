// SPDX-License-Identifier: GPL-3.0-or-later
#include "aligned_lines.h"

#include <algorithm>

namespace todevice {

void LineRuns::append(int line) {
  Places& places = m_places[line];
  places.at.push_back(end());
  m_runs.push_back({line, places.forgotten + int(places.at.size())});
}

int LineRuns::find(const LineRun& run) const {
  const auto places = m_places.constFind(run.line);
  if (places == m_places.cend()) return -1;
  const int nth = run.time - 1 - places->forgotten;
  return nth < 0 || nth >= int(places->at.size()) ? -1 : places->at[std::size_t(nth)];
}

bool LineRuns::forgot(const LineRun& run) const {
  const auto places = m_places.constFind(run.line);
  return places != m_places.cend() && run.time <= places->forgotten;
}

void LineRuns::forget(int before) {
  for (; m_begin < std::min(before, end()); ++m_begin) {
    Places& places = m_places[m_runs.front().line];
    places.at.pop_front();
    ++places.forgotten;
    m_runs.pop_front();
  }
}

void LineRuns::cut(int end) {
  while (!m_runs.empty() && this->end() > end) {
    m_places[m_runs.back().line].at.pop_back();
    m_runs.pop_back();
  }
}

std::vector<AlignedRow> aligned(const LineRuns& left, const LineRuns& right, AlignedRow from) {
  std::vector<AlignedRow> rows;
  int i = std::max(from.left, left.begin()), j = std::max(from.right, right.begin());
  while (i < left.end() || j < right.end()) {
    // How far each one's next line is ahead in the other; less than 0: it never comes there any more.
    const int ahead = i < left.end() ? right.find(left.run(i)) - j : -1;
    if (i < left.end() && ahead == 0) {
      rows.push_back({i++, j++});
      continue;
    }
    const int behind = j < right.end() ? left.find(right.run(j)) - i : -1;
    if (i < left.end() && (ahead < 0 || (behind >= 0 && behind <= ahead))) {
      rows.push_back({i++, -1});
    } else {
      rows.push_back({-1, j++});
    }
  }
  return rows;
}

}  // namespace todevice
