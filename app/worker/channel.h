// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <span>
#include <string_view>

namespace todevice::worker {

/// The pipe to the window, kept private: what Python code does to the standard input and output cannot reach
/// it.
class Channel {
 public:
  /// Takes descriptors 0 and 1 for itself; from then on 0 reads nothing and 1 is the log (2).
  Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// One line, from any thread. A window that is gone ends this process.
  void send(std::string_view line);
  /// Waits for bytes; 0 at the end of input.
  std::size_t read(std::span<char> into) const;

 private:
  int in_ = -1, out_ = -1;
  std::mutex mutex_;
};

/// Is this a copy of the worker that Python code made with os.fork()? It must not speak to the window.
bool is_fork() noexcept;

}  // namespace todevice::worker
