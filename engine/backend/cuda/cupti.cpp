// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/cupti.h"

#include <cuda.h>
#include <dlfcn.h>

#include <cstdlib>
#include <vector>

namespace todevice::cuda::cupti {

namespace {

const std::string& file_name() {
  static const std::string name = "libcupti.so." + std::to_string(CUDA_VERSION / 1000);
  return name;
}

std::vector<std::string> places() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* const home = std::getenv(variable);
    if (home == nullptr || *home == 0) continue;
    folders.push_back(std::string(home) + "/extras/CUPTI/lib64/");
    folders.push_back(std::string(home) + "/lib64/");
  }
  for (const char* folder : {"/usr/local/cuda/extras/CUPTI/lib64/", "/usr/local/cuda/lib64/",
                             "/usr/local/cuda/targets/x86_64-linux/lib/", "/usr/local/cuda/lib/"}) {
    folders.emplace_back(folder);
  }
  return folders;
}

void* open_file() {
  if (void* const loaded = dlopen(file_name().c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) return loaded;
  if (void* const found = dlopen(file_name().c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
  for (const auto& folder : places()) {
    if (void* const found = dlopen((folder + file_name()).c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
  }
  return nullptr;
}

template <class F>
bool find(void* from, F& function, const char* name) {
  function = reinterpret_cast<F>(dlsym(from, name));
  return function != nullptr;
}

Library open() {
  Library lib;
  void* const file = open_file();
  if (file == nullptr) {
    lib.problem = "CUDA calls cannot be listed: NVIDIA's CUPTI (" + file_name() +
                  ") is not on this machine; it comes with the CUDA toolkit.";
    return lib;
  }
  const bool complete = find(file, lib.register_callbacks, "cuptiActivityRegisterCallbacks") &&
                        find(file, lib.enable, "cuptiActivityEnable") &&
                        find(file, lib.disable, "cuptiActivityDisable") &&
                        find(file, lib.flush_all, "cuptiActivityFlushAll") &&
                        find(file, lib.next_record, "cuptiActivityGetNextRecord") &&
                        find(file, lib.dropped, "cuptiActivityGetNumDroppedRecords") &&
                        find(file, lib.set_attribute, "cuptiActivitySetAttribute") &&
                        find(file, lib.timestamp, "cuptiGetTimestamp") &&
                        find(file, lib.callback_name, "cuptiGetCallbackName") &&
                        find(file, lib.stream_id, "cuptiGetStreamIdEx") &&
                        find(file, lib.result_string, "cuptiGetResultString");
  if (!complete) {
    lib.problem = "CUDA calls cannot be listed: NVIDIA's CUPTI (" + file_name() +
                  ") lacks functions that are needed; install the CUDA toolkit's own.";
  }
  return lib;
}

}  // namespace

std::string Library::words(CUptiResult result) const {
  const char* text = nullptr;
  if (result_string == nullptr || result_string(result, &text) != CUPTI_SUCCESS || text == nullptr)
    return "error " + std::to_string(static_cast<int>(result));
  return text;
}

const Library& library() {
  static const Library& opened = *new Library(open());
  return opened;
}

}  // namespace todevice::cuda::cupti
