// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/device.h"

namespace todevice::ops {

/// torch.Generator: random numbers for one device. The device's own is its default generator; any other keeps
/// its place for itself, and its numbers are those that the default generator would give from there.
class Generator {
 public:
  /// Apart from the device's own, seeded as PyTorch seeds a generator that nobody seeds.
  explicit Generator(Device device);
  static Generator default_of(Device device);

  Device device() const { return device_; }
  void manual_seed(std::uint64_t seed);
  std::uint64_t initial_seed();
  /// Seeds itself with what the system offers, and says with what.
  std::uint64_t seed();
  std::vector<std::byte> state();
  void set_state(std::span<const std::byte> state);

 private:
  friend class DrawFrom;
  struct Default {};
  Generator(Device device, Default) : device_(device), is_default_(true) {}

  Device device_;
  bool is_default_ = false;
  std::vector<std::byte> state_;
};

/// While it lives, what is drawn on the generator's device comes from it. Null: from the device's own.
class DrawFrom {
 public:
  explicit DrawFrom(Generator* generator);
  ~DrawFrom();
  DrawFrom(const DrawFrom&) = delete;
  DrawFrom& operator=(const DrawFrom&) = delete;

 private:
  Generator* generator_;  ///< null: nothing to put back
  std::vector<std::byte> own_;
};

/// A seed from the system's entropy.
std::uint64_t random_seed();

}  // namespace todevice::ops
