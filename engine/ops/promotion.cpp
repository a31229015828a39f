// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "ops/checks.h"

namespace todevice::ops::detail {

namespace {

/// One group of operands: nothing yet, or the type that its members promote to.
using Group = std::optional<DType>;

void join(Group& group, DType dtype) {
  group = group ? promote_types(*group, dtype) : dtype;
}

/// A group gives way to a lower one only where that is of a higher kind.
Group combine(Group higher, Group lower) {
  if (!higher) return lower;
  if (!lower || is_floating_point(*higher)) return higher;
  if (*higher == DType::boolean || is_floating_point(*lower)) return promote_types(*higher, *lower);
  return higher;
}

struct Groups {
  Group dims, zero_dims, numbers;
  bool large = false;  ///< a number is, which to PyTorch is one of uint64

  void add(const Tensor& t) { join(t.dim() > 0 ? dims : zero_dims, t.dtype()); }
  void add(const Arg& arg) {
    if (arg.tensor()) {
      add(*arg.tensor());
    } else {
      join(numbers, arg.scalar()->natural_dtype());
      large = large || arg.scalar()->is_large();
    }
  }
  DType result() const {
    if (large && combine(dims, zero_dims) == DType::boolean) {
      throw Error(
          "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote Bool and "
          "UInt64");
    }
    return *combine(dims, combine(zero_dims, numbers));
  }
};

int kind(DType dtype) {
  return is_floating_point(dtype) ? 2 : dtype == DType::boolean ? 0 : 1;
}

}  // namespace

DType result_type(const Arg& a, const Arg& b) {
  if (a.tensor() && b.tensor() && a.tensor()->dtype() == b.tensor()->dtype()) return a.tensor()->dtype();
  Groups groups;
  groups.add(a);
  groups.add(b);
  return groups.result();
}

DType result_type(std::span<const Tensor> tensors) {
  Groups groups;
  for (const Tensor& t : tensors) groups.add(t);
  return groups.result();
}

std::string_view c_type_name(DType dtype) {
  switch (dtype) {
    case DType::boolean:
      return "bool";
    case DType::uint8:
      return "unsigned char";
    case DType::int8:
      return "signed char";
    case DType::int16:
      return "short int";
    case DType::int32:
      return "int";
    case DType::int64:
      return "long int";
    case DType::float16:
      return "c10::Half";
    case DType::bfloat16:
      return "c10::BFloat16";
    case DType::float32:
      return "float";
    case DType::float64:
      return "double";
  }
  return "";
}

bool can_cast(DType from, DType to) {
  return kind(from) <= kind(to);
}

void check_cast(DType from, DType to) {
  if (can_cast(from, to)) return;
  throw Error("result type " + std::string(scalar_type_name(from)) +
              " can't be cast to the desired output type " + std::string(scalar_type_name(to)));
}

Device common_device(std::initializer_list<const Tensor*> tensors) {
  Device common;
  for (const Tensor* t : tensors) {
    if (t && t->is_cuda()) {
      common = t->device();
      break;
    }
  }
  for (const Tensor* t : tensors) {
    if (!t || t->device() == common || (t->dim() == 0 && t->device().is_cpu())) continue;
    throw Error("Expected all tensors to be on the same device, but found at least two devices, " +
                common.str() + " and " + t->device().str() + "!");
  }
  return common;
}

void check_same_device(std::initializer_list<NamedArg> args, std::string_view method) {
  const Tensor* first = nullptr;
  for (const NamedArg& arg : args) {
    if (!arg.tensor || !arg.tensor->defined()) continue;
    if (!first) {
      first = arg.tensor;
    } else if (arg.tensor->device() != first->device()) {
      throw Error("Expected all tensors to be on the same device, but got " + std::string(arg.name) +
                  " is on " + arg.tensor->device().str() + ", different from other tensors on " +
                  first->device().str() + " (when checking argument in method wrapper_CUDA_" +
                  std::string(method) + ")");
    }
  }
}

}  // namespace todevice::ops::detail
