// SPDX-License-Identifier: Apache-2.0
#include "plugin.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace todevice::worker {

namespace {

/// Where the engine's library is too: in the build tree as when installed. Beside the program where both were
/// copied to another machine.
std::filesystem::path plugin_path() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* folder : {"../lib/todevice", TODEVICE_LIBRARY_FOLDER, "."}) {
    if (auto path = program / folder / cuda::kPluginFile; std::filesystem::exists(path, error)) return path;
  }
  return cuda::kPluginFile;
}

bool has_driver() {
  // Never closed: a driver that was loaded stays.
  return dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
}

/// "libx.so.1: cannot open shared object file: ..." names the library that is missing.
void explain_not_loaded(RealGpus& found, const std::string& error) {
  const std::string start = "There is an NVIDIA driver, but ";
  const std::string library = error.substr(0, error.find(':'));
  auto& note = found.plugin.note;
  if (error.find("cannot open shared object file") == std::string::npos) {
    found.code = "not_loaded";
    found.detail = error;
    note = start + "ToDevice's CUDA part cannot be loaded: " + error + ".";
  } else if (library.ends_with(cuda::kPluginFile)) {
    found.code = "no_cuda_part";
    note = start + "this ToDevice has no CUDA part (" + cuda::kPluginFile +
           " is missing): install the CUDA toolkit and build ToDevice again.";
  } else {
    found.code = "library_missing";
    found.detail = library;
    note = start + "ToDevice's CUDA part needs " + library +
           ", which is missing: install the CUDA toolkit's libraries.";
  }
}

}  // namespace

RealGpus find_real_gpus() {
  RealGpus found;
  if (!has_driver()) {
    found.code = "no_driver";
    found.plugin.note =
        "There is no NVIDIA driver on this machine (libcuda.so.1 cannot be loaded); real GPUs need NVIDIA's "
        "driver.";
    return found;
  }
  void* const library = dlopen(plugin_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    explain_not_loaded(found, dlerror());
    return found;
  }
  const auto entry = reinterpret_cast<cuda::PluginEntry>(dlsym(library, cuda::kPluginEntry));
  if (entry == nullptr || !entry(cuda::kPluginAbi, &found.plugin)) {
    found = {};
    found.code = "does_not_fit";
    found.plugin.note = "ToDevice's CUDA part does not fit this worker.";
  } else if (!found.plugin.note.empty()) {
    found.code = "cuda";
    found.detail = found.plugin.note;
  }
  return found;
}

}  // namespace todevice::worker
