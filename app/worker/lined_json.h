// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace todevice::worker {

/// A JSON value that remembers on which line of its file it stands.
struct LinedJson {
  int line = 0;
  nlohmann::json scalar;  ///< of a text, number, true, false or null; objects and lists keep it empty
  enum class Kind { scalar, list, object } kind = Kind::scalar;
  std::vector<LinedJson> items;
  struct Member;
  std::vector<Member> members;  ///< in the file's order

  const LinedJson* find(const std::string& name) const;
};

struct LinedJson::Member {
  std::string name;
  LinedJson value;
};

/// What is wrong with a file, and where.
struct FileError {
  int line = 0;
  std::string reason;
};

/// Throws FileError for what is no JSON.
LinedJson read_lined_json(const std::string& text);

}  // namespace todevice::worker
