// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "trace/calls.h"

namespace todevice::cuda {

/// A call as the driver's own record tells it; nanoseconds of one clock throughout.
struct ApiNote {
  bool is_driver = false;  ///< cu...; the runtime's cuda... make such calls in turn
  std::uint32_t function = 0, thread = 0, correlation = 0;
  std::uint64_t begin = 0, end = 0;
};
/// Work of a GPU. `correlation`: that of the call which caused it.
struct WorkNote {
  trace::CallKind kind = trace::CallKind::kernel;
  std::string name, detail;
  int device = 0;
  std::uint32_t stream = 0, correlation = 0;
  std::uint64_t bytes = 0, begin = 0, end = 0;
};

/// What was told so far, in any order, and what of it belongs to one line.
class CallLog {
 public:
  void add(const ApiNote& note);
  void add(WorkNote note);
  void clear();

  struct Words {
    std::function<std::string(const ApiNote&)> name;  ///< empty: no call that is shown
    std::function<std::int64_t(int device, std::uint32_t stream)> stream;
  };
  /// The calls that began from `from` to `to`, and the work that they caused whenever it was done; all is
  /// forgotten then. A driver's call inside a runtime's call of the same thread is left out: its work becomes
  /// that call's.
  trace::Calls take(std::uint64_t from, std::uint64_t to, const Words& words);

 private:
  static constexpr std::size_t kMostNotes = 16 * trace::CallRecorder::kMost;
  std::mutex mutex_;
  std::vector<ApiNote> calls_;
  std::vector<WorkNote> work_;
  std::size_t left_out_ = 0;
};

}  // namespace todevice::cuda
