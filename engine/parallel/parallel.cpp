// SPDX-License-Identifier: Apache-2.0
#include "parallel/parallel.h"

#include <algorithm>

#include "autograd/functions.h"
#include "backend/registry.h"
#include "core/errors.h"
#include "ops/ops.h"

namespace todevice::parallel {

namespace {

/// Piece i as gather joins it: on `device`, at least 1-d, no history.
Tensor joinable(const Tensor& piece, Device device) {
  const Tensor there = piece.detach().to({.device = device});
  return there.dim() == 0 ? ops::reshape(there, {1}) : there;
}

bool any_recorded(std::span<const Tensor> tensors) {
  for (const Tensor& t : tensors) {
    if (autograd::recording(t)) return true;
  }
  return false;
}

/// The way back of gather: each piece's part of the gradient, on the piece's device and in its shape.
struct Parting {
  std::vector<Device> devices;
  std::vector<Shape> shapes;
  std::int64_t dim;

  std::vector<Tensor> operator()(const Tensor& grad, const auto&, const autograd::Node&) const {
    std::vector<Tensor> parts;
    std::int64_t start = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::int64_t length = shapes[i].count() == 0 ? 1 : shapes[i][static_cast<int>(dim)];
      const Tensor part = ops::slice(grad, dim, start, start + length, 1);
      parts.push_back(ops::reshape(part.to({.device = devices[i]}), shapes[i]));
      start += length;
    }
    return parts;
  }
};

}  // namespace

std::vector<Tensor> scatter(const Tensor& batch, std::span<const Device> devices, std::int64_t dim) {
  if (batch.dim() == 0) throw Error("chunk expects at least a 1-dimensional tensor");
  const auto count = static_cast<std::int64_t>(devices.size());
  const std::int64_t rows = (batch.size(dim) + count - 1) / count;
  std::vector<Tensor> pieces = ops::split(batch, std::max<std::int64_t>(rows, 1), dim);
  for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i] = pieces[i].to({.device = devices[i]});
  return pieces;
}

Tensor gather(std::span<const Tensor> pieces, Device device, std::int64_t dim) {
  std::vector<Tensor> joined;
  Parting parting{{}, {}, dim};
  for (const Tensor& piece : pieces) {
    if (!piece.is_cuda()) throw Error("Gather function not implemented for CPU tensors");
    joined.push_back(joinable(piece, device));
    parting.devices.push_back(piece.device());
    parting.shapes.push_back(piece.shape());
  }
  parting.dim = wrap_dim(dim, joined.at(0).dim());
  const Tensor out = ops::cat(joined, parting.dim);
  if (any_recorded(pieces)) {
    auto node = autograd::make_step<0>("GatherBackward", {}, {}, std::move(parting));
    for (const Tensor& piece : pieces) node->edges.push_back(autograd::edge_to(piece));
    autograd::attach(out, std::move(node));
  }
  return out;
}

Tensor broadcast(const Tensor& tensor, Device device) {
  const Tensor out = tensor.detach().to({.device = device});
  if (autograd::recording(tensor)) {
    autograd::record<0>(out, "BroadcastBackward", {&tensor}, {},
                        [home = tensor.device()](const Tensor& grad, const auto&, const autograd::Node&) {
                          return std::vector<Tensor>{grad.to({.device = home})};
                        });
  }
  return out;
}

}  // namespace todevice::parallel
