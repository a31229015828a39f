// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "ops/creation.h"
#include "ops/flat.h"
#include "ops/index_places.h"
#include "ops/indexing.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// How far elements of `target` lie apart in its row-major order, for a step along each dimension of x, which
/// may stretch it.
Strides steps_in(const Tensor& target, const Tensor& x) {
  Strides steps = contiguous_strides(target.shape());
  for (int i = 0; i < x.dim(); ++i) {
    if (target.shape()[i] != x.shape()[i]) steps[i] = 0;
  }
  return steps;
}

/// For each element of x the number of the value that it takes, -1 where it keeps its own.
Tensor takers(const Tensor& positions, std::int64_t count) {
  std::vector<std::int64_t> taken(static_cast<std::size_t>(count), -1);
  const std::vector<std::byte> bytes = to_host(positions);
  for (std::int64_t i = 0; i < positions.numel(); ++i) {
    std::int64_t place = 0;
    std::memcpy(&place, bytes.data() + static_cast<std::size_t>(i) * sizeof place, sizeof place);
    taken[static_cast<std::size_t>(place)] = i;
  }
  return from_host(taken.data(), {count}, {DType::int64, positions.device()});
}

void check_dtypes(const Tensor& x, const Tensor& values) {
  if (values.dtype() == x.dtype()) return;
  throw Error("Index put requires the source and destination dtypes match, got " +
              std::string(scalar_type_name(x.dtype())) + " for the destination and " +
              std::string(scalar_type_name(values.dtype())) + " for the source.");
}

/// Elements cannot be read from where others are written to.
void check_apart(const Tensor& x, const Tensor& other) {
  if (!other.defined() || other.storage() != x.storage() || !is_dense(x) || !is_dense(other)) return;
  if (overlaps(other, x) || other.storage_offset() == x.storage_offset()) throw_overlap();
}

/// Is it one number of the CPU through one mask? That is no exchange of elements, and the dtypes may differ.
bool is_masked_fill(std::span<const Tensor> indices, const Tensor& values) {
  const int at = only_one(indices);
  return at >= 0 && is_mask(indices[static_cast<std::size_t>(at)]) && values.numel() == 1 &&
         values.device().is_cpu();
}

void check_fits(const Tensor& values, const Shape& to) {
  const int lead = to.count() - values.dim();
  bool fits = lead >= 0;
  for (int i = 0; fits && i < values.dim(); ++i) {
    fits = values.shape()[i] == 1 || values.shape()[i] == to[lead + i];
  }
  if (fits) return;
  throw Error("shape mismatch: value tensor of shape " + to_string(values.shape()) +
              " cannot be broadcast to indexing result of shape " + to_string(to));
}

void write(const Tensor& x, const Tensor& values, const Tensor& positions, const Tensor& taken) {
  const autograd::NoGradGuard guard;
  const Tensor flat =
      contiguous(reshape(expand(values.detach().to({.device = x.device()}), positions.shape()), {-1}));
  const Tensor given = take_flat(flat, clamp(taken, 0, {}), "IndexBackward0");
  const Tensor own = contiguous(reshape(x.detach(), {-1}));
  copy_into(x, reshape(where(binary(BinaryOp::ge, taken, 0), given, own), x.shape()));
}

std::shared_ptr<Node> node_of(const Tensor& x, std::span<const Tensor> indices, const Tensor& values,
                              const Tensor& positions, const Tensor& taken) {
  return autograd::make_step<2>(
      "IndexPutBackward0", {&x, &values}, {Saved(taken), Saved(positions)},
      [shape = values.shape(), from = values.device()](const Tensor& grad, const auto& saved,
                                                       const Node& self) {
        Gradients grads(2);
        if (self.needs(0)) {
          const Tensor kept = binary(BinaryOp::lt, saved[0], 0);
          grads[0] = where(reshape(kept, grad.shape()), grad, 0.0);
        }
        if (!self.needs(1)) return grads;
        grads[1] = take_flat(grad, saved[1], "IndexBackward0");
        if (numel(shape) == 1) grads[1] = reshape(sum(grads[1]), shape);
        if (from != grad.device()) grads[1] = copy_to(grads[1], from, grad.dtype());
        return grads;
      },
      saved_of(indices));
}

}  // namespace

void index_put_(const Tensor& x, std::span<const Tensor> indices, const Tensor& values) {
  autograd::check_in_place(x, values);
  const bool fill = is_masked_fill(indices, values);
  if (fill && indices[static_cast<std::size_t>(only_one(indices))].dtype() == DType::uint8) {
    throw Error("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char");
  }
  if (!fill) {
    check_apart(x, values);
    for (const Tensor& index : indices) check_apart(x, index);
  }
  const std::vector<Tensor> plain = without_masks(x, indices);
  const Layout layout = layout_of(x, plain);
  Tensor given = values;
  if (fill) {
    given = full({}, to_scalar(values), {x.dtype(), x.device()});  // says what x's dtype cannot hold
  } else {
    check_fits(values, layout.result);
    check_dtypes(x, values);
    if (values.dim() == 0) given = copy_to(values, x.device(), values.dtype());
    common_device({&x, &given});
  }
  const Tensor target = unstretched(x);
  const Tensor positions = positions_of(x, plain, layout, steps_in(target, x), true);
  const Tensor taken = takers(positions, target.numel());
  const bool recorded = autograd::recording(x, values);
  std::shared_ptr<Node> node;
  if (recorded && target.is_same(x)) node = node_of(x, indices, values, positions, taken);
  if (recorded && !target.is_same(x)) {  // its gradient has each place by itself
    const Tensor places = positions_of(x, plain, layout, contiguous_strides(x.shape()), true);
    node = node_of(x, indices, values, places, takers(places, x.numel()));
  }
  if (positions.numel() > 0) {
    write(target, given, positions, taken);
  } else {
    x.bump_version();
  }
  if (recorded) autograd::attach_in_place(x, std::move(node));
}

}  // namespace todevice::ops
