// SPDX-License-Identifier: Apache-2.0
#include "ops/patches.h"

#include <algorithm>

#include "ops/creation.h"
#include "ops/view.h"

namespace todevice::ops::detail {

Pair Windows::reach() const {
  Pair reach;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t last = (count[i] - 1) * how.stride[i] + how.dilation[i] * (kernel[i] - 1) + 1;
    reach[i] = std::max(how.padding[i] + image[i], last);
  }
  return reach;
}

std::int64_t places(std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t padding,
                    std::int64_t dilation, bool ceil_mode) {
  const std::int64_t room = size + 2 * padding - dilation * (kernel - 1) - 1 + (ceil_mode ? stride - 1 : 0);
  if (room < 0) return 0;
  std::int64_t count = room / stride + 1;
  // The last window must begin inside the image or the padding before it.
  if (ceil_mode && (count - 1) * stride >= size + padding) --count;
  return count;
}

Tensor padded(const Tensor& x, const Windows& windows, Scalar fill) {
  const Pair reach = windows.reach();
  if (reach == windows.image) return contiguous(x);
  const Shape shape{x.shape()[0], x.shape()[1], reach[0], reach[1]};
  const Tensor canvas = full(shape, fill, {x.dtype(), x.device()});
  copy_into(image_of(canvas, windows), x);
  return canvas;
}

Tensor window_view(const Tensor& canvas, const Windows& windows) {
  const Strides s = canvas.strides();
  const auto& [stride, padding, dilation] = windows.how;
  const Shape shape{canvas.shape()[0], canvas.shape()[1], windows.kernel[0],
                    windows.kernel[1], windows.count[0],  windows.count[1]};
  const Strides strides{
      s[0], s[1], s[2] * dilation[0], s[3] * dilation[1], s[2] * stride[0], s[3] * stride[1]};
  return canvas.as_strided(shape, strides, canvas.storage_offset());
}

Tensor image_of(const Tensor& canvas, const Windows& windows) {
  const auto& [down, across] = windows.how.padding;
  const Tensor rows = slice(canvas, 2, down, down + windows.image[0], 1);
  return slice(rows, 3, across, across + windows.image[1], 1);
}

}  // namespace todevice::ops::detail
