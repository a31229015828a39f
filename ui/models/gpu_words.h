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
QString cardSentence(const protocol::PhysicalDevice& card, int logical);
QString verdictWords(const visibility::Token& token, int logical);
QString driverErrorWords(const visibility::Result& result);
QString mismatchWords(const std::vector<std::string>& predicted, const std::vector<std::string>& actual,
                      const std::vector<protocol::PhysicalDevice>& machine);

}  // namespace todevice
