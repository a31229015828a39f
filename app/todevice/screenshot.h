// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace todevice {

class MainWindow;

/// Runs the open lesson up to a step, its code included, puts the cursor on the line that moved something
/// last, and saves a picture. Returns the exit code.
int takeScreenshot(MainWindow* window, int step, const QString& path);

}  // namespace todevice
