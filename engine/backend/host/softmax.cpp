// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <vector>

#include "backend/host/kernels_impl.h"
#include "core/dispatch.h"
#include "core/errors.h"
#include "trace/trace.h"

namespace todevice::host {

namespace {

template <class T>
struct Row {
  T* data;
  std::int64_t step;
  T& operator[](std::int64_t i) const { return data[i * step]; }
};
template <class T>
Row<T> row(const View& view, std::int64_t i) {
  return {view.as<T>() + i * view.strides[0], view.strides[1]};
}

template <class Body>
void each_row(const View& view, Body body) {
  for (std::int64_t i = 0; i < view.shape[0]; ++i) {
    if ((i & 1023) == 1023 && trace::interrupt_requested()) throw Interrupted();
    body(i);
  }
}

}  // namespace

void softmax(const View& out, const View& in, bool log) {
  dispatch_floating(in.dtype, log ? "log_softmax_lastdim_kernel_impl" : "softmax_lastdim_kernel_impl",
                    [&]<class T>() {
                      using C = Compute<T>;
                      const std::int64_t n = in.shape[1];
                      each_row(in, [&](std::int64_t i) {
                        const Row<T> x = row<T>(in, i);
                        const Row<T> o = row<T>(out, i);
                        C highest = -std::numeric_limits<C>::infinity();
                        for (std::int64_t j = 0; j < n; ++j) highest = std::max(highest, convert<C>(x[j]));
                        C total = 0;
                        for (std::int64_t j = 0; j < n; ++j) total += std::exp(convert<C>(x[j]) - highest);
                        // PyTorch keeps both in the tensor's own dtype.
                        if (log) total = convert<C>(convert<T>(total));
                        const C log_total = convert<C>(convert<T>(std::log(total)));
                        const C share = C(1) / total;  // PyTorch multiplies by it
                        for (std::int64_t j = 0; j < n; ++j) {
                          const C shifted = convert<C>(x[j]) - highest;
                          o[j] = convert<T>(log ? shifted - log_total : std::exp(shifted) * share);
                        }
                      });
                    });
}

void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log) {
  dispatch_floating(out.dtype, "softmax_backward_lastdim_kernel_impl", [&]<class T>() {
    using C = Compute<T>;
    const std::int64_t n = out.shape[1];
    each_row(out, [&](std::int64_t i) {
      const Row<T> g = row<T>(grad_out, i);
      const Row<T> o = row<T>(out, i);
      const Row<T> result = row<T>(grad_in, i);
      C total = 0;
      for (std::int64_t j = 0; j < n; ++j) total += convert<C>(g[j]) * (log ? C(1) : convert<C>(o[j]));
      for (std::int64_t j = 0; j < n; ++j) {
        const C value = convert<C>(o[j]);
        result[j] =
            convert<T>(log ? convert<C>(g[j]) - std::exp(value) * total : value * (convert<C>(g[j]) - total));
      }
    });
  });
}

void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index) {
  dispatch_floating(log_prob.dtype, "nll_loss_out_frame", [&]<class T>() {
    const std::int64_t classes = log_prob.shape[1];
    each_row(log_prob, [&](std::int64_t i) {
      const std::int64_t label = target.as<std::int64_t>()[i * target.strides[0]];
      T& o = out.as<T>()[i * out.strides[0]];
      if (label == ignore_index) {
        o = convert<T>(0.0f);
        return;
      }
      if (label < 0 || label >= classes)
        throw IndexError("Target " + std::to_string(label) + " is out of bounds.");
      o = convert<T>(-convert<Compute<T>>(row<T>(log_prob, i)[label]));
    });
  });
}

void nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                 std::int64_t ignore_index) {
  dispatch_floating(log_prob.dtype, "nll_loss_out_frame", [&]<class T>() {
    using C = Compute<T>;
    const std::int64_t n = log_prob.shape[0];
    std::vector<T> room(static_cast<std::size_t>(n));
    const View rows{room.data(), log_prob.dtype, {n}, {1}};
    nll(rows, log_prob, target, ignore_index);
    reduce(ReduceOp::sum, loss, rows, 1);
    std::int64_t counted = 0;
    for (std::int64_t i = 0; i < n; ++i)
      counted += target.as<std::int64_t>()[i * target.strides[0]] != ignore_index ? 1 : 0;
    T& sum = *loss.as<T>();
    T& count = *total.as<T>();
    count = convert<T>(static_cast<C>(counted));
    if (mean) sum = convert<T>(convert<C>(sum) / convert<C>(count));
  });
}

void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
              const std::optional<View>& total) {
  dispatch_floating(grad.dtype, "nll_loss_backward_out_frame", [&]<class T>() {
    using C = Compute<T>;
    const C rows = total ? convert<C>(*total->as<T>()) : C(1);
    each_row(grad, [&](std::int64_t i) {
      const Row<T> g = row<T>(grad, i);
      for (std::int64_t j = 0; j < grad.shape[1]; ++j) g[j] = convert<T>(0.0f);
      const std::int64_t label = target.as<std::int64_t>()[i * target.strides[0]];
      if (label != ignore_index)
        g[label] = convert<T>(-convert<C>(scale.as<T>()[i * scale.strides[0]]) / rows);
    });
  });
}

}  // namespace todevice::host
