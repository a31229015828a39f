// SPDX-License-Identifier: Apache-2.0
#include "core/tensor.h"

#include "autograd/autograd.h"
#include "autograd/functions.h"
#include "backend/pinned_host.h"
#include "backend/registry.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "ops/creation.h"
#include "trace/trace.h"

namespace todevice {

namespace {

/// Bytes from the start of the storage to the end of the last element that a view reaches.
std::size_t extent(const Shape& shape, const Strides& strides, std::int64_t offset, DType dtype) {
  std::int64_t last = offset;
  for (int i = 0; i < shape.count(); ++i) {
    if (shape[i] == 0) return 0;
    last += (shape[i] - 1) * strides[i];
  }
  return static_cast<std::size_t>(last + 1) * item_size(dtype);
}

std::shared_ptr<TensorImpl> view_of(const TensorImpl& source, const Shape& shape, const Strides& strides,
                                    std::int64_t offset) {
  auto impl = std::make_shared<TensorImpl>();
  impl->storage = source.storage;
  impl->shape = shape;
  impl->strides = strides;
  impl->offset = offset;
  impl->dtype = source.dtype;
  impl->inference = source.inference;
  impl->own_version = source.own_version;
  return impl;
}

}  // namespace

void (*TensorImpl::release_py_object)(void*) = nullptr;

TensorImpl::TensorImpl() : inference(autograd::inference_mode()) {}
TensorImpl::~TensorImpl() {
  if (py_object && release_py_object) release_py_object(py_object);
}

namespace {

std::size_t storage_bytes(const Shape& shape, DType dtype) {
  std::int64_t bytes = static_cast<std::int64_t>(item_size(dtype));
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) {
      throw Error("Storage size calculation overflowed with sizes=" + to_string(shape));
    }
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace

Tensor Tensor::empty(const Shape& shape, TensorOptions options) {
  for (const std::int64_t size : shape) {
    if (size < 0) {
      throw Error("Trying to create tensor with negative dimension " + std::to_string(size) + ": " +
                  to_string(shape));
    }
  }
  if (options.requires_grad && !is_floating_point(options.dtype)) {
    throw Error("Only Tensors of floating point and complex dtype can require gradients");
  }
  auto impl = std::make_shared<TensorImpl>();
  const std::size_t bytes = storage_bytes(shape, options.dtype);
  if (options.pinned && !options.device.is_cpu()) throw Error("Only dense CPU tensors can be pinned");
  impl->storage = options.pinned ? allocate_pinned(bytes) : Storage::allocate(options.device, bytes);
  impl->shape = shape;
  impl->strides = contiguous_strides(shape);
  impl->dtype = options.dtype;
  Tensor tensor(std::move(impl));
  if (options.requires_grad) tensor.set_requires_grad(true);
  return tensor;
}

bool Tensor::is_contiguous() const {
  std::int64_t step = 1;
  for (int i = dim() - 1; i >= 0; --i) {
    if (shape()[i] == 0) return true;
    if (shape()[i] == 1) continue;
    if (strides()[i] != step) return false;
    step *= shape()[i];
  }
  return true;
}

void* Tensor::data_ptr() const {
  auto* start = static_cast<std::byte*>(impl_->storage->data());
  if (!start || numel() == 0) return nullptr;
  return start + static_cast<std::size_t>(impl_->offset) * item_size(dtype());
}

Tensor Tensor::to(const ToOptions& options) const {
  const Device device = options.device ? registry::resolve(*options.device) : this->device();
  const DType dtype = options.dtype.value_or(this->dtype());
  const bool nothing_to_do = device == this->device() && dtype == this->dtype() && !options.copy;
  Tensor result = nothing_to_do                ? *this
                  : autograd::recording(*this) ? autograd::to_copy(*this, device, dtype, options.non_blocking)
                                               : ops::copy_to(*this, device, dtype, options.non_blocking);
  if (trace::Sink* sink = trace::sink()) sink->moved(*this, result);
  return result;
}

Tensor Tensor::as_strided(const Shape& shape, const Strides& strides, std::int64_t offset) const {
  if (extent(shape, strides, offset, dtype()) > storage()->bytes()) {
    throw Error("setStorage: sizes " + to_string(shape) + ", strides " + to_string(strides) +
                ", storage offset " + std::to_string(offset) + ", and itemsize " +
                std::to_string(item_size(dtype())) + " are out of bounds for storage of size " +
                std::to_string(storage()->bytes()));
  }
  return Tensor(view_of(*impl_, shape, strides, offset));
}

Tensor Tensor::detach() const {
  return Tensor(view_of(*impl_, shape(), strides(), storage_offset()));
}

Tensor Tensor::data() const {
  Tensor out = detach();
  out.impl().own_version = std::make_shared<std::uint64_t>(0);
  return out;
}

void Tensor::set_data(const Tensor& source) const {
  TensorImpl& to = *impl_;
  const TensorImpl& from = source.impl();
  if (!to.own_version && to.storage != from.storage)
    to.own_version = std::make_shared<std::uint64_t>(version());
  to.storage = from.storage;
  to.shape = from.shape;
  to.strides = from.strides;
  to.offset = from.offset;
  to.dtype = from.dtype;
}

bool Tensor::requires_grad() const {
  return autograd::tracked(*this);
}

bool Tensor::is_leaf() const {
  return !grad_fn();
}

void Tensor::set_requires_grad(bool value) const {
  if (!is_leaf()) {
    if (value) return;
    throw Error(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable "
        "in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach().");
  }
  if (value && !is_floating_point(dtype())) {
    throw Error("only Tensors of floating point dtype can require gradients");
  }
  if (value && impl_->inference && !autograd::inference_mode()) {
    throw Error("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  }
  impl_->requires_grad = value;
}

Tensor Tensor::grad() const {
  return impl_->meta ? impl_->meta->grad : Tensor();
}

void Tensor::set_grad(Tensor grad) const {
  autograd::check_grad(*this, grad);
  if (!impl_->meta) {
    if (!grad.defined()) return;
    impl_->meta = std::make_unique<autograd::Meta>();
  }
  impl_->meta->grad = std::move(grad);
}

const std::shared_ptr<autograd::Node>& Tensor::grad_fn() const {
  return autograd::current_grad_fn(*this);
}

template <class T>
T Tensor::item() const {
  if (numel() != 1) {
    throw Error("a Tensor with " + std::to_string(numel()) + " elements cannot be converted to Scalar");
  }
  alignas(8) std::byte bytes[8];
  const void* from = data_ptr();
  if (device().is_cpu()) {
    std::copy_n(static_cast<const std::byte*>(from), item_size(dtype()), bytes);
  } else {
    storage()->backend().copy(kCpu, bytes, device(), from, item_size(dtype()), true);
  }
  return dispatch(dtype(), [&]<class E>() { return convert<T>(*reinterpret_cast<const E*>(bytes)); });
}

template bool Tensor::item<bool>() const;
template std::int64_t Tensor::item<std::int64_t>() const;
template int Tensor::item<int>() const;
template float Tensor::item<float>() const;
template double Tensor::item<double>() const;

}  // namespace todevice
