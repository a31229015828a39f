// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "backend/cuda/plugin.h"
#include "backend/registry.h"
#include "backend/sim/sim.h"

namespace todevice::testing {

/// The backend of `cuda` for a test program: with `--simulate` as the first argument a simulated GPU,
/// otherwise the machine's own through the plug-in. False: there is none, and the reason was printed.
inline bool choose_gpu(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--simulate") == 0) {
    registry::set_cuda(sim::make_backend(sim::machine(1)));
    return true;
  }
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::filesystem::path path = program / cuda::kPluginFile;
  if (!std::filesystem::exists(path)) path = program / "../lib/todevice" / cuda::kPluginFile;
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  cuda::Plugin plugin;
  if (!library) {
    plugin.note = dlerror();
  } else if (const auto entry = reinterpret_cast<cuda::PluginEntry>(dlsym(library, cuda::kPluginEntry));
             !entry || !entry(cuda::kPluginAbi, &plugin)) {
    plugin.note = "the plug-in is of another build";
  }
  if (!plugin.backend) {
    std::printf("SKIPPED, no GPU: %s\n", plugin.note.c_str());
    return false;
  }
  registry::set_cuda(plugin.backend);
  return true;
}

/// What CTest takes for "skipped".
inline constexpr int kSkipped = 77;

}  // namespace todevice::testing
