// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/tensor.h"

namespace todevice::ops {

/// From the generator of options.device: MT19937 on the CPU, Philox4x32-10 on (real and simulated) GPUs, bit
/// for bit PyTorch's.
Tensor rand(const Shape& shape, TensorOptions options = {});
Tensor randn(const Shape& shape, TensorOptions options = {});
Tensor randint(std::int64_t low, std::int64_t high, const Shape& shape, TensorOptions options);
Tensor randperm(std::int64_t n, TensorOptions options);
/// Into a tensor that nobody has seen yet, in the order of its memory: no version, no history. Errors as of
/// uniform_, normal_ and random_.
void fill_uniform(const Tensor& x, double from, double to);
void fill_normal(const Tensor& x, double mean, double std);
void fill_random(const Tensor& x, std::int64_t low, std::int64_t high);
/// Whole numbers of [low, high); without a range, of 0 to the largest up to which the dtype holds all of them
/// (int32 and int16: NotImplementedError; give a range).
/// `name` is that of its step in the history.
void random_(const Tensor& x, std::int64_t low, std::int64_t high, std::string_view name = "RandomBackward0");
void random_(const Tensor& x);
void uniform_(const Tensor& x, double from, double to);
void normal_(const Tensor& x, double mean, double std);

/// Dropout's mask for a tensor on a GPU: 1 with this share, else 0, laid out as `like` where that is dense.
Tensor dropout_mask(const Tensor& like, double share);

/// What a GPU draws for bernoulli_: 1 with the share given, else 0, in a tensor laid out as `like` and of its
/// dtype, to be written over it. Shares of one element each have any floating dtype and broadcast to `like`.
/// Throws Error where simulated numbers are not within [0, 1]; a real GPU asserts.
Tensor chances(const Tensor& like, double share);
Tensor chances(const Tensor& like, const Tensor& share);

/// torch.manual_seed: the CPU and every GPU. GPUs that are not started yet take it when they are.
void manual_seed(std::uint64_t seed);
std::uint64_t initial_seed();

}  // namespace todevice::ops
