// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "timeline.h"
#include "variable_code.h"

namespace todevice {

/// One line of the lesson that wrote to a variable, or at which CUDA read them.
struct StoryRow {
  int record = 0;  ///< in the timeline
  int line = 0;
  QString code;  ///< the line's text
  QString words;
  bool struckOut = false;  ///< written too late: without effect
  bool isReading = false;
  bool isError = false;
};

/// What the code itself did to CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER up to the cursor.
struct VariableStory {
  std::vector<StoryRow> rows;
  /// What is written in os.environ now; absent while the code changed nothing.
  std::optional<VariableSetting> written;
  /// What this process uses, for good, once CUDA has read it.
  std::optional<VariableSetting> used;

  bool differs() const { return written && used && !(*written == *used); }
  /// "You wrote 3. The process uses 2,0." Empty while they agree.
  QString difference() const;
};

/// `start`: what the process began with. `foretold`: it has yet to run these lines, which an earlier process
/// ran, so what that one read says nothing about it.
VariableStory variableStory(const State& state, const VariableSetting& start, bool foretold = false);

/// A setting's text for a sentence: "2,0", "empty", "unset".
QString settingWords(const std::optional<QString>& value);

}  // namespace todevice
