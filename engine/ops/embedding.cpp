// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/normalise.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

void check_range(const Tensor& index, std::int64_t rows) {
  const std::vector<std::byte> bytes = to_host(index);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::int64_t)) {
    std::int64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    if (number < 0 || number >= rows) throw IndexError("index out of range in self");
  }
}

Tensor weight_gradient(const Tensor& grad, const Tensor& index, const Shape& whole, std::int64_t padding) {
  const Tensor sums = zeros(whole, {grad.dtype(), grad.device()});
  Tensor rows = contiguous(reshape(grad, {index.numel(), whole[1]}));
  if (padding >= 0) {
    const Tensor counted = reshape(binary(BinaryOp::ne, index, padding), {-1, 1});
    rows = where(counted, rows, 0.0);
  }
  if (rows.numel() > 0) kernels_of(sums).index_add(view_of(sums), view_of(rows), view_of(index));
  return sums;
}

}  // namespace

Tensor embedding(const Tensor& weight, const Tensor& index, std::int64_t padding) {
  if (weight.dim() != 2) throw Error("'weight' must be 2-D");
  if (index.dtype() != DType::int64 && index.dtype() != DType::int32) {
    const std::string prefix = index.is_cuda() ? "torch.cuda." : "torch.";
    throw Error(
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
        "but got " +
        prefix + std::string(scalar_type_name(index.dtype())) +
        "Tensor instead (while checking arguments for embedding)");
  }
  check_same_device({{&weight, "self"}, {&index, "index"}}, "_index_select");
  const Tensor places = reshape(contiguous(cast(index.detach(), DType::int64)), {-1}).detach();
  if (!index.is_cuda()) check_range(places, weight.shape()[0]);
  const std::int64_t width = weight.shape()[1];
  Tensor out = new_tensor({places.numel(), width}, weight.dtype(), weight.device());
  if (out.numel() > 0)
    kernels_of(out).index_select(view_of(out), view_of(weight), view_of(places), Counted::from_start);
  Shape shape = index.shape();
  shape.push_back(width);
  out = reshape(out, shape).detach();
  if (autograd::recording(weight)) {
    autograd::record<1>(
        out, "EmbeddingBackward0", {&weight}, {Saved(places)},
        [whole = weight.shape(), padding](const Tensor& grad, const auto& saved, const Node&) {
          return Gradients{weight_gradient(grad, saved[0], whole, padding)};
        },
        {Saved(index)});
  }
  return out;
}

}  // namespace todevice::ops
