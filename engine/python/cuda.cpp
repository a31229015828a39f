// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "backend/kernels.h"
#include "backend/registry.h"
#include "core/errors.h"
#include "python/areas.h"
#include "python/convert.h"
#include "visibility/visibility.h"

namespace todevice::python {

namespace {

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::optional<std::string>(value) : std::nullopt;
}

bool is_available() {
  Backend* backend = registry::cuda();
  return backend && backend->device_count() > 0;
}

/// PyTorch reads the variable itself, every time until CUDA is initialised; the first answer after that
/// stays.
int device_count() {
  static std::optional<int> kept;
  if (kept) return *kept;
  Backend* backend = registry::cuda();
  if (!backend) return 0;
  const auto machine = backend->physical_gpus();
  if (machine.empty()) return backend->device_count();  // nobody lists them: only CUDA can say
  const auto seen =
      visibility::resolve(environment("CUDA_VISIBLE_DEVICES"), environment("CUDA_DEVICE_ORDER"), machine);
  if (seen.torch_device_count < 0) throw ValueError(seen.torch_error);
  if (registry::cuda_initialized()) kept = seen.torch_device_count;
  return seen.torch_device_count;
}

/// The index of a device given as None, an int, a string or a device.
int index_of(const py::object& device) {
  const auto given = as_device(device);
  if (given && !given->is_cuda()) throw ValueError("Expected a cuda device, but got: " + given->str());
  return given && given->has_index() ? given->index() : registry::current_device();
}

/// The same, of a GPU that is there; what PyTorch asserts.
int checked_index(const py::object& device) {
  const bool negative = PyLong_Check(device.ptr()) && device.cast<int>() < 0;
  const int index = negative ? -1 : index_of(device);
  registry::cuda_init();
  if (negative || index >= registry::cuda()->device_count()) {
    PyErr_SetString(PyExc_AssertionError, "Invalid device id");
    throw py::error_already_set();
  }
  return index;
}

Backend& backend_of(int index) {
  return registry::of(Device(DeviceType::cuda, index));
}

void add_queries(py::module_& cuda) {
  cuda.def("is_available", &is_available);
  cuda.def("device_count", &device_count);
  cuda.def("is_initialized", &registry::cuda_initialized);
  cuda.def("init", &registry::cuda_init);
  cuda.def("current_device", &registry::current_device);
  cuda.def(
      "set_device",
      [](const py::object& device) {
        if (PyLong_Check(device.ptr()) && device.cast<int>() < 0) return;
        registry::set_current_device(index_of(device));
      },
      py::arg("device"));
  cuda.def(
      "get_device_name",
      [](const py::object& device) {
        const int index = checked_index(device);
        return backend_of(index).properties(index).name;
      },
      py::arg("device") = py::none());
  cuda.def(
      "get_device_capability",
      [](const py::object& device) {
        const int index = checked_index(device);
        const DeviceProperties properties = backend_of(index).properties(index);
        return py::make_tuple(properties.major, properties.minor);
      },
      py::arg("device") = py::none());
  cuda.def(
      "get_device_properties",
      [](const py::object& device) {
        const int index = checked_index(device);
        return backend_of(index).properties(index);
      },
      py::arg("device") = py::none());
  cuda.def(
      "synchronize",
      [](const py::object& device) {
        const int index = index_of(device);
        backend_of(index).synchronize(index);
      },
      py::arg("device") = py::none());
}

void add_seeds(py::module_& cuda) {
  // A seed given before CUDA is initialised waits for it.
  cuda.def(
      "manual_seed",
      [](const py::int_& number) {
        registry::at_cuda_start([seed = PyLong_AsUnsignedLongLongMask(number.ptr())](Backend& backend) {
          backend.kernels(registry::current_device()).manual_seed(seed);
        });
      },
      py::arg("seed"));
  cuda.def(
      "manual_seed_all",
      [](const py::int_& number) {
        registry::at_cuda_start([seed = PyLong_AsUnsignedLongLongMask(number.ptr())](Backend& backend) {
          for (int i = 0; i < backend.device_count(); ++i) backend.kernels(i).manual_seed(seed);
        });
      },
      py::arg("seed"));
  cuda.def("initial_seed", [] {
    const int index = registry::current_device();
    return backend_of(index).kernels(index).initial_seed();
  });
}

template <class F>
void memory_number(py::module_& cuda, const char* name, F pick) {
  cuda.def(
      name,
      [pick](const py::object& device) -> std::size_t {
        if (!registry::cuda_initialized()) return 0;
        const int index = index_of(device);
        return pick(backend_of(index).memory_stats(index));
      },
      py::arg("device") = py::none());
}

py::dict told(const Count& count) {
  py::dict told;
  told["current"] = count.current;
  told["peak"] = count.peak;
  told["allocated"] = count.allocated;
  told["freed"] = count.freed;
  return told;
}

py::dict told(const PoolCounts& counts) {
  py::dict pools;
  pools["all"] = told(counts.all);
  pools["small_pool"] = told(counts.small);
  pools["large_pool"] = told(counts.large);
  return pools;
}

/// torch.cuda.memory_stats() as nested dicts.
py::dict memory_counts(const py::object& device) {
  const int index = index_of(device);
  const AllocatorCounts counts = backend_of(index).allocator_counts(index);
  py::dict out;
  out["num_alloc_retries"] = counts.retries;
  out["num_ooms"] = counts.out_of_memory;
  out["max_split_size"] = -1;       // no block is too large to be split,
  out["num_sync_all_streams"] = 0;  // none waits for a stream before it is free,
  out["num_device_alloc"] = counts.device_allocations;
  out["num_device_free"] = counts.device_frees;
  out["allocation"] = told(counts.allocation);
  out["segment"] = told(counts.segment);
  out["active"] = told(counts.allocation);  // so that what is active is what is allocated,
  out["inactive_split"] = told(counts.inactive_split);
  out["allocated_bytes"] = told(counts.allocated_bytes);
  out["reserved_bytes"] = told(counts.reserved_bytes);
  out["active_bytes"] = told(counts.allocated_bytes);
  out["inactive_split_bytes"] = told(counts.inactive_split_bytes);
  out["requested_bytes"] = told(counts.requested_bytes);
  out["oversize_allocations"] = told(Count());  // and no request is oversize
  out["oversize_segments"] = told(Count());
  return out;
}

void add_memory(py::module_& cuda) {
  memory_number(cuda, "memory_allocated", [](const MemoryStats& stats) { return stats.allocated; });
  memory_number(cuda, "max_memory_allocated", [](const MemoryStats& stats) { return stats.max_allocated; });
  memory_number(cuda, "memory_reserved", [](const MemoryStats& stats) { return stats.reserved; });
  memory_number(cuda, "max_memory_reserved", [](const MemoryStats& stats) { return stats.max_reserved; });
  cuda.def(
      "mem_get_info",
      [](const py::object& device) {
        const int index = index_of(device);
        const MemoryStats stats = backend_of(index).memory_stats(index);
        return py::make_tuple(stats.device_free, stats.device_total);
      },
      py::arg("device") = py::none());
  cuda.def("_memory_counts", &memory_counts, py::arg("device"));
  const auto reset = [&cuda](const char* name, void (Backend::*begin_anew)(int)) {
    cuda.def(
        name,
        [name = std::string(name), begin_anew](const py::object& device) {
          if (!is_available()) throw Error("invalid argument to " + name);
          registry::cuda_init();
          const int index = index_of(device);
          (backend_of(index).*begin_anew)(index);
        },
        py::arg("device") = py::none());
  };
  reset("reset_peak_memory_stats", &Backend::reset_peaks);
  reset("reset_accumulated_memory_stats", &Backend::reset_totals);
  cuda.def("empty_cache", [] {
    if (!registry::cuda_initialized()) return;
    for (int i = 0; i < registry::cuda()->device_count(); ++i) registry::cuda()->empty_cache(i);
  });
}

/// torch.backends.cuda.matmul.allow_tf32; given before CUDA starts, it waits for it.
void add_precision(py::module_& cuda) {
  static bool allowed = false;
  cuda.def("_allow_tf32", [] { return allowed; });
  cuda.def("_set_allow_tf32", [](bool allow) {
    allowed = allow;
    registry::at_cuda_start([allow](Backend& backend) { backend.set_allow_tf32(allow); });
  });
}

}  // namespace

void add_cuda(py::module_& cuda) {
  py::class_<DeviceProperties>(cuda, "_CudaDeviceProperties")
      .def_readonly("name", &DeviceProperties::name)
      .def_readonly("major", &DeviceProperties::major)
      .def_readonly("minor", &DeviceProperties::minor)
      .def_readonly("total_memory", &DeviceProperties::total_memory)
      .def_readonly("multi_processor_count", &DeviceProperties::multiprocessor_count)
      .def_property_readonly(
          "uuid", [](const DeviceProperties& self) { return self.uuid.substr(self.uuid.find('-') + 1); })
      .def("__repr__", [](const DeviceProperties& self) {
        return "_CudaDeviceProperties(name='" + self.name + "', major=" + std::to_string(self.major) +
               ", minor=" + std::to_string(self.minor) +
               ", total_memory=" + std::to_string(self.total_memory >> 20) +
               "MB, multi_processor_count=" + std::to_string(self.multiprocessor_count) + ")";
      });
  add_queries(cuda);
  add_seeds(cuda);
  add_memory(cuda);
  add_precision(cuda);
}

}  // namespace todevice::python
