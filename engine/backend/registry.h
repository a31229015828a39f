// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "backend/backend.h"

namespace todevice {

/// The backends of this process: always the host, and at most one that answers for `cuda` (real or
/// simulated).
namespace registry {

Backend& host() noexcept;
/// The backend of `cuda`, or null when there is none (no GPU and none simulated).
Backend* cuda() noexcept;
/// Chooses the backend of `cuda`. Before the first use of CUDA; throws Error afterwards.
void set_cuda(std::shared_ptr<Backend> backend);

/// The backend of a device, CUDA started if it was not. Throws Error "No CUDA GPUs are available" or the
/// driver's error in PyTorch's words, AcceleratorError "CUDA error: invalid device ordinal ..." for an index
/// beyond the end.
Backend& of(Device device);
/// The device with its index filled in: "cuda" becomes the current GPU, "cpu" stays.
Device resolve(Device device);

/// Has anything in this process used CUDA yet? From then on CUDA_VISIBLE_DEVICES is not read again.
bool cuda_initialized() noexcept;
/// Starts CUDA (no effect the second time). Throws as `of`.
void cuda_init();
/// Runs `what` when CUDA starts, at once if it has: for what is asked of GPUs before, like a seed.
void at_cuda_start(std::function<void(Backend&)> what);
/// The current GPU of this thread: what "cuda" means.
int current_device();
void set_current_device(int index);  ///< negative: no effect, as PyTorch; beyond the end: AcceleratorError

/// Makes a stream of a GPU this thread's (StreamControl has the same, for backends alone).
void set_current_stream(int index, std::uint64_t stream);
/// Has that ever been done with another stream than a default one? Until then nobody need ask which is
/// current.
bool side_streams_used() noexcept;
/// The number of this thread's stream of a GPU; 0 where there is no choice.
std::uint64_t current_stream(Device device);

}  // namespace registry

/// Makes a GPU current for a scope.
class DeviceGuard {
 public:
  explicit DeviceGuard(Device device);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

 private:
  int previous_ = -1;
};

}  // namespace todevice
