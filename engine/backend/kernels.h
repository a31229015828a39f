// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/dtype.h"
#include "core/scalar.h"
#include "core/shape.h"

namespace todevice {

/// What a kernel sees of a tensor: where it starts and how to walk it. The memory is on the kernel's device.
struct View {
  void* data = nullptr;
  DType dtype = DType::float32;
  Shape shape;
  Strides strides;  ///< in elements; 0 repeats (a broadcast input)

  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};
/// An input that may be a plain number, passed by value.
using Operand = std::variant<View, Scalar>;

enum class UnaryOp : std::uint8_t {
  neg,
  abs,
  sign,
  exp,
  expm1,
  log,
  log1p,
  log2,
  log10,
  sqrt,
  rsqrt,
  square,
  reciprocal,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  erf,
  sigmoid,
  relu,
  gelu,
  silu,
  floor,
  ceil,
  round,
  trunc,
  frac,
  logical_not,
  bitwise_not,
  isnan,
  isinf,
  isfinite
};
enum class BinaryOp : std::uint8_t {
  add,
  sub,
  mul,
  div,
  floor_div,
  remainder,
  fmod,
  pow,
  atan2,
  maximum,
  minimum,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  logical_and,
  logical_or,
  logical_xor,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  // gradients, first operand the incoming gradient, second what forward saved (its result, or for relu, gelu
  // its input)
  relu_grad,
  sigmoid_grad,
  tanh_grad,
  gelu_grad
};
enum class ReduceOp : std::uint8_t { sum, mean, prod, max, min, all, any, argmax, argmin };
/// How rows are counted: a number below 0 is refused, or counts from the end.
enum class Counted : std::uint8_t { from_start, either_end };

/// The operations of one device. A place of its own between checking (engine/ops) and computing: what arrives
/// here is right in shape, dtype and device, so a kernel only computes.
///
/// - Element-wise inputs are broadcast already (strides 0) and of one dtype; `out` has the full shape.
/// Comparisons and
///   tests write bool.
/// - `out` may be the very view of an input (in place), never partly overlap one.
/// - Sums of float16 and bfloat16 are carried in float32.
/// - An operation that a backend lacks: supports() is false and calling it throws NotImplementedError.
class Kernels {
 public:
  virtual ~Kernels() = default;

  virtual void fill(const View& out, Scalar value) = 0;
  /// Element by element on one device, converting the dtype as PyTorch does (float to integer truncates).
  virtual void copy(const View& out, const View& in) = 0;
  /// start + i * step, in out's dtype.
  virtual void arange(const View& out, Scalar start, Scalar step) = 0;

  virtual void unary(UnaryOp op, const View& out, const View& in) = 0;
  virtual void binary(BinaryOp op, const View& out, const Operand& a, const Operand& b) = 0;
  virtual void clamp(const View& out, const View& in, Scalar low, Scalar high) = 0;
  virtual void where(const View& out, const View& condition, const Operand& a, const Operand& b) = 0;

  /// Over the dimensions whose bit is set in `dims`; `out` keeps them with size 1.
  virtual void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims) = 0;

  /// Over the dimensions whose bit is set in `dims`, as reduce() leaves `out`: the sum of squared distances
  /// from the mean, divided by their count less `correction` (never below 0); `root`: the root of it. False
  /// where a device has no such kernel: then it is put together from others.
  virtual bool variance(const View& /*out*/, const View& /*in*/, std::uint32_t /*dims*/,
                        double /*correction*/, bool /*root*/) {
    return false;
  }
  /// The p-norm in the same way; p neither 0 nor infinite.
  virtual bool norm(const View& /*out*/, const View& /*in*/, std::uint32_t /*dims*/, double /*p*/) {
    return false;
  }

  /// out (b,n,m) = alpha * a (b,n,k) x b (b,k,m) + beta * out. 3-d, any strides, one floating dtype.
  virtual void matmul(const View& out, const View& a, const View& b, double alpha, double beta) = 0;

  /// out (n,m) = bias + a (n,k) x b (k,m), 2-d; `bias` has out's shape (strides 0 repeat a row).
  virtual void matmul_plus(const View& out, const View& bias, const View& a, const View& b) {
    const auto one = [](const View& m) {
      return View{m.data, m.dtype, {1, m.shape[0], m.shape[1]}, {0, m.strides[0], m.strides[1]}};
    };
    copy(out, bias);
    matmul(one(out), one(a), one(b), 1, 1);
  }

  /// out (n,m) = a (n,k) x b (k,m) and sums (n) = a's rows added up, 2-d: the gradients of a layer's weight
  /// and bias in one go. False where that is not worth a kernel of its own.
  virtual bool matmul_row_sums(const View& /*out*/, const View& /*sums*/, const View& /*a*/,
                               const View& /*b*/) {
    return false;
  }

  /// Over the last dimension of 2-d views; log: log_softmax.
  virtual void softmax(const View& out, const View& in, bool log) = 0;
  virtual void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) = 0;
  /// Over the middle dimension of 3-d views, contiguous. False where a device has no such kernel: then rows
  /// are made of it, and float32 of 16-bit floats.
  virtual bool softmax_across(const View& /*out*/, const View& /*in*/) { return false; }

  /// (in - mean) * inverse * weight + bias over the rows of 2-d views, contiguous; mean and inverse (the
  /// reciprocal of the spread), 1-d and in the parameters' dtype, are put out as well. Parameters may be
  /// null. False where a device has no such kernel.
  virtual bool layer_norm(const View& /*out*/, const View& /*mean*/, const View& /*inverse*/,
                          const View& /*in*/, const View* /*weight*/, const View* /*bias*/, double /*eps*/) {
    return false;
  }
  /// Its gradients, those of which are not null.
  struct LayerNormGrads {
    const View *in = nullptr, *weight = nullptr, *bias = nullptr;
  };
  virtual void layer_norm_grad(const LayerNormGrads& /*out*/, const View& /*grad*/, const View& /*in*/,
                               const View& /*mean*/, const View& /*inverse*/, const View* /*weight*/) {}
  /// Negative log likelihood of int64 `target` (n) under `log_prob` (n,c): out (n). Rows with `ignore_index`
  /// give 0. Throws IndexError "Target 10 is out of bounds." where the device can tell at once.
  virtual void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) = 0;
  /// The sum of it, or its mean over the rows that count, in one go: `loss` and `total` (how many rows count)
  /// are 0-d. False where a device has no such kernel: then it is put together from others.
  virtual bool nll_reduced(const View& /*loss*/, const View& /*total*/, const View& /*log_prob*/,
                           const View& /*target*/, bool /*mean*/, std::int64_t /*ignore_index*/) {
    return false;
  }
  /// grad (n,c) = -scale[i] at the target, 0 elsewhere. `scale` is (n). With a `total` (0-d): -scale[i] /
  /// total.
  virtual void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
                        const std::optional<View>& total = {}) = 0;

  /// out[i, ...] = in[index[i], ...] ; int64 index (k). Throws IndexError where the device can tell at once.
  virtual void index_select(const View& out, const View& in, const View& index, Counted rows) = 0;
  /// out[index[i], ...] += in[i, ...].
  virtual void index_add(const View& out, const View& in, const View& index) = 0;

  /// From this device's generator, in PyTorch's order and with its bits.
  virtual void uniform(const View& out, double from, double to) = 0;
  virtual void normal(const View& out, double mean, double std) = 0;
  virtual void random_int(const View& out, std::int64_t low, std::int64_t high) = 0;
  /// GPUs only: 1 where the number drawn is below `share`, else 0, as PyTorch's dropout kernel
  /// (aten/src/ATen/native/cuda/Dropout.cu) deals its numbers out: a thread has `neighbours` elements side by
  /// side, then those a whole grid on. With 1 neighbour, elements are dealt out as uniform() does.
  virtual void keep(const View& out, double share, int neighbours) = 0;
  /// GPUs only: 1 where the number drawn is below `share`, else 0; dealt out as uniform() does.
  virtual void chance(const View& out, double share) = 0;
  /// GPUs only: 1 where the number drawn is not above the element's own share, else 0, as PyTorch's kernel
  /// for bernoulli of a tensor (aten/src/ATen/native/cuda/DistributionTemplates.h) deals its numbers out:
  /// four elements side by side, in the order of the shape, for each thread. `share` has the shape of `out`
  /// and is float32, float64 where `out` is. Throws Error where the device can tell at once that one is not
  /// within [0, 1].
  virtual void chances(const View& out, const View& share) = 0;
  virtual void manual_seed(std::uint64_t seed) = 0;
  virtual std::uint64_t initial_seed() = 0;
  /// Where the generator stands, as bytes that only the same kind of device reads, and back to there.
  virtual std::vector<std::byte> random_state() = 0;
  virtual void set_random_state(std::span<const std::byte> state) = 0;

  /// One step over all parameters at once: spans of equal length, element i of each belonging together, of
  /// the same shape and floating dtype; contiguous. `first`: no momentum yet (the buffer becomes the
  /// gradient, as PyTorch).
  struct SgdStep {
    double lr, momentum, dampening, weight_decay;
    bool nesterov, maximize, first;
  };
  virtual void sgd_step(std::span<const View> params, std::span<const View> grads,
                        std::span<const View> momenta, const SgdStep& how) = 0;
  struct AdamStep {
    double lr, beta1, beta2, eps, weight_decay;
    bool decoupled;  ///< AdamW
    bool maximize;
    std::int64_t step;  ///< counted from 1
    /// For a graph that is being recorded: counts one more step and tells which, at each replay. Where there
    /// is none, replays count by themselves from `step` on.
    std::function<std::int64_t()> advance = {};
  };
  virtual void adam_step(std::span<const View> params, std::span<const View> grads,
                         std::span<const View> exp_avgs, std::span<const View> exp_avg_sqs,
                         const AdamStep& how) = 0;
};

}  // namespace todevice
