// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options.h"

namespace todevice {

/// What authors of lessons ask for at the command line: --check and --new-lesson. Needs no window. Returns
/// the exit code: 0 when all is well, 1 when a lesson has problems (each printed as file:line: message).
int workForAuthors(const Options& options);

}  // namespace todevice
