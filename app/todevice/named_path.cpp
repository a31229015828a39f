// SPDX-License-Identifier: GPL-3.0-or-later
#include "named_path.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace todevice {

namespace {

class NamedPath {
  Q_DECLARE_TR_FUNCTIONS(todevice::NamedPath)
};

QString noFolder(const QString& option, const QFileInfo& info) {
  return (info.isFile() ? NamedPath::tr("--%1: \"%2\" is a file, not a folder.")
                        : NamedPath::tr("--%1: \"%2\" is a pipe or a device, not a folder."))
      .arg(option, info.filePath());
}

QString noFile(const QString& option, const QFileInfo& info) {
  return (info.isDir() ? NamedPath::tr("--%1: \"%2\" is a folder, not a file.")
                       : NamedPath::tr("--%1: \"%2\" is a pipe or a device, not a file."))
      .arg(option, info.filePath());
}

QString noRightToWrite(const QString& option, const QFileInfo& info) {
  return NamedPath::tr("--%1: you may not write to \"%2\".").arg(option, info.filePath());
}

}  // namespace

QString wrongLesson(const QString& option, const QString& path) {
  const QFileInfo info(path);
  if (info.exists() && !info.isFile() && !info.isDir()) return noFile(option, info);
  if (info.exists() && !info.isReadable())
    return NamedPath::tr("--%1: you may not read \"%2\".").arg(option, path);
  return {};
}

QString wrongFile(const QString& option, const QString& path) {
  return QFileInfo(path).isDir() ? noFile(option, QFileInfo(path)) : wrongLesson(option, path);
}

QString wrongFolder(const QString& option, const QString& path) {
  QFileInfo info(path);
  while (!info.exists() && !info.isRoot() && info.absolutePath() != info.absoluteFilePath())
    info = QFileInfo(info.absolutePath());
  if (!info.isDir()) return noFolder(option, info);
  return info.isWritable() ? QString() : noRightToWrite(option, info);
}

QString wrongTarget(const QString& option, const QString& path) {
  const QFileInfo info(path);
  if (!info.exists()) return wrongFolder(option, info.absolutePath());
  if (!info.isFile()) return noFile(option, info);
  return info.isWritable() ? QString() : noRightToWrite(option, info);
}

}  // namespace todevice
