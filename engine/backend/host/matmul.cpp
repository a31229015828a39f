// SPDX-License-Identifier: Apache-2.0
#include <cblas.h>

#include <algorithm>
#include <memory>

#include "backend/host/crew.h"
#include "backend/host/kernels_impl.h"
#include "backend/host/tiny_product.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

namespace todevice::host {

namespace {

/// One matrix of a batch as BLAS takes it: row-major, perhaps to be transposed. `owned` holds a copy where
/// the strides are none that BLAS knows.
template <class T>
struct Matrix {
  const T* data = nullptr;
  CBLAS_TRANSPOSE transpose = CblasNoTrans;
  int leading = 1;
  std::unique_ptr<T[]> owned;
};

template <class T>
Matrix<T> as_matrix(const View& view, std::int64_t batch) {
  const std::int64_t rows = view.shape[1];
  const std::int64_t columns = view.shape[2];
  const std::int64_t down = view.strides[1];
  const std::int64_t across = view.strides[2];
  Matrix<T> m;
  m.data = view.as<T>() + batch * view.strides[0];
  if ((across == 1 || columns == 1) && (down >= columns || rows == 1)) {
    m.leading = static_cast<int>(rows == 1 ? std::max<std::int64_t>(columns, 1) : down);
  } else if ((down == 1 || rows == 1) && (across >= rows || columns == 1)) {
    m.transpose = CblasTrans;
    m.leading = static_cast<int>(columns == 1 ? std::max<std::int64_t>(rows, 1) : across);
  } else {
    m.owned = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(rows * columns));
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j)
        m.owned[static_cast<std::size_t>(i * columns + j)] = m.data[i * down + j * across];
    }
    m.data = m.owned.get();
    m.leading = static_cast<int>(std::max<std::int64_t>(columns, 1));
  }
  return m;
}

void gemm(const Matrix<float>& a, const Matrix<float>& b, float* c, int n, int m, int k, int ldc,
          double alpha, double beta) {
  cblas_sgemm(CblasRowMajor, a.transpose, b.transpose, n, m, k, static_cast<float>(alpha), a.data, a.leading,
              b.data, b.leading, static_cast<float>(beta), c, ldc);
}
void gemm(const Matrix<double>& a, const Matrix<double>& b, double* c, int n, int m, int k, int ldc,
          double alpha, double beta) {
  cblas_dgemm(CblasRowMajor, a.transpose, b.transpose, n, m, k, alpha, a.data, a.leading, b.data, b.leading,
              beta, c, ldc);
}

/// For types without BLAS.
template <class T>
void plain(const View& out, const View& a, const View& b, double alpha, double beta) {
  using A = Accumulate<T>;
  const std::int64_t n = out.shape[1], m = out.shape[2], k = a.shape[2];
  for (std::int64_t batch = 0; batch < out.shape[0]; ++batch) {
    for (std::int64_t i = 0; i < n; ++i) {
      if (trace::interrupt_requested()) throw Interrupted();
      const T* x = a.as<T>() + batch * a.strides[0] + i * a.strides[1];
      for (std::int64_t j = 0; j < m; ++j) {
        const T* y = b.as<T>() + batch * b.strides[0] + j * b.strides[2];
        A total{};
        for (std::int64_t l = 0; l < k; ++l) {
          total += convert<A>(x[l * a.strides[2]]) * convert<A>(y[l * b.strides[1]]);
        }
        T& o = out.as<T>()[batch * out.strides[0] + i * out.strides[1] + j * out.strides[2]];
        const A before = beta == 0 ? A{} : convert<A>(convert<A>(o) * static_cast<A>(beta));
        o = convert<T>(static_cast<A>(static_cast<A>(alpha) * total + before));
      }
    }
  }
}

/// Where row or column `at` of the operand as it is multiplied begins.
template <class T>
Matrix<T> from_row(const Matrix<T>& m, std::int64_t at) {
  return {m.data + (m.transpose == CblasNoTrans ? at * m.leading : at), m.transpose, m.leading, nullptr};
}
template <class T>
Matrix<T> from_column(const Matrix<T>& m, std::int64_t at) {
  return {m.data + (m.transpose == CblasNoTrans ? at : at * m.leading), m.transpose, m.leading, nullptr};
}

/// A product cut along its longer side, a piece for each thread. OpenBLAS runs each on the thread that asks.
template <class T>
void cut(const Matrix<T>& a, const Matrix<T>& b, T* c, int n, int m, int k, int ldc, double alpha,
         double beta) {
  constexpr std::int64_t kWorthHelp = std::int64_t{4} << 20;  // multiplications: about 50 microseconds
  constexpr int kThinnest = 16;
  [[maybe_unused]] static const bool one_thread_each = (openblas_set_num_threads(1), true);
  const std::int64_t worth = std::int64_t{n} * m * k / kWorthHelp;
  const int longer = std::max(n, m);
  const int most = std::max(1, std::min(Crew::get().size(), longer / kThinnest));
  const int pieces = static_cast<int>(std::clamp<std::int64_t>(worth, 1, most));
  Crew::get().run(pieces, [&](int piece) {
    const auto edge = [&](int i) {
      return i == pieces ? longer
                         : static_cast<int>(std::int64_t{longer} * i / pieces / kThinnest * kThinnest);
    };
    const int begin = edge(piece), count = edge(piece + 1) - begin;
    if (n >= m) {
      gemm(from_row(a, begin), b, c + std::int64_t{begin} * ldc, count, m, k, ldc, alpha, beta);
    } else {
      gemm(a, from_column(b, begin), c + begin, n, count, k, ldc, alpha, beta);
    }
  });
}

/// The rows of a big product in bands, so that an interrupt is seen between them.
template <class T>
void blas(const View& out, const View& a, const View& b, double alpha, double beta) {
  const std::int64_t n = out.shape[1];
  const int m = static_cast<int>(out.shape[2]), k = static_cast<int>(a.shape[2]);
  const std::int64_t band_work = (std::int64_t{2} << 30) * Crew::get().size();
  const std::int64_t band =
      std::max<std::int64_t>(64, band_work / std::max<std::int64_t>(1, std::int64_t{m} * k));
  for (std::int64_t batch = 0; batch < out.shape[0]; ++batch) {
    const Matrix<T> right = as_matrix<T>(b, batch);
    for (std::int64_t begin = 0; begin < n; begin += band) {
      if (trace::interrupt_requested()) throw Interrupted();
      View rows = a;
      rows.shape[1] = std::min(band, n - begin);
      rows.data = a.as<T>() + begin * a.strides[1];
      T* target = out.as<T>() + batch * out.strides[0] + begin * out.strides[1];
      const int leading = static_cast<int>(n == 1 ? std::max(m, 1) : out.strides[1]);
      cut(as_matrix<T>(rows, batch), right, target, static_cast<int>(rows.shape[1]), m, k, leading, alpha,
          beta);
    }
  }
}

}  // namespace

void matmul(const View& out, const View& a, const View& b, double alpha, double beta) {
  if (numel(out.shape) == 0) return;
  const bool rows_contiguous = out.strides[2] == 1 || out.shape[2] == 1;
  const bool tiny = out.shape[1] * out.shape[2] * a.shape[2] <= kTinyProduct;
  dispatch(out.dtype, [&]<class T>() {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      if (tiny) return tiny_product(out, a, b, static_cast<T>(alpha), static_cast<T>(beta));
      if (rows_contiguous && a.shape[2] > 0) return blas<T>(out, a, b, alpha, beta);
    }
    plain<T>(out, a, b, alpha, beta);
  });
}

}  // namespace todevice::host
