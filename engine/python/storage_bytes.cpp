// SPDX-License-Identifier: Apache-2.0
// UntypedStorage, and what torch.save and torch.load need: a storage as bytes, and tensors over one.
#include <algorithm>

#include "backend/backend.h"
#include "core/errors.h"
#include "core/storage.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

/// The whole storage as a one-dimensional uint8 tensor.
Tensor whole(const Tensor& tensor) {
  auto impl = std::make_shared<TensorImpl>();
  impl->storage = tensor.storage();
  impl->shape = {static_cast<std::int64_t>(tensor.storage()->bytes())};
  impl->strides = {1};
  impl->dtype = DType::uint8;
  return Tensor(std::move(impl));
}

py::bytes storage_bytes(const Tensor& tensor) {
  const auto bytes = ops::to_host(whole(tensor));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Tensor storage_from(const py::buffer& data, Device device) {
  const auto info = data.request();
  const auto size = static_cast<std::int64_t>(info.size * info.itemsize);
  return ops::from_host(info.ptr, {size}, {DType::uint8, kCpu}).to({.device = device});
}

constexpr std::int64_t kMostElements = std::int64_t{1} << 48;

/// How many elements of the storage the view needs; throws where a number is negative or a sum or product
/// overflows.
std::int64_t reach(std::int64_t offset, const Dims& shape, const Dims& strides) {
  if (shape.count() != strides.count()) throw Error("a tensor's shape and strides differ in length");
  std::int64_t end = offset;
  bool bad = offset < 0, empty = false;
  for (int i = 0; i < shape.count(); ++i) {
    bad = bad || shape[i] < 0 || strides[i] < 0;
    empty = empty || shape[i] == 0;
    std::int64_t span = 0;
    bad = bad || __builtin_mul_overflow(std::max<std::int64_t>(shape[i] - 1, 0), strides[i], &span) ||
          __builtin_add_overflow(end, span, &end);
  }
  // A stride of 0 repeats an element: the count must be a number all the same, whatever the order of the
  // sizes.
  std::int64_t count = 1;
  for (int i = 0; i < shape.count() && !bad; ++i)
    bad = __builtin_mul_overflow(count, std::max<std::int64_t>(shape[i], 1), &count) || count > kMostElements;
  if (bad) throw Error("a tensor's offset, shape and strides are no place in memory");
  return empty ? 0 : end + 1;
}

Tensor over_storage(const Tensor& bytes, DType dtype, std::int64_t offset, const Dims& shape,
                    const Dims& strides) {
  const auto item = static_cast<std::int64_t>(item_size(dtype));
  const std::int64_t held = static_cast<std::int64_t>(bytes.storage()->bytes()) / item;
  if (const std::int64_t needed = reach(offset, shape, strides); needed > held) {
    throw Error("a tensor needs " + std::to_string(needed) + " numbers of its storage, which has " +
                std::to_string(held));
  }
  auto impl = std::make_shared<TensorImpl>();
  impl->storage = bytes.storage();
  impl->shape = shape;
  impl->strides = strides;
  impl->offset = offset;
  impl->dtype = dtype;
  return Tensor(std::move(impl));
}

py::buffer_info bytes_of(Storage& storage) {
  if (storage.device().is_cuda()) throw py::buffer_error("a storage on a GPU cannot be read by the host");
  return {storage.data(), 1, py::format_descriptor<std::uint8_t>::format(),
          static_cast<py::ssize_t>(storage.bytes())};
}

int byte_of(const Storage& storage, std::int64_t index) {
  const auto count = static_cast<std::int64_t>(storage.bytes());
  if (index < -count || index >= count) {
    throw IndexError("index " + std::to_string(index) + " out of range for storage of size " +
                     std::to_string(count));
  }
  std::byte byte{};
  const auto* from = static_cast<const std::byte*>(storage.data()) + (index < 0 ? index + count : index);
  storage.backend().copy(kCpu, &byte, storage.device(), from, 1, true);
  return std::to_integer<int>(byte);
}

/// The bytes, one a line, and where they are.
std::string storage_text(const Storage& storage) {
  std::vector<std::byte> bytes(storage.bytes());
  if (!bytes.empty()) {
    storage.backend().copy(kCpu, bytes.data(), storage.device(), storage.data(), bytes.size(), true);
  }
  std::string text;
  for (const std::byte byte : bytes)
    text += (text.empty() ? " " : "\n ") + std::to_string(std::to_integer<int>(byte));
  return (text.empty() ? " " : text) + "\n[torch.storage.UntypedStorage(device=" + storage.device().str() +
         ") of size " + std::to_string(bytes.size()) + "]";
}

}  // namespace

void add_storage_bytes(py::module_& torch) {
  py::class_<Storage, std::shared_ptr<Storage>>(torch, "UntypedStorage", py::buffer_protocol())
      .def_buffer(&bytes_of)
      .def("data_ptr", [](const Storage& self) { return reinterpret_cast<std::uintptr_t>(self.data()); })
      .def("nbytes", &Storage::bytes)
      .def("__len__", &Storage::bytes)
      .def("__repr__", &storage_text)
      .def("__getitem__", &byte_of, py::arg("index"))
      .def_property_readonly("device", &Storage::device);
  torch.def("_storage_bytes", &storage_bytes);
  torch.def("_storage_from", [](const py::buffer& data, const py::object& device) {
    return storage_from(data, as_device(device).value_or(kCpu));
  });
  torch.def("_over_storage", [](const Tensor& bytes, DType dtype, std::int64_t offset,
                                const py::sequence& shape, const py::sequence& strides) {
    return over_storage(bytes, dtype, offset, as_dims("load", shape), as_dims("load", strides));
  });
}

}  // namespace todevice::python
