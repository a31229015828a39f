// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshot.h"

#include <QCoreApplication>
#include <QTimer>
#include <cstdio>

#include "export/picture.h"
#include "panels/main_window.h"
#include "panels/training_panel.h"
#include "panels/workspace.h"

namespace todevice {

namespace {

constexpr int kSettleMs = 200;

class Screenshot {
  Q_DECLARE_TR_FUNCTIONS(todevice::Screenshot)
};

void say(const QString& words) {
  std::fputs(qPrintable(words + QLatin1Char('\n')), stderr);
}

void finish(MainWindow* window, int firstRecord, const QString& path) {
  Timeline* timeline = window->workspace()->timeline();
  for (int i = timeline->count() - 1; i >= qMax(firstRecord, timeline->first()); --i) {
    if (timeline->record(i).moves.empty()) continue;
    timeline->setCursor(i + 1);
    break;
  }
  QTimer::singleShot(kSettleMs, window, [window, path] {
    QString why;
    const bool saved = savePicture(window, path, &why);
    if (!saved) say(Screenshot::tr("\"%1\" could not be written: %2").arg(path, why));
    QCoreApplication::exit(saved ? 0 : 1);
  });
}

void runStep(MainWindow* window, int step, const QString& path) {
  Workspace* work = window->workspace();
  LessonPlayer* player = work->player();
  if (step > player->stepCount()) {
    say(Screenshot::tr("The lesson has %1 steps, not %2.").arg(player->stepCount()).arg(step));
    return QCoreApplication::exit(2);
  }
  const int first = work->timeline()->count();
  const bool last = player->stepIndex() + 1 >= step;
  const auto go = [=] {
    last ? finish(window, first, path)
         : (player->next(), QTimer::singleShot(0, window, [=] { runStep(window, step, path); }));
  };
  if (player->blockLineCount() == 0) return go();
  QObject::connect(player, &LessonPlayer::blockFinished, window, go,
                   Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
  window->training()->trainingStep() == player->stepIndex() ? player->runWhole() : player->run();
}

}  // namespace

int takeScreenshot(MainWindow* window, int step, const QString& path) {
  Session* session = window->workspace()->session();
  QObject::connect(
      session, &Session::workerReady, window,
      [=] { QTimer::singleShot(0, window, [=] { runStep(window, step, path); }); }, Qt::SingleShotConnection);
  QTimer::singleShot(60000, window, [] { QCoreApplication::exit(1); });
  return QCoreApplication::exec();
}

}  // namespace todevice
