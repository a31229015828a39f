// SPDX-License-Identifier: GPL-3.0-or-later
#include "variable_story.h"

#include <QCoreApplication>

namespace todevice {

namespace {

class Story {
  Q_DECLARE_TR_FUNCTIONS(todevice::VariableStory)
};

std::optional<QString> qt(const std::optional<std::string>& text) {
  return text ? std::optional(QString::fromStdString(*text)) : std::nullopt;
}

QString changeWords(const protocol::VariableChange& change) {
  const QString name = QString::fromStdString(change.name);
  if (change.how == "kept") {
    return Story::tr(
               "setdefault() changed nothing: %1 was set already, to %2. Assign os.environ[\"%1\"] to "
               "replace it.")
        .arg(name, settingWords(qt(change.after)));
  }
  if (change.late)
    return Story::tr("too late: CUDA had read %1 before, and reads it once in a process").arg(name);
  if (change.how == "deleted") return Story::tr("%1 is unset from here on").arg(name);
  return Story::tr("%1 is %2 from here on").arg(name, settingWords(qt(change.after)));
}

QString readingWords(const protocol::VariableReading& reading) {
  QString words = Story::tr("CUDA reads CUDA_VISIBLE_DEVICES here: %1. It does so once in a process.")
                      .arg(settingWords(qt(reading.visible_devices)));
  if (reading.device_order)
    words += Story::tr(" CUDA_DEVICE_ORDER is %1.").arg(settingWords(qt(reading.device_order)));
  return words;
}

QString errorWords() {
  return Story::tr(
      "setdefault() takes a name and one value, and never replaces what is set. Several GPUs go into one "
      "text: "
      "os.environ[\"CUDA_VISIBLE_DEVICES\"] = \"2,3\".");
}

std::optional<QString>& fieldOf(VariableSetting& setting, const std::string& name) {
  return name == "CUDA_DEVICE_ORDER" ? setting.order : setting.visible;
}

}  // namespace

QString settingWords(const std::optional<QString>& value) {
  if (!value) return Story::tr("unset");
  return value->isEmpty() ? Story::tr("empty") : *value;
}

QString VariableStory::difference() const {
  if (!differs()) return {};
  if (written->visible != used->visible) {
    return Story::tr("You wrote: %1. This process uses: %2.")
        .arg(settingWords(written->visible), settingWords(used->visible));
  }
  return Story::tr("You wrote the order %1. This process uses: %2.")
      .arg(settingWords(written->order), settingWords(used->order));
}

VariableStory variableStory(const State& state, const VariableSetting& start, bool foretold) {
  VariableStory story;
  for (const VariableEvent& event : state.variables) {
    StoryRow row;
    row.record = event.record;
    row.line = event.line;
    row.code = event.source.trimmed();
    if (event.change) {
      row.words = changeWords(*event.change);
      row.struckOut = event.change->late && event.change->how != "kept";
      if (!story.written) story.written = start;
      fieldOf(*story.written, event.change->name) = qt(event.change->after);
    } else if (event.reading) {
      row.words = readingWords(*event.reading);
      row.isReading = true;
      story.used = foretold
                       ? story.written.value_or(start)
                       : VariableSetting{qt(event.reading->visible_devices), qt(event.reading->device_order)};
    } else {
      row.words = errorWords();
      row.isError = true;
    }
    story.rows.push_back(std::move(row));
  }
  return story;
}

}  // namespace todevice
