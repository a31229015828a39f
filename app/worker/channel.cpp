// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include <sys/uio.h>

namespace todevice::worker {

namespace {

bool forked = false;

void in_child() {
  forked = true;
}

}  // namespace

bool is_fork() noexcept {
  return forked;
}

Channel::Channel() {
  in_ = fcntl(0, F_DUPFD_CLOEXEC, 3);
  out_ = fcntl(1, F_DUPFD_CLOEXEC, 3);
  if (in_ < 0 || out_ < 0) std::exit(1);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  close(nothing);
  dup2(2, 1);
  pthread_atfork(nullptr, nullptr, in_child);
}

void Channel::send(std::string_view line) {
  if (forked) return;
  const std::lock_guard lock(mutex_);
  char newline = '\n';
  std::array<iovec, 2> parts{iovec{const_cast<char*>(line.data()), line.size()}, iovec{&newline, 1}};
  std::size_t left = line.size() + 1;
  while (left > 0) {
    const auto written = writev(out_, parts.data(), static_cast<int>(parts.size()));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(0);
    auto done = static_cast<std::size_t>(written);
    left -= done;
    for (auto& part : parts) {
      const auto from_this = std::min(done, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + from_this;
      part.iov_len -= from_this;
      done -= from_this;
    }
  }
}

std::size_t Channel::read(std::span<char> into) const {
  while (true) {
    const auto count = ::read(in_, into.data(), into.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return 0;
  }
}

}  // namespace todevice::worker
