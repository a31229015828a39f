// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "backend/kernels.h"
#include "core/tensor.h"

namespace todevice::optim {

/// Parameters that one kernel call steps together, each with its gradient and up to two tensors of state: all
/// on one device, of one dtype.
class Batch {
 public:
  /// Throws Error "Expected all tensors to be on the same device, ..." when the tensors of one parameter are
  /// on different devices, and when their shapes differ. A gradient or state of another dtype (the model was
  /// converted meanwhile) is computed with in the parameter's and keeps its own.
  void add(const Tensor& param, const Tensor& grad, const Tensor& state1 = {}, const Tensor& state2 = {});
  bool empty() const { return views_[0].empty(); }
  bool takes(const Tensor& param) const;
  Kernels& kernels() const;
  std::span<const View> params() const { return views_[0]; }
  std::span<const View> grads() const { return views_[1]; }
  std::span<const View> state1() const { return views_[2]; }
  std::span<const View> state2() const { return views_[3]; }
  /// After the kernel: parameters and state were written to; what had to be copied to run goes back.
  void finish();

 private:
  /// Kernels want contiguous memory of one dtype: others are stepped as copies.
  struct Copy {
    Tensor original, copy;
  };
  void add_view(std::size_t place, const Tensor& tensor, DType dtype, bool written);
  std::array<std::vector<View>, 4> views_;
  std::vector<Tensor> written_;
  std::vector<Copy> copies_;
};

/// The batch that takes this parameter, made where there is none.
Batch& batch_for(std::vector<Batch>& batches, const Tensor& param);

/// Throws ValueError "WHAT: -0.1" (a number as Python writes it).
[[noreturn]] void refuse(std::string_view what, double value);

}  // namespace todevice::optim
