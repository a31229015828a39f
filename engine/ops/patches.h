// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/checks.h"
#include "ops/convolution.h"

/// Windows over images, as views of a padded copy: what convolution and pooling share.
namespace todevice::ops::detail {

struct Windows {
  Pair image;  ///< height and width of the input
  Pair kernel;
  Sliding how;
  Pair count;  ///< how many windows there are, down and across

  /// Height and width that all windows together reach over.
  Pair reach() const;
};

/// How many places a kernel has along one side.
std::int64_t places(std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t padding,
                    std::int64_t dilation, bool ceil_mode);

/// (n, c, h, w) on a larger canvas of `fill`, so that every window lies inside.
Tensor padded(const Tensor& x, const Windows& windows, Scalar fill);
/// A view (n, c, kh, kw, down, across) of a padded image: no copy, windows share elements.
Tensor window_view(const Tensor& canvas, const Windows& windows);
/// The part of a canvas where the image is.
Tensor image_of(const Tensor& canvas, const Windows& windows);

}  // namespace todevice::ops::detail
