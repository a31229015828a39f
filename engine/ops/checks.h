// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "autograd/functions.h"
#include "backend/backend.h"
#include "backend/kernels.h"
#include "core/errors.h"
#include "core/not_implemented.h"
#include "core/tensor.h"
#include "ops/elementwise.h"

/// What every family of operations shares: where to run, which dtype comes out, how inputs are stretched.
namespace todevice::ops::detail {

using Gradients = std::vector<Tensor>;
using autograd::Node;
using autograd::Saved;

inline Kernels& kernels_of(const Tensor& t) {
  const Storage& storage = *t.storage();
  const int index = storage.device().index();
  return storage.backend().kernels(index < 0 ? 0 : index);
}
inline View view_of(const Tensor& t) {
  return {t.data_ptr(), t.dtype(), t.shape(), t.strides()};
}
/// The tensor stretched to `shape` (which it broadcasts to), as a kernel walks it.
View broadcast_view(const Tensor& t, const Shape& shape);

inline Tensor new_tensor(const Shape& shape, DType dtype, Device device) {
  return Tensor::empty(shape, {dtype, device, false});
}
/// A tensor like `t` (`empty_like`): its strides too where they cover memory without gaps or overlaps, else
/// its dimensions in the same order.
Tensor new_like(const Tensor& t, DType dtype);
Tensor new_like(const Tensor& t, TensorOptions options);
/// A result of element-wise `inputs` (null: a number): laid out row by row, or as they are if all agree, else
/// with their dimensions in PyTorch's order (aten/src/ATen/TensorIterator.cpp, reorder_dimensions): the first
/// of them that tells two dimensions apart decides.
Tensor new_result(const Shape& shape, DType dtype, Device device,
                  std::initializer_list<const Tensor*> inputs);
/// A fresh tensor row by row, to the strides of dimensions of one element, and no view of what it was made
/// from. No history.
Tensor row_by_row(const Tensor& t);
/// `t` laid out as new_like(model) is, with its history; itself where it lies so. A fresh tensor only.
Tensor laid_like(const Tensor& t, const Tensor& model);
/// The view with its dimensions in that order, the innermost last: how PyTorch's kernels walk a lone tensor.
View in_memory_order(const Tensor& t);
/// Are the elements one block of memory, in whatever order?
bool is_dense(const Tensor& t);

/// PyTorch's result type: tensors with dimensions decide before 0-dim ones, those before plain numbers,
/// unless a later group is of a higher kind (bool < integer < floating).
DType result_type(const Arg& a, const Arg& b);
DType result_type(std::span<const Tensor> tensors);
/// "long int": the type as C++ calls it, which some of PyTorch's messages do.
std::string_view c_type_name(DType dtype);
/// May a result of type `from` be written to a tensor of type `to`?
bool can_cast(DType from, DType to);
void check_cast(DType from, DType to);

/// The device that element-wise inputs share; a 0-dim CPU tensor joins any. Throws Error "Expected all
/// tensors to be on the same device, but found at least two devices, cuda:0 and cpu!".
Device common_device(std::initializer_list<const Tensor*> tensors);
/// For operations whose arguments have names. Throws Error "Expected all tensors to be on the same device,
/// but got mat2 is on cuda:0, different from other tensors on cpu (when checking argument in method
/// wrapper_CUDA_mm)".
struct NamedArg {
  const Tensor* tensor;
  std::string_view name;
};
void check_same_device(std::initializer_list<NamedArg> args, std::string_view method);

/// Same device, other dtype, no history; the tensor itself when it has that dtype already.
Tensor cast(const Tensor& t, DType dtype);
/// An element-wise input made ready: on the device, of the dtype, stretched. Keeps what it converted alive.
class Ready {
 public:
  Ready(const Arg& arg, DType dtype, Device device, const Shape& shape);
  const Operand& operand() const { return operand_; }

 private:
  Tensor held_;
  Operand operand_;
};
/// A tensor's only element as a number of its own kind.
Scalar to_scalar(const Tensor& t);

/// Throws Error when several elements of `out` lie in one place.
void check_writable(const Tensor& out);
/// x with each element once: what it stretches has one element along that dimension.
Tensor unstretched(const Tensor& x);
/// Does `in` share memory with `out` without being the same view of it? Throws Error "unsupported operation:
/// some elements of the input tensor and the written-to tensor ..." where PyTorch does: each is one block.
bool overlaps(const Tensor& in, const Tensor& out);
/// That Error.
[[noreturn]] void throw_overlap();
/// Throws Error "value cannot be converted to type uint8_t without overflow" for what an element of the dtype
/// cannot hold. As in PyTorch unsigned ones wrap what is negative, once around.
void check_fits(Scalar value, DType dtype);
/// The same for filling `tensor`. PyTorch fills a single half on the CPU by a way of its own: inf, no error.
void check_fill(Scalar value, const Tensor& tensor);
/// Of 16 bits: where PyTorch makes a tensor of a number first, what is beyond them is inf and no error.
inline bool is_half_float(DType dtype) {
  return dtype == DType::float16 || dtype == DType::bfloat16;
}
/// Is the number beyond the dtype, in that sense?
bool overflows(Scalar value, DType dtype);

/// The dimensions as plain numbers; empty means all. Throws IndexError, and Error for one named twice.
std::uint32_t dim_mask(std::span<const std::int64_t> dims, int count);

}  // namespace todevice::ops::detail
