// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "loader/lesson.h"
#include "loader/matching.h"  // isRight
#include "protocol/messages.h"

namespace todevice {

/// The right answer as the learner would give it: the right choice's text, or the value's own text.
QString rightAnswer(const Prediction& prediction, const protocol::EvaluateReply& value);

}  // namespace todevice
