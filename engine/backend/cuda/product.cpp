// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/product.h"

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "backend/cuda/check.h"
#include "backend/cuda/cublas.h"
#include "core/errors.h"

namespace todevice::cuda {

namespace {

std::atomic<bool> tf32_allowed{false};

static_assert(std::has_unique_object_representations_v<ProductShape>);
struct HashBytes {
  std::size_t operator()(const ProductShape& shape) const {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&shape), sizeof shape});
  }
};

struct Types {
  cudaDataType data;
  cublasComputeType_t compute;
  cudaDataType scale;
};

Types types_of(const ProductShape& shape) {
  switch (static_cast<DType>(shape.dtype)) {
    case DType::float16:
      return {CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F};
    case DType::bfloat16:
      return {CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_32F};
    case DType::float64:
      return {CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F};
    default:
      return {CUDA_R_32F, shape.tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUDA_R_32F};
  }
}

struct DestroyDesc {
  void operator()(cublasLtMatmulDescOpaque_t* desc) const { cublas::library().desc_destroy(desc); }
};
using Desc = std::unique_ptr<cublasLtMatmulDescOpaque_t, DestroyDesc>;
struct DestroyLayout {
  void operator()(cublasLtMatrixLayoutOpaque_t* layout) const { cublas::library().layout_destroy(layout); }
};
using Layout = std::unique_ptr<cublasLtMatrixLayoutOpaque_t, DestroyLayout>;

Layout layout(cudaDataType type, std::int64_t rows, std::int64_t columns, std::int64_t step,
              std::int64_t batch, std::int64_t batch_step) {
  cublasLtMatrixLayout_t made = nullptr;
  check(cublas::library().layout_create(&made, type, static_cast<std::uint64_t>(rows),
                                        static_cast<std::uint64_t>(columns), step),
        "cublasLtMatrixLayoutCreate");
  Layout kept(made);
  const auto count = static_cast<std::int32_t>(batch);
  check(cublas::library().layout_set(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count),
        "cublasLtMatrixLayoutSetAttribute");
  check(cublas::library().layout_set(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &batch_step,
                                     sizeof batch_step),
        "cublasLtMatrixLayoutSetAttribute");
  return kept;
}

template <class T>
void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t what, T value) {
  check(cublas::library().desc_set(desc, what, &value, sizeof value), "cublasLtMatmulDescSetAttribute");
}

template <class T>
void prefer(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t what, T value) {
  check(cublas::library().preference_set(preference, what, &value, sizeof value),
        "cublasLtMatmulPreferenceSetAttribute");
}

/// How one shape is computed. cuBLAS counts by columns, so it is told of the turned product
/// out^T = b^T x a^T, which is the same memory.
struct Way {
  Desc desc;
  Layout left, right, out;
  cublasLtMatmulHeuristicResult_t found{};
  bool works = false;
};

void search(cublasLtHandle_t handle, Way& way, std::int32_t alignment) {
  cublasLtMatmulPreference_t preference = nullptr;
  check(cublas::library().preference_create(&preference), "cublasLtMatmulPreferenceCreate");
  prefer(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspaceBytes);
  const auto bytes = static_cast<std::uint32_t>(alignment);
  prefer(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, bytes);
  prefer(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, bytes);
  prefer(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, bytes);
  prefer(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, bytes);
  int count = 0;
  const cublasStatus_t status =
      cublas::library().heuristic(handle, way.desc.get(), way.left.get(), way.right.get(), way.out.get(),
                                  way.out.get(), preference, 1, &way.found, &count);
  cublas::library().preference_destroy(preference);
  way.works = status == CUBLAS_STATUS_SUCCESS && count > 0;
}

Way make_way(cublasLtHandle_t handle, const ProductShape& s) {
  const Types types = types_of(s);
  Way way;
  cublasLtMatmulDesc_t desc = nullptr;
  check(cublas::library().desc_create(&desc, types.compute, types.scale), "cublasLtMatmulDescCreate");
  way.desc.reset(desc);
  set(desc, CUBLASLT_MATMUL_DESC_TRANSA, s.b_turned ? CUBLAS_OP_T : CUBLAS_OP_N);
  set(desc, CUBLASLT_MATMUL_DESC_TRANSB, s.a_turned ? CUBLAS_OP_T : CUBLAS_OP_N);
  if (s.bias) set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
  way.left = s.b_turned ? layout(types.data, s.inner, s.columns, s.b_step, s.batch, s.b_batch)
                        : layout(types.data, s.columns, s.inner, s.b_step, s.batch, s.b_batch);
  way.right = s.a_turned ? layout(types.data, s.rows, s.inner, s.a_step, s.batch, s.a_batch)
                         : layout(types.data, s.inner, s.rows, s.a_step, s.batch, s.a_batch);
  way.out = layout(types.data, s.columns, s.rows, s.out_step, s.batch, s.out_batch);
  search(handle, way, s.alignment);
  return way;
}

/// A program with ever new shapes forgets them all from time to time.
constexpr std::size_t kMostWays = 4096;

/// Of one GPU.
struct Ways {
  std::mutex mutex;
  cublasLtHandle_t handle = nullptr;
  std::unordered_map<ProductShape, Way, HashBytes> known;
};

Ways& ways_of(const Gpu& gpu) {
  static auto& all = *new std::array<Ways, 128>;  // never ended, as the GPUs
  return all[static_cast<std::size_t>(gpu.index)];
}

}  // namespace

void run_product(Gpu& gpu, const ProductShape& shape, void* out, const void* a, const void* b,
                 const void* bias, double alpha, double beta) {
  void* const workspace = gpu.workspace();
  Ways& ways = ways_of(gpu);
  const std::lock_guard lock(ways.mutex);
  if (!ways.handle) check(cublas::library().create(&ways.handle), "cublasLtCreate");
  auto found = ways.known.find(shape);
  if (found == ways.known.end() && ways.known.size() >= kMostWays) ways.known.clear();
  if (found == ways.known.end()) found = ways.known.emplace(shape, make_way(ways.handle, shape)).first;
  const Way& way = found->second;
  if (!way.works) raise(CUBLAS_STATUS_NOT_SUPPORTED, "cublasLtMatmulAlgoGetHeuristic");
  if (bias) set(way.desc.get(), CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
  const bool wide = static_cast<DType>(shape.dtype) == DType::float64;
  const float narrow_alpha = static_cast<float>(alpha), narrow_beta = static_cast<float>(beta);
  const void* alpha_at = wide ? static_cast<const void*>(&alpha) : &narrow_alpha;
  const void* beta_at = wide ? static_cast<const void*>(&beta) : &narrow_beta;
  check(cublas::library().matmul(ways.handle, way.desc.get(), alpha_at, b, way.left.get(), a, way.right.get(),
                                 beta_at, out, way.out.get(), out, way.out.get(), &way.found.algo, workspace,
                                 way.found.workspaceSize, gpu.queue()),
        "cublasLtMatmul");
}

void set_allow_tf32(bool value) noexcept {
  tf32_allowed = value;
}
bool allow_tf32() noexcept {
  return tf32_allowed.load(std::memory_order_relaxed);
}

}  // namespace todevice::cuda
