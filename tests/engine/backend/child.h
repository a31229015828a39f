// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "core/errors.h"

/// CUDA starts once in a process, so each way to start it is tried in a child of its own.
namespace todevice::testing {

/// What `call` returns, run in a child process; "error: ..." when it throws.
template <class Call>
std::string in_child(Call call) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    std::string text;
    try {
      text = call();
    } catch (const AcceleratorError& error) {
      text = std::string("accelerator error: ") + error.what();
    } catch (const Error& error) {
      text = std::string("error: ") + error.what();
    }
    const ssize_t written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = read(ends[0], buffer, sizeof buffer); n > 0; n = read(ends[0], buffer, sizeof buffer))
    text.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "the child ended badly";
}

}  // namespace todevice::testing
