// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

namespace todevice {

class MainWindow;

struct PanelPicture {
  QImage image;  ///< may be null
  QString
      shows;  ///< what matters of it, where curves of the moment make each picture another one; else empty

  bool sameAs(const PanelPicture& other) const {
    return shows.isEmpty() ? image == other.image : shows == other.shows;
  }
};

/// The one panel that shows what came of a step, as it would look on a page: as wide as its text, sharp,
/// without buttons that do nothing on paper, and without the empty place below. Training where the step
/// trains, else the memory where a name stands for a tensor, else the GPU map. Nothing is scrolled away:
/// all cards, all names.
PanelPicture panelPicture(MainWindow* window, bool trains);

/// Without the frame at the right and below, with `margin` in its place, and with what is empty over the
/// whole width at most `gap` rows high.
QImage withoutGaps(const QImage& image, int frame, int gap, int margin);

}  // namespace todevice
