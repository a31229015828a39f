// SPDX-License-Identifier: Apache-2.0
#include "ops/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "backend/common/philox.h"
#include "backend/registry.h"
#include "core/decimal_text.h"
#include "ops/checks.h"
#include "ops/creation.h"

namespace todevice::ops {

using namespace detail;

namespace {

void check_range(std::int64_t low, std::int64_t high, DType dtype) {
  if (low >= high) {
    throw Error("random_ expects 'from' to be less than 'to', but got from=" + std::to_string(low) +
                " >= to=" + std::to_string(high));
  }
  const auto check = [dtype](const char* name, std::int64_t value) {
    const bool unsigned_below = value < 0 && (dtype == DType::uint8 || dtype == DType::boolean);
    const bool beyond = dtype == DType::boolean   ? value > 1
                        : dtype == DType::float16 ? value < -65504 || value > 65504
                                                  : overflows(value, dtype);
    if (!unsigned_below && !beyond) return;
    throw Error(std::string(name) + " is out of bounds for " + std::string(c_type_name(dtype)));
  };
  check("from", low);
  check("to - 1", high - 1);
}

/// How many whole numbers from 0 on the dtype has without a gap.
std::int64_t exact_numbers(DType dtype) {
  switch (dtype) {
    case DType::boolean:
      return 2;
    case DType::uint8:
      return 256;
    case DType::int8:
      return 128;
    case DType::float16:
      return (1 << 11) + 1;
    case DType::bfloat16:
      return (1 << 8) + 1;
    case DType::float32:
      return (1 << 24) + 1;
    case DType::float64:
      return (std::int64_t{1} << 53) + 1;
    default:
      throw NotImplementedError("ToDevice's random_() of torch." + std::string(dtype_name(dtype)) +
                                " needs a range: give random_(from, to)");
  }
}

}  // namespace

namespace {

/// On the CPU, numbers that do not lie row by row are drawn one after another, however many they are: fewer
/// at once than make a block.
void normal_one_by_one(const Tensor& x, const View& all, double mean, double std) {
  constexpr std::int64_t kFew = 15;
  const int last = all.shape.count() - 1;
  const std::int64_t length = all.shape[last], step = all.strides[last];
  const auto item = static_cast<std::int64_t>(item_size(x.dtype()));
  Dims at = all.shape;
  for (std::int64_t& place : at) place = 0;
  for (std::int64_t row = 0; row < numel(all.shape) / length; ++row) {
    std::int64_t offset = 0;
    for (int d = 0; d < last; ++d) offset += at[d] * all.strides[d];
    for (std::int64_t from = 0; from < length; from += kFew) {
      View few = all;
      few.data = static_cast<std::byte*>(all.data) + (offset + from * step) * item;
      few.shape = {std::min(kFew, length - from)};
      few.strides = {step};
      kernels_of(x).normal(few, mean, std);
    }
    for (int d = last - 1; d >= 0 && ++at[d] == all.shape[d]; --d) at[d] = 0;
  }
}

}  // namespace

void fill_uniform(const Tensor& x, double from, double to) {
  if (!is_floating_point(x.dtype())) throw_not_implemented("check_uniform_bounds", x.dtype());
  const auto check = [&x](const char* name, double value) {
    if (overflows(value, x.dtype()))
      throw Error(std::string(name) + " is out of bounds for " + std::string(c_type_name(x.dtype())));
  };
  check("from", from);
  check("to", to);
  if (from > to) {
    throw Error("uniform_ expects to return a [from, to) range, but found from=" + decimal::general(from) +
                " > to=" + decimal::general(to));
  }
  if (x.numel() > 0) kernels_of(x).uniform(in_memory_order(x), from, to);
}

void fill_normal(const Tensor& x, double mean, double std) {
  if (std < 0) throw Error("normal expects std >= 0.0, but found std " + decimal::general(std));
  if (!is_floating_point(x.dtype())) {
    throw_not_implemented(x.is_cuda() ? "normal_kernel_cuda" : "normal_kernel_cpu", x.dtype());
  }
  if (x.numel() == 0) return;
  if (x.is_cuda() || x.is_contiguous()) return kernels_of(x).normal(in_memory_order(x), mean, std);
  normal_one_by_one(x, in_memory_order(x), mean, std);
}

void fill_random(const Tensor& x, std::int64_t low, std::int64_t high) {
  check_range(low, high, x.dtype());
  if (x.numel() > 0) kernels_of(x).random_int(in_memory_order(x), low, high);
}

Tensor rand(const Shape& shape, TensorOptions options) {
  Tensor out = Tensor::empty(shape, options);
  fill_uniform(out, 0, 1);
  return out;
}

Tensor randn(const Shape& shape, TensorOptions options) {
  Tensor out = Tensor::empty(shape, options);
  fill_normal(out, 0, 1);
  return out;
}

Tensor randint(std::int64_t low, std::int64_t high, const Shape& shape, TensorOptions options) {
  Tensor out = Tensor::empty(shape, options);
  fill_random(out, low, high);
  return out;
}

namespace {

std::vector<std::int64_t> counted_up(std::int64_t n) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  return order;
}

/// PyTorch's shuffle on the CPU: place i changes with one of the n - i places from i on, one draw each.
std::vector<std::int64_t> shuffled(std::int64_t n) {
  std::vector<std::int64_t> order = counted_up(n);
  const Tensor drawn = Tensor::empty({1}, {DType::int64, kCpu});
  const View view = view_of(drawn);
  for (std::int64_t i = 0; i < n - 1; ++i) {
    kernels_of(drawn).random_int(view, 0, n - i);
    const std::int64_t other = i + *static_cast<const std::int64_t*>(drawn.data_ptr());
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(other)]);
  }
  return order;
}

/// Where a GPU's generator stands: its state is a seed, then an offset.
struct PhiloxPlace {
  std::uint64_t seed, offset;
};

/// Takes `count` numbers a thread from the device's generator, unused: the place before them.
PhiloxPlace take_numbers(Kernels& kernels, std::uint64_t count) {
  std::vector<std::byte> state = kernels.random_state();
  PhiloxPlace place;
  std::memcpy(&place, state.data(), sizeof place);
  const std::uint64_t after = place.offset + (count + 3) / 4 * 4;
  std::memcpy(state.data() + sizeof place.seed, &after, sizeof after);
  kernels.set_random_state(state);
  return place;
}

/// One row of places with equal keys, shuffled by the numbers of the subsequence of its first place.
void shuffle_equals(std::span<std::int64_t> equals, std::uint64_t first, PhiloxPlace place) {
  Philox numbers(place.seed, first, place.offset);
  std::array<std::uint32_t, 4> drawn{};
  for (std::size_t used = 0, i = equals.size() - 1; i > 0; --i, ++used) {
    if (used % 4 == 0) drawn = numbers.next();
    std::swap(equals[i], equals[drawn[used % 4] % (i + 1)]);
  }
}

/// PyTorch's on a GPU: sorted by random keys, of as many bits as leave a chance of one in ten that any two
/// are equal; equal ones are then shuffled among themselves.
std::vector<std::int64_t> sorted_by_keys(std::int64_t n, Device device) {
  const auto count = static_cast<double>(n);
  const double unlikely = std::log(0.9) * 12;
  const int bits =
      std::min(64, static_cast<int>(std::ceil(std::log2(count - (6 * count * count + 1) / unlikely))));
  const bool narrow = bits <= 32;
  const Tensor keys = Tensor::empty({n}, {narrow ? DType::int32 : DType::int64, device});
  using Narrow = std::numeric_limits<std::int32_t>;
  using Wide = std::numeric_limits<std::int64_t>;
  Kernels& kernels = kernels_of(keys);
  kernels.random_int(view_of(keys), narrow ? Narrow::min() : Wide::min(),
                     narrow ? Narrow::max() : Wide::max());
  const PhiloxPlace place = take_numbers(kernels, static_cast<std::uint64_t>(n));
  const std::vector<std::byte> bytes = to_host(cast(keys, DType::int64));
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const auto key = [&](std::int64_t i) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof value, sizeof value);
    return value & mask;
  };
  std::vector<std::int64_t> order = counted_up(n);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
  for (std::size_t first = 0, last = 1; first < order.size(); first = last++) {
    while (last < order.size() && key(order[last]) == key(order[first])) ++last;
    shuffle_equals(std::span(order).subspan(first, last - first), first, place);
  }
  return order;
}

}  // namespace

namespace {

/// How many elements side by side PyTorch's kernel moves at once: as many as lie aligned and leave no rest.
int neighbours_of(const Tensor& x) {
  const auto address = reinterpret_cast<std::uintptr_t>(x.data_ptr());
  int neighbours = 16 / static_cast<int>(item_size(x.dtype()));
  while (neighbours > 1 && (address % (static_cast<std::size_t>(neighbours) * item_size(x.dtype())) != 0 ||
                            x.numel() % neighbours != 0))
    neighbours /= 2;
  return neighbours;
}

}  // namespace

Tensor dropout_mask(const Tensor& like, double share) {
  const Tensor mask = new_like(like, like.dtype());
  if (!is_dense(like)) {
    kernels_of(mask).keep(view_of(mask), share, 1);
    return mask;
  }
  View row = view_of(mask);  // in the order of memory
  row.shape = {mask.numel()};
  row.strides = {1};
  kernels_of(mask).keep(row, share, neighbours_of(like));
  return mask;
}

namespace {

/// Every number below n is one of the dtype's own.
void check_holds_below(std::int64_t n, DType dtype) {
  if (dtype == DType::boolean) throw_not_implemented("randperm", dtype);
  if (dtype == DType::float16 && n > 2049) throw Error("n cannot be greater than 2049 for Half type.");
  if (n > 0) detail::check_fits(n - 1, dtype);
}

}  // namespace

Tensor randperm(std::int64_t n, TensorOptions options) {
  if (n < 0) {
    throw Error("Trying to create tensor with negative dimension " + std::to_string(n) + ": [" +
                std::to_string(n) + "]");
  }
  check_holds_below(n, options.dtype);
  const bool by_keys = options.device.is_cuda() && n > 0;
  const std::vector<std::int64_t> order = by_keys ? sorted_by_keys(n, options.device) : shuffled(n);
  return from_host(order.data(), {n}, {DType::int64, kCpu}).to({options.device, options.dtype});
}

void random_(const Tensor& x, std::int64_t low, std::int64_t high, std::string_view name) {
  autograd::check_in_place(x);
  check_writable(x);
  fill_random(x, low, high);
  x.bump_version();
  autograd::attach_overwrite(x, name);
}

void random_(const Tensor& x) {
  if (x.dtype() == DType::int64) {
    autograd::check_in_place(x);
    check_writable(x);
    // 2^63 wraps to the least number: kernels count a range without a sign.
    constexpr auto wrapped = std::numeric_limits<std::int64_t>::min();
    if (x.numel() > 0) kernels_of(x).random_int(in_memory_order(x), 0, wrapped);
    return x.bump_version();
  }
  random_(x, 0, exact_numbers(x.dtype()), "RandomBackward2");
}

void uniform_(const Tensor& x, double from, double to) {
  autograd::check_in_place(x);
  check_writable(x);
  fill_uniform(x, from, to);
  x.bump_version();
  autograd::attach_overwrite(x, "UniformBackward0");
}

void normal_(const Tensor& x, double mean, double std) {
  autograd::check_in_place(x);
  check_writable(x);
  fill_normal(x, mean, std);
  x.bump_version();
  autograd::attach_overwrite(x, "NormalBackward0");
}

namespace {

void seed_all(Backend& cuda, std::uint64_t seed) {
  for (int i = 0; i < cuda.device_count(); ++i) cuda.kernels(i).manual_seed(seed);
}

}  // namespace

void manual_seed(std::uint64_t seed) {
  static std::uint64_t waiting = 0;
  static bool asked = false;
  registry::host().kernels(0).manual_seed(seed);
  waiting = seed;
  if (registry::cuda_initialized()) return seed_all(*registry::cuda(), seed);
  if (!asked) registry::at_cuda_start([](Backend& cuda) { seed_all(cuda, waiting); });
  asked = true;
}

std::uint64_t initial_seed() {
  return registry::host().kernels(0).initial_seed();
}

}  // namespace todevice::ops
