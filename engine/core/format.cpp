// SPDX-License-Identifier: Apache-2.0
#include "core/format.h"

#include <algorithm>
#include <vector>

#include "autograd/autograd.h"
#include "backend/backend.h"
#include "core/dispatch.h"
#include "core/format_number.h"
#include "ops/creation.h"
#include "ops/transfer.h"
#include "ops/view.h"
#include "trace/trace.h"

namespace todevice {

namespace {

using format::ElementFormat;
using format::Numbers;

/// `bytes`: `n` elements of a type, one after another.
Numbers read(DType dtype, const std::vector<std::byte>& bytes, std::int64_t count) {
  Numbers numbers{dtype, {}, {}};
  const auto n = static_cast<std::size_t>(count);
  dispatch(dtype, [&]<class T>() {
    const auto* values = reinterpret_cast<const T*>(bytes.data());
    if (is_floating_point(dtype)) {
      for (std::size_t i = 0; i < n; ++i) numbers.floats.push_back(convert<double>(values[i]));
    } else {
      for (std::size_t i = 0; i < n; ++i) numbers.integers.push_back(convert<std::int64_t>(values[i]));
    }
  });
  return numbers;
}

/// The elements in row-major order, on the host.
Numbers read(const Tensor& tensor) {
  return read(tensor.dtype(), ops::to_host(tensor), tensor.numel());
}

/// Where the element with this number in row-major order is, in elements from the first.
std::int64_t place_of(std::int64_t element, const Tensor& tensor) {
  std::int64_t place = 0;
  for (int d = tensor.dim() - 1; d >= 0; --d) {
    place += element % tensor.shape()[d] * tensor.strides()[d];
    element /= tensor.shape()[d];
  }
  return place;
}

/// The first elements in row-major order, one by one where they are not side by side: looking makes nothing
/// on the tensor's device, which may be full.
Numbers glance(const Tensor& tensor, std::int64_t count) {
  const std::size_t size = item_size(tensor.dtype());
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * size);
  const auto* first = static_cast<const std::byte*>(tensor.data_ptr());
  const std::int64_t together = tensor.is_contiguous() ? count : 1;
  for (std::int64_t i = 0; i < count; i += together) {
    const auto run = static_cast<std::size_t>(together) * size;
    ops::detail::transfer(kCpu, bytes.data() + static_cast<std::size_t>(i) * size, tensor.device(),
                          first + place_of(i, tensor) * static_cast<std::int64_t>(size), run, true);
  }
  return read(tensor.dtype(), bytes, count);
}

/// Only the first and last few along each long dimension, as they will be shown.
Tensor edges(Tensor tensor) {
  const int edge = print_options().edge_items;
  for (int d = 0; d < tensor.dim(); ++d) {
    const std::int64_t size = tensor.shape()[d];
    if (size <= 2 * edge) continue;
    const Tensor ends[] = {ops::slice(tensor, d, 0, edge, 1), ops::slice(tensor, d, size - edge, size, 1)};
    tensor = ops::cat(ends, d);
  }
  return tensor;
}

/// Writes nested brackets. `shown` holds only the edges of dimensions that are cut.
class Brackets {
 public:
  Brackets(const Tensor& whole, const Tensor& shown, bool cut)
      : whole_(whole.shape()), numbers_(read(shown)), format_(numbers_), cut_(cut) {}

  std::string write(int indent) { return block(0, indent); }

 private:
  bool is_cut(int d) const { return cut_ && whole_[d] > 2 * print_options().edge_items; }
  std::int64_t shown_size(int d) const { return is_cut(d) ? 2 * print_options().edge_items : whole_[d]; }

  std::string block(int d, int indent) {
    if (d == whole_.count()) return format_(numbers_, next_++);
    if (d == whole_.count() - 1) return row(d, indent);
    std::vector<std::string> parts;
    for (std::int64_t i = 0; i < shown_size(d); ++i) {
      if (is_cut(d) && i == print_options().edge_items) parts.emplace_back("...");
      parts.push_back(block(d + 1, indent + 1));
    }
    const std::string between = "," + std::string(static_cast<std::size_t>(whole_.count() - d - 1), '\n') +
                                std::string(static_cast<std::size_t>(indent + 1), ' ');
    std::string text = "[";
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i ? between : "") + parts[i];
    return text + "]";
  }

  std::string row(int d, int indent) {
    std::vector<std::string> items;
    for (std::int64_t i = 0; i < shown_size(d); ++i) {
      if (is_cut(d) && i == print_options().edge_items) items.emplace_back(" ...");
      items.push_back(format_(numbers_, next_++));
    }
    const int element = static_cast<int>(format_.width()) + 2;
    const auto per_line =
        static_cast<std::size_t>(std::max(1, (print_options().line_width - indent) / element));
    std::string text = "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0)
        text += i % per_line == 0 ? ",\n" + std::string(static_cast<std::size_t>(indent + 1), ' ') : ", ";
      text += items[i];
    }
    return text + "]";
  }

  Shape whole_;
  Numbers numbers_;
  ElementFormat format_;
  bool cut_;
  std::size_t next_ = 0;
};

std::string tuple_text(const Shape& shape) {
  std::string text = "(";
  for (int i = 0; i < shape.count(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.count() == 1 ? ",)" : ")");
}

std::vector<std::string> suffixes(const Tensor& tensor) {
  std::vector<std::string> found;
  const Device device = tensor.device();
  // A GPU is always named: PyTorch leaves out only the default device, the CPU.
  if (device.is_cuda()) found.push_back("device='" + device.str() + "'");
  const std::string dtype = "dtype=torch." + std::string(dtype_name(tensor.dtype()));
  const bool told_by_values = tensor.dtype() == DType::int64 || tensor.dtype() == DType::boolean;
  if (tensor.numel() > 0 && print_options().edge_items == 0) {
    found.push_back("size=" + tuple_text(tensor.shape()));
  }
  if (tensor.numel() == 0) {
    if (tensor.dim() != 1) found.push_back("size=" + tuple_text(tensor.shape()));
    if (tensor.dtype() != print_options().default_dtype) found.push_back(dtype);
  } else if (tensor.dtype() != print_options().default_dtype && !told_by_values) {
    found.push_back(dtype);
  }
  if (const auto& grad_fn = tensor.grad_fn()) {
    found.push_back("grad_fn=<" + std::string(grad_fn->name()) + ">");
  } else if (tensor.requires_grad()) {
    found.emplace_back("requires_grad=True");
  }
  return found;
}

/// Puts the suffixes behind, on a line of their own where they would pass the line's width.
std::string with_suffixes(std::string text, const std::vector<std::string>& parts, int indent) {
  const std::size_t newline = text.rfind('\n');
  // PyTorch measures from rfind, which is -1 on a single line: one more than the line's length is meant there
  // too.
  int length =
      static_cast<int>(text.size()) - (newline == std::string::npos ? -1 : static_cast<int>(newline)) + 1;
  for (const std::string& part : parts) {
    const int size = static_cast<int>(part.size());
    if (length + size + 2 > print_options().line_width) {
      text += ",\n" + std::string(static_cast<std::size_t>(indent), ' ') + part;
      length = indent + size;
    } else {
      text += ", " + part;
      length += size + 2;
    }
  }
  return text + ")";
}

}  // namespace

PrintOptions& print_options() {
  static PrintOptions options;
  return options;
}

std::string repr_with_prefix(const Tensor& tensor, std::string_view prefix) {
  const autograd::NoGradGuard no_grad;
  const int indent = static_cast<int>(prefix.size());
  std::string text(prefix);
  if (tensor.numel() == 0) {
    text += "[]";
  } else {
    const Tensor plain = tensor.detach();
    const bool cut = tensor.numel() > print_options().threshold && print_options().edge_items >= 0;
    const bool nothing = cut && print_options().edge_items == 0 && tensor.dim() > 0;
    text += nothing ? "[...]" : Brackets(plain, cut ? edges(plain) : plain, cut).write(indent);
  }
  return with_suffixes(std::move(text), suffixes(tensor), indent);
}

std::string repr(const Tensor& tensor) {
  return repr_with_prefix(tensor, "tensor(");
}

std::string summary(const Tensor& tensor) {
  constexpr std::int64_t kShown = 6;
  const autograd::NoGradGuard no_grad;
  const trace::Quiet quiet;  // looking must not show up as a copy
  if (tensor.numel() == 0) return "[]";
  const std::int64_t shown = std::min(kShown, tensor.numel());
  const Numbers numbers = glance(tensor, shown);
  const ElementFormat format(numbers);
  std::string text;
  for (std::int64_t i = 0; i < shown; ++i) {
    std::string item = format(numbers, static_cast<std::size_t>(i));
    item.erase(0, item.find_first_not_of(' '));
    text += (i ? ", " : "") + item;
  }
  return tensor.numel() > shown ? text + ", …" : text;
}

}  // namespace todevice
