// SPDX-License-Identifier: GPL-3.0-or-later
// "invalid device ordinal": which cards this process sees, and what the numbers mean.
#include <QRegularExpression>
#include <algorithm>

#include "explanation.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// Where in the code the number stands that is too large.
struct Place {
  int number = -1;
  int line = 0, column = 0, length = 0;
};

Place placeIn(const QString& row, int line, const QString& form, int from = 0) {
  const auto match = QRegularExpression(form).match(row, from);
  if (!match.hasMatch()) return {};
  return {match.captured(1).toInt(), line, int(match.capturedStart(1)), int(match.capturedLength(1))};
}

const QString kInText = QStringLiteral("cuda:(\\d+)");
const QString kInCall = QStringLiteral(
    "(?:\\bcuda|set_device|device|get_device_name|get_device_capability|get_device_properties|mem_get_info|"
    "\\w*memory\\w*)"
    "\\((?:device=)?(\\d+)\\)");

Place searchIn(const QString& row, int line) {
  const Place text = placeIn(row, line, kInText);
  return text.number >= 0 ? text : placeIn(row, line, kInCall);
}

/// In the line itself, else where a name of the line got it.
Place placeOf(const Scene& scene) {
  const auto* frame = scene.inner();
  const int line = frame ? frame->line : scene.outerLine();
  const Place here = searchIn(lineOf(scene.code, line), line);
  if (here.number >= 0 || !frame) return here;
  for (const auto& named : frame->names) {
    static const QRegularExpression form(QStringLiteral("^(?:cuda:)?(\\d+)$"));
    const auto value = form.match(text(named.text));
    const int at = value.hasMatch() ? assignedAt(scene.code, text(named.name), line) : 0;
    if (at == 0) continue;
    const QString row = lineOf(scene.code, at);
    Place place = searchIn(row, at);
    if (place.number < 0) place = placeIn(row, at, QStringLiteral("=\\s*(\\d+)\\s*(?:#.*)?$"));
    if (place.number < 0) place.number = value.captured(1).toInt();
    return place;
  }
  return here;
}

QString settingWords(const Scene& scene) {
  const auto& variable = scene.ready->visible_devices;
  return variable ? Explain::tr("`CUDA_VISIBLE_DEVICES=%1`").arg(text(*variable)) : QString();
}

QString mapping(const std::vector<DeviceInfo>& logical) {
  QStringList pairs;
  for (const DeviceInfo& device : logical)
    pairs << (device.physical < 0 ? device.text
                                  : Explain::tr("%1 is GPU %2").arg(device.text).arg(device.physical));
  return pairs.join(Explain::tr(", ", "between two cards"));
}

std::optional<Explanation> explainNoGpu(const Scene& scene) {
  Explanation result;
  result.kind = Explanation::NoGpu;
  result.headline = Explain::tr("This process sees no GPU");
  const auto cards = scene.devices.cards().size();
  const QString setting = settingWords(scene);
  if (cards == 0) {
    result.text = Explain::tr("This machine has no GPU, so nothing can be put on one.");
  } else if (setting.isEmpty()) {
    result.text = Explain::tr("The machine has GPUs, but CUDA gives this process none.");
  } else {
    result.text =
        Explain::tr(
            "%1 hides every GPU of this machine: an entry that names no card ends the list, and none "
            "stands before it.")
            .arg(setting);
  }
  result.text += Explain::tr(" ", "between two sentences") +
                 Explain::tr("Code that should run everywhere asks first, by `torch.cuda.is_available()`.");
  const int line = scene.inner() ? scene.inner()->line : scene.outerLine();
  const QString row = lineOf(scene.code, line);
  static const QRegularExpression device(QStringLiteral("([\"'])cuda(?::\\d+)?\\1"));
  QString mended = row;
  mended.replace(device, QStringLiteral("\"cpu\""));
  mended.replace(QRegularExpression(QStringLiteral("\\.cuda\\(\\d*\\)")), QStringLiteral(".cpu()"));
  if (mended != row)
    result.fixes.push_back({Explain::tr("Use the CPU at line %1").arg(line), {{line, false, mended}}});
  return result;
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
  const Place place = placeOf(scene);
  const int count = int(logical.size());
  Explanation result;
  result.kind = Explanation::Ordinal;
  const QString wanted = place.number >= 0 ? QStringLiteral("cuda:%1").arg(place.number) : QString();
  result.headline = wanted.isEmpty() ? Explain::tr("There is no such GPU here")
                                     : Explain::tr("There is no %1 here").arg(wanted);
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
                            .arg(setting)
                            .arg(count)
                            .arg(mapping(logical)));
    sentences << Explain::tr(
        "The number in `cuda:N` counts the places in that list, not the cards of the machine.");
  }
  int instead = count - 1;
  const auto meant = std::find_if(logical.begin(), logical.end(),
                                  [&](const DeviceInfo& one) { return one.physical == place.number; });
  if (!setting.isEmpty() && meant != logical.end()) {
    instead = logicalIndex(meant->text);
    sentences << Explain::tr("GPU %1 is here, as `%2`.").arg(place.number).arg(meant->text);
  } else if (!setting.isEmpty() && place.number >= 0 && place.number < int(scene.devices.cards().size())) {
    sentences << Explain::tr("GPU %1 is hidden from this process.").arg(place.number);
  }
  result.text = sentences.join(Explain::tr(" ", "between two sentences"));
  if (place.line > 0) {
    result.notes.push_back({place.line, Explain::tr("%1 is asked for here").arg(wanted)});
    QString row = lineOf(scene.code, place.line);
    row.replace(place.column, place.length, QString::number(instead));
    result.fixes.push_back(
        {Explain::tr("Use cuda:%1 at line %2").arg(instead).arg(place.line), {{place.line, false, row}}});
  }
  return result;
}

}  // namespace todevice
