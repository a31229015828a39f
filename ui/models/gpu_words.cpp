// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu_words.h"

#include <QStringList>
#include <algorithm>

#include "address_format.h"
#include "device_info.h"
#include "gpu_map_model.h"

namespace todevice {

namespace {

QString cardList(const std::vector<std::string>& uuids,
                 const std::vector<protocol::PhysicalDevice>& machine) {
  if (uuids.empty()) return GpuMapModel::tr("none");
  QStringList words;
  for (const auto& uuid : uuids) {
    const auto card =
        std::find_if(machine.begin(), machine.end(), [&](const auto& c) { return c.uuid == uuid; });
    words << (card == machine.end() ? QString::fromStdString(uuid)
                                    : GpuMapModel::tr("GPU %1").arg(card->index));
  }
  return words.join(QStringLiteral(", "));
}

}  // namespace

QString visibleWords(int logical) {
  return logical >= 0 ? GpuMapModel::tr("visible as cuda:%1").arg(logical) : GpuMapModel::tr("hidden");
}

QString cardSentence(const protocol::PhysicalDevice& card, int logical) {
  return GpuMapModel::tr("GPU %1, letter %2, %3, %4: %5")
      .arg(QString::number(card.index), deviceLetter(card.index), QString::fromStdString(card.name),
           formatBytes(card.total_memory), visibleWords(logical));
}

QString verdictWords(const visibility::Token& token, int logical) {
  using visibility::Verdict;
  const QString text = QString::fromStdString(token.text).trimmed();
  const int physical = token.physical.value_or(-1);
  switch (token.verdict) {
    case Verdict::visible:
      return logical >= 0 ? GpuMapModel::tr("GPU %1 is visible as cuda:%2").arg(physical).arg(logical)
                          : GpuMapModel::tr("GPU %1, but the whole list is an error").arg(physical);
    case Verdict::duplicate:
      return GpuMapModel::tr("GPU %1 is named twice: CUDA refuses the whole list").arg(physical);
    case Verdict::out_of_range:
      return GpuMapModel::tr("the list ends here: there is no GPU %1").arg(text);
    case Verdict::not_an_index:
      return text.isEmpty()
                 ? GpuMapModel::tr("the list ends here: nothing stands between the commas")
                 : GpuMapModel::tr("the list ends here: “%1” is neither a number nor a UUID").arg(text);
    case Verdict::unknown_uuid:
      return GpuMapModel::tr("the list ends here: no GPU has the UUID %1").arg(text);
    case Verdict::ambiguous_uuid:
      return GpuMapModel::tr("the list ends here: several UUIDs begin with %1").arg(text);
    case Verdict::other_kind:
      return GpuMapModel::tr("the list ends here: numbers and UUIDs cannot be mixed");
    case Verdict::after_end:
      return GpuMapModel::tr("not read: the list ended before");
  }
  return {};
}

QString driverErrorWords(const visibility::Result& result) {
  using visibility::DriverError;
  switch (result.error) {
    case DriverError::none:
      return {};
    case DriverError::no_device:
      return GpuMapModel::tr("No GPU is visible: CUDA will say that there is no device.");
    case DriverError::invalid_device:
      break;
  }
  const bool twice = std::any_of(
      result.tokens.begin(), result.tokens.end(),
      [](const visibility::Token& token) { return token.verdict == visibility::Verdict::duplicate; });
  return twice ? GpuMapModel::tr(
                     "A GPU is named twice: CUDA will refuse the whole list (invalid device ordinal).")
               : GpuMapModel::tr(
                     "CUDA_DEVICE_ORDER must be FASTEST_FIRST or PCI_BUS_ID: CUDA will refuse this one.");
}

QString mismatchWords(const std::vector<std::string>& predicted, const std::vector<std::string>& actual,
                      const std::vector<protocol::PhysicalDevice>& machine) {
  return GpuMapModel::tr("The rules say %1, but the worker reports %2.")
      .arg(cardList(predicted, machine), cardList(actual, machine));
}

}  // namespace todevice
