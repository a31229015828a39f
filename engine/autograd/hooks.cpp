// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <utility>

#include "autograd/functions.h"
#include "core/errors.h"

namespace todevice::autograd {

namespace {
std::atomic<bool> leaf_was_hooked{false};
}

bool any_leaf_hooked() noexcept {
  return leaf_was_hooked.load(std::memory_order_relaxed);
}

std::uint64_t Hooks::add(Hook hook) {
  hooks_.emplace_back(++last_, std::move(hook));
  return last_;
}

void Hooks::remove(std::uint64_t number) {
  std::erase_if(hooks_, [number](const auto& entry) { return entry.first == number; });
}

Tensor Hooks::run(Tensor grad) const {
  const auto now = hooks_;  // a hook may take itself away
  for (const auto& [number, hook] : now) {
    if (Tensor other = hook(grad); other.defined()) grad = std::move(other);
  }
  return grad;
}

std::shared_ptr<Hooks> hooks_of(const Tensor& tensor) {
  if (!tensor.requires_grad()) {
    throw Error("cannot register a hook on a tensor that doesn't require gradient");
  }
  const std::shared_ptr<Node>& fn = current_grad_fn(tensor);
  if (!fn && !tensor.impl().meta) tensor.impl().meta = std::make_unique<Meta>();
  if (!fn) leaf_was_hooked = true;
  std::shared_ptr<Hooks>& hooks = fn ? fn->hooks : tensor.impl().meta->hooks;
  if (!hooks) hooks = std::make_shared<Hooks>();
  return hooks;
}

}  // namespace todevice::autograd
