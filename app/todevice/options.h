// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "models/worker_settings.h"
#include "panels/main_window.h"

namespace todevice {

/// The command line, read. `error` is for stderr with exit code 2; `message` for stdout with exit code 0.
struct Options {
  WindowOptions window;
  WorkerSettings worker;
  QString lesson;      ///< an id, or the file of a lesson from elsewhere
  QStringList play;    ///< ids or files, or "all"; empty: an ordinary start
  QString report;      ///< folder
  bool notes = false;  ///< with the instructor's handout
  QString screenshot;
  QString check;      ///< a lesson's file or folder, or "all"
  QString newLesson;  ///< the folder to write a template into
  int patience = 30;  ///< of --check, in seconds
  int step = 1;       ///< of the lesson, for the screenshot
  QSize size;         ///< of the window; empty: as it was
  QString error, message;
};

/// Needs an application object for its words, which are in the language that is asked for, else the
/// desktop's, but no display: what is wrong is said before one is looked for.
Options readOptions(const QStringList& arguments);

}  // namespace todevice
