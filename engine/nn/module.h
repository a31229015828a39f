// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/tensor.h"

namespace todevice::nn {

class Module;
template <class T>
using Named = std::vector<std::pair<std::string, T>>;

/// A part of a network: named parameters, buffers and children in the order they were registered.
class Module : public std::enable_shared_from_this<Module> {
 public:
  Module() = default;
  virtual ~Module() = default;
  Module& operator=(const Module&) = delete;

  /// What it computes. A module without one throws NotImplementedError in PyTorch's words.
  virtual Tensor forward(const Tensor& input);

  /// "Linear": the class as it prints.
  virtual std::string type_name() const { return "Module"; }
  /// "in_features=3, out_features=3, bias=True".
  virtual std::string extra_repr() const { return {}; }

  /// The rule of a module's `.to()`: itself, with new data in each floating parameter and buffer (integer
  /// ones change device only), their gradients too. Throws TypeError on an integer dtype, as PyTorch.
  void to(const ToOptions& options);
  /// What `to`, `cuda`, `double` and the like share: replaces the data of everything that lives here.
  void apply_to_data(const std::function<Tensor(const Tensor&)>& change);

  /// Registering a name again replaces what it stood for. An undefined tensor stands for None.
  void register_parameter(const std::string& name, Tensor parameter);
  void register_buffer(const std::string& name, Tensor buffer, bool persistent = true);
  void register_module(const std::string& name, std::shared_ptr<Module> child);
  /// Removes whichever has this name; false when nothing has.
  bool unregister(const std::string& name);

  const Named<Tensor>& own_parameters() const { return parameters_; }
  const Named<Tensor>& own_buffers() const { return buffers_; }
  const Named<std::shared_ptr<Module>>& children() const { return children_; }
  /// The child of this name, which may be null; null where no child has it. Quick however many there are.
  const std::shared_ptr<Module>* child(const std::string& name) const;
  bool is_persistent(std::string_view buffer) const;

  /// With dotted names, each tensor and module once however often it is shared; None left out.
  Named<Tensor> named_parameters(bool recurse = true) const;
  Named<Tensor> named_buffers(bool recurse = true) const;
  Named<Module*> named_modules();
  std::vector<Tensor> parameters() const;

  /// Something is to run around forward (hooks of Python): who calls a child looks at this first.
  bool hooked = false;

  bool training() const { return training_; }
  void set_training(bool mode) { training_ = mode; }  ///< itself alone
  void train(bool mode = true);                       ///< itself and everything below
  void requires_grad_(bool value);
  void zero_grad(bool set_to_none = true);  ///< grads become None, or zeros

 protected:
  /// A module of the same kind and settings with nothing registered: how a replica or a copy begins.
  Module(const Module& other) : std::enable_shared_from_this<Module>(other), training_(other.training_) {}

 private:
  Named<Tensor> parameters_;
  Named<Tensor> buffers_;
  std::vector<std::string> transient_;
  bool drop_child(const std::string& name);

  Named<std::shared_ptr<Module>> children_;
  /// Where in children_ each name stands.
  std::unordered_map<std::string, std::size_t> child_places_;
  bool training_ = true;
};

}  // namespace todevice::nn
