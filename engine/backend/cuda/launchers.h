// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "backend/cuda/gpu.h"
#include "backend/kernels.h"

/// One function an operation: chooses the kernel for what the views look like and queues it on the GPU's
/// current stream. Nothing here waits or allocates. Meanings are those of Kernels.
namespace todevice::cuda {

void fill(Gpu& gpu, const View& out, Scalar value);
void copy(Gpu& gpu, const View& out, const View& in);
void arange(Gpu& gpu, const View& out, Scalar start, Scalar step);
void unary(Gpu& gpu, UnaryOp op, const View& out, const View& in);
void binary(Gpu& gpu, BinaryOp op, const View& out, const Operand& a, const Operand& b);
void clamp(Gpu& gpu, const View& out, const View& in, Scalar low, Scalar high);
void where(Gpu& gpu, const View& out, const View& condition, const Operand& a, const Operand& b);
void reduce(Gpu& gpu, ReduceOp op, const View& out, const View& in, std::uint32_t dims);
void matmul(Gpu& gpu, const View& out, const View& a, const View& b, double alpha, double beta, bool tf32);
void softmax(Gpu& gpu, const View& out, const View& in, bool log);
void softmax_grad(Gpu& gpu, const View& grad_in, const View& grad_out, const View& out, bool log);
void nll(Gpu& gpu, const View& out, const View& log_prob, const View& target, std::int64_t ignore_index);
void nll_reduced(Gpu& gpu, const View& loss, const View& total, const View& log_prob, const View& target,
                 bool mean, std::int64_t ignore_index);
void nll_grad(Gpu& gpu, const View& grad, const View& target, const View& scale, std::int64_t ignore_index,
              const std::optional<View>& total);
/// A product that is too small for cuBLAS to be worth its start: out = alpha a x b + beta out, 2-d views of
/// one floating dtype in any layout; `bias` (one row, or nothing) is added; the rows of `a` are added up into
/// `sums` (or nowhere).
bool is_small_product(const View& out, const View& a);
void small_product(Gpu& gpu, const View& out, const View& a, const View& b, const View* bias, double alpha,
                   double beta, const View* sums = nullptr);
void index_select(Gpu& gpu, const View& out, const View& in, const View& index, Counted rows);
void index_add(Gpu& gpu, const View& out, const View& in, const View& index);
void uniform(Gpu& gpu, const View& out, double from, double to);
void normal(Gpu& gpu, const View& out, double mean, double std);
void keep(Gpu& gpu, const View& out, double share, int neighbours);
void chance(Gpu& gpu, const View& out, double share);
void chances(Gpu& gpu, const View& out, const View& share);
void random_int(Gpu& gpu, const View& out, std::int64_t low, std::int64_t high);
void sgd_step(Gpu& gpu, std::span<const View> params, std::span<const View> grads,
              std::span<const View> momenta, const Kernels::SgdStep& how);
/// With a cell, the number of the step is one more than what stands there: for graphs.
struct AdamCell;
void adam_step(Gpu& gpu, std::span<const View> params, std::span<const View> grads,
               std::span<const View> exp_avgs, std::span<const View> exp_avg_sqs,
               const Kernels::AdamStep& how, AdamCell* cell);
/// Only the count, for steps of float32 that come as parts (small_work.h).
void count_adam_step(Gpu& gpu, const Kernels::AdamStep& how, AdamCell* cell);
/// Writes two numbers on the device.
void set_cells(Gpu& gpu, std::uint64_t* cells, std::uint64_t first, std::uint64_t second);

}  // namespace todevice::cuda
