// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/tensor.h"
#include "frames.h"
#include "nn/module.h"
#include "protocol/messages.h"

namespace todevice::worker {

/// All of a tensor that a row shows: equal when it need not be looked at again.
struct TensorMark {
  std::uint64_t serial = 0, version = 0;  ///< of its storage
  std::uint64_t replays = 0;              ///< of graphs, when it was looked at
  const void* data = nullptr;
  const void* grad_fn = nullptr;
  const void* type = nullptr;  ///< Python's: a tensor may become a parameter
  const TensorImpl* grad = nullptr;
  Shape shape;
  Strides strides;
  std::int64_t offset = 0;
  DType dtype = DType::float32;
  bool requires_grad = false, has_base = false;
  bool operator==(const TensorMark&) const = default;
};

/// What was last told about an object, and how to notice that it changed since.
struct KnownObject {
  protocol::Object object;
  TensorMark tensor;
  std::uint64_t parts = 0;       ///< stands for the names of its parts and what they are
  std::weak_ptr<void> identity;  ///< a tensor or module: tells when its id is another's by now
  std::uint64_t look = 0;        ///< the number of the look that saw it last
  std::size_t lasting = 0;       ///< slots that hold it, which cannot change: it is there without a look
};

protocol::TensorInfo tensor_info(const Tensor& tensor);

/// Everything that the lesson's names reach, compared with the look before. Only what changed since is looked
/// at closely and told again: thousands of names that stay as they are cost little. Holds nothing alive but
/// numbers and short texts, which it could not tell from others at the same address later.
class Objects {
 public:
  /// Looks at the names of all `scopes`; writes what is new, changed or gone since the last look into
  /// `record`. Names of the record's function in `assigned` count as bound although they mean the object that
  /// they meant before.
  void look(const std::vector<Scope>& scopes, const std::vector<std::string>& assigned,
            protocol::Record& record);

  const std::unordered_map<protocol::Address, KnownObject>& known() const { return known_; }
  /// The learner's names for objects, by the last look: a name, or the path by which one holds it
  /// (`batch["x"]`). Of several names one that `source` mentions is taken. Those without one are left out.
  std::unordered_map<protocol::Address, std::string> names_of(
      const std::unordered_set<protocol::Address>& ids, std::string_view source) const;

 private:
  /// A name of a scope, in the order of its dict.
  struct Slot {
    pybind11::object key;  ///< a text
    std::string name;      ///< empty: not the lesson's own (`__file__`)
    protocol::Address id = 0;
    KnownObject* known = nullptr;  ///< of what it means: looked at in each look, so it stays
    pybind11::object lasting;      ///< a number or text that the name means, which cannot change
  };
  using Slots = std::vector<Slot>;

  void look_at(const Scope& scope, const std::vector<std::string>& assigned, protocol::Record& record);
  void look_at(Slot& slot, PyObject* value, const std::string& scope,
               const std::vector<std::string>& assigned, protocol::Record& record);
  void forget_scopes(const std::vector<Scope>& scopes, protocol::Record& record);
  KnownObject& look_at(PyObject* object, protocol::Record& record);
  KnownObject& look_at_one(PyObject* object, protocol::Record& record);
  void look_at_module(KnownObject& known, nn::Module& module, protocol::Object told,
                      protocol::Record& record);
  void look_at_tensor(KnownObject& known, const Tensor& tensor, PyObject* wrapper, protocol::Record& record);
  void look_at_value(KnownObject& known, PyObject* object, protocol::Object told, protocol::Record& record);
  bool saw(KnownObject& known);
  static bool is_as_it_was(const KnownObject& known, PyObject* value);
  void hold(Slot& slot, PyObject* value);
  void let_go(Slot& slot);
  void identify(KnownObject& known, protocol::Address id, const std::shared_ptr<void>& identity,
                protocol::Record& record);
  void forget_unseen(protocol::Record& record);

  std::map<std::string, Slots> scopes_;
  std::unordered_map<protocol::Address, KnownObject> known_;
  std::vector<pybind11::object> waiting_;  ///< what those looked at hold, the next one last
  std::uint64_t look_ = 0;
  std::size_t seen_ = 0;     ///< objects, in this look, but those that slots hold
  std::size_t lasting_ = 0;  ///< objects that slots hold
};

}  // namespace todevice::worker
