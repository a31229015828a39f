// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace todevice {

/// Says "first paint" in the log category todevice.start once `window` has been painted: how tests/bench
/// times a start.
void logFirstPaint(QWidget* window);

}  // namespace todevice
