// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace todevice {

// What is wrong with a path that an option of the command line names, in a sentence; empty: nothing. A pipe
// or a device is not opened: it may have no end, or never begin.

QString wrongFile(const QString& option, const QString& path);    ///< to be read
QString wrongLesson(const QString& option, const QString& path);  ///< a lesson's file or folder to be read
QString wrongTarget(const QString& option, const QString& path);  ///< a file to be written
QString wrongFolder(const QString& option, const QString& path);  ///< a folder to be written into

}  // namespace todevice
