// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "origins.h"
#include "protocol/messages.h"
#include "sources.h"

namespace todevice::worker {

/// The lesson's own frames of a traceback, outermost first, and what the expression that failed names in
/// each: tensors, modules, devices, and texts and whole numbers. Runs no code of the lesson; leaves no Python
/// error behind.
std::vector<protocol::ErrorFrame> error_frames(const pybind11::object& traceback, const Sources& sources,
                                               const Origins& origins);

}  // namespace todevice::worker
