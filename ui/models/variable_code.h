// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace todevice {

/// CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER; absent: unset.
struct VariableSetting {
  std::optional<QString> visible, order;
  bool operator==(const VariableSetting&) const = default;
};

// The ways to set them, as code to be copied. What a shell or Python would read otherwise is quoted.

/// `export CUDA_VISIBLE_DEVICES=2,0`, or `unset CUDA_VISIBLE_DEVICES`; a line for the order where it is set.
QString shellCode(const VariableSetting& setting);
/// `os.environ["CUDA_VISIBLE_DEVICES"] = "2,0"`, with its import.
QString pythonCode(const VariableSetting& setting);
/// `CUDA_VISIBLE_DEVICES=2,0 python3 train.py`.
QString commandCode(const VariableSetting& setting);
/// Python that asks nvidia-smi and puts the GPU with the most free memory first.
QString freeMemoryCode();

}  // namespace todevice
