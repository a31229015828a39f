// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/common/philox.h"
#include "backend/host/loop.h"
#include "backend/sim/gpu_math.h"
#include "backend/sim/sim_device.h"
#include "core/dispatch.h"
#include "core/errors.h"

namespace todevice::sim {

namespace {

constexpr std::uint64_t kDefaultSeed = 67280421310721;  // PyTorch's, when nobody seeded

/// A whole draw in the order of PyTorch's CUDA kernels: threads of 256 a block, as many blocks as the
/// multiprocessors hold, each thread taking four numbers at a time for elements a grid apart.
class PhiloxGenerator final : public host::Generator {
 public:
  void manual_seed(std::uint64_t seed) override {
    seed_ = seed;
    offset_ = 0;
  }
  std::uint64_t initial_seed() const override { return seed_; }
  /// The seed, then the offset: PyTorch's own form.
  std::vector<std::byte> state() const override {
    const std::array<std::uint64_t, 2> at{seed_, offset_};
    const auto bytes = std::as_bytes(std::span(at));
    return {bytes.begin(), bytes.end()};
  }
  void set_state(std::span<const std::byte> state) override {
    if (state.size() != sizeof seed_ + sizeof offset_) {
      throw Error("RNG state of a GPU has 16 bytes, not " + std::to_string(state.size()));
    }
    std::memcpy(&seed_, state.data(), sizeof seed_);
    std::memcpy(&offset_, state.data() + sizeof seed_, sizeof offset_);
  }

  // Products and sums below are fused, as CUDA's compiler fuses them.

  /// (0, 1] becomes [from, to): the upper end is turned over. The bounds and the width are of the element's
  /// type first.
  void uniform(const View& out, double low, double high) override {
    dispatch_floating(out.dtype, "uniform", [&]<class T>() {
      using C = Compute<T>;
      const T from = convert<T>(low), to = convert<T>(high);
      const C start = convert<C>(from), end = convert<C>(to), width = convert<C>(convert<T>(end - start));
      const auto placed = [=](C number) {
        const T value = convert<T>(std::fma(number, width, start));
        return convert<C>(value) == end ? from : value;
      };
      if constexpr (std::is_same_v<T, double>) {
        draw<T, 2>(out, [&](const Bits& bits, int i) { return placed(wide_number(bits, i)); });
      } else {
        draw<T, 4>(out, [&](const Bits& bits, int i) { return placed(number(bits, i)); });
      }
    });
  }

  void normal(const View& out, double mean, double std) override {
    dispatch_floating(out.dtype, "normal", [&]<class T>() {
      using C = Compute<T>;
      const auto placed = [m = static_cast<C>(mean), s = static_cast<C>(std)](C number) {
        return std::fma(number, s, m);
      };
      if constexpr (std::is_same_v<T, double>) {
        draw<T, 2>(out, [&](const Bits& bits, int i) { return placed(wide_normal_number(bits, i)); });
      } else {
        draw<T, 4>(out, [&](const Bits& bits, int i) { return placed(normal_number(bits, i)); });
      }
    });
  }

  void random_int(const View& out, std::int64_t low, std::int64_t high) override {
    const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    dispatch(out.dtype, [&]<class T>() {
      if (range >= (std::uint64_t{1} << 28)) {
        draw<T, 2>(out, [&](const Bits& bits, int i) {
          const auto at = static_cast<std::size_t>(2 * i);
          const std::uint64_t wide = (std::uint64_t{bits[at]} << 32) | bits[at + 1];
          return static_cast<std::int64_t>(wide % range + static_cast<std::uint64_t>(low));
        });
      } else {
        draw<T, 4>(out, [&](const Bits& bits, int i) {
          return static_cast<std::int64_t>(bits[static_cast<std::size_t>(i)] % range +
                                           static_cast<std::uint64_t>(low));
        });
      }
    });
  }

  void keep(const View& out, double share, int neighbours) override {
    dispatch_floating(out.dtype, "dropout", [&]<class T>() {
      // The share is of the kernel's own type, the numbers are of float32 whatever the elements are.
      const auto below = static_cast<Compute<T>>(share);
      const auto kept = [&](const Bits& bits, int i) { return number(bits, i) < below ? 1.0f : 0.0f; };
      neighbours == 1 ? draw<T, 4>(out, kept) : draw_side_by_side<T>(out, neighbours, kept);
    });
  }

  void chance(const View& out, double share) override {
    dispatch(out.dtype, [&]<class T>() {
      if constexpr (std::is_same_v<T, double>) {
        draw<T, 2>(out, [&](const Bits& bits, int i) { return wide_number(bits, i) < share ? 1.0 : 0.0; });
      } else {
        draw<T, 4>(out, [&](const Bits& bits, int i) { return number(bits, i) < share ? 1.0f : 0.0f; });
      }
    });
  }

  void chances(const View& out, const View& share) override {
    dispatch(out.dtype, [&]<class T>() {
      using P = std::conditional_t<std::is_same_v<T, double>, double, float>;
      std::uint64_t next = 0;
      Bits bits{};
      host::map<T, P>(out, share, [&](P p) {
        if (!(p >= 0 && p <= 1)) throw Error("Expected p_in >= 0 && p_in <= 1 to be true, but got false.");
        if (next % 4 == 0) bits = Philox(seed_, next / 4, offset_).next();
        return convert<T>(number(bits, static_cast<int>(next++ % 4)) <= p ? 1.0f : 0.0f);
      });
    });
    offset_ += kTakenForChances;
  }

 private:
  using Bits = std::array<std::uint32_t, 4>;
  static constexpr std::uint64_t kTakenForChances = 12;  // PyTorch's, whatever the count

  static float number(const Bits& bits, int i) { return unit_float(bits[static_cast<std::size_t>(i)]); }
  static double wide_number(const Bits& bits, int i) {
    const auto at = static_cast<std::size_t>(2 * i);
    return unit_double(bits[at], bits[at + 1]);
  }
  static float normal_number(const Bits& bits, int i) {
    const auto pair = static_cast<std::size_t>(i / 2 * 2);
    return normal_pair(bits[pair], bits[pair + 1])[static_cast<std::size_t>(i % 2)];
  }
  static double wide_normal_number(const Bits& bits, int i) {
    return normal_pair(bits)[static_cast<std::size_t>(i)];
  }

  static constexpr std::int64_t kBlock = 256;
  static std::int64_t threads_for(std::int64_t count) {
    return kBlock * std::min<std::int64_t>((count + kBlock - 1) / kBlock,
                                           kMultiprocessors * (kThreadsPerMultiprocessor / kBlock));
  }

  template <class T, int Unroll, class F>
  void draw(const View& out, F value_of) {
    const std::int64_t n = numel(out.shape);
    if (n == 0) return;
    const std::int64_t threads = threads_for(n);
    const std::int64_t rounds = (n - 1) / (threads * Unroll) + 1;
    const auto values = std::make_unique<T[]>(static_cast<std::size_t>(n));
    for (std::int64_t thread = 0; thread < std::min(threads, n); ++thread) {
      Philox state(seed_, static_cast<std::uint64_t>(thread), offset_);
      for (std::int64_t round = 0; round < rounds; ++round) {
        const Bits bits = state.next();
        for (int i = 0; i < Unroll; ++i) {
          const std::int64_t at = thread + threads * (round * Unroll + i);
          if (at < n) values[static_cast<std::size_t>(at)] = convert<T>(value_of(bits, i));
        }
      }
    }
    offset_ += static_cast<std::uint64_t>(rounds * 4);
    std::size_t next = 0;
    host::Loop<1>({&out}).run([&](const auto& offset, std::int64_t count, const auto& step) {
      T* o = out.as<T>() + offset[0];
      for (std::int64_t i = 0; i < count; ++i) o[i * step[0]] = values[next++];
    });
  }

  /// `out` is one row, dense, of a multiple of `neighbours` elements. What is counted as drawn is what draw()
  /// would count.
  template <class T, class F>
  void draw_side_by_side(const View& out, int neighbours, F value_of) {
    const std::int64_t n = numel(out.shape), threads = threads_for(n);
    T* const values = out.as<T>();
    for (std::int64_t thread = 0; thread < std::min(threads, n / neighbours); ++thread) {
      Philox state(seed_, static_cast<std::uint64_t>(thread), offset_);
      for (std::int64_t at = thread * neighbours; at < n; at += threads * neighbours) {
        Bits bits{};
        for (int i = 0; i < neighbours; ++i) {
          if (i % 4 == 0) bits = state.next();
          values[at + i] = convert<T>(value_of(bits, i % 4));
        }
      }
    }
    offset_ += static_cast<std::uint64_t>(((n - 1) / (threads * 4) + 1) * 4);
  }

  std::uint64_t seed_ = kDefaultSeed;
  std::uint64_t offset_ = 0;
};

}  // namespace

std::unique_ptr<host::Generator> make_philox() {
  return std::make_unique<PhiloxGenerator>();
}

}  // namespace todevice::sim
