// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace todevice::protocol {

/// The summary of a tensor that a CUDA graph is to compute: it was recorded, and has no numbers to show until
/// a replay. The window says it in its own language.
inline constexpr const char* kRecordedOnly = "recorded, not computed yet";

}  // namespace todevice::protocol
