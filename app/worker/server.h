// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "protocol/messages.h"

namespace todevice::worker {

/// Serves a window on standard input and output until the input ends. Gives the exit code.
int serve(protocol::Ready ready);

}  // namespace todevice::worker
