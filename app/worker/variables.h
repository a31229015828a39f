// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "protocol/messages.h"

namespace todevice::worker {

/// Watches CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER of this process from line to line, and when CUDA reads
/// them: what is written later has no effect.
class Variables {
 public:
  Variables();

  /// Writes what the line did to them into `record`. `text`: its statement.
  void look(protocol::Record& record, const std::string& text);

 private:
  static constexpr std::array<const char*, 2> kNames{"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"};
  std::array<std::optional<std::string>, 2> known_;
  bool read_ = false;
};

}  // namespace todevice::worker
