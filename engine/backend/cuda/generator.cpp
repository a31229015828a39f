// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/generator.h"

#include <utility>

#include "backend/cuda/capture.h"

namespace todevice::cuda {

void Generator::seed(std::uint64_t value) {
  const std::lock_guard lock(mutex_);
  seed_ = value;
  offset_ = 0;
}

std::uint64_t Generator::initial_seed() {
  const std::lock_guard lock(mutex_);
  return seed_;
}

Draw Generator::take(std::uint64_t count, Capture* capture) {
  const std::lock_guard lock(mutex_);
  if (capture) return {seed_, capture->take_random(count), capture->random_base()};
  return {seed_, std::exchange(offset_, offset_ + count), nullptr};
}

std::uint64_t Generator::skip(std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  return std::exchange(offset_, offset_ + count);
}

}  // namespace todevice::cuda
