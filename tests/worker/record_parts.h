// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/messages.h"

/// What a record says about a name. Each throws where it says nothing.
namespace record_parts {

using namespace todevice::protocol;

inline Address id_of(const Record& record, const std::string& name) {
  for (const auto& binding : record.bound) {
    if (binding.name == name) return binding.id;
  }
  throw std::runtime_error("not bound: " + name);
}

inline const Object& object(const Record& record, Address id) {
  for (const auto& one : record.objects) {
    if (one.id == id) return one;
  }
  throw std::runtime_error("no such object");
}

inline const TensorInfo& tensor(const Record& record, const std::string& name) {
  return *object(record, id_of(record, name)).tensor;
}

inline std::vector<std::string> paths(const Record& record, const std::string& name) {
  std::vector<std::string> found;
  for (const auto& part : object(record, id_of(record, name)).parts) found.push_back(part.name);
  return found;
}

inline bool has_freed(const Record& record, std::uint64_t serial) {
  return std::any_of(record.allocations.begin(), record.allocations.end(),
                     [&](const auto& one) { return one.freed && one.serial == serial; });
}

}  // namespace record_parts
