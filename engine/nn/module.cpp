// SPDX-License-Identifier: Apache-2.0
#include "nn/module.h"

#include <algorithm>
#include <unordered_set>

#include "autograd/autograd.h"
#include "core/errors.h"
#include "ops/creation.h"
#include "trace/trace.h"

namespace todevice::nn {

namespace {

template <class T>
typename Named<T>::iterator find(Named<T>& list, std::string_view name) {
  return std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.first == name; });
}

template <class T>
void put(Named<T>& list, const std::string& name, T value) {
  const auto at = find(list, name);
  if (at != list.end()) {
    at->second = std::move(value);
  } else {
    list.emplace_back(name, std::move(value));
  }
}

template <class T>
bool drop(Named<T>& list, std::string_view name) {
  const auto at = find(list, name);
  if (at == list.end()) return false;
  list.erase(at);
  return true;
}

std::string dotted(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

/// Counts how deep modules in modules are gone into, so that one that contains itself is an error and no
/// crash.
class Deeper {
 public:
  Deeper() {
    if (depth_ >= kDeepest)
      throw RecursionError("maximum recursion depth exceeded: a module contains itself");
    ++depth_;
  }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  static constexpr int kDeepest = 1000;  // Python's limit
  static thread_local int depth_;
};
thread_local int Deeper::depth_ = 0;

/// Tells whoever listens that what moves meanwhile moves with a module.
class Moving {
 public:
  explicit Moving(const Module& module) : sink_(trace::sink()) {
    if (sink_ != nullptr) sink_->module_begins(module.weak_from_this());
  }
  ~Moving() {
    if (sink_ != nullptr) sink_->module_ends();
  }
  Moving(const Moving&) = delete;
  Moving& operator=(const Moving&) = delete;

 private:
  trace::Sink* sink_;
};

/// Visits a module and everything below once each, with dotted names.
template <class Visit>
void walk(Module& module, const std::string& prefix, std::unordered_set<const Module*>& seen, Visit visit) {
  if (!seen.insert(&module).second) return;
  visit(prefix, module);
  for (const auto& [name, child] : module.children()) {
    if (child) walk(*child, dotted(prefix, name), seen, visit);
  }
}

/// Each tensor once, under the first name that it is met by.
template <class List>
Named<Tensor> collect(const Module& module, bool recurse, List list) {
  Named<Tensor> found;
  std::unordered_set<const TensorImpl*> met;
  const auto take = [&](const std::string& prefix, const Module& part) {
    for (const auto& [name, tensor] : list(part)) {
      if (tensor.defined() && met.insert(&tensor.impl()).second)
        found.emplace_back(dotted(prefix, name), tensor);
    }
  };
  if (!recurse) {
    take("", module);
    return found;
  }
  std::unordered_set<const Module*> seen;
  walk(const_cast<Module&>(module), "", seen, take);  // walk only hands it on
  return found;
}

}  // namespace

Tensor Module::forward(const Tensor&) {
  throw NotImplementedError("Module [" + type_name() + "] is missing the required \"forward\" function");
}

void Module::to(const ToOptions& options) {
  if (options.dtype && !is_floating_point(*options.dtype)) {
    throw TypeError(
        "nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch." +
        std::string(dtype_name(*options.dtype)));
  }
  const Moving moving(*this);
  apply_to_data([&options](const Tensor& tensor) {
    ToOptions own = options;
    if (!is_floating_point(tensor.dtype())) own.dtype.reset();
    return tensor.to(own);
  });
}

// Children first, as PyTorch: the order decides which address each parameter gets.
void Module::apply_to_data(const std::function<Tensor(const Tensor&)>& change) {
  const Deeper deeper;
  for (const auto& [name, child] : children_) {
    if (child) child->apply_to_data(change);
  }
  const autograd::NoGradGuard guard;
  for (const auto& [name, parameter] : parameters_) {
    if (!parameter.defined()) continue;
    parameter.set_data(change(parameter));
    if (const Tensor grad = parameter.grad(); grad.defined()) grad.set_data(change(grad));
  }
  for (auto& [name, buffer] : buffers_) {
    if (buffer.defined()) buffer = change(buffer);
  }
}

void Module::register_parameter(const std::string& name, Tensor parameter) {
  drop(buffers_, name);
  drop_child(name);
  put(parameters_, name, std::move(parameter));
}

void Module::register_buffer(const std::string& name, Tensor buffer, bool persistent) {
  drop(parameters_, name);
  drop_child(name);
  put(buffers_, name, std::move(buffer));
  std::erase(transient_, name);
  if (!persistent) transient_.push_back(name);
}

void Module::register_module(const std::string& name, std::shared_ptr<Module> child) {
  drop(parameters_, name);
  drop(buffers_, name);
  const auto [at, is_new] = child_places_.try_emplace(name, children_.size());
  if (is_new) {
    children_.emplace_back(name, std::move(child));
  } else {
    children_[at->second].second = std::move(child);
  }
}

const std::shared_ptr<Module>* Module::child(const std::string& name) const {
  const auto at = child_places_.find(name);
  return at == child_places_.end() ? nullptr : &children_[at->second].second;
}

bool Module::drop_child(const std::string& name) {
  const auto at = child_places_.find(name);
  if (at == child_places_.end()) return false;
  const std::size_t place = at->second;
  child_places_.erase(at);
  const std::shared_ptr<Module> gone =
      std::move(children_[place].second);  // what it ends may look at this one
  children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(place));
  for (std::size_t i = place; i < children_.size(); ++i) child_places_[children_[i].first] = i;
  return true;
}

bool Module::unregister(const std::string& name) {
  std::erase(transient_, name);
  return drop(parameters_, name) || drop(buffers_, name) || drop_child(name);
}

bool Module::is_persistent(std::string_view buffer) const {
  return std::find(transient_.begin(), transient_.end(), buffer) == transient_.end();
}

Named<Tensor> Module::named_parameters(bool recurse) const {
  return collect(*this, recurse, [](const Module& m) -> const Named<Tensor>& { return m.own_parameters(); });
}

Named<Tensor> Module::named_buffers(bool recurse) const {
  return collect(*this, recurse, [](const Module& m) -> const Named<Tensor>& { return m.own_buffers(); });
}

Named<Module*> Module::named_modules() {
  Named<Module*> found;
  std::unordered_set<const Module*> seen;
  walk(*this, "", seen, [&](const std::string& name, Module& module) { found.emplace_back(name, &module); });
  return found;
}

std::vector<Tensor> Module::parameters() const {
  std::vector<Tensor> found;
  for (auto& [name, parameter] : named_parameters()) found.push_back(std::move(parameter));
  return found;
}

void Module::train(bool mode) {
  for (const auto& [name, module] : named_modules()) module->training_ = mode;
}

void Module::requires_grad_(bool value) {
  for (const Tensor& parameter : parameters()) parameter.set_requires_grad(value);
}

void Module::zero_grad(bool set_to_none) {
  for (const Tensor& parameter : parameters()) {
    const Tensor grad = parameter.grad();
    if (!grad.defined()) continue;
    if (set_to_none) {
      parameter.set_grad({});
    } else {
      ops::fill_(grad.detach(), 0);
    }
  }
}

}  // namespace todevice::nn
