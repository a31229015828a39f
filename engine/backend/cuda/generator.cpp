// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/generator.h"

#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "backend/cuda/capture.h"
#include "core/errors.h"

namespace todevice::cuda {

Generator& generator_of(int index) {
  static auto& all = *new std::array<Generator, kMaxGpus>;
  return all[static_cast<std::size_t>(index)];
}

void Generator::seed(std::uint64_t value) {
  const std::lock_guard lock(mutex_);
  seed_ = value;
  offset_ = 0;
}

std::uint64_t Generator::initial_seed() {
  const std::lock_guard lock(mutex_);
  return seed_;
}

std::vector<std::byte> Generator::state() {
  const std::lock_guard lock(mutex_);
  const std::array<std::uint64_t, 2> at{seed_, offset_};
  const auto bytes = std::as_bytes(std::span(at));
  return {bytes.begin(), bytes.end()};
}

void Generator::set_state(std::span<const std::byte> state) {
  const std::lock_guard lock(mutex_);
  if (state.size() != sizeof seed_ + sizeof offset_) {
    throw Error("RNG state of a GPU has 16 bytes, not " + std::to_string(state.size()));
  }
  std::memcpy(&seed_, state.data(), sizeof seed_);
  std::memcpy(&offset_, state.data() + sizeof seed_, sizeof offset_);
}

Draw Generator::take(std::uint64_t count, Capture* capture) {
  const std::lock_guard lock(mutex_);
  if (capture) return {seed_, capture->take_random(count), capture->random_cells()};
  return {seed_, std::exchange(offset_, offset_ + count), nullptr};
}

Generator::Start Generator::skip(std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  return {seed_, std::exchange(offset_, offset_ + count)};
}

}  // namespace todevice::cuda
