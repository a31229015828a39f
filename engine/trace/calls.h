// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace todevice::trace {

enum class CallKind : std::uint8_t {
  api,     ///< a call that the CPU made: cudaMalloc, cudaLaunchKernel
  kernel,  ///< a computation on a GPU
  copy,    ///< bytes that a GPU fetched, sent or moved
  set      ///< bytes that a GPU filled with one value
};

/// One thing that happened below a line of Python.
struct Call {
  std::string name;    ///< "cudaMemcpyAsync", "binary_kernel", "copy cpu to cuda:0"
  std::string detail;  ///< a kernel's name in full, with its template arguments; else empty
  CallKind kind = CallKind::api;
  int device = -1;                  ///< logical; -1: the CPU alone
  std::int64_t stream = kNoStream;  ///< as torch.cuda.Stream counts, 0 the default one
  std::size_t bytes = 0;            ///< of copies, sets and reservations
  std::int64_t begin = 0;           ///< nanoseconds since the recorder's begin()
  std::int64_t duration = 0;        ///< nanoseconds
  std::uint64_t correlation = 0;    ///< equal for a call and the GPU work that it caused; 0: none known
  bool measured = false;  ///< by the GPU's own clock and the driver; false: by a simulator, on the CPU

  static constexpr std::int64_t kNoStream = -1;  ///< a call, or a stream that no Python code can name
};

struct Calls {
  std::vector<Call> calls;   ///< in order of their beginning
  std::size_t left_out = 0;  ///< further ones: what is kept is bounded
  std::string problem;       ///< why nothing could be recorded, in one sentence; empty when it could
};

/// Writes down what a backend calls and what its devices do, between begin() and end(). One user at a time;
/// the work itself may come from any thread. Never throws.
class CallRecorder {
 public:
  virtual ~CallRecorder() = default;

  virtual void begin() noexcept = 0;
  /// Waits until the devices have done what was asked of them since begin(), unless work is being recorded
  /// into a graph, and tells it.
  virtual Calls end() noexcept = 0;
  /// Nothing more is wanted: what recording costs is saved until the next begin().
  virtual void stop() noexcept = 0;

  static constexpr std::size_t kMost = 512;
};

}  // namespace todevice::trace
