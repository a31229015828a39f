// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "breakpoints.h"
#include "channel.h"
#include "lesson.h"
#include "metrics.h"
#include "output.h"
#include "protocol/messages.h"
#include "recorder.h"
#include "requests.h"

namespace todevice::worker {

/// The parts of a worker that serves a window.
struct Context {
  Channel& channel;
  Output& output;
  Metrics& metrics;
  Requests& requests;
  Recorder& recorder;
  Lesson& lesson;
  Breakpoints& breakpoints;
};

/// The value of an expression in the lesson's namespace, and in a function's `locals` where there is one.
/// Interruptible; with the GIL.
protocol::EvaluateReply evaluate(Context& context, const std::string& expression, PyObject* locals = nullptr);

}  // namespace todevice::worker
