// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "backend/registry.h"
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/reduction.h"
#include "ops/transfer.h"

// Copies within a device are a kernel; copies between devices are contiguous bytes, converted to the new
// dtype where they come from.

namespace todevice::ops {

using namespace detail;

namespace {

void copy_here(const Tensor& to, const Tensor& from) {
  if (to.numel() > 0) kernels_of(to).copy(view_of(to), broadcast_view(from, to.shape()));
}

/// Fills the dense `to` with the same block of memory of another device.
void copy_block(const Tensor& to, const Tensor& from, bool blocking) {
  transfer(to.device(), to.data_ptr(), from.device(), from.data_ptr(), to.nbytes(), blocking);
}

Tensor dense(const Tensor& t) {
  if (is_dense(t)) return t;
  Tensor out = new_like(t, t.dtype());
  copy_here(out, t);
  return out;
}

}  // namespace

Tensor from_host(const void* data, const Shape& shape, TensorOptions options) {
  if (options.requires_grad && !is_floating_point(options.dtype)) {
    throw Error("Only Tensors of floating point and complex dtype can require gradients");
  }
  Tensor t = Tensor::empty(shape, options);
  transfer(t.device(), t.data_ptr(), kCpu, data, t.nbytes(), true);
  return t;
}

std::vector<std::byte> to_host(const Tensor& tensor) {
  const Tensor source = contiguous(tensor.detach());
  std::vector<std::byte> bytes(source.nbytes());
  transfer(kCpu, bytes.data(), source.device(), source.data_ptr(), bytes.size(), true);
  return bytes;
}

Tensor copy_to(const Tensor& source, Device device, DType dtype, bool non_blocking) {
  const Device target = registry::resolve(device);
  if (target == source.device()) {
    Tensor out = new_like(source, dtype);
    copy_here(out, source);
    return out;
  }
  const Tensor from = dense(cast(source, dtype));
  // a copy to the CPU that nobody waits for needs memory that the GPU writes to by itself
  const bool pinned = non_blocking && target.is_cpu();
  Tensor out = Tensor::empty(from.shape(), {.dtype = dtype, .device = target, .pinned = pinned});
  out.impl().strides = from.strides();
  copy_block(out, from, !non_blocking);
  return out;
}

Tensor clone(const Tensor& source) {
  Tensor out = new_like(source, source.dtype());
  copy_here(out, source);
  if (autograd::recording(source)) {
    autograd::record<0>(out, "CloneBackward0", {&source}, {},
                        [](const Tensor& grad, const auto&, const Node&) { return Gradients{grad}; });
  }
  return out;
}

Tensor contiguous(const Tensor& source) {
  if (source.is_contiguous()) return source;
  Tensor out = new_tensor(source.shape(), source.dtype(), source.device());
  copy_here(out, source);
  if (autograd::recording(source)) {
    autograd::record<0>(out, "CloneBackward0", {&source}, {},
                        [](const Tensor& grad, const auto&, const Node&) { return Gradients{grad}; });
  }
  return out;
}

void copy_into(const Tensor& destination, const Tensor& source, bool non_blocking) {
  autograd::check_in_place(destination, source);
  if (!destination.is_same(source)) check_writable(destination);
  if (broadcast_shapes(destination.shape(), source.shape()) != destination.shape()) {
    throw Error("output with shape " + to_string(destination.shape()) +
                " doesn't match the broadcast shape " +
                to_string(broadcast_shapes(destination.shape(), source.shape())));
  }
  // What is stretched was spread over the destination first, and so is no block of its own.
  const bool shared = source.shape() == destination.shape() ? overlaps(source, destination)
                                                            : source.storage() == destination.storage();
  const bool recorded = autograd::recording(destination, source) && is_floating_point(destination.dtype());
  std::shared_ptr<Node> node;
  if (recorded) {
    node =
        autograd::make_step<0>("CopyBackwards", {&destination, &source}, {},
                               [from = source.device()](const Tensor& grad, const auto&, const Node& self) {
                                 Gradients grads(2);
                                 if (self.needs(0))
                                   grads[0] = zeros(grad.shape(), {grad.dtype(), grad.device()});
                                 if (self.needs(1)) grads[1] = copy_to(grad, from, grad.dtype());
                                 return grads;
                               });
  }
  if (source.device() == destination.device()) {
    copy_here(destination, shared ? clone(source.detach()) : source);
  } else if (destination.is_contiguous() && source.shape() == destination.shape()) {
    copy_block(destination, contiguous(cast(source.detach(), destination.dtype())), !non_blocking);
  } else {
    copy_here(destination, copy_to(source.detach(), destination.device(), destination.dtype()));
  }
  destination.bump_version();
  if (node) autograd::attach_in_place(destination, std::move(node));
}

void fill_(const Tensor& tensor, Scalar value, std::string_view name) {
  autograd::check_in_place(tensor);
  check_fill(value, tensor);
  if (tensor.numel() > 0) kernels_of(tensor).fill(view_of(tensor), value);
  tensor.bump_version();
  autograd::attach_overwrite(tensor, name);
}

void fill_(const Tensor& tensor, const Tensor& value) {
  if (value.dim() > 0) {
    throw Error("fill_ only supports 0-dimension value tensor but got tensor with " +
                std::to_string(value.dim()) + " dimensions.");
  }
  const std::string_view name = "FillBackward3";
  if (!autograd::recording(value)) {
    if (value.device() != tensor.device()) return fill_(tensor, to_scalar(value), name);
    autograd::check_in_place(tensor);
    {
      const autograd::NoGradGuard guard;
      copy_into(tensor, value);
    }
    return autograd::attach_overwrite(tensor, name);
  }
  autograd::check_in_place(tensor, value);
  std::shared_ptr<Node> node = autograd::make_step<0>(
      name, {&tensor, &value}, {},
      [from = value.device(), dtype = value.dtype()](const Tensor& grad, const auto&, const Node& self) {
        Gradients grads(2);
        if (self.needs(0)) grads[0] = zeros(grad.shape(), {grad.dtype(), grad.device()});
        if (self.needs(1)) grads[1] = copy_to(sum(grad), from, dtype);
        return grads;
      });
  {
    const autograd::NoGradGuard guard;
    copy_into(tensor, value);
  }
  autograd::attach_in_place(tensor, std::move(node));
}

}  // namespace todevice::ops
