// SPDX-License-Identifier: Apache-2.0
#include "backend/streams.h"
#include "ops/flat.h"
#include "ops/index_places.h"
#include "ops/indexing.h"

namespace todevice::ops {

using namespace detail;

namespace {

/// Do a device's numbers lie open at once? Simulated GPUs work in the host's memory, unless what they do is
/// only written down for a graph.
bool lies_open(const Tensor& x) {
  Backend& backend = x.storage()->backend();
  StreamControl* const streams = backend.streams();
  return backend.name() == "sim" && !(streams && streams->is_capturing(x.device().index()));
}

}  // namespace

Tensor index_many(const Tensor& x, std::span<const Tensor> indices) {
  if (const int at = only_one(indices); at >= 0) {
    const Tensor& index = indices[static_cast<std::size_t>(at)];
    if (!is_mask(index)) return ops::index(x, at, index);
    check_mask(index, x, at);
    return take_masked(x, at, index);
  }
  const std::vector<Tensor> plain = without_masks(x, indices);
  return take_flat(x,
                   positions_of(x, plain, layout_of(x, plain), contiguous_strides(x.shape()), lies_open(x)),
                   "IndexBackward0", indices);
}

}  // namespace todevice::ops
