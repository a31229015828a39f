// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the window's frame, in the language of the moment.
#include <QActionGroup>
#include <QApplication>
#include <QToolBar>

#include "models/joined.h"
#include "panels/language.h"
#include "panels/lesson_panel.h"
#include "panels/rich_text.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"
#include "widgets/dock.h"
#include "widgets/timeline_bar.h"

namespace todevice {

namespace {

void word(QAction* action, const QString& text, const QString& tip) {
  action->setText(text);
  action->setIconText(text);
  const QString key = action->shortcut().toString(QKeySequence::NativeText);
  action->setWhatsThis(tip);
  action->setToolTip(key.isEmpty() ? tip : withAside(tip, key));
}

}  // namespace

void MainWindow::retranslateActions() {
  Actions& a = *m_actions;
  word(a.back, tr("Back"), tr("One line back: shows what was there before"));
  word(a.step, tr("Step"), tr("Run the next line"));
  word(a.into, tr("Step into"), tr("Step into the function that the line calls"));
  word(a.out, tr("Step out"), tr("Run to the end of this function"));
  word(a.runTo, tr("Run to here"), tr("Run to the line of the cursor in the code"));
  word(a.breakpoint, tr("Breakpoint"), tr("Stop before the line of the cursor, or no more"));
  word(a.noBreakpoints, tr("No breakpoints"), tr("Take all breakpoints away"));
  followPlay();
  word(a.run, tr("Run"), tr("Run the rest of this step's code"));
  word(a.stop, tr("Stop"), tr("Stop the code that runs"));
  word(a.reset, tr("Reset"), tr("Begin the lesson anew, in a fresh program"));
  const bool english = currentLanguage() == QLatin1String("en");
  word(a.language, english ? QStringLiteral("中文") : QStringLiteral("English"),
       english ? QStringLiteral("切换到简体中文") : QStringLiteral("Switch to English"));
  word(a.zoomIn, tr("Larger"), tr("Make everything larger"));
  word(a.zoomOut, tr("Smaller"), tr("Make everything smaller"));
  word(a.zoomReset, tr("100 %"), tr("Back to the ordinary size"));
  word(a.present, tr("Present"),
       tr("Present: full screen, large type; Page Down and Page Up turn the steps"));
  word(a.fullScreen, tr("Full screen"), tr("Fill the screen"));
  word(a.instructor, tr("Instructor's notes"),
       tr("Below each step what its author says to the instructor. Never while presenting: the class would "
          "read it"));
  word(a.resetLayout, tr("Put the panels back"), tr("All panels open, in their first places"));
  word(a.find, tr("Find in the memory"), tr("A name, an id or an address"));
  word(a.openCode, tr("Open a Python file..."), tr("Open a Python file of your own"));
  word(a.saveCode, tr("Save the code as..."), tr("Save the code that is shown as a Python file"));
  word(a.exportView, tr("Export this view..."), tr("Save a picture of the window"));
  word(a.shortcuts, tr("All keys"), tr("Every key and what it does"));
  word(a.about, tr("About ToDevice"), tr("Version, licences, libraries and data"));
  word(a.nextStep, tr("Next step"), tr("Next step of the lesson (while presenting)"));
  word(a.previousStep, tr("Previous step"), tr("Previous step of the lesson (while presenting)"));
  word(a.leave, tr("Leave"), tr("Leave presenting or full screen"));
  for (int i = 0; i < a.goTo.size(); ++i) {
    const QString title = m_docks[i]->windowTitle();
    word(a.goTo[i], tr("Go to %1").arg(title), tr("Go to %1").arg(title));
  }
}

void MainWindow::retranslate() {
  setWindowTitle(QStringLiteral("ToDevice"));
  const std::pair<const char*, QString> titles[] = {{"lesson", tr("Lesson")},      {"code", tr("Code")},
                                                    {"memory", tr("Memory")},      {"gpus", tr("GPU map")},
                                                    {"training", tr("Training")},  {"console", tr("Console")},
                                                    {"hood", tr("Under the hood")}};
  for (const auto& [name, title] : titles) dock(QLatin1String(name))->setShownTitle(title);
  m_timeline->setAccessibleName(tr("Timeline"));
  retranslateActions();
  Actions& a = *m_actions;
  const std::pair<QToolButton*, QString> buttons[] = {{a.lesson, tr("Choose a lesson")},
                                                      {a.machine, tr("Which GPUs the program has")},
                                                      {a.zoom, tr("Size of everything")},
                                                      {a.theme, tr("Colours")},
                                                      {a.more, tr("More: panels, export, keys, about")}};
  for (const auto& [button, text] : buttons) {
    button->setToolTip(text);
    button->setAccessibleName(text);
  }
  fillMenus();
  follow();
  fitToolBar();
}

void MainWindow::fillLessonMenu() {
  Actions& a = *m_actions;
  a.lessonMenu->clear();
  const Lesson* open = m_workspace->player()->lesson();
  QString shown = tr("Choose a lesson");
  for (const Lesson& lesson : m_lesson->lessons()) {
    const QString title = QStringLiteral("%1. %2").arg(lesson.number).arg(plainText(lesson.title));
    QAction* action = a.lessonMenu->addAction(title);
    action->setCheckable(true);
    action->setChecked(open && open->id == lesson.id);
    if (open && open->id == lesson.id) shown = tr("Lesson %1").arg(lesson.number);
    connect(action, &QAction::triggered, this, [this, id = lesson.id] { openLesson(id); });
  }
  a.lessonMenu->addSeparator();
  connect(a.lessonMenu->addAction(tr("All lessons")), &QAction::triggered, m_lesson, &LessonPanel::showList);
  connect(a.lessonMenu->addAction(tr("Open lesson...")), &QAction::triggered, this,
          &MainWindow::chooseLessonFile);
  constexpr int kMostLetters = 24;
  if (open && !m_lesson->find(open->id)) shown = shortened(plainText(open->title), kMostLetters);
  a.lessonMenu->addActions({a.openCode, a.saveCode});
  a.lesson->setText(shown);
  fitToolBar();
}

void MainWindow::fillMenus() {
  Actions& a = *m_actions;
  fillLessonMenu();
  fillMachineMenu();
  fillSpeedMenu();
  a.zoomMenu->clear();
  a.zoomMenu->addActions({a.zoomIn, a.zoomOut, a.zoomReset});
  a.zoomMenu->addSeparator();
  for (const int percent : {75, 125, 150, 200, 300}) {
    connect(a.zoomMenu->addAction(QStringLiteral("%1 %").arg(percent)), &QAction::triggered, this,
            [percent] { Look::get().setZoom(percent / 100.0); });
  }
  a.themeMenu->clear();
  const std::pair<const char*, QString> themes[] = {{"auto", tr("As the desktop")},
                                                    {"light", tr("Light")},
                                                    {"dark", tr("Dark")},
                                                    {"high-contrast", tr("High contrast")},
                                                    {"projector", tr("Projector")}};
  auto* group = new QActionGroup(a.themeMenu);
  for (const auto& [name, text] : themes) {
    QAction* action = a.themeMenu->addAction(text);
    group->addAction(action);
    action->setCheckable(true);
    action->setChecked(m_options.theme == QLatin1String(name));
    connect(action, &QAction::triggered, this, [this, theme = QString::fromLatin1(name)] {
      m_options.theme = theme;
      Look::get().setTheme(theme);
    });
  }
  a.moreMenu->clear();
  for (Dock* dock : m_docks) a.moreMenu->addAction(dock->toggleViewAction());
  a.moreMenu->addSeparator();
  a.moreMenu->addActions({a.into, a.out, a.runTo, a.breakpoint, a.noBreakpoints});
  a.moreMenu->addSeparator();
  a.asideMenu->setTitle(tr("My code that was set aside"));
  a.moreMenu->addActions({a.openCode, a.saveCode});
  a.moreMenu->addMenu(a.asideMenu);
  a.moreMenu->addSeparator();
  a.moreMenu->addAction(a.instructor);
  a.moreMenu->addAction(a.resetLayout);
  a.moreMenu->addAction(a.fullScreen);
  a.moreMenu->addAction(a.exportView);
  connect(a.moreMenu->addAction(tr("Export my answers...")), &QAction::triggered, this,
          &MainWindow::exportAnswers);
  a.moreMenu->addSeparator();
  a.moreMenu->addAction(a.shortcuts);
  a.moreMenu->addAction(a.about);
}

}  // namespace todevice
