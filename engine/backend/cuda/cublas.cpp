// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/cublas.h"

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/errors.h"

namespace todevice::cuda::cublas {

namespace {

void* open_file(int how) {
  return dlopen(file_name().c_str(), RTLD_LAZY | RTLD_LOCAL | how);
}

template <class F>
void find(void* from, F& function, const char* name) {
  function = reinterpret_cast<F>(dlsym(from, name));
  if (function == nullptr)
    throw Error("NVIDIA's cuBLAS (" + file_name() + ") lacks " + name +
                ", which matrix products on a GPU need: install the CUDA toolkit's own.");
}

Library open() {
  void* const file = open_file(0);
  if (file == nullptr) {
    throw Error("Matrix products on a GPU need NVIDIA's cuBLAS, which cannot be loaded (" +
                std::string(dlerror()) + "): install the CUDA toolkit's libraries.");
  }
  Library lib;
  find(file, lib.create, "cublasLtCreate");
  find(file, lib.matmul, "cublasLtMatmul");
  find(file, lib.heuristic, "cublasLtMatmulAlgoGetHeuristic");
  find(file, lib.desc_create, "cublasLtMatmulDescCreate");
  find(file, lib.desc_destroy, "cublasLtMatmulDescDestroy");
  find(file, lib.desc_set, "cublasLtMatmulDescSetAttribute");
  find(file, lib.layout_create, "cublasLtMatrixLayoutCreate");
  find(file, lib.layout_destroy, "cublasLtMatrixLayoutDestroy");
  find(file, lib.layout_set, "cublasLtMatrixLayoutSetAttribute");
  find(file, lib.preference_create, "cublasLtMatmulPreferenceCreate");
  find(file, lib.preference_destroy, "cublasLtMatmulPreferenceDestroy");
  find(file, lib.preference_set, "cublasLtMatmulPreferenceSetAttribute");
  find(file, lib.status_name, "cublasLtGetStatusName");
  return lib;
}

/// The folders that the loader looks through for this plug-in, all but those of its cache.
std::vector<std::filesystem::path> folders() {
  Dl_info self{};
  if (dladdr(reinterpret_cast<void*>(&is_there), &self) == 0) return {};
  void* const plugin = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (plugin == nullptr) return {};
  std::vector<std::filesystem::path> found;
  Dl_serinfo size{};
  if (dlinfo(plugin, RTLD_DI_SERINFOSIZE, &size) == 0) {
    std::vector<std::max_align_t> memory(size.dls_size / sizeof(std::max_align_t) + 1);
    auto* const all = reinterpret_cast<Dl_serinfo*>(memory.data());
    if (dlinfo(plugin, RTLD_DI_SERINFOSIZE, all) == 0 && dlinfo(plugin, RTLD_DI_SERINFO, all) == 0) {
      for (unsigned i = 0; i < all->dls_cnt; ++i) found.emplace_back(all->dls_serpath[i].dls_name);
    }
  }
  dlclose(plugin);
  return found;
}

}  // namespace

const Library& library() {
  static const Library& opened = *new Library(open());
  return opened;
}

bool is_there() {
  for (const auto& folder : folders()) {
    std::error_code error;
    if (std::filesystem::exists(folder / file_name(), error)) return true;
  }
  return open_file(0) != nullptr;
}

const std::string& file_name() {
  static const std::string name = "libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR);
  return name;
}

}  // namespace todevice::cuda::cublas
