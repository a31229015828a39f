// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace todevice {

bool isPythonFile(const QString& path);

/// A Python file as the editor takes it: its text with "\n" at the ends of lines, or what is wrong with the
/// file and what to do, in words that follow "NAME could not be opened: ".
struct PythonFile {
  QString code, problem;
};

/// UTF-8 of at most 1 MiB without NUL characters, in a regular file.
PythonFile readPythonFile(const QString& path);

}  // namespace todevice
