// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu_words.h"

#include <QStringList>
#include <algorithm>

#include "address_format.h"
#include "device_info.h"
#include "gpu_map_model.h"
#include "joined.h"

namespace todevice {

namespace {

QString cardList(const std::vector<std::string>& uuids,
                 const std::vector<protocol::PhysicalDevice>& machine) {
  if (uuids.empty()) return GpuMapModel::tr("none");
  QStringList words;
  for (const auto& uuid : uuids) {
    const auto card =
        std::find_if(machine.begin(), machine.end(), [&](const auto& c) { return hasUuid(c, uuid); });
    words << (card == machine.end() ? QString::fromStdString(uuid)
                                    : GpuMapModel::tr("GPU %1").arg(card->index));
  }
  return listed(words);
}

/// As much of a learner's text as a sentence can hold.
QString beginningOf(const QString& text, qsizetype most = 48) {
  return text.size() <= most ? text : text.left(most) + QStringLiteral("…");
}

QString remarkWords(const visibility::Token& token) {
  using visibility::Remark;
  switch (token.remark) {
    case Remark::none:
      return {};
    case Remark::trailing_text:
      return token.index
                 ? GpuMapModel::tr(" (read as %1: what follows the digits is ignored)").arg(*token.index)
                 : GpuMapModel::tr(" (what follows the UUID is ignored)");
    case Remark::cut_to_32_bits:
      return GpuMapModel::tr(" (too large for 32 bits, and so read as %1)").arg(token.index.value_or(0));
  }
  return {};
}

QString outOfRangeWords(const visibility::Token& token, const QString& text) {
  if (text.startsWith(QLatin1Char('-'))) return GpuMapModel::tr("the list ends here: a negative number");
  return GpuMapModel::tr("the list ends here: there is no GPU %1").arg(token.index.value_or(0)) +
         remarkWords(token);
}

}  // namespace

QString visibleWords(int logical) {
  return logical >= 0 ? GpuMapModel::tr("visible as cuda:%1").arg(logical) : GpuMapModel::tr("hidden");
}

QString visibleWords(int logical, bool ticked) {
  if (ticked && logical < 0) return GpuMapModel::tr("hidden by code");
  if (!ticked && logical >= 0) return GpuMapModel::tr("cuda:%1 by code").arg(logical);
  return visibleWords(logical);
}

QString cardSentence(const protocol::PhysicalDevice& card, const QString& visible) {
  return GpuMapModel::tr("GPU %1, letter %2, %3, %4: %5")
      .arg(QString::number(card.index), deviceLetter(card.index), QString::fromStdString(card.name),
           formatBytes(card.total_memory), visible);
}

QString verdictWords(const visibility::Token& token, int logical) {
  using visibility::Verdict;
  const QString text = beginningOf(QString::fromStdString(token.text).trimmed());
  const int physical = token.physical.value_or(-1);
  switch (token.verdict) {
    case Verdict::visible:
      return GpuMapModel::tr("GPU %1 is visible as cuda:%2").arg(physical).arg(logical) + remarkWords(token);
    case Verdict::refused:
      return GpuMapModel::tr("GPU %1, but CUDA refuses the whole setting").arg(physical);
    case Verdict::beside_mig:
      return GpuMapModel::tr("GPU %1, but a program sees one MIG instance and nothing beside it")
          .arg(physical);
    case Verdict::duplicate:
      return GpuMapModel::tr("GPU %1 is named twice: CUDA refuses the whole list (invalid device ordinal)")
          .arg(physical);
    case Verdict::out_of_range:
      return outOfRangeWords(token, text);
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

QString loadWords(const protocol::PhysicalDevice& card) {
  QStringList words;
  if (card.load) words << GpuMapModel::tr("load %1 %").arg(*card.load);
  if (card.temperature) words << QStringLiteral("%1 °C").arg(*card.temperature);
  if (card.power) words << QStringLiteral("%1 W").arg(qRound(*card.power));
  return words.join(QStringLiteral(" · "));
}

QString migWords(const protocol::PhysicalDevice& card, const std::vector<std::string>& visible) {
  if (card.mig.empty()) return {};
  QStringList names;
  for (const auto& mig : card.mig) {
    const bool seen = std::find(visible.begin(), visible.end(), mig.uuid) != visible.end();
    const QString name = QString::fromStdString(mig.name);
    names << (seen ? GpuMapModel::tr("%1 (visible)").arg(name) : name);
  }
  return labelled(QStringLiteral("MIG"), listed(names));
}

QString torchDifferenceWords(const visibility::Result& result) {
  const int cuda = int(result.logical.size());
  if (result.torch_device_count < 0) {
    return GpuMapModel::tr("torch.cuda.device_count() raises ValueError: %1. CUDA itself finds %2.")
        .arg(beginningOf(QString::fromStdString(result.torch_error), 100), QString::number(cuda));
  }
  if (result.torch_device_count == cuda) return {};
  return GpuMapModel::tr("PyTorch reads the text itself and says device_count() = %1; CUDA then finds %2.")
      .arg(result.torch_device_count)
      .arg(cuda);
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
