// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>

#include "loader/lesson.h"

namespace todevice {

/// Whether what a learner gave is the right answer: the same text but for backticks, case and blanks around
/// it, or the same number (to 1e-9 of it, and to 1e-9 below 1).
bool isRight(const QString& given, const QString& right);

/// The choice that an answer's value picks: the first that is the value's text, else the one with this
/// number, counted from 0. -1: none.
qsizetype rightChoice(const Prediction& prediction, const QString& text, std::optional<qint64> number);

}  // namespace todevice
