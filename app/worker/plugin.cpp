// SPDX-License-Identifier: Apache-2.0
#include "plugin.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace todevice::worker {

namespace {

/// Where the engine's library is too: in the build tree as when installed.
std::filesystem::path plugin_path() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* folder : {"../lib/todevice", TODEVICE_LIBRARY_FOLDER}) {
    if (auto path = program / folder / cuda::kPluginFile; std::filesystem::exists(path, error)) return path;
  }
  return cuda::kPluginFile;
}

bool has_driver() {
  // Never closed: a driver that was loaded stays.
  return dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
}

}  // namespace

RealGpus find_real_gpus() {
  RealGpus found;
  if (!has_driver()) {
    found.note = "There is no NVIDIA driver on this machine (libcuda.so.1 cannot be loaded).";
    return found;
  }
  void* const library = dlopen(plugin_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    found.note = std::string("There is an NVIDIA driver, but ToDevice's CUDA part cannot be loaded: ") +
                 dlerror() + ".";
    return found;
  }
  const auto entry = reinterpret_cast<cuda::PluginEntry>(dlsym(library, cuda::kPluginEntry));
  if (entry == nullptr || !entry(cuda::kPluginAbi, &found)) {
    found = {};
    found.note = "ToDevice's CUDA part does not fit this worker.";
    return found;
  }
  return found;
}

}  // namespace todevice::worker
