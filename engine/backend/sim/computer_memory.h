// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace todevice::sim {

/// What programs may still take of this computer's memory, in bytes: MemAvailable of `meminfo` (proc(5)), or
/// what the control group leaves where that is less (memory.max - memory.current and what of it can be given
/// back, cgroup-v2.rst). Absent where the system says neither.
std::optional<std::size_t> available_memory(const std::string& meminfo = "/proc/meminfo",
                                            const std::string& cgroup = "/sys/fs/cgroup");

}  // namespace todevice::sim
