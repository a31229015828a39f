// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backend/allocator_counts.h"
#include "core/device.h"
#include "visibility/visibility.h"

namespace todevice {

class Kernels;
class StreamControl;
namespace trace {
class CallRecorder;
}

/// One logical device as it describes itself.
struct DeviceProperties {
  std::string name;              ///< "NVIDIA H200", "Simulated GPU", "CPU"
  std::string uuid;              ///< "GPU-..." ; empty for the CPU
  std::string pci_bus_id;        ///< "0000:01:00.0"
  std::size_t total_memory = 0;  ///< bytes
  int major = 0;                 ///< compute capability
  int minor = 0;
  int multiprocessor_count = 0;
  bool simulated = false;
};

/// Three numbers that differ, and are shown apart. Bytes.
struct MemoryStats {
  std::size_t allocated = 0;  ///< held by tensors (rounded as the allocator rounds)
  std::size_t max_allocated = 0;
  std::size_t reserved = 0;  ///< held by the allocator's pool
  std::size_t max_reserved = 0;
  std::size_t device_free = 0;  ///< as the driver says, all processes counted
  std::size_t device_total = 0;
};

/// A family of devices: the CPU, simulated GPUs, CUDA GPUs. Every backend passes tests/engine/contract.
///
/// Index arguments are logical and were checked (0 <= index < device_count()); the CPU's is 0. Errors are
/// thrown as core/errors.h; what is marked noexcept answers honestly instead (a broken driver means zero
/// devices).
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const noexcept = 0;  ///< "host", "sim", "cuda"
  virtual DeviceType device_type() const noexcept = 0;
  /// Logical devices. The first call reads CUDA_VISIBLE_DEVICES, once in a process.
  virtual int device_count() noexcept = 0;
  /// Whether the variable has been read: from then on a change of it is too late.
  virtual bool has_read_variable() const noexcept { return false; }
  /// Why device_count() is 0 although there are GPUs, in PyTorch's words ("Unexpected error from
  /// cudaGetDeviceCount() ..."); empty when nothing is wrong.
  virtual std::string start_error() { return {}; }
  /// Every GPU of the machine in PCI order, whether this process may see it or not; starts nothing.
  virtual std::vector<visibility::PhysicalGpu> physical_gpus() { return {}; }
  virtual DeviceProperties properties(int index) = 0;
  virtual MemoryStats memory_stats(int index) = 0;
  /// The history of the allocator (allocator_counts.h); all 0 where none is kept or nothing was asked of it
  /// yet.
  virtual AllocatorCounts allocator_counts(int /*index*/) { return {}; }
  /// The peaks of memory_stats() and of the counts begin anew at what is held now.
  virtual void reset_peaks(int /*index*/) {}
  /// What the counts have added up and taken away begins anew at 0.
  virtual void reset_totals(int /*index*/) {}

  /// Uninitialised bytes, aligned to 64 at least (CUDA and simulated GPUs: 512, as PyTorch's allocator
  /// rounds). Throws OutOfMemoryError with PyTorch's wording; everything stays usable.
  virtual void* allocate(int index, std::size_t bytes) = 0;
  virtual void deallocate(int index, void* data, std::size_t bytes) noexcept = 0;
  /// Gives cached, unused memory back to the device.
  virtual void empty_cache(int index) = 0;

  /// Contiguous bytes between devices, in program order; the host end may be any ordinary memory. Exactly one
  /// of the ends may be the CPU; GPU to GPU takes the backend of the GPUs. `blocking` false: returns before
  /// it is done where the hardware can (pinned host memory).
  virtual void copy(Device to, void* dst, Device from, const void* src, std::size_t bytes, bool blocking) = 0;
  /// Returns when everything queued on the device is done.
  virtual void synchronize(int index) = 0;

  /// The operations, run on the device `index` (the same object may serve all).
  virtual Kernels& kernels(int index) = 0;

  /// Streams, events, graphs and pinned memory (streams.h); null where there are none.
  virtual StreamControl* streams() noexcept { return nullptr; }
  /// torch.backends.cuda.matmul.allow_tf32. Without effect where there are no tensor cores.
  virtual void set_allow_tf32(bool) noexcept {}
  virtual bool allow_tf32() const noexcept { return false; }
  /// Writes down what happens below (trace/calls.h); null where nothing does.
  virtual trace::CallRecorder* calls() noexcept { return nullptr; }
  /// Why nothing of this backend works any more in this process, in the driver's words; empty: all is well.
  virtual std::string fault() { return {}; }
};

}  // namespace todevice
