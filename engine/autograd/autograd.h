// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace todevice::autograd {

/// One step of the way back: made by an operation whose input requires grad.
class Node {
 public:
  virtual ~Node();
  /// "AddBackward0": PyTorch's name for it.
  virtual std::string_view name() const = 0;
  /// The gradient of each input, given that of the result; undefined where an input needs none. Called once.
  virtual std::vector<Tensor> backward(const Tensor& grad) = 0;
  /// Lets go of what forward saved; a second backward then says so in PyTorch's words.
  virtual void release() = 0;

  /// Where gradient i goes: to another node, or into a leaf's `grad`.
  struct Edge {
    std::shared_ptr<Node> node;
    Tensor leaf;
  };
  std::vector<Edge> edges;
  std::uint64_t sequence = 0;  ///< nodes run in falling order

 protected:
  Node();
};

struct Meta {
  Tensor grad;
  std::shared_ptr<Node> grad_fn;
  bool retain_grad = false;
};

bool grad_enabled() noexcept;
void set_grad_enabled(bool enabled) noexcept;
/// Nothing is recorded while it lives.
class NoGradGuard {
 public:
  NoGradGuard() : previous_(grad_enabled()) { set_grad_enabled(false); }
  ~NoGradGuard() { set_grad_enabled(previous_); }
  NoGradGuard(const NoGradGuard&) = delete;
  NoGradGuard& operator=(const NoGradGuard&) = delete;

 private:
  bool previous_;
};

/// From `root` back to the leaves, adding into their `grad`. `gradient` may be undefined for a single
/// element. Throws Error "element 0 of tensors does not require grad and does not have a grad_fn", "grad can
/// be implicitly created only for scalar outputs", "Trying to backward through the graph a second time ...".
void backward(const Tensor& root, const Tensor& gradient = {}, bool retain_graph = false);

}  // namespace todevice::autograd
