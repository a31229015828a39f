// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "backend/host/host.h"
#include "backend/host/loop.h"
#include "backend/host/mersenne.h"
#include "backend/host/normal16.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

namespace todevice::host {

namespace {

constexpr std::uint64_t kDefaultSeed = 67280421310721;  // PyTorch's, when nobody seeded
constexpr std::size_t kStateBytes = 5056;               // as many as PyTorch's have

/// PyTorch's CPU generator: 32 bits at a time from MT19937. A double takes two draws, the high half first;
/// floats take the low bits of one.
class Mt19937 final : public Generator {
 public:
  void manual_seed(std::uint64_t seed) override {
    at_.seed = seed;
    at_.engine.seed(static_cast<std::uint32_t>(seed));
    at_.normal_waits = 0;
  }
  std::uint64_t initial_seed() const override { return at_.seed; }
  std::vector<std::byte> state() const override {
    std::vector<std::byte> bytes(kStateBytes);
    std::memcpy(bytes.data(), static_cast<const void*>(&at_), sizeof at_);
    return bytes;
  }
  void set_state(std::span<const std::byte> state) override {
    if (state.size() != kStateBytes) {
      throw Error("Expected a CPUGeneratorImplState of size " + std::to_string(kStateBytes) +
                  " but found the input RNG state size to be " + std::to_string(state.size()));
    }
    // It would give nothing but zeros.
    if (std::all_of(state.begin(), state.end(), [](std::byte b) { return b == std::byte{}; }))
      throw Error("Invalid mt19937 state");
    std::memcpy(static_cast<void*>(&at_), state.data(), sizeof at_);
  }

  void uniform(const View& out, double from, double to) override {
    // One rounding: PyTorch's kernels are compiled with fused multiply-add. Both ends, and the width between
    // them, are numbers of the element's type.
    dispatch_floating(out.dtype, "uniform", [&]<class T>() {
      using C = Compute<T>;
      const C start = convert<C>(convert<T>(from)), end = convert<C>(convert<T>(to));
      const C width = convert<C>(convert<T>(end - start));
      each<T>(out, [&] { return convert<T>(std::fma(draw<T>(), width, start)); });
    });
  }

  void normal(const View& out, double mean, double std) override {
    dispatch_floating(out.dtype, "normal", [&]<class T>() {
      const std::int64_t n = numel(out.shape);
      if (n >= 16) return normal_blocks<T>(out, n, mean, std);
      each<T>(out, [&] { return convert<T>(one_normal() * std + mean); });
    });
  }

  /// PyTorch takes 64 bits from a range of 2^28 on, so that the remainder favours no number visibly.
  void random_int(const View& out, std::int64_t low, std::int64_t high) override {
    const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    dispatch(out.dtype, [&]<class T>() {
      each<T>(out, [&] {
        const std::uint64_t bits = range >= (std::uint64_t{1} << 28) ? draw64() : draw32();
        return convert<T>(static_cast<std::int64_t>(bits % range + static_cast<std::uint64_t>(low)));
      });
    });
  }

  void keep(const View&, double, int) override {
    throw NotImplementedError("the CPU draws dropout's mask with bernoulli_");  // PyTorch's, too
  }
  void chance(const View&, double) override { throw NotImplementedError("the CPU compares uniform numbers"); }
  void chances(const View&, const View&) override { chance({}, 0); }

 private:
  std::uint32_t draw32() { return at_.engine.next(); }
  std::uint64_t draw64() {
    const std::uint64_t high = draw32();
    return (high << 32) | draw32();
  }

  /// Uniform in [0, 1) with as many bits as the type has.
  template <class T>
  Compute<T> draw() {
    if constexpr (std::is_same_v<T, double>) {
      return static_cast<double>(draw64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
    } else {
      constexpr int bits = std::is_same_v<T, float> ? 24 : std::is_same_v<T, Half> ? 11 : 8;
      return static_cast<float>(draw32() & ((1u << bits) - 1)) / static_cast<float>(1u << bits);
    }
  }
  /// Many of them.
  template <class T>
  void draw_all(Compute<T>* values, std::int64_t n) {
    if constexpr (std::is_same_v<T, float>) {
      for (std::int64_t done = 0; done < n;) {
        const auto some = at_.engine.next_some(static_cast<std::size_t>(n - done));
        for (std::size_t i = 0; i < some.size(); ++i)
          values[done + static_cast<std::int64_t>(i)] =
              static_cast<float>(static_cast<std::int32_t>(some[i] & 0xffffffu)) * 0x1p-24f;
        done += static_cast<std::int64_t>(some.size());
      }
    } else {
      for (std::int64_t i = 0; i < n; ++i) values[i] = draw<T>();
    }
  }

  /// Box-Muller in double; each second draw is the other half of the pair before.
  double one_normal() {
    if (std::exchange(at_.normal_waits, 0) != 0) return at_.next_normal;
    const double u1 = draw<double>();
    const double u2 = draw<double>();
    const double radius = std::sqrt(-2 * std::log1p(-u2));
    const double theta = 2 * std::numbers::pi * u1;
    at_.next_normal = radius * std::sin(theta);
    at_.normal_waits = 1;
    return radius * std::cos(theta);
  }

  /// From 16 elements on: uniform numbers everywhere, each block of 16 made normal; a rest is covered by
  /// drawing the last 16 anew.
  template <class T>
  void normal_blocks(const View& out, std::int64_t n, double mean, double std) {
    using C = Compute<T>;
    const bool direct = std::is_same_v<T, C> && out.strides == contiguous_strides(out.shape);
    std::vector<C> room(direct ? 0 : static_cast<std::size_t>(n));
    C* const values = direct ? out.as<C>() : room.data();
    const auto make = [&](C* at, std::int64_t blocks) {
      make_normal16<T>(at, blocks, static_cast<C>(mean), static_cast<C>(std));
    };
    constexpr std::int64_t kPiece = 4096;
    for (std::int64_t from = 0; from < n; from += kPiece) {
      if (trace::interrupt_requested()) throw Interrupted();
      const std::int64_t count = std::min(kPiece, n - from);
      draw_all<T>(values + from, count);
      make(values + from, count / 16);
    }
    if (n % 16 != 0) {
      draw_all<T>(values + n - 16, 16);
      make(values + n - 16, 1);
    }
    if (direct) return;
    std::size_t next = 0;
    each<T>(out, [&] { return convert<T>(values[next++]); });
  }

  template <class T, class F>
  static void each(const View& out, F draw_one) {
    Loop<1>({&out}).run([&](const auto& offset, std::int64_t n, const auto& step) {
      T* o = out.as<T>() + offset[0];
      for (std::int64_t i = 0; i < n; ++i) o[i * step[0]] = draw_one();
    });
  }

  /// Any bytes make one that does no harm: set_state takes them as they come.
  struct State {
    Mersenne engine{static_cast<std::uint32_t>(kDefaultSeed)};
    std::uint64_t seed = kDefaultSeed;
    std::uint64_t normal_waits = 0;  ///< not 0: next_normal is the next one
    double next_normal = 0;
  };
  static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= kStateBytes);
  State at_;
};

}  // namespace

std::unique_ptr<Generator> make_mt19937() {
  return std::make_unique<Mt19937>();
}

}  // namespace todevice::host
