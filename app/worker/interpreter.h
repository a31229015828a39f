// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace todevice::worker {

/// How the embedded Python starts: isolated from the machine's settings, UTF-8 throughout, without `site`.
struct PythonSettings {
  std::vector<std::string> arguments{""};  ///< sys.argv
  std::string script;                      ///< runs it in `run_script`; empty: none
  std::optional<std::string> command;      ///< code to run in `run_script` instead
};

/// Starts Python with the modules torch and todevice. Throws std::runtime_error.
void start_python(const PythonSettings& settings);
/// Whether Python can import it, without doing so.
bool has_module(const char* name);
/// Runs the script that Python was started with, as python3 would, and ends Python. Gives the exit code.
int run_script();

}  // namespace todevice::worker
