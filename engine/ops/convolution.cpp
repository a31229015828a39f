// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution.h"

#include <string>
#include <vector>

#include "ops/creation.h"
#include "ops/patches.h"
#include "ops/products.h"
#include "ops/reduce.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

std::string sizes(const Tensor& t) {
  return to_string(t.shape());
}

std::string by(std::int64_t a, std::int64_t b) {
  return "(" + std::to_string(a) + " x " + std::to_string(b) + ")";
}

std::string c_type(const Tensor& t) {
  if (t.is_cuda()) return "torch.cuda." + std::string(scalar_type_name(t.dtype())) + "Tensor";
  return std::string(c_type_name(t.dtype()));
}

void check_types(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  using autograd::type_name;
  if (input.is_cuda() != weight.is_cuda() || (input.is_cuda() && input.dtype() != weight.dtype())) {
    throw Error("Input type (" + type_name(input) + ") and weight type (" + type_name(weight) +
                ") should be the same");
  }
  if (input.is_cuda()) check_same_device({{&input, "input"}, {&weight, "weight"}}, "_cudnn_convolution");
  if (bias.defined() && input.dtype() != bias.dtype()) {
    throw Error("Input type (" + c_type(input) + ") and bias type (" + c_type(bias) + ") should be the same");
  }
  if (!input.is_cuda() && input.dtype() == DType::boolean)
    throw_not_implemented("slow_conv2d_cpu", input.dtype());
  if (input.dtype() != weight.dtype() && opmath_dtype(input.dtype()) != input.dtype()) {
    throw Error("Input type (" + type_name(input) + ") and weight type (" + type_name(weight) +
                ") should be the same or input should be a MKLDNN tensor and weight is a dense tensor");
  }
  if (input.dtype() != weight.dtype()) {
    throw Error("expected scalar type " + std::string(scalar_type_name(input.dtype())) + " but found " +
                std::string(scalar_type_name(weight.dtype())));
  }
}

void check_settings(const Sliding& how, std::int64_t groups) {
  const auto any_below = [](const Pair& pair, std::int64_t least) {
    return pair[0] < least || pair[1] < least;
  };
  if (any_below(how.padding, 0)) throw Error("negative padding is not supported");
  if (any_below(how.stride, 1)) throw Error("non-positive stride is not supported");
  if (any_below(how.dilation, 1)) throw Error("dilation should be greater than zero");
  if (groups < 1) throw Error("non-positive groups is not supported");
}

void check_shapes(const Tensor& input, const Tensor& weight, const Tensor& bias, std::int64_t groups) {
  if (weight.shape()[0] < groups) {
    throw Error("Given groups=" + std::to_string(groups) + ", expected weight to be at least " +
                std::to_string(groups) + " at dimension 0, but got weight of size " + sizes(weight) +
                " instead");
  }
  if (weight.shape()[0] % groups != 0) {
    throw Error("Given groups=" + std::to_string(groups) + ", expected weight to be divisible by " +
                std::to_string(groups) + " at dimension 0, but got weight of size " + sizes(weight) +
                " instead");
  }
  const std::int64_t channels = weight.shape()[1] * groups;
  if (input.shape()[1] != channels) {
    throw Error("Given groups=" + std::to_string(groups) + ", weight of size " + sizes(weight) +
                ", expected input" + sizes(input) + " to have " + std::to_string(channels) +
                " channels, but got " + std::to_string(input.shape()[1]) + " channels instead");
  }
  if (bias.defined() && (bias.dim() != 1 || bias.shape()[0] != weight.shape()[0])) {
    throw Error("Given weight of size " + sizes(weight) + ", expected bias to be 1-dimensional with " +
                std::to_string(weight.shape()[0]) + " elements, but got bias of size " + sizes(bias) +
                " instead");
  }
}

Windows windows_of(const Tensor& input, const Tensor& weight, const Sliding& how) {
  Windows w{{input.shape()[2], input.shape()[3]}, {weight.shape()[2], weight.shape()[3]}, how, {}};
  if (w.kernel[0] < 1 || w.kernel[1] < 1) {
    throw Error("kernel size should be greater than zero, but got kernel_height: " +
                std::to_string(w.kernel[0]) + " kernel_width: " + std::to_string(w.kernel[1]));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    w.count[i] = places(w.image[i], w.kernel[i], how.stride[i], how.padding[i], how.dilation[i], false);
  }
  if (w.count[0] <= 0 || w.count[1] <= 0) {
    throw Error("Calculated padded input size per channel: " +
                by(w.image[0] + 2 * how.padding[0], w.image[1] + 2 * how.padding[1]) + ". Kernel size: " +
                by(how.dilation[0] * (w.kernel[0] - 1) + 1, how.dilation[1] * (w.kernel[1] - 1) + 1) +
                ". Kernel size can't be greater than actual input size");
  }
  return w;
}

/// (n, c * kh * kw, down * across): each window a column.
Tensor columns(const Tensor& input, const Windows& w) {
  const Tensor patches = contiguous(window_view(padded(input, w, 0), w));
  const Shape shape{input.shape()[0], input.shape()[1] * w.kernel[0] * w.kernel[1], w.count[0] * w.count[1]};
  return reshape(patches, shape);
}

/// The way back of `columns`: what overlapping windows say of an element is added up.
Tensor from_columns(const Tensor& grad, const Shape& whole, const Windows& w) {
  const Pair reach = w.reach();
  const Tensor canvas = zeros({whole[0], whole[1], reach[0], reach[1]}, {grad.dtype(), grad.device()});
  const Tensor view = window_view(canvas, w);
  const Tensor parts = reshape(grad, view.shape());
  for (std::int64_t i = 0; i < w.kernel[0]; ++i) {
    for (std::int64_t j = 0; j < w.kernel[1]; ++j) {
      const auto at = [&](const Tensor& t) { return select(select(t, 2, i), 2, j); };
      binary_(BinaryOp::add, at(view), at(parts));
    }
  }
  return contiguous(image_of(canvas, w));
}

/// (n, rows, k) views of a weight (rows, ...), the same for each image.
Tensor for_each_image(const Tensor& weight, std::int64_t images) {
  const std::int64_t rows = weight.shape()[0];
  return expand(unsqueeze(reshape(weight, {rows, -1}), 0), {images, rows, weight.numel() / rows});
}

Tensor forward_one(const Tensor& input, const Tensor& weight, const Windows& w) {
  const Tensor flat = product(for_each_image(weight, input.shape()[0]), columns(input, w));
  return reshape(flat, {input.shape()[0], weight.shape()[0], w.count[0], w.count[1]});
}

struct Grads {
  Tensor input, weight;
};

Grads backward_one(const Tensor& grad, const Tensor& input, const Tensor& weight, const Windows& w,
                   bool for_input, bool for_weight) {
  Grads out;
  const Tensor flat = reshape(grad, {grad.shape()[0], grad.shape()[1], w.count[0] * w.count[1]});
  if (for_input) {
    const Tensor turned = transpose(for_each_image(weight, input.shape()[0]), 1, 2);
    out.input = from_columns(product(turned, flat), input.shape(), w);
  }
  if (for_weight) {
    const std::int64_t images[] = {0};
    const Tensor each = product(flat, transpose(columns(input, w), 1, 2));
    out.weight = reshape(sum(each, images), weight.shape());
  }
  return out;
}

/// The part of a tensor that belongs to one group of channels.
Tensor group_of(const Tensor& t, int dim, std::int64_t groups, std::int64_t g) {
  if (groups == 1) return t;
  const std::int64_t size = t.shape()[dim] / groups;
  return slice(t, dim, g * size, (g + 1) * size, 1);
}

Tensor joined(const std::vector<Tensor>& parts, int dim) {
  return parts.size() == 1 ? parts[0] : cat(parts, dim);
}

Gradients conv_backward(const Tensor& grad, const Tensor& input, const Tensor& weight, const Windows& w,
                        std::int64_t groups, const Node& node) {
  Gradients grads(3);
  std::vector<Tensor> inputs, weights;
  for (std::int64_t g = 0; g < groups && (node.needs(0) || node.needs(1)); ++g) {
    const Grads part = backward_one(group_of(grad, 1, groups, g), group_of(input, 1, groups, g),
                                    group_of(weight, 0, groups, g), w, node.needs(0), node.needs(1));
    inputs.push_back(part.input);
    weights.push_back(part.weight);
  }
  if (node.needs(0)) grads[0] = joined(inputs, 1);
  if (node.needs(1)) grads[1] = joined(weights, 0);
  const std::int64_t others[] = {0, 2, 3};
  if (node.needs(2)) grads[2] = sum(grad, others);
  return grads;
}

}  // namespace

Tensor conv2d(const Tensor& input, const Tensor& weight, const Tensor& bias, const Sliding& how,
              std::int64_t groups) {
  if (input.dim() != 3 && input.dim() != 4) {
    throw Error("Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: " +
                sizes(input));
  }
  if (input.dim() == 3) return squeeze(conv2d(unsqueeze(input, 0), weight, bias, how, groups), 0);
  check_types(input, weight, bias);
  check_settings(how, groups);
  check_shapes(input, weight, bias, groups);
  const Windows w = windows_of(input, weight, how);
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    std::vector<Tensor> parts;
    for (std::int64_t g = 0; g < groups; ++g) {
      parts.push_back(forward_one(group_of(input, 1, groups, g), group_of(weight, 0, groups, g), w));
    }
    out = joined(parts, 1);
    if (bias.defined()) binary_(BinaryOp::add, out, reshape(bias.detach(), {-1, 1, 1}));
    out = out.detach();
  }
  if (autograd::recording(input, weight) || autograd::recording(bias)) {
    autograd::record<2>(out, "ConvolutionBackward0", {&input, &weight, &bias}, {Saved(input), Saved(weight)},
                        [w, groups](const Tensor& grad, const auto& saved, const Node& node) {
                          return conv_backward(grad, saved[0], saved[1], w, groups, node);
                        });
  }
  return out;
}

}  // namespace todevice::ops
