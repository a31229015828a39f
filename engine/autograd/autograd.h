// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace todevice::autograd {

/// Sees a gradient on its way and may put another in its place (a defined result).
using Hook = std::function<Tensor(const Tensor& grad)>;
/// The hooks of one tensor, in the order they came; a number takes one away again.
class Hooks {
 public:
  std::uint64_t add(Hook hook);
  void remove(std::uint64_t number);
  Tensor run(Tensor grad) const;

 private:
  std::vector<std::pair<std::uint64_t, Hook>> hooks_;
  std::uint64_t last_ = 0;
};

/// One step of the way back: made by an operation whose input requires grad. Each has one result.
class Node {
 public:
  virtual ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// "AddBackward0": PyTorch's name for it.
  virtual std::string_view name() const = 0;
  /// "torch::autograd::CopySlices": as `grad_fn.name()` and errors have it, where PyTorch wrote it by hand.
  std::string full_name() const;
  /// The gradient of each input, given that of the result; undefined where an input needs none. Shapes may
  /// still be broadcast and dtypes promoted: the engine brings each to its input's. Throws Error in PyTorch's
  /// words when what forward saved was let go of or changed in place.
  virtual std::vector<Tensor> backward(const Tensor& grad) = 0;
  /// Lets go of what forward saved; a second backward then says so in PyTorch's words. No effect on a step
  /// that saved nothing.
  virtual void release() = 0;

  /// Where gradient i goes: to another node, into a leaf's `grad`, or (both empty) nowhere.
  struct Edge {
    std::shared_ptr<Node> node;
    Tensor leaf;
    bool empty() const { return node == nullptr && !leaf.defined(); }
  };
  std::vector<Edge> edges;
  std::uint64_t sequence = 0;  ///< nodes run in falling order

  /// Does anybody want gradient i?
  bool needs(std::size_t i) const { return i < edges.size() && !edges[i].empty(); }

  Shape shape;  ///< of the result
  DType dtype = DType::float32;
  Device device;
  std::uint64_t stream = 0;  ///< of a GPU: where forward was queued, and backward will be
  /// The result, where it asked to keep its grad (`retain_grad`).
  std::weak_ptr<TensorImpl> retained;
  Tensor pending;                ///< what arrived so far in the backward pass that runs now
  std::shared_ptr<Hooks> hooks;  ///< of the result; null where nobody asked

 protected:
  Node();
};

/// How a view came to be: all but a usual one must not be written to in a history.
enum class ViewKind : std::uint8_t { usual, no_grad, inference_mode, one_of_several };

struct Meta {
  Tensor grad;
  std::shared_ptr<Node> grad_fn;
  bool retain_grad = false;
  Tensor pending;                ///< of a leaf: what arrived so far in the backward pass that runs now
  std::shared_ptr<Hooks> hooks;  ///< of a leaf; null where nobody asked
  /// What a view was cut from, so that writing into the view becomes part of its history.
  Tensor base;
  std::uint64_t base_version = 0;   ///< of the storage when this view's grad_fn was made
  ViewKind kind = ViewKind::usual;  ///< a view of an unusual one is so too
  int number = 0;                   ///< among several that one function gave
};

bool grad_enabled() noexcept;
void set_grad_enabled(bool enabled) noexcept;
/// In inference mode tensors are made that never take part in a history, afterwards neither.
bool inference_mode() noexcept;
void set_inference_mode(bool on) noexcept;
/// Does a NoGradGuard live here? Views made then are the engine's own, and need not remember their base.
bool guarded() noexcept;
/// Nothing is recorded while it lives.
class NoGradGuard {
 public:
  NoGradGuard();
  ~NoGradGuard();
  NoGradGuard(const NoGradGuard&) = delete;
  NoGradGuard& operator=(const NoGradGuard&) = delete;

 private:
  bool enabled_, guarded_;
};

/// From `root` back to the leaves, adding into their `grad`. `gradient` may be undefined for a single
/// element. Throws Error "element 0 of tensors does not require grad and does not have a grad_fn", "grad can
/// be implicitly created only for scalar outputs", "Trying to backward through the graph a second time ...".
void backward(const Tensor& root, const Tensor& gradient = {}, bool retain_graph = false);

/// The gradients of `root` for `inputs`, in their order; touches no `grad`. Throws Error as `backward`, and
/// where an input was not used: "One of the differentiated Tensors appears to not have been used in the
/// graph. ..." unless `allow_unused` (the gradient is then undefined).
std::vector<Tensor> grad(const Tensor& root, std::span<const Tensor> inputs, const Tensor& gradient = {},
                         bool retain_graph = false, bool allow_unused = false);

/// Keeps the gradient of a result in its `grad`, as that of a leaf. Throws Error "can't retain_grad on Tensor
/// that has requires_grad=False".
void retain_grad(const Tensor& tensor);

/// The hooks of the gradient of `tensor`, made when first asked for. Each runs when everything that the
/// tensor was used for has sent its gradient. Throws Error "cannot register a hook on a tensor that doesn't
/// require gradient".
std::shared_ptr<Hooks> hooks_of(const Tensor& tensor);

}  // namespace todevice::autograd
