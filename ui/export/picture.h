// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace todevice {

/// Saves what a widget shows as PNG. Whether the devices are real stands in the panels themselves, so it is
/// in the picture too. Where it cannot be written: false, and `why` in words.
bool savePicture(QWidget* widget, const QString& path, QString* why = nullptr);

}  // namespace todevice
