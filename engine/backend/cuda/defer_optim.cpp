// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/defer_optim.h"

#include <array>
#include <utility>

#include "backend/cuda/describe.h"
#include "backend/cuda/launchers.h"

namespace todevice::cuda {

namespace {

// A kernel for all of them takes about as long as one block for so many.
constexpr std::size_t kFewParameters = 12;
constexpr std::int64_t kFewElements = 8192;

bool is_small(std::span<const View> params) {
  std::int64_t count = 0;
  for (const View& param : params) {
    if (param.dtype != DType::float32) return false;
    count += numel(param.shape);
  }
  return params.size() <= kFewParameters && count <= kFewElements;
}

using Tensors = std::vector<View>;

Tensors kept(std::span<const View> views) {
  return {views.begin(), views.end()};
}

/// The view `i` of a list, or none of an empty one.
std::span<const View> one_of(std::span<const View> views, std::size_t i) {
  return views.empty() ? views : views.subspan(i, 1);
}

void defer_whole_sgd(Capture& capture, std::span<const View> params, std::span<const View> grads,
                     std::span<const View> momenta, const Kernels::SgdStep& how, small::Maybe small) {
  Deferred step = describe::optimiser(std::array{params, grads, momenta});
  step.small = std::move(small);
  step.queue = [p = kept(params), g = kept(grads), m = kept(momenta), how](Gpu& gpu) {
    sgd_step(gpu, p, g, m, how);
  };
  capture.defer(std::move(step));
}

void defer_whole_adam(Capture& capture, std::span<const View> params, std::span<const View> grads,
                      std::span<const View> averages, std::span<const View> squares,
                      const Kernels::AdamStep& how, AdamCell* cell) {
  Deferred step = describe::optimiser(std::array{params, grads, averages, squares}, cell);
  step.queue = [p = kept(params), g = kept(grads), m = kept(averages), v = kept(squares), how,
                cell](Gpu& gpu) { adam_step(gpu, p, g, m, v, how, cell); };
  capture.defer(std::move(step));
}

}  // namespace

void defer_sgd(Capture& capture, std::span<const View> params, std::span<const View> grads,
               std::span<const View> momenta, const Kernels::SgdStep& how) {
  if (!is_small(params)) return defer_whole_sgd(capture, params, grads, momenta, how, nullptr);
  for (std::size_t i = 0; i < params.size(); ++i) {
    const auto momentum = one_of(momenta, i);
    defer_whole_sgd(capture, one_of(params, i), one_of(grads, i), momentum, how,
                    small::sgd(params[i], grads[i], momentum.empty() ? nullptr : momentum.data(), how));
  }
}

void defer_adam(Capture& capture, std::span<const View> params, std::span<const View> grads,
                std::span<const View> averages, std::span<const View> squares, const Kernels::AdamStep& how) {
  AdamCell* const cell = capture.adam_cell(static_cast<std::uint64_t>(how.step) - 1, how.advance);
  if (!is_small(params)) return defer_whole_adam(capture, params, grads, averages, squares, how, cell);
  Deferred count = describe::optimiser({}, cell);
  count.small = small::count_adam(how, cell);
  count.queue = [how, cell](Gpu& gpu) { count_adam_step(gpu, how, cell); };
  capture.defer(std::move(count));
  for (std::size_t i = 0; i < params.size(); ++i) {
    Deferred step = describe::optimiser(
        std::array{one_of(params, i), one_of(grads, i), one_of(averages, i), one_of(squares, i)}, nullptr,
        cell);
    step.small = small::adam(params[i], grads[i], averages[i], squares[i], how, cell);
    step.queue = [part = step.small, &capture](Gpu& gpu) {
      small::run(gpu, capture, std::array{small::Part{part.get(), false}});
    };
    capture.defer(std::move(step));
  }
}

}  // namespace todevice::cuda
