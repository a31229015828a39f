// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace todevice {

class MainWindow;

/// The one panel that shows what came of a step, as it would look on a page: as wide as its text, sharp,
/// without buttons that do nothing on paper, and without the empty place below. Training where the step
/// trains, else the memory where a name stands for a tensor, else the GPU map.
QImage panelPicture(MainWindow* window, bool trains);

}  // namespace todevice
