// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace todevice::worker {

inline constexpr int kMostSimulated = 64;

/// The command line, read.
struct Options {
  enum class Task { serve, script, inventory, explain, help, version } task = Task::serve;
  std::optional<int> simulate;  ///< how many equal GPUs; absent: the machine's own, or `machine_file`
  std::string machine_file;     ///< that describes the GPUs to simulate; empty: none
  std::vector<int> busy;        ///< simulated GPUs whose memory another program fills
  bool json = false;            ///< --explain: for programs to read
  std::optional<std::string> visible_devices, device_order;
  std::string script;
  std::optional<std::string> command;  ///< code given with -c, instead of a script
  std::vector<std::string> arguments;  ///< behind the script or the command
};

/// What is wrong goes into `problem`, one sentence; it is empty when all is well.
Options parse_options(const std::vector<std::string>& words, std::string& problem);
std::string help_text();

}  // namespace todevice::worker
