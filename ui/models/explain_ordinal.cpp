// SPDX-License-Identifier: GPL-3.0-or-later
// "invalid device ordinal": which cards this process sees, and what the numbers mean.
#include <QRegularExpression>
#include <algorithm>

#include "asked_device.h"
#include "explanation.h"
#include "joined.h"

namespace todevice {

namespace {

/// Where the worker told no frames, the statement that failed.
std::vector<protocol::ErrorFrame> framesOf(const Scene& scene) {
  if (!scene.error().frames.empty()) return scene.error().frames;
  protocol::ErrorFrame frame;
  frame.line = scene.outerLine();
  return {frame};
}

/// "cuda:2", or more of them joined by `both`.
QString wantedWords(const std::vector<AskedDevice>& asked, const QString& both) {
  QStringList all;
  for (const auto& one : asked) all << QStringLiteral("cuda:%1").arg(one.number);
  all.removeDuplicates();
  const QString last = all.takeLast();
  return all.isEmpty() ? last : both.arg(listed(all), last);
}

QString noneOf(const std::vector<AskedDevice>& asked) {
  return wantedWords(asked, Explain::tr("%1 or %2", "devices, none of which is here"));
}

QString allOf(const std::vector<AskedDevice>& asked) {
  return wantedWords(asked, Explain::tr("%1 and %2", "devices that are asked for"));
}

/// What is asked for where; and a change only where the place is certain.
void addPlaces(const Scene& scene, const std::vector<AskedDevice>& asked, int instead, int count,
               Explanation& result) {
  if (asked.empty()) return;
  const AskedDevice& first = asked.front();
  const bool oneRow = std::all_of(asked.begin(), asked.end(), [&](const AskedDevice& one) {
    return one.line == first.line && one.inList == first.inList;
  });
  if (!oneRow || first.line <= 0) return;
  result.notes.push_back({first.line, Explain::tr("%1 is asked for here").arg(allOf(asked))});
  QString row = lineOf(scene.code, first.line);
  if (first.inList) {
    row = withoutMissing(row, first, count);
    if (row.isEmpty()) return;
    result.fixes.push_back(
        {Explain::tr("Take %1 out of the list at line %2").arg(allOf(asked), QString::number(first.line)),
         {{first.line, false, row}}});
  } else if (asked.size() == 1) {
    row.replace(first.column, first.length, QString::number(instead));
    result.fixes.push_back(
        {Explain::tr("Use cuda:%1 at line %2").arg(instead).arg(first.line), {{first.line, false, row}}});
  }
}

QString mapping(const std::vector<DeviceInfo>& logical) {
  QStringList pairs;
  for (const DeviceInfo& device : logical)
    pairs << (device.physical < 0 ? device.text
                                  : Explain::tr("%1 is GPU %2").arg(device.text).arg(device.physical));
  return asClauses(pairs);
}

}  // namespace

std::optional<Explanation> explainOrdinal(const Scene& scene) {
  const QString message = scene.message();
  if (!scene.ready) return std::nullopt;
  if (message.contains(QLatin1String("No CUDA GPUs are available")) ||
      message.startsWith(QLatin1String("Found no NVIDIA driver")))
    return explainNoGpu(scene);
  if (!message.contains(QLatin1String("invalid device ordinal")) &&
      message != QLatin1String("Invalid device id"))
    return std::nullopt;
  const auto& logical = scene.devices.logical();
  if (logical.empty()) return explainNoGpu(scene);
  const int count = int(logical.size());
  const auto asked = askedDevices(scene.code, framesOf(scene), count);
  const int number = asked.size() == 1 ? asked.front().number : -1;
  Explanation result;
  result.kind = Explanation::Ordinal;
  result.headline = asked.empty() ? Explain::tr("There is no such GPU here")
                                  : Explain::tr("There is no %1 here").arg(noneOf(asked));
  const QString setting = settingWords(scene);
  QStringList sentences;
  const QString last = logical.back().text;
  if (setting.isEmpty()) {
    sentences << (count == 1
                      ? Explain::tr("This process sees one GPU, `cuda:0`; counting begins at 0.")
                      : Explain::tr("This process sees %1 GPUs, `cuda:0` to `%2`; counting begins at 0.")
                            .arg(count)
                            .arg(last));
  } else {
    sentences << (count == 1
                      ? Explain::tr("With %1 this process sees one GPU: %2.").arg(setting, mapping(logical))
                      : Explain::tr("With %1 this process sees %2 GPUs: %3.")
                            .arg(setting, QString::number(count), mapping(logical)));
    sentences << Explain::tr(
        "The number in `cuda:N` counts the places in that list, not the cards of the machine.");
  }
  int instead = count - 1;
  const auto meant = std::find_if(logical.begin(), logical.end(),
                                  [&](const DeviceInfo& one) { return one.physical == number; });
  if (!setting.isEmpty() && number >= 0 && meant != logical.end()) {
    instead = logicalIndex(meant->text);
    sentences << Explain::tr("GPU %1 is here, as `%2`.").arg(number).arg(meant->text);
  } else if (!setting.isEmpty() && number >= 0 && number < int(scene.devices.cards().size())) {
    sentences << Explain::tr("GPU %1 is hidden from this process.").arg(number);
  }
  result.text = asSentences(sentences);
  addPlaces(scene, asked, instead, count, result);
  return result;
}

}  // namespace todevice
