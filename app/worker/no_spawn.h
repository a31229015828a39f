// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace todevice::worker {

/// From now on, processes that would be started as a new Python of this program are refused with a
/// RuntimeError that says what to do: the worker is no such program, and a parent would wait for them for
/// ever. Those that are forks start. To be called before Python begins.
void refuse_spawned_processes();

}  // namespace todevice::worker
