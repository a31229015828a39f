// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace todevice {

/// "zh_CN" where the desktop speaks Chinese, else "en".
QString desktopLanguage();
QString currentLanguage();
/// Takes effect at once, in everything that is open.
void setLanguage(const QString& language);

}  // namespace todevice
