// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/kernels.h"

namespace todevice::host {

/// The CPU.
std::unique_ptr<Backend> make_backend();

/// Where kernels take random numbers from: MT19937 for the CPU, Philox for simulated GPUs.
class Generator {
 public:
  virtual ~Generator() = default;
  virtual void manual_seed(std::uint64_t seed) = 0;
  virtual std::uint64_t initial_seed() const = 0;
  virtual std::vector<std::byte> state() const = 0;
  virtual void set_state(std::span<const std::byte> state) = 0;
  virtual void uniform(const View& out, double from, double to) = 0;
  virtual void normal(const View& out, double mean, double std) = 0;
  virtual void random_int(const View& out, std::int64_t low, std::int64_t high) = 0;
  /// Kernels::keep and its kin.
  virtual void keep(const View& out, double share, int neighbours) = 0;
  virtual void chance(const View& out, double share) = 0;
  virtual void chances(const View& out, const View& share) = 0;
};
std::unique_ptr<Generator> make_mt19937();

/// The host's kernels over memory that the CPU can reach, with random numbers of `generator`.
std::unique_ptr<Kernels> make_kernels(std::unique_ptr<Generator> generator);

}  // namespace todevice::host
