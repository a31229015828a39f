// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "protocol/messages.h"
#include "visibility/visibility.h"

namespace todevice {

// The GPU map's sentences, in the window's language.

QString visibleWords(int logical);  ///< "visible as cuda:1", "hidden"
/// The same where the box may say otherwise, because the code set the variable: "hidden by code".
QString visibleWords(int logical, bool ticked);
QString cardSentence(const protocol::PhysicalDevice& card, const QString& visible);
QString verdictWords(const visibility::Token& token, int logical);
/// "load 40 % · 51 °C · 123 W": what the card told at its last sample; empty when it tells nothing.
QString loadWords(const protocol::PhysicalDevice& card);
/// "MIG: 3g.40gb (visible), 2g.20gb"; `visible`: UUIDs that the program sees; empty for a whole card.
QString migWords(const protocol::PhysicalDevice& card, const std::vector<std::string>& visible);
/// Where torch.cuda.device_count() and CUDA disagree: the learner sees PyTorch's answer first.
QString torchDifferenceWords(const visibility::Result& result);
QString driverErrorWords(const visibility::Result& result);
QString mismatchWords(const std::vector<std::string>& predicted, const std::vector<std::string>& actual,
                      const std::vector<protocol::PhysicalDevice>& machine);

}  // namespace todevice
