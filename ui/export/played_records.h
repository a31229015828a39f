// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <nlohmann/json.hpp>

#include "loader/lesson.h"
#include "models/timeline.h"

namespace todevice {

/// What a report tells of the records from `first` on.
nlohmann::json recordsJson(const Timeline& timeline, int first);
/// What each name stands for.
nlohmann::json namesJson(const State& state);
/// What may be answered, and what is said to each answer: [{"choice": "On the CPU", "feedback": "..."}].
nlohmann::json repliesJson(const Prediction& prediction);
/// What the code printed, with the error that ended it.
QString printedFrom(const Timeline& timeline, int first);

/// The record that moved something last, or failed; -1: none did.
int lastMove(const Timeline& timeline, int first);
/// Whether a record from `first` on made or changed a tensor that a name stands for at the end.
bool changesNamedTensor(const Timeline& timeline, int first);

}  // namespace todevice
