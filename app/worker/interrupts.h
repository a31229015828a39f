// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace todevice::worker {

/// One wish to interrupt is one KeyboardInterrupt on the main thread, wherever the lesson's code is by then.
/// The wish stands in the engine's flag (trace::interrupt_requested), which long operations look at; SIGINT
/// wakes what sleeps. Whoever raises takes the wish back.

/// Python's handling of SIGINT becomes ours, whatever lesson code made of it. With the GIL, on the main
/// thread.
void install_interrupt_handler();

/// From any thread.
void request_interrupt(pthread_t main);

/// Sends the signal once more if nobody has heard the wish: one that comes just before a call that waits does
/// not wake it. Returns whether the wish still stands.
bool repeat_interrupt(pthread_t main);

/// Lets a wish that came too late go. With the GIL, on the main thread.
void forget_interrupt();

}  // namespace todevice::worker
