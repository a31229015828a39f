// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/host/host.h"

namespace todevice::host {

// One file a family; HostKernels (kernels.cpp) only forwards.
void fill(const View& out, Scalar value);
void copy(const View& out, const View& in);
void arange(const View& out, Scalar start, Scalar step);
void unary(UnaryOp op, const View& out, const View& in);
void binary(BinaryOp op, const View& out, const View& a, const View& b);
void clamp(const View& out, const View& in, Scalar low, Scalar high);
void where(const View& out, const View& condition, const View& a, const View& b);
void reduce(ReduceOp op, const View& out, const View& in, std::uint32_t dims);
void variance(const View& out, const View& in, std::uint32_t dims, double correction, bool root);
void norm(const View& out, const View& in, std::uint32_t dims, double p);
void softmax_across(const View& out, const View& in);
void layer_norm(const View& out, const View& mean, const View& inverse, const View& in, const View* weight,
                const View* bias, double eps);
void layer_norm_grad(const Kernels::LayerNormGrads& out, const View& grad, const View& in, const View& mean,
                     const View& inverse, const View* weight);
void matmul(const View& out, const View& a, const View& b, double alpha, double beta);
void softmax(const View& out, const View& in, bool log);
void softmax_grad(const View& grad_in, const View& grad_out, const View& out, bool log);
void nll(const View& out, const View& log_prob, const View& target, std::int64_t ignore_index);
void nll_reduced(const View& loss, const View& total, const View& log_prob, const View& target, bool mean,
                 std::int64_t ignore_index);
void nll_grad(const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
              const std::optional<View>& total);
void index_select(const View& out, const View& in, const View& index, Counted rows);
void index_add(const View& out, const View& in, const View& index);
void sgd_step(const View& param, const View& grad, const View* momentum, const Kernels::SgdStep& how);
void adam_step(const View& param, const View& grad, const View& exp_avg, const View& exp_avg_sq,
               const Kernels::AdamStep& how);

}  // namespace todevice::host
