// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/device.h"
#include "core/dtype.h"
#include "core/shape.h"
#include "core/storage.h"

namespace todevice {

namespace autograd {
class Node;
struct Meta;
}  // namespace autograd

class Tensor;

/// What `Tensor::to` may change. Empty fields stay as they are.
struct ToOptions {
  std::optional<Device> device = {};
  std::optional<DType> dtype = {};
  bool non_blocking = false;
  bool copy = false;  ///< a new tensor even when nothing changes
};

/// How a factory makes a tensor.
struct TensorOptions {
  DType dtype = DType::float32;
  Device device = kCpu;
  bool requires_grad = false;
  bool pinned = false;  ///< page-locked memory of the CPU, which GPUs copy from and to by themselves
};

/// What a Tensor handle points to: a strided view of a Storage. One impl is one tensor in the learner's
/// sense: one `id()`. Reached through Tensor.
struct TensorImpl {
  TensorImpl();
  ~TensorImpl();
  TensorImpl(const TensorImpl&) = delete;
  TensorImpl& operator=(const TensorImpl&) = delete;

  std::shared_ptr<Storage> storage;
  Shape shape;
  Strides strides;          ///< in elements
  std::int64_t offset = 0;  ///< in elements, from the start of the storage
  DType dtype = DType::float32;
  /// Counts in-place writes where it is not the storage that does: `x.data` counts for itself.
  std::shared_ptr<std::uint64_t> own_version;
  bool requires_grad = false;            ///< as set on a leaf; a result has a grad_fn instead
  bool inference = false;                ///< made in inference mode: never part of a history
  std::unique_ptr<autograd::Meta> meta;  ///< grad, grad_fn, hooks; made when first needed
  /// The Python object that stands for this tensor, if one was made. Owned by engine/python; the engine never
  /// looks.
  void* py_object = nullptr;
  /// Set once by engine/python: lets go of a py_object when its tensor ends.
  static void (*release_py_object)(void*);
};

/// A handle to a tensor; copying it copies no data and makes no new tensor. Names and meanings are PyTorch's.
class Tensor {
 public:
  Tensor() = default;  ///< undefined: refers to nothing
  explicit Tensor(std::shared_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

  /// Uninitialised, contiguous. Throws Error if an integer dtype is to require gradients or 63 bits do not
  /// hold the bytes, and as Storage::allocate.
  static Tensor empty(const Shape& shape, TensorOptions options = {});

  bool defined() const { return impl_ != nullptr; }
  TensorImpl& impl() const { return *impl_; }
  const std::shared_ptr<TensorImpl>& ptr() const { return impl_; }
  /// Same tensor, as Python's `is`.
  bool is_same(const Tensor& other) const { return impl_ == other.impl_; }

  const Shape& shape() const { return impl_->shape; }
  const Strides& strides() const { return impl_->strides; }
  int dim() const { return impl_->shape.count(); }
  std::int64_t size(std::int64_t dim) const { return impl_->shape[wrap_dim(dim, this->dim())]; }
  std::int64_t numel() const { return todevice::numel(impl_->shape); }
  std::size_t nbytes() const { return static_cast<std::size_t>(numel()) * item_size(dtype()); }
  DType dtype() const { return impl_->dtype; }
  Device device() const { return impl_->storage->device(); }
  bool is_cuda() const { return device().is_cuda(); }
  const std::shared_ptr<Storage>& storage() const { return impl_->storage; }
  std::int64_t storage_offset() const { return impl_->offset; }
  bool is_contiguous() const;
  /// How often it was written to in place; views and detached ones count together.
  std::uint64_t version() const { return impl_->own_version ? *impl_->own_version : storage()->version(); }
  void bump_version() const {
    if (impl_->own_version) {
      ++*impl_->own_version;
      storage()->count_write();
    } else {
      storage()->bump_version();
    }
  }
  /// Address of the first element, on the tensor's device; null when there is none.
  void* data_ptr() const;

  /// The rule of `.to()`: the same tensor when neither device nor dtype changes (and no copy is asked for),
  /// otherwise a new one. Differentiable. Reports to the trace.
  Tensor to(const ToOptions& options) const;

  /// A view of the same storage; nothing is checked beyond the bounds of the storage.
  Tensor as_strided(const Shape& shape, const Strides& strides, std::int64_t offset) const;
  /// Shares storage, no history.
  Tensor detach() const;
  /// The same, and what is written through it is not counted here: autograd does not notice.
  Tensor data() const;
  /// Points this tensor at `source`'s storage, shape and dtype; identity, grad, version and requires_grad
  /// stay. What `Module::to` does to each parameter.
  void set_data(const Tensor& source) const;

  bool requires_grad() const;
  /// Throws Error on results ("you can only change requires_grad flags of leaf variables.") and on integer
  /// dtypes.
  void set_requires_grad(bool value) const;
  bool is_leaf() const;
  Tensor grad() const;  ///< undefined before the first backward
  /// Throws Error where size, dtype or device differ from this tensor's.
  void set_grad(Tensor grad) const;
  /// Null on leaves. Throws Error on a view made without history whose base was written to since.
  const std::shared_ptr<autograd::Node>& grad_fn() const;

  /// The one element as a number of any kind. Throws Error unless numel() == 1. Waits for the device.
  template <class T>
  T item() const;

 private:
  std::shared_ptr<TensorImpl> impl_;
};

}  // namespace todevice
