// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/picture.h"

#include <QCoreApplication>
#include <QCursor>
#include <QDir>
#include <QFileInfo>
#include <QPixmap>
#include <QWidget>

namespace todevice {

bool savePicture(QWidget* widget, const QString& path) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  // Nothing lies under a pointer in a picture.
  QCursor::setPos(widget->mapToGlobal(QPoint(widget->width() - 1, widget->height() - 1)));
  QCoreApplication::sendPostedEvents();
  return widget->grab().save(path, "PNG");
}

}  // namespace todevice
