// SPDX-License-Identifier: Apache-2.0
#include "ops/checks.h"
#include "ops/creation.h"

namespace todevice::ops {

using namespace detail;

Tensor where(const Tensor& condition, const Arg& a, const Arg& b) {
  if (condition.dtype() == DType::uint8) return where(cast(condition, DType::boolean), a, b);
  if (condition.dtype() != DType::boolean) {
    throw Error("where expected condition to be a boolean tensor, but got a tensor with dtype " +
                std::string(scalar_type_name(condition.dtype())));
  }
  const Device device = common_device({&condition, a.tensor(), b.tensor()});
  const DType dtype = result_type(a, b);
  if (!is_half_float(dtype)) {
    if (a.scalar()) check_fits(*a.scalar(), dtype);
    if (b.scalar()) check_fits(*b.scalar(), dtype);
  }
  Shape shape = condition.shape();
  if (a.tensor()) shape = broadcast_shapes(shape, a.tensor()->shape());
  if (b.tensor()) shape = broadcast_shapes(shape, b.tensor()->shape());
  const Tensor chooser =
      condition.device() == device ? condition : copy_to(condition, device, DType::boolean);
  Tensor out = new_result(shape, dtype, device, {&chooser, a.tensor(), b.tensor()});
  if (out.numel() > 0) {
    const Ready left(a, dtype, device, shape);
    const Ready right(b, dtype, device, shape);
    kernels_of(out).where(view_of(out), broadcast_view(chooser, shape), left.operand(), right.operand());
  }
  const Tensor none;
  if (autograd::recording(a.tensor() ? *a.tensor() : none, b.tensor() ? *b.tensor() : none)) {
    autograd::record<1>(out, "WhereBackward0", {nullptr, a.tensor(), b.tensor()}, {Saved(chooser)},
                        [](const Tensor& grad, const auto& saved, const Node& node) {
                          Gradients grads(3);
                          if (node.needs(1)) grads[1] = where(saved[0], grad, 0.0);
                          if (node.needs(2)) grads[2] = where(saved[0], 0.0, grad);
                          return grads;
                        });
  }
  return out;
}

}  // namespace todevice::ops
