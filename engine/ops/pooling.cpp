// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include "ops/convolution.h"
#include "ops/creation.h"
#include "ops/patches.h"
#include "ops/reduction.h"
#include "ops/view.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// One image or several; only the number of images may be 0.
void check_images(const Tensor& x) {
  bool fits = x.dim() == 3 || x.dim() == 4;
  for (int i = x.dim() - 3; fits && i < x.dim(); ++i) fits = x.shape()[i] != 0;
  if (fits) return;
  throw Error("Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:" +
              to_string(x.shape()));
}

void check_positive(const char* what, const std::string& letter, const Pair& pair) {
  if (pair[0] > 0 && pair[1] > 0) return;
  throw Error(std::string(what) + " should be greater than zero, but got " + letter +
              "H: " + std::to_string(pair[0]) + " " + letter + "W: " + std::to_string(pair[1]));
}

Windows windows_of(const Tensor& x, const Pair& kernel, const Sliding& how, bool ceil_mode) {
  Windows w{{x.size(-2), x.size(-1)}, kernel, how, {}};
  if (how.stride[0] == 0 || how.stride[1] == 0) throw Error("stride should not be zero");
  for (std::size_t i = 0; i < 2; ++i) {
    if (how.padding[i] < 0)
      throw Error("pad must be non-negative, but got pad: " + std::to_string(how.padding[i]));
    if (how.padding[i] > kernel[i] / 2) {
      throw Error("pad should be at most half of effective kernel size, but got pad=" +
                  std::to_string(how.padding[i]) + ", kernel_size=" + std::to_string(kernel[i]) +
                  " and dilation=" + std::to_string(how.dilation[i]));
    }
  }
  check_positive("kernel size", "k", kernel);
  check_positive("stride", "d", how.stride);
  check_positive("dilation", "dilation", how.dilation);
  check_images(x);
  for (std::size_t i = 0; i < 2; ++i)
    w.count[i] = places(w.image[i], kernel[i], how.stride[i], how.padding[i], how.dilation[i], ceil_mode);
  if (w.count[0] < 1 || w.count[1] < 1) {
    const auto sides = [&](const Pair& p) {
      return std::to_string(x.size(-3)) + "x" + std::to_string(p[0]) + "x" + std::to_string(p[1]);
    };
    throw Error("Given input size: (" + sides(w.image) + "). Calculated output size: (" + sides(w.count) +
                "). Output size is too small");
  }
  return w;
}

/// Less than every number, or as little as there is of whole ones.
Scalar least(DType dtype) {
  if (is_floating_point(dtype)) return -std::numeric_limits<double>::infinity();
  if (dtype == DType::uint8) return 0;
  return std::numeric_limits<std::int64_t>::min() >> (64 - 8 * item_size(dtype));
}

/// Of images (n, c, h, w), not none.
ValuesIndices largest(const Tensor& x, const Windows& w) {
  const Tensor view = window_view(padded(x, w, least(x.dtype())), w);
  const std::int64_t order[] = {0, 1, 4, 5, 2, 3};
  const Tensor rows = contiguous(permute(view, order));
  return max(reshape(rows, {x.shape()[0], x.shape()[1], w.count[0], w.count[1], w.kernel[0] * w.kernel[1]}),
             -1);
}

/// Place by place of the window: what was largest there takes the gradient.
Tensor to_largest(const Tensor& grad, const Tensor& indices, const Shape& whole, const Windows& w) {
  if (grad.numel() == 0) return zeros(whole, {grad.dtype(), grad.device()});
  const Pair reach = w.reach();
  const Tensor canvas = zeros({whole[0], whole[1], reach[0], reach[1]}, {grad.dtype(), grad.device()});
  const Tensor view = window_view(canvas, w);
  for (std::int64_t i = 0; i < w.kernel[0]; ++i) {
    for (std::int64_t j = 0; j < w.kernel[1]; ++j) {
      const Tensor here = binary(BinaryOp::eq, indices, i * w.kernel[1] + j);
      binary_(BinaryOp::add, select(select(view, 2, i), 2, j), where(here, grad, 0.0));
    }
  }
  return contiguous(image_of(canvas, w));
}

}  // namespace

Tensor max_pool2d(const Tensor& input, const Pair& kernel, const Sliding& how, bool ceil_mode) {
  if (input.dim() != 3 && input.dim() != 4) {
    throw Error("non-empty 3D or 4D (batch mode) tensor expected for input");
  }
  const Windows w = windows_of(input, kernel, how, ceil_mode);
  if (input.dtype() == DType::boolean || (input.is_cuda() && !is_floating_point(input.dtype()))) {
    throw_not_implemented(input.is_cuda() ? "max_pool2d_with_indices_out_cuda_frame" : "max_pool2d",
                          input.dtype());
  }
  const bool single = input.dim() == 3;
  ValuesIndices found;
  Tensor out;
  {
    const autograd::NoGradGuard guard;
    const Tensor images = single ? unsqueeze(input.detach(), 0) : input.detach();
    if (images.numel() > 0) {
      found = largest(images, w);
    } else {
      const Shape shape{images.shape()[0], images.shape()[1], w.count[0], w.count[1]};
      found = {new_tensor(shape, input.dtype(), input.device()), Tensor()};
    }
    out = single ? squeeze(found.values, 0).detach() : found.values.detach();
  }
  if (autograd::recording(input)) {
    autograd::record<1>(
        out, "MaxPool2DWithIndicesBackward0", {&input}, {Saved(found.indices)},
        [whole = input.shape(), single, w](const Tensor& grad, const auto& saved, const Node&) {
          if (!single) return Gradients{to_largest(grad, saved[0], whole, w)};
          const Shape images{1, whole[0], whole[1], whole[2]};
          return Gradients{reshape(to_largest(unsqueeze(grad, 0), saved[0], images, w), whole)};
        },
        {Saved(input)});
  }
  return out;
}

}  // namespace todevice::ops
