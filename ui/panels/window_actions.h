// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>
#include <QToolButton>

#include "panels/main_window.h"

namespace todevice {

/// Everything that the tool bar and the keys can do.
struct MainWindow::Actions {
  QAction *back, *step, *into, *out, *run, *stop, *reset;
  QAction *runTo, *breakpoint, *noBreakpoints, *play;
  QAction *language, *zoomIn, *zoomOut, *zoomReset, *present, *fullScreen;
  QAction *resetLayout, *instructor, *openCode, *saveCode, *exportView, *shortcuts, *about, *nextStep,
      *previousStep, *leave, *find;
  QList<QAction*> goTo;
  QToolButton *lesson, *machine, *zoom, *theme, *more, *playButton = nullptr, *speed = nullptr;
  QMenu *speedMenu, *lessonMenu, *machineMenu, *zoomMenu, *themeMenu, *moreMenu, *asideMenu;
};

}  // namespace todevice
