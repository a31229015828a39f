// SPDX-License-Identifier: GPL-3.0-or-later
#include "aligned_lines.h"

#include <algorithm>

namespace todevice {

void LineRuns::append(int line, int time, bool more) {
  Places& places = m_places[line];
  if (time <= places.times()) time = places.times() + 1;
  if (more) m_more.push_back(end());
  places.kept.push_back({time, end()});
  m_runs.push_back({line, time});
}

int LineRuns::find(const LineRun& run) const {
  const auto places = m_places.constFind(run.line);
  if (places == m_places.cend()) return -1;
  const auto found = std::lower_bound(places->kept.begin(), places->kept.end(), run.time,
                                      [](const Place& place, int time) { return place.time < time; });
  return found == places->kept.end() || found->time != run.time ? -1 : found->at;
}

bool LineRuns::forgot(const LineRun& run) const {
  const auto places = m_places.constFind(run.line);
  return places != m_places.cend() && run.time <= places->forgotten;
}

/// The first time of a line always is here.
bool LineRuns::mayHaveRun(const LineRun& run) const {
  const auto places = m_places.constFind(run.line);
  if (places == m_places.cend() || places->times() == 0) return false;
  if (run.time <= places->times()) return find(run) < 0;
  const int last = places->kept.empty() ? -1 : places->kept.back().at;
  return !m_more.empty() && m_more.back() > last;
}

void LineRuns::forget(int before) {
  for (; m_begin < std::min(before, end()); ++m_begin) {
    Places& places = m_places[m_runs.front().line];
    places.forgotten = places.kept.front().time;
    places.kept.pop_front();
    m_runs.pop_front();
  }
  while (m_more.size() > 1 && m_more[1] < m_begin) m_more.pop_front();
}

void LineRuns::cut(int end) {
  while (!m_runs.empty() && this->end() > end) {
    m_places[m_runs.back().line].kept.pop_back();
    m_runs.pop_back();
  }
  while (!m_more.empty() && m_more.back() >= end) m_more.pop_back();
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
