// SPDX-License-Identifier: Apache-2.0
#pragma once

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
};

/// The value of an expression in the lesson's namespace. Interruptible; with the GIL.
protocol::EvaluateReply evaluate(Context& context, const std::string& expression);

}  // namespace todevice::worker
