// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <utility>

#include "autograd/autograd.h"
#include "autograd/functions.h"
#include "backend/registry.h"
#include "core/errors.h"

namespace todevice::autograd {

namespace {

std::atomic<std::uint64_t> next_sequence{1};

void take_edges(Node& node, std::vector<std::shared_ptr<Node>>& into) {
  for (Node::Edge& edge : node.edges) {
    if (edge.node) into.push_back(std::move(edge.node));
  }
}

}  // namespace

Node::Node() : sequence(next_sequence.fetch_add(1, std::memory_order_relaxed)) {}

// A long history is a long chain of nodes, each owning the next: it is taken apart in a loop, because
// destructors calling each other would overflow the stack.
Node::~Node() {
  std::vector<std::shared_ptr<Node>> chain;
  take_edges(*this, chain);
  while (!chain.empty()) {
    const std::shared_ptr<Node> last = std::move(chain.back());
    chain.pop_back();
    if (last.use_count() == 1) take_edges(*last, chain);
  }
}

Node::Edge edge_to(const Tensor& t) {
  if (!t.defined()) return {};
  if (const std::shared_ptr<Node>& fn = current_grad_fn(t)) return {fn, {}};
  if (tracked(t)) return {nullptr, t};
  return {};
}

std::string Node::full_name() const {
  for (const std::string_view by_hand : {"CopySlices", "CopyBackwards", "NotImplemented"}) {
    if (name() == by_hand) return "torch::autograd::" + std::string(by_hand);
  }
  return std::string(name());
}

void attach(const Tensor& out, std::shared_ptr<Node> node) {
  TensorImpl& impl = out.impl();
  node->shape = impl.shape;
  node->dtype = impl.dtype;
  node->device = out.device();
  node->stream = registry::current_stream(node->device);
  if (!impl.meta) impl.meta = std::make_unique<Meta>();
  impl.meta->grad_fn = std::move(node);
}

void retain_grad(const Tensor& tensor) {
  if (!tensor.requires_grad()) throw Error("can't retain_grad on Tensor that has requires_grad=False");
  const std::shared_ptr<Node>& fn = current_grad_fn(tensor);
  if (!fn) return;
  tensor.impl().meta->retain_grad = true;
  fn->retained = tensor.ptr();
}

}  // namespace todevice::autograd
