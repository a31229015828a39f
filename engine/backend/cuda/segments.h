// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/common/segment_source.h"

namespace todevice::cuda {

/// Whole segments from one GPU's memory.
class Segments final : public SegmentSource {
 public:
  explicit Segments(int index) : index_(index) {}

  void* allocate(std::size_t bytes) override;
  void release(void* data, std::size_t bytes) noexcept override;
  std::size_t free_bytes() noexcept override;
  std::size_t total_bytes() noexcept override;
  std::optional<std::size_t> process_bytes() noexcept override;

 private:
  int index_;
  std::size_t total_ = 0;
};

}  // namespace todevice::cuda
