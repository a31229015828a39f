// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "autograd/functions.h"
#include "autograd/pass_streams.h"
#include "core/errors.h"
#include "ops/checks.h"
#include "ops/creation.h"
#include "ops/elementwise.h"
#include "ops/reduction.h"
#include "ops/view.h"
#include "trace/trace.h"

namespace todevice::autograd {

namespace {

bool reduces_to(const Shape& from, const Shape& to) {
  if (to.count() > from.count()) return false;
  const int lead = from.count() - to.count();
  for (int i = 0; i < to.count(); ++i) {
    if (to[i] != from[lead + i] && to[i] != 1) return false;
  }
  return true;
}

/// Sums over the dimensions that broadcasting added or stretched.
Tensor sum_to(const Tensor& grad, const Shape& to) {
  Dims over;
  const int lead = grad.dim() - to.count();
  for (int i = 0; i < grad.dim(); ++i) {
    if (i < lead || (to[i - lead] == 1 && grad.shape()[i] != 1)) over.push_back(i);
  }
  const bool stretched = over.count() > lead;
  const Tensor summed = ops::sum(grad, {over.begin(), static_cast<std::size_t>(over.count())}, stretched);
  return stretched && lead > 0 ? ops::reshape(summed, to) : summed;
}

[[noreturn]] void throw_invalid(const Node& from, std::size_t index, const std::string& what) {
  throw Error("Function " + std::string(from.name()) + " returned an invalid gradient at index " +
              std::to_string(index) + " - " + what);
}

/// A gradient in the shape, dtype and device of what it belongs to.
Tensor fit(Tensor grad, const Shape& shape, DType dtype, Device device, const Node& from, std::size_t index) {
  if (grad.shape() != shape) {
    if (!reduces_to(grad.shape(), shape)) {
      throw_invalid(
          from, index,
          "got " + to_string(grad.shape()) + " but expected shape compatible with " + to_string(shape));
    }
    grad = sum_to(grad, shape);
  }
  if (grad.dtype() != dtype) grad = ops::copy_to(grad, grad.device(), dtype);
  if (grad.device() != device) {
    if (grad.dim() != 0) {
      throw_invalid(from, index, "expected device " + device.str() + " but got " + grad.device().str());
    }
    grad = ops::copy_to(grad, device, dtype);
  }
  return grad;
}

bool owned(const Tensor& t) {
  return t.ptr().use_count() == 1 && t.storage().use_count() == 1;
}

bool ours_alone(const Tensor& t) {
  return owned(t) && t.is_contiguous();
}

/// Does a gradient lie in memory as its leaf does, or row by row where that has gaps or overlaps?
bool lies_like(const Tensor& grad, const Tensor& leaf) {
  if (!ops::detail::is_dense(leaf)) return grad.is_contiguous();
  for (int i = 0; i < leaf.dim(); ++i) {
    if (leaf.shape()[i] != 1 && leaf.strides()[i] != grad.strides()[i]) return false;
  }
  return true;
}

void add_to(Tensor& sum, Tensor grad) {
  if (!sum.defined()) {
    sum = std::move(grad);
  } else if (ours_alone(sum)) {
    ops::binary_(BinaryOp::add, sum, grad);
  } else {
    sum = ops::add(sum, grad);
  }
}

bool later(const std::shared_ptr<Node>& a, const std::shared_ptr<Node>& b) {
  return a->sequence < b->sequence;
}

void accumulate(const Tensor& tensor, Tensor grad) {
  Meta& meta = *tensor.impl().meta;
  if (meta.hooks) grad = meta.hooks->run(std::move(grad));
  if (meta.grad.defined()) {
    ops::binary_(BinaryOp::add, meta.grad, grad);
  } else if (owned(grad) && lies_like(grad, tensor)) {  // a view would share another leaf's gradient's memory
    meta.grad = std::move(grad);
  } else {
    const Tensor own = Tensor::empty(grad.shape(), {grad.dtype(), grad.device()});
    if (ops::detail::is_dense(tensor)) own.impl().strides = tensor.strides();
    if (own.numel() > 0) {
      ops::detail::kernels_of(own).copy(ops::detail::view_of(own), ops::detail::view_of(grad));
    }
    meta.grad = own;
  }
}

using Uses = std::unordered_map<const TensorImpl*, int>;

/// How often each leaf with hooks is used below `root`: its hooks run once all of them have sent their part.
Uses uses_of_hooked_leaves(const Tensor& root) {
  Uses uses;
  std::unordered_set<const Node*> seen;
  std::vector<const Node*> waiting;
  const auto go = [&](const Node::Edge& edge) {
    if (edge.node && seen.insert(edge.node.get()).second) waiting.push_back(edge.node.get());
    if (!edge.leaf.defined()) return;
    const Meta* meta = edge.leaf.impl().meta.get();
    if (meta && meta->hooks) ++uses[&edge.leaf.impl()];
  };
  go(edge_to(root));
  while (!waiting.empty()) {
    const Node& node = *waiting.back();
    waiting.pop_back();
    for (const Node::Edge& edge : node.edges) go(edge);
  }
  return uses;
}

/// One pass. What has arrived at a node waits in it; the newest node runs first, so that everything that
/// depends on it has run before.
class Pass {
 public:
  /// `uses`: leaves whose gradient is put in its place as soon as it is whole.
  explicit Pass(bool keep, Uses uses = {}) : uses_(std::move(uses)), keep_(keep) {}
  ~Pass() {
    for (const auto& node : heap_) node->pending = Tensor();
    for (const Tensor& leaf : leaves_) leaf.impl().meta->pending = Tensor();
  }
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  void deliver(const Node::Edge& edge, Tensor grad) {
    if (edge.node) {
      if (!edge.node->pending.defined()) {
        heap_.push_back(edge.node);
        std::push_heap(heap_.begin(), heap_.end(), later);
      }
      add_to(edge.node->pending, std::move(grad));
    } else {
      TensorImpl& leaf = edge.leaf.impl();
      if (!leaf.meta) leaf.meta = std::make_unique<Meta>();
      if (!leaf.meta->pending.defined()) leaves_.push_back(edge.leaf);
      add_to(leaf.meta->pending, std::move(grad));
    }
  }

  /// Runs until nothing waits; `visit(node, grad)` sees each node's gradient first.
  template <class Visit>
  void run(Visit visit) {
    while (!heap_.empty()) {
      if (trace::interrupt_requested()) throw Interrupted();
      std::pop_heap(heap_.begin(), heap_.end(), later);
      const std::shared_ptr<Node> node = std::move(heap_.back());
      heap_.pop_back();
      Tensor grad = std::move(node->pending);
      node->pending = Tensor();
      streams_.enter(*node, grad);
      if (node->hooks) grad = node->hooks->run(std::move(grad));
      visit(*node, grad);
      step(*node, grad);
    }
    streams_.leave();
    for (const Tensor& leaf : leaves_) streams_.hand_over(leaf.impl().meta->pending);
  }

  const std::vector<Tensor>& leaves() const { return leaves_; }
  /// Before the caller keeps a gradient of the pass.
  void hand_over(const Tensor& grad) { streams_.hand_over(grad); }

 private:
  void step(Node& node, const Tensor& grad) {
    std::vector<Tensor> grads = node.backward(grad);
    if (!keep_) node.release();
    for (std::size_t i = 0; i < grads.size(); ++i) {
      if (!node.needs(i)) continue;
      const Node::Edge& edge = node.edges[i];
      if (!grads[i].defined()) {
        if (!edge.node) one_arrived(edge.leaf);
      } else if (edge.node) {
        deliver(edge,
                fit(std::move(grads[i]), edge.node->shape, edge.node->dtype, edge.node->device, node, i));
      } else {
        const Tensor& leaf = edge.leaf;
        deliver(edge, fit(std::move(grads[i]), leaf.shape(), leaf.dtype(), leaf.device(), node, i));
        one_arrived(leaf);
      }
    }
  }

  void one_arrived(const Tensor& leaf) {
    if (uses_.empty()) return;
    const auto use = uses_.find(&leaf.impl());
    if (use == uses_.end() || --use->second > 0 || !leaf.impl().meta->pending.defined()) return;
    std::erase_if(leaves_, [&leaf](const Tensor& other) { return other.is_same(leaf); });
    accumulate(leaf, std::move(leaf.impl().meta->pending));
    leaf.impl().meta->pending = Tensor();
  }

  PassStreams streams_;
  std::vector<std::shared_ptr<Node>> heap_;
  std::vector<Tensor> leaves_;
  Uses uses_;
  bool keep_;
};

Tensor first_gradient(const Tensor& root, const Tensor& gradient) {
  if (!root.requires_grad()) {
    throw Error("element 0 of tensors does not require grad and does not have a grad_fn");
  }
  if (!gradient.defined()) {
    if (root.numel() != 1) throw Error("grad can be implicitly created only for scalar outputs");
    return ops::ones(root.shape(), {root.dtype(), root.device()});
  }
  if (gradient.shape() != root.shape()) {
    throw Error("Mismatch in shape: grad_output[0] has a shape of torch.Size(" + to_string(gradient.shape()) +
                ") and output[0] has a shape of torch.Size(" + to_string(root.shape()) + ").");
  }
  if (gradient.device() != root.device()) {
    throw Error("invalid gradient at index 0 - expected device " + root.device().str() + " but got " +
                gradient.device().str());
  }
  return gradient.dtype() == root.dtype() ? gradient
                                          : ops::copy_to(gradient, gradient.device(), root.dtype());
}

void keep_retained(const Node& node, const Tensor& grad) {
  const std::shared_ptr<TensorImpl> impl = node.retained.lock();
  // The tensor may have been written to since: its gradient is then that of what it became.
  if (!impl || !impl->meta || impl->meta->grad_fn.get() != &node) return;
  Tensor& kept = impl->meta->grad;
  kept = kept.defined() ? ops::add(kept, grad) : ops::clone(grad);
}

}  // namespace

void backward(const Tensor& root, const Tensor& gradient, bool retain_graph) {
  Tensor first = first_gradient(root, gradient);
  const NoGradGuard guard;
  Pass pass(retain_graph, any_leaf_hooked() ? uses_of_hooked_leaves(root) : Uses{});
  pass.deliver(edge_to(root), std::move(first));
  pass.run(keep_retained);
  for (const Tensor& leaf : pass.leaves()) accumulate(leaf, std::move(leaf.impl().meta->pending));
}

std::vector<Tensor> grad(const Tensor& root, std::span<const Tensor> inputs, const Tensor& gradient,
                         bool retain_graph, bool allow_unused) {
  Tensor first = first_gradient(root, gradient);
  for (const Tensor& input : inputs) {
    if (!input.requires_grad()) throw Error("One of the differentiated Tensors does not require grad");
  }
  const NoGradGuard guard;
  std::vector<Tensor> found(inputs.size());
  Pass pass(retain_graph);
  pass.deliver(edge_to(root), std::move(first));
  pass.run([&](const Node& node, const Tensor& arrived) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].grad_fn().get() == &node) found[i] = arrived;
    }
  });
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Meta* meta = inputs[i].impl().meta.get();
    if (!found[i].defined() && meta && meta->pending.defined()) {
      found[i] = meta->hooks ? meta->hooks->run(meta->pending) : meta->pending;
    }
    if (!found[i].defined() && !allow_unused) {
      throw Error(
          "One of the differentiated Tensors appears to not have been used in the graph. Set "
          "allow_unused=True if this is the desired behavior.");
    }
    pass.hand_over(found[i]);
  }
  return found;
}

}  // namespace todevice::autograd
