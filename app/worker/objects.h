// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/tensor.h"
#include "frames.h"
#include "nn/module.h"
#include "protocol/messages.h"

namespace todevice::worker {

/// What was last told about an object, and how to notice that its values changed since.
struct KnownObject {
  protocol::Object object;
  std::uint64_t serial = 0, version = 0;  ///< of a tensor's storage
  std::uint64_t replays = 0;              ///< of graphs, when it was looked at
  std::weak_ptr<void> identity;           ///< a tensor or module: tells when its id is another's by now
  bool seen = false;                      ///< in the look that goes on now
};

protocol::TensorInfo tensor_info(const Tensor& tensor);

/// Everything that the lesson's names reach, compared with the look before. Holds nothing alive.
class Objects {
 public:
  /// Looks at the names of all `scopes`; writes what is new, changed or gone since the last look into
  /// `record`. Names of the record's function in `assigned` count as bound although they mean the object that
  /// they meant before.
  void look(const std::vector<Scope>& scopes, const std::vector<std::string>& assigned,
            protocol::Record& record);

  const std::unordered_map<protocol::Address, KnownObject>& known() const { return known_; }
  /// The learner's name for an object, by the last look; empty when it has none. Of several names one that
  /// `source` mentions is taken.
  std::string name_of(protocol::Address id, std::string_view source) const;

 private:
  void look_at(PyObject* object, protocol::Record& record);
  void look_at_module(nn::Module& module, protocol::Object& object, protocol::Record& record);
  void look_at_tensor(const Tensor& tensor, PyObject* wrapper, protocol::Object object,
                      protocol::Record& record);
  KnownObject& known_as(protocol::Address id, const std::shared_ptr<void>& identity,
                        protocol::Record& record);
  void keep(KnownObject& known, protocol::Object object, protocol::Record& record);
  void forget_unseen(protocol::Record& record);

  using Name = std::pair<std::string, std::string>;  ///< scope and name
  using Names = std::map<Name, protocol::Address>;
  void look_at(const Scope& scope, Names& now, protocol::Record& record);
  bool is_bound_again(const Name& name, protocol::Address id, const std::vector<std::string>& assigned,
                      const protocol::Record& record);

  Names names_;
  std::unordered_map<protocol::Address, KnownObject> known_;
};

}  // namespace todevice::worker
