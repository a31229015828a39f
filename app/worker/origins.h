// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "sources.h"

namespace todevice::worker {

/// Where the numbers of each live storage came from, by the lines of the lesson: what an explained error
/// tells.
class Origins {
 public:
  struct Story {
    std::string made_on;  ///< the device on which they were made, before any `.to()`
    int made_line = 0, moved_line = 0;
  };

  /// Lines are looked up while `sources` is set: the innermost line of a file of theirs.
  void watch(const Sources* sources) { sources_ = sources; }
  /// The line of the lesson that runs now on this thread; 0 where that is not watched or not known.
  int line_now() const;

  /// Whether the lesson's own code calls the engine now, and not a function of the library that it called.
  /// Where lines are not watched, that is not known, and taken for true.
  bool lesson_calls() const;

  void made(std::uint64_t storage, const std::string& device, int line);
  /// A `.to()` ended. The copy has the story of what it is a copy of; line 0: it stays on the device, as for
  /// another dtype, and has moved no more than that.
  void moved(std::uint64_t before, std::uint64_t after, int line);
  void gone(std::uint64_t storage) { stories_.erase(storage); }
  Story of(std::uint64_t storage) const;

 private:
  const Sources* sources_ = nullptr;
  std::unordered_map<std::uint64_t, Story> stories_;  ///< as many as there are storages
};

}  // namespace todevice::worker
