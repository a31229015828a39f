// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/indexing.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

void check(const Tensor& mask, const Arg& value) {
  if (mask.dtype() != DType::boolean) {
    throw Error("masked_fill_ only supports boolean masks, but got mask with dtype " +
                std::string(c_type_name(mask.dtype())));
  }
  if (value.tensor() && value.tensor()->dim() > 0) {
    throw Error("masked_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
                std::to_string(value.tensor()->dim()) + " dimension(s).");
  }
}

/// The number in x's dtype, of no dimensions; says what the dtype cannot hold.
Tensor number(const Tensor& x, const Arg& value) {
  return full({}, value.tensor() ? to_scalar(*value.tensor()) : *value.scalar(), {x.dtype(), x.device()});
}

std::shared_ptr<Node> node_of(const Tensor& x, const Tensor& mask, const Arg& value) {
  const Tensor* const from = value.tensor();
  return autograd::make_step<1>(
      from ? "MaskedFillBackward1" : "MaskedFillBackward0", {&x, from}, {Saved(mask)},
      [device = from ? from->device() : x.device(), dtype = from ? from->dtype() : x.dtype()](
          const Tensor& grad, const auto& saved, const Node& self) {
        Gradients grads(2);
        if (self.needs(0)) grads[0] = where(saved[0], 0.0, grad);
        if (self.needs(1)) grads[1] = copy_to(sum(where(saved[0], grad, 0.0)), device, dtype);
        return grads;
      });
}

bool recorded(const Tensor& x, const Arg& value) {
  return autograd::recording(x) || (value.tensor() && autograd::recording(*value.tensor()));
}

/// Of a mask over `whole`, which x stretches: an element is filled where the mask says so of one place that
/// it stands in.
Tensor mask_once(const Tensor& mask, const Shape& whole, const Tensor& x) {
  const Tensor full = expand(mask, whole);
  std::vector<std::int64_t> stretched;
  for (int i = 0; i < whole.count(); ++i) {
    if (whole[i] != x.shape()[i]) stretched.push_back(i);
  }
  return stretched.empty() ? full : any(full, stretched, true);
}

}  // namespace

Tensor masked_fill(const Tensor& x, const Tensor& mask, const Arg& value) {
  broadcast_shapes(mask.shape(), x.shape());  // says where one does not fit the other
  check(mask, value);
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    out = where(mask, number(x, value), x);
    out = (out.is_contiguous() ? out : contiguous(out)).detach();
  }
  if (recorded(x, value)) autograd::attach(out, node_of(x, mask, value));
  return out;
}

void masked_fill_(const Tensor& x, const Tensor& mask, const Arg& value) {
  autograd::check_in_place(x, value.tensor() ? *value.tensor() : Tensor());
  check(mask, value);
  const Shape both = broadcast_shapes(x.shape(), mask.shape());
  if (both != x.shape()) {
    throw Error("output with shape " + to_string(x.shape()) + " doesn't match the broadcast shape " +
                to_string(both));
  }
  const std::shared_ptr<Node> node = recorded(x, value) ? node_of(x, mask, value) : nullptr;
  const Tensor target = unstretched(x);
  {
    const autograd::NoGradGuard guard;
    copy_into(target, where(mask_once(mask, x.shape(), target), number(x, value), target));
  }
  if (node) autograd::attach_in_place(x, node);
}

}  // namespace todevice::ops
