// SPDX-License-Identifier: Apache-2.0
#include "optim/batch.h"

#include "core/errors.h"
#include "ops/checks.h"
#include "ops/creation.h"

namespace todevice::optim {

namespace {

void check_shape(const Tensor& param, const Tensor& other, const char* what) {
  if (!other.defined() || other.shape() == param.shape()) return;
  throw Error(std::string("the optimizer's ") + what + " of shape " + to_string(other.shape()) +
              " does not fit the parameter of shape " + to_string(param.shape()) +
              ": a parameter keeps its shape as long as an optimizer has it; make a new optimizer");
}

}  // namespace

void Batch::add_view(std::size_t place, const Tensor& tensor, DType dtype, bool written) {
  if (written) written_.push_back(tensor);
  if (tensor.is_contiguous() && tensor.dtype() == dtype) {
    views_[place].push_back(ops::detail::view_of(tensor));
    return;
  }
  const Tensor copy = ops::contiguous(ops::copy_to(tensor.detach(), tensor.device(), dtype));
  views_[place].push_back(ops::detail::view_of(copy));
  copies_.push_back({written ? tensor : Tensor(), copy});
}

void Batch::add(const Tensor& param, const Tensor& grad, const Tensor& state1, const Tensor& state2) {
  ops::detail::common_device(
      {&param, &grad, state1.defined() ? &state1 : nullptr, state2.defined() ? &state2 : nullptr});
  check_shape(param, grad, "gradient");
  check_shape(param, state1, "state");
  check_shape(param, state2, "state");
  if (param.numel() == 0) return;
  add_view(0, param, param.dtype(), true);
  add_view(1, grad, param.dtype(), false);
  if (state1.defined()) add_view(2, state1, param.dtype(), true);
  if (state2.defined()) add_view(3, state2, param.dtype(), true);
}

bool Batch::takes(const Tensor& param) const {
  return written_.empty() ||
         (written_.front().device() == param.device() && written_.front().dtype() == param.dtype());
}

Kernels& Batch::kernels() const {
  return ops::detail::kernels_of(written_.front());
}

void Batch::finish() {
  for (const Copy& pair : copies_) {
    if (pair.original.defined()) ops::copy_into(pair.original.detach(), pair.copy);
  }
  for (const Tensor& tensor : written_) tensor.bump_version();
}

Batch& batch_for(std::vector<Batch>& batches, const Tensor& param) {
  for (Batch& batch : batches) {
    if (batch.takes(param)) return batch;
  }
  return batches.emplace_back();
}

void refuse(std::string_view what, double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  std::string number(text.data(), end.ptr);
  if (number.find_first_not_of("-0123456789") == std::string::npos) number += ".0";
  throw ValueError(std::string(what) + ": " + number);
}

}  // namespace todevice::optim
