// SPDX-License-Identifier: Apache-2.0
#include "backend/host/tiny_product.h"

#include "backend/host/wide.h"

namespace todevice::host {

namespace {

constexpr int kWidest = 16;

/// Columns of b that are summed up side by side.
int width_for(std::int64_t columns) {
  return columns <= 4 ? 4 : columns <= 8 ? 8 : kWidest;
}

/// One matrix of a batch.
template <class T>
struct Matrix {
  T* data;
  std::int64_t down, across;
  Matrix(const View& view, std::int64_t batch)
      : data(view.as<T>() + batch * view.strides[0]), down(view.strides[1]), across(view.strides[2]) {}
};

/// b as rows of a multiple of `width`: as it lies where it does so already, else in `room`.
template <class T>
Matrix<const T> in_rows(const View& view, std::int64_t batch, int width, T* room) {
  Matrix<const T> b(view, batch);
  const std::int64_t rows = view.shape[1], columns = view.shape[2];
  if (b.across == 1 && columns % width == 0) return b;
  const std::int64_t padded = (columns + width - 1) / width * width;
  for (std::int64_t l = 0; l < rows; ++l) {
    T* row = room + l * padded;
    for (std::int64_t j = 0; j < columns; ++j) row[j] = b.data[l * b.down + j * b.across];
    for (std::int64_t j = columns; j < padded; ++j) row[j] = T(0);
  }
  b.data = room;
  b.down = padded;
  b.across = 1;
  return b;
}

template <int kWidth, class T>
TODEVICE_INLINE void rows_by_columns(const Matrix<T>& out, const Matrix<const T>& a, const Matrix<const T>& b,
                                     std::int64_t n, std::int64_t m, std::int64_t k, T alpha, T beta) {
  for (std::int64_t i = 0; i < n; ++i) {
    const T* x = a.data + i * a.down;
    for (std::int64_t from = 0; from < m; from += kWidth) {
      T sums[kWidth] = {};
      const T* y = b.data + from;
      for (std::int64_t l = 0; l < k; ++l) {
        const T factor = x[l * a.across];
        for (int j = 0; j < kWidth; ++j) sums[j] += factor * y[l * b.down + j];
      }
      T* o = out.data + i * out.down + from * out.across;
      const std::int64_t columns = m - from < kWidth ? m - from : kWidth;
      if (beta == T(0)) {
        for (std::int64_t j = 0; j < columns; ++j) o[j * out.across] = alpha * sums[j];
      } else {
        for (std::int64_t j = 0; j < columns; ++j)
          o[j * out.across] = alpha * sums[j] + beta * o[j * out.across];
      }
    }
  }
}

template <class T>
TODEVICE_INLINE void product(const View& out, const View& a, const View& b, T alpha, T beta) {
  const std::int64_t n = out.shape[1], m = out.shape[2], k = a.shape[2];
  const int width = width_for(m);
  T room[kTinyProduct * 4];  // the most that padding makes of it: one column becomes four
  for (std::int64_t batch = 0; batch < out.shape[0]; ++batch) {
    const Matrix<T> o(out, batch);
    const Matrix<const T> left(a, batch);
    const Matrix<const T> right = in_rows(b, batch, width, room);
    if (width == 4) {
      rows_by_columns<4>(o, left, right, n, m, k, alpha, beta);
    } else if (width == 8) {
      rows_by_columns<8>(o, left, right, n, m, k, alpha, beta);
    } else {
      rows_by_columns<kWidest>(o, left, right, n, m, k, alpha, beta);
    }
  }
}

}  // namespace

TODEVICE_WIDE void tiny_product(const View& out, const View& a, const View& b, float alpha, float beta) {
  product<float>(out, a, b, alpha, beta);
}
TODEVICE_WIDE void tiny_product(const View& out, const View& a, const View& b, double alpha, double beta) {
  product<double>(out, a, b, alpha, beta);
}

}  // namespace todevice::host
