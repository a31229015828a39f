// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "backend/kernels.h"
#include "backend/streams.h"

namespace todevice::sim {

struct SimDevice;

/// A graph of a simulated GPU: while it records, nothing is computed; what would have been is kept and done
/// at each replay, on the same addresses. Random numbers go on from replay to replay, and so do the steps
/// that Adam counts.
class SimGraph final : public Graph {
 public:
  SimGraph(SimDevice& device, std::uint64_t pool);
  ~SimGraph() override;

  void end_capture() override;
  std::uint64_t pool() const override { return pool_; }
  void replay() override;

  /// The operations as they are recorded.
  Kernels& recorder() { return *recorder_; }
  /// Records anything else that is done on the device.
  void add(std::function<void()> work) { work_.push_back(std::move(work)); }

 private:
  SimDevice& device_;
  std::uint64_t pool_;
  bool recording_ = true;
  std::vector<std::function<void()>> work_;
  std::unique_ptr<Kernels> recorder_;
};

}  // namespace todevice::sim
