// SPDX-License-Identifier: GPL-3.0-or-later
#include "python_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

namespace todevice {

namespace {

constexpr qint64 kMostBytes = 1 << 20;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(todevice::PythonFile)
};

/// From 1; no letter of UTF-8 has a line break in it.
qsizetype firstBadLine(const QByteArray& bytes) {
  qsizetype number = 0;
  for (const QByteArray& line : bytes.split('\n')) {
    ++number;
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decode(line);
    if (decode.hasError()) return number;
  }
  return number;
}

}  // namespace

bool isPythonFile(const QString& path) {
  return path.endsWith(QLatin1String(".py"), Qt::CaseInsensitive);
}

PythonFile readPythonFile(const QString& path) {
  const QFileInfo info(path);
  if (info.isDir()) return {{}, Words::tr("it is a folder. Open a .py file in it.")};
  // A pipe or a device may have no end, or never begin: to open it would be to wait for it.
  if (info.exists() && !info.isFile()) return {{}, Words::tr("it is a pipe or a device. Open a file.")};
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {{}, file.errorString()};
  const QByteArray bytes = file.read(kMostBytes + 1);
  if (file.error() != QFileDevice::NoError) return {{}, file.errorString()};
  if (bytes.size() > kMostBytes) return {{}, Words::tr("it is larger than 1 MiB. Open a shorter file.")};
  QStringDecoder decode(QStringDecoder::Utf8);
  QString code = decode(bytes);
  if (decode.hasError()) {
    return {{},
            Words::tr("line %1 is not UTF-8 text. Save the file as UTF-8 in your editor and open it again.")
                .arg(firstBadLine(bytes))};
  }
  if (const auto nul = code.indexOf(QChar::Null); nul >= 0) {
    return {{},
            Words::tr("line %1 has a NUL character, which no Python code may have. If it is text, save it as "
                      "UTF-8 in your editor and open it again.")
                .arg(code.left(nul).count(QLatin1Char('\n')) + 1)};
  }
  // Python ends a line at each of the three, and so does the editor.
  code.replace(QLatin1String("\r\n"), QLatin1String("\n")).replace(QLatin1Char('\r'), QLatin1Char('\n'));
  return {code, {}};
}

}  // namespace todevice
