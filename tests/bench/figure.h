// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <malloc.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace todevice::bench {

/// One line for `run`'s table: what, value, unit, and the target ("<= 100", ">= 300000", or "" for none).
inline void figure(const char* what, double value, const char* unit, const char* target = "") {
  std::printf("FIGURE\t%s\t%.6g\t%s\t%s\n", what, value, unit, target);
  std::fflush(stdout);
}

inline double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Resident memory of this process in MB.
inline double resident_mb() {
  std::ifstream statm("/proc/self/statm");
  long total = 0, resident = 0;
  statm >> total >> resident;
  return double(resident) * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// What this process has taken from its heap, in MB: of two figures in a row, the second is not of what the
/// first gave back.
inline double heap_mb() {
  const auto info = mallinfo2();
  return double(info.uordblks + info.hblkhd) / 1e6;
}

}  // namespace todevice::bench
