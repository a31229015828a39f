// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "backend/cuda/capture.h"
#include "backend/cuda/device/block_product.cuh"
#include "backend/cuda/device/nll.cuh"
#include "backend/cuda/device/optim.cuh"
#include "backend/cuda/device/rows.cuh"

/// The parts of a kernel of one block (small_work.h), as the block reads them.
namespace todevice::cuda::small {

inline constexpr unsigned kThreads = kProductThreads;  ///< of the block

enum class Kind : std::uint8_t {
  fill,
  copy,
  unary,
  binary,
  sum,
  softmax,
  softmax_grad,
  nll,
  nll_grad,
  sgd,
  adam,
  count,
  product
};

/// Element-wise, rows of columns; a null input is the number.
struct Map {
  struct Steps {
    std::uint32_t down, right;
  };
  std::uint8_t op;
  float* out;
  const float *a, *b;
  float a_number, b_number;
  std::uint32_t count;
  Divider columns;
  Steps out_steps, a_steps, b_steps;
};

struct Sum {
  float* out;
  const float* in;
  float factor;
  std::uint32_t outputs, length, together;
  std::int64_t out_step, kept_step, inner_step;
};

struct Softmax {
  Rows<float> out, in, result;  ///< forward: out, in; backward: grad_in, grad_out, out
  std::uint32_t rows, width, together;
  bool log;
};

struct SgdPart {
  Sgd<float> how;
  float* param;
  const float* grad;
  float* momentum;
  std::uint32_t count;
};

struct AdamPart {
  Adam<float> how;
  float *param, *average, *square;
  const float* grad;
  const AdamCell* cell;
  std::uint32_t count;
};

struct Count {
  Adam<float> how;
  AdamCell* cell;
};

struct alignas(16) Work {
  Kind kind;
  bool waits;
  std::uint32_t shift;  ///< the thread that begins: parts that wait for nothing take other warps
  union {
    Map map;
    Sum sum;
    Softmax softmax;
    Nll<float> nll;
    NllGrad<float> nll_grad;
    SgdPart sgd;
    AdamPart adam;
    Count count;
    BlockProduct product;
  };
  Work() {}  // which of them it is comes later
};

}  // namespace todevice::cuda::small
