// SPDX-License-Identifier: Apache-2.0
#include "backend/sim/computer_memory.h"

#include <algorithm>
#include <fstream>

namespace todevice::sim {

namespace {

/// The number behind `name` in a file of "name number" lines.
std::optional<std::size_t> figure(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string word;
  std::size_t number = 0;
  while (file >> word) {
    if (word == name && file >> number) return number;
    std::getline(file, word);
  }
  return std::nullopt;
}

/// The file's only number: "max" is none.
std::optional<std::size_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

std::optional<std::size_t> left_in_group(const std::string& cgroup) {
  const auto most = number_in(cgroup + "/memory.max"), now = number_in(cgroup + "/memory.current");
  if (!most || !now) return std::nullopt;
  const std::size_t cached = figure(cgroup + "/memory.stat", "inactive_file").value_or(0);
  const std::size_t held = *now - std::min(*now, cached);
  return *most - std::min(*most, held);
}

}  // namespace

std::optional<std::size_t> available_memory(const std::string& meminfo, const std::string& cgroup) {
  auto left = figure(meminfo, "MemAvailable:");
  if (left) *left *= 1024;  // told in kB
  const auto group = left_in_group(cgroup);
  return left && group ? std::min(*left, *group) : left ? left : group;
}

}  // namespace todevice::sim
