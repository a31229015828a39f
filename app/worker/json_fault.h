// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "lined_json.h"

namespace todevice::worker {

/// The first place where a text leaves JSON's form (RFC 8259), and what to do there, for one who wrote it by
/// hand: "there is a comma with nothing behind it: take it away". Nothing where the form is kept, or where
/// only its bytes are wrong.
std::optional<FileError> json_fault(const std::string& text);

}  // namespace todevice::worker
