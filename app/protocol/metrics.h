// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "protocol/fields.h"

namespace todevice::protocol {

/// The whole notification. Written by hand: a million points a second pass here. Where x simply counts
/// (0, 1, 2, ...), only its first value is written.
std::string encode_metrics(const Metrics& metrics);
Metrics decode_metrics(const fields::json& params);

}  // namespace todevice::protocol
