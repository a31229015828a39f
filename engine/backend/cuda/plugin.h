// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "visibility/visibility.h"

namespace todevice::cuda {

/// Raised whenever Plugin, Backend or Kernels change: a plug-in of another build refuses to serve.
inline constexpr int kPluginAbi = 2;
/// The file, beside the engine's library, and its one C entry point.
inline constexpr const char* kPluginFile = "libtodevice_cuda.so";
inline constexpr const char* kPluginEntry = "todevice_cuda_plugin";

/// What the plug-in says of this machine's real GPUs.
struct Plugin {
  std::shared_ptr<Backend> backend;               ///< null: none, and `note` says why in one sentence
  std::vector<visibility::PhysicalGpu> physical;  ///< every GPU of the machine, in PCI bus order
  std::string note;
};

/// The entry point's type: fills `plugin` and returns true, or returns false when `abi` is not its own.
/// Starts no CUDA context; CUDA_VISIBLE_DEVICES is read at the first use of the backend. Never throws. The
/// library must stay loaded for the life of the process.
using PluginEntry = bool (*)(int abi, Plugin* plugin);

}  // namespace todevice::cuda
