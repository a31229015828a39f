// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/picture.h"

#include <QDir>
#include <QFileInfo>
#include <QPixmap>
#include <QSaveFile>
#include <QWidget>

namespace todevice {

bool savePicture(QWidget* widget, const QString& path, QString* why) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  QSaveFile file(path);
  const bool opened = file.open(QIODevice::WriteOnly);
  if (opened) widget->grab().save(&file, "PNG");
  const bool saved = opened && file.commit();
  if (why && !saved) *why = file.errorString();
  return saved;
}

}  // namespace todevice
