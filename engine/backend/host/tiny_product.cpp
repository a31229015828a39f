// SPDX-License-Identifier: Apache-2.0
#include "backend/host/tiny_product.h"

#include <cstring>

#include "backend/host/wide.h"

namespace todevice::host {

namespace {

/// Columns of b that are summed up side by side: a vector of 256 bits, half of one for narrow results.
template <class T>
inline constexpr int kWidest = 32 / sizeof(T);
template <class T>
inline constexpr int kNarrow = kWidest<T> / 2;

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

/// kRows rows of the result from row `i` on: their sums do not wait for each other.
template <int kRows, int kWidth, class T>
TODEVICE_INLINE void some_rows(const Matrix<T>& out, const Matrix<const T>& a, const Matrix<const T>& b,
                               std::int64_t i, std::int64_t m, std::int64_t k, T alpha, T beta) {
  using Several __attribute__((vector_size(sizeof(T) * kWidth))) = T;
  const T* x = a.data + i * a.down;
  for (std::int64_t from = 0; from < m; from += kWidth) {
    Several sums[kRows] = {};
    for (std::int64_t l = 0; l < k; ++l) {
      Several y;
      std::memcpy(&y, b.data + from + l * b.down, sizeof y);
      for (int r = 0; r < kRows; ++r) sums[r] += x[r * a.down + l * a.across] * y;
    }
    const std::int64_t columns = m - from < kWidth ? m - from : kWidth;
    for (int r = 0; r < kRows; ++r) {
      T* o = out.data + (i + r) * out.down + from * out.across;
      const bool whole = out.across == 1 && columns == kWidth;
      Several result = alpha * sums[r];
      if (beta != T(0)) {
        Several before{};
        for (std::int64_t j = 0; !whole && j < columns; ++j) before[j] = o[j * out.across];
        if (whole) std::memcpy(&before, o, sizeof before);
        result += beta * before;
      }
      for (std::int64_t j = 0; !whole && j < columns; ++j) o[j * out.across] = result[j];
      if (whole) std::memcpy(o, &result, sizeof result);
    }
  }
}

template <int kWidth, class T>
TODEVICE_INLINE void rows_by_columns(const Matrix<T>& out, const Matrix<const T>& a, const Matrix<const T>& b,
                                     std::int64_t n, std::int64_t m, std::int64_t k, T alpha, T beta) {
  constexpr int kRows = 4;  // as many as leave the sums in registers
  std::int64_t i = 0;
  for (; i + kRows <= n; i += kRows) some_rows<kRows, kWidth>(out, a, b, i, m, k, alpha, beta);
  for (; i < n; ++i) some_rows<1, kWidth>(out, a, b, i, m, k, alpha, beta);
}

template <class T>
TODEVICE_INLINE void product(const View& out, const View& a, const View& b, T alpha, T beta) {
  const std::int64_t n = out.shape[1], m = out.shape[2], k = a.shape[2];
  const int width = m <= kNarrow<T> ? kNarrow<T> : kWidest<T>;
  T room[kTinyProduct * 4];  // the most that padding makes of it: one column becomes four
  for (std::int64_t batch = 0; batch < out.shape[0]; ++batch) {
    const Matrix<T> o(out, batch);
    const Matrix<const T> left(a, batch);
    const Matrix<const T> right = in_rows(b, batch, width, room);
    if (width == kNarrow<T>) {
      rows_by_columns<kNarrow<T>>(o, left, right, n, m, k, alpha, beta);
    } else {
      rows_by_columns<kWidest<T>>(o, left, right, n, m, k, alpha, beta);
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
