// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "backend/kernels.h"
#include "backend/streams.h"

namespace todevice::sim {

struct SimDevice;

/// A graph of a simulated GPU: while it records, nothing is computed; what would have been is kept and done
/// at each replay, on the same addresses. Random numbers go on from replay to replay, and so do the steps
/// that Adam counts. A stream that waits for something recorded is recorded too, and must be waited for
/// before the end, as CUDA has it.
class SimGraph final : public Graph {
 public:
  /// Records `stream`.
  SimGraph(SimDevice& device, StreamId stream, std::uint64_t pool);
  ~SimGraph() override;

  void end_capture() override;
  bool is_empty() const override { return work_.empty(); }
  std::uint64_t pool() const override { return pool_; }
  void replay() override;

  std::uint64_t number() const { return number_; }  ///< unlike that of any other graph
  /// Is this stream recorded too?
  bool records(StreamId stream) const { return streams_.contains(stream); }
  /// How much of a stream's work is behind an event recorded there now.
  std::size_t done_by(StreamId stream) const { return streams_.at(stream).last; }
  /// `stream` waits for the first `work` operations of `other`.
  void join(StreamId stream, StreamId other, std::size_t work);

  /// The operations as they are recorded.
  Kernels& recorder() { return *recorder_; }
  /// Records anything else that is done on the device.
  void add(std::function<void()> work);

 private:
  struct Recorded {
    std::size_t last = 0;    ///< the number of its newest operation
    std::size_t joined = 0;  ///< of the newest that another stream waits for
  };
  SimDevice& device_;
  StreamId origin_;
  std::uint64_t number_;
  std::map<StreamId, Recorded> streams_;
  std::uint64_t pool_;
  bool recording_ = true;
  std::vector<std::function<void()>> work_;
  std::unique_ptr<Kernels> recorder_;
};

}  // namespace todevice::sim
