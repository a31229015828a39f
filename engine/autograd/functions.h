// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "autograd/autograd.h"

namespace todevice::autograd {

/// The differentiable copy behind Tensor::to: always a new tensor (ToCopyBackward0).
Tensor to_copy(const Tensor& source, Device device, DType dtype, bool non_blocking = false);

/// The tensor's grad_fn, made anew for a view whose base was written to since. Throws Error where such a view
/// was made without history.
const std::shared_ptr<Node>& current_grad_fn(const Tensor& t);
/// Is this tensor part of the history (a leaf that requires grad, a result of one, or a view of what became
/// one)?
inline bool tracked(const Tensor& t) {
  const TensorImpl& impl = t.impl();
  if (impl.requires_grad) return true;
  return impl.meta && (impl.meta->grad_fn || (impl.meta->base.defined() && tracked(impl.meta->base)));
}
/// Must an operation with these inputs be recorded?
inline bool recording(const Tensor& a) {
  return grad_enabled() && a.defined() && tracked(a);
}
inline bool recording(const Tensor& a, const Tensor& b) {
  return grad_enabled() && ((a.defined() && tracked(a)) || (b.defined() && tracked(b)));
}

/// "torch.cuda.FloatTensor", or "CUDABoolType" for dtypes that came later: what some of PyTorch's errors call
/// a tensor.
std::string type_name(const Tensor& t);

/// A tensor that the way back needs, with the state it had. A result is kept without its history, else it
/// would keep its own node alive.
class Saved {
 public:
  Saved() = default;
  /// Throws Error "Inference tensors cannot be saved for backward. ..." for those.
  explicit Saved(const Tensor& t) : tensor_(t), version_(t.defined() ? t.version() : 0) {
    if (t.defined() && t.impl().inference) throw_inference();
  }
  static Saved result(const Tensor& t);

  /// The tensor. Throws Error "one of the variables needed for gradient computation has been modified by an
  /// inplace operation: ..." when its storage was written to since.
  const Tensor& get(const Node& by) const {
    if (tensor_.defined() && tensor_.version() != version_) throw_changed(by);
    return tensor_;
  }
  void reset() { tensor_ = Tensor(); }

 private:
  [[noreturn]] void throw_changed(const Node& by) const;
  [[noreturn]] static void throw_inference();
  Tensor tensor_;
  std::uint64_t version_ = 0;
  bool is_result_ = false;
};

[[noreturn]] void throw_second_backward();

/// A step as a function: `F(grad, saved, node)` gives the gradients. A place for N saved tensors. `watched`:
/// what PyTorch's step saves beyond them; one of those written to since is the same error.
template <std::size_t N, class F>
class Step final : public Node {
 public:
  Step(std::string_view name, std::array<Saved, N> saved, F fn, std::vector<Saved> watched)
      : name_(name), saved_(std::move(saved)), watched_(std::move(watched)), fn_(std::move(fn)) {}

  std::string_view name() const override { return name_; }
  std::vector<Tensor> backward(const Tensor& grad) override {
    if (released_) throw_second_backward();
    for (const Saved& s : watched_)
      s.get(*this);  // first: they have the names and shapes that PyTorch's have
    std::array<Tensor, N> saved;
    for (std::size_t i = 0; i < N; ++i) saved[i] = saved_[i].get(*this);
    return fn_(grad, saved, static_cast<const Node&>(*this));
  }
  void release() override {
    if constexpr (N > 0) {
      released_ = true;
      for (Saved& s : saved_) s.reset();
      watched_.clear();
    }
  }

 private:
  std::string_view name_;
  std::array<Saved, N> saved_;
  std::vector<Saved> watched_;
  F fn_;
  bool released_ = false;
};

/// How a gradient reaches this tensor; nowhere when it is undefined or not tracked.
Node::Edge edge_to(const Tensor& t);
/// Makes `node` the grad_fn of `out`.
void attach(const Tensor& out, std::shared_ptr<Node> node);
/// The same for an operation that wrote into `out`: its earlier history is behind `node`'s first edge.
void attach_in_place(const Tensor& out, std::shared_ptr<Node> node);
/// The same for one that put into `out` what does not depend on what was there: zeros go back. Does nothing
/// where nothing is recorded.
void attach_overwrite(const Tensor& out, std::string_view name);
/// Remembers what a view was cut from, and under which mode.
void mark_view(const Tensor& view, const Tensor& of);
/// Remembers that a view is one of several that one function gave.
void mark_one_of_several(const Tensor& view, int number);
/// Throws Error when `out` must not be written to by an operation that also takes `other`: "a leaf Variable
/// that requires grad is being used in an in-place operation.", "Output 0 of UnbindBackward0 is a view and is
/// being modified inplace. ...", "A view was created in no_grad mode and is being modified inplace with grad
/// mode enabled. ..."
void check_in_place(const Tensor& out, const Tensor& other = {});

/// Did any leaf ever get a hook? Else a backward pass need not count the uses of leaves.
bool any_leaf_hooked() noexcept;

/// Throws Error in PyTorch's words when `grad` (which may be undefined) cannot be the gradient of `tensor`:
/// other size, dtype or device.
void check_grad(const Tensor& tensor, const Tensor& grad);

/// A node for an operation on `inputs` (null where an input is a number); attach it to the result.
template <std::size_t N, class F>
std::shared_ptr<Node> make_step(std::string_view name, std::initializer_list<const Tensor*> inputs,
                                std::array<Saved, N> saved, F fn, std::vector<Saved> watched = {}) {
  auto node = std::make_shared<Step<N, F>>(name, std::move(saved), std::move(fn), std::move(watched));
  node->edges.reserve(inputs.size());
  for (const Tensor* t : inputs) node->edges.push_back(t ? edge_to(*t) : Node::Edge{});
  return node;
}

/// make_step and attach.
template <std::size_t N, class F>
void record(const Tensor& out, std::string_view name, std::initializer_list<const Tensor*> inputs,
            std::array<Saved, N> saved, F fn, std::vector<Saved> watched = {}) {
  attach(out, make_step(name, inputs, std::move(saved), std::move(fn), std::move(watched)));
}

}  // namespace todevice::autograd
