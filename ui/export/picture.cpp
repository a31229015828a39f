// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/picture.h"

#include <QDir>
#include <QFileInfo>
#include <QPixmap>
#include <QWidget>

namespace todevice {

bool savePicture(QWidget* widget, const QString& path) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  return widget->grab().save(path, "PNG");
}

}  // namespace todevice
