// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar, its menus and the keys.
#include <QActionGroup>
#include <QApplication>
#include <QKeyEvent>
#include <QLayout>
#include <QToolBar>

#include "panels/language.h"
#include "panels/lesson_panel.h"
#include "panels/memory_panel.h"
#include "panels/training_panel.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/dock.h"
#include "widgets/timeline_bar.h"

namespace todevice {

namespace {

QAction* makeAction(MainWindow* window, const char* name, const QList<QKeySequence>& keys) {
  auto* action = new QAction(window);
  action->setObjectName(QLatin1String(name));
  action->setShortcuts(keys);
  window->addAction(action);
  return action;
}

/// The first widget inside that takes the keyboard.
void focusInto(QWidget* panel) {
  for (QWidget* at = panel->nextInFocusChain(); at != panel; at = at->nextInFocusChain()) {
    if (!panel->isAncestorOf(at)) continue;
    if (!at->isVisible() || !at->isEnabled() || !(at->focusPolicy() & Qt::TabFocus)) continue;
    at->setFocus(Qt::ShortcutFocusReason);
    return;
  }
}

QToolButton* makeMenuButton(const char* name, QMenu* menu) {
  auto* button = new QToolButton;
  button->setObjectName(QLatin1String(name));
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

void MainWindow::makeActions() {
  Actions& a = *m_actions;
  const auto key = [](const QString& text) { return QList<QKeySequence>{QKeySequence(text)}; };
  a.back = makeAction(this, "back", key(QStringLiteral("Shift+F6")));
  a.step =
      makeAction(this, "step", {QKeySequence(QStringLiteral("F6")), QKeySequence(QStringLiteral("F10"))});
  a.into = makeAction(this, "into", key(QStringLiteral("F7")));
  a.out = makeAction(this, "out", key(QStringLiteral("Shift+F7")));
  a.runTo = makeAction(this, "runTo", key(QStringLiteral("Ctrl+F10")));
  a.breakpoint = makeAction(this, "breakpoint", key(QStringLiteral("F9")));
  a.noBreakpoints = makeAction(this, "noBreakpoints", key(QStringLiteral("Ctrl+Shift+F9")));
  a.play = makeAction(this, "play", key(QStringLiteral("F8")));
  a.run = makeAction(this, "run", key(QStringLiteral("F5")));
  a.stop = makeAction(this, "stop", key(QStringLiteral("Shift+F5")));
  a.reset = makeAction(this, "reset", key(QStringLiteral("Ctrl+R")));
  a.language = makeAction(this, "language", {});
  a.zoomIn = makeAction(this, "zoomIn",
                        {QKeySequence(QStringLiteral("Ctrl++")), QKeySequence(QStringLiteral("Ctrl+="))});
  a.zoomOut = makeAction(this, "zoomOut", key(QStringLiteral("Ctrl+-")));
  a.zoomReset = makeAction(this, "zoomReset", key(QStringLiteral("Ctrl+0")));
  a.present = makeAction(this, "present", key(QStringLiteral("Shift+F11")));
  a.fullScreen = makeAction(this, "fullScreen", key(QStringLiteral("F11")));
  a.resetLayout = makeAction(this, "resetLayout", {});
  a.instructor = makeAction(this, "instructor", {});
  a.instructor->setCheckable(true);
  a.exportView = makeAction(this, "exportView", key(QStringLiteral("Ctrl+Shift+E")));
  a.openCode = makeAction(this, "openCode", key(QStringLiteral("Ctrl+O")));
  a.saveCode = makeAction(this, "saveCode", key(QStringLiteral("Ctrl+S")));
  a.find = makeAction(this, "find", key(QStringLiteral("Ctrl+F")));
  connect(a.find, &QAction::triggered, this, [this] {
    dock(QStringLiteral("memory"))->bringUp();
    m_memory->focusFind();
  });
  a.shortcuts = makeAction(this, "shortcuts", key(QStringLiteral("Ctrl+/")));
  a.about = makeAction(this, "about", {});
  a.nextStep = makeAction(this, "nextStep", key(QStringLiteral("PgDown")));
  a.previousStep = makeAction(this, "previousStep", key(QStringLiteral("PgUp")));
  a.leave = makeAction(this, "leave", key(QStringLiteral("Esc")));
  for (QAction* action : {a.nextStep, a.previousStep, a.leave}) action->setEnabled(false);
  for (int i = 0; i < 7; ++i) {
    a.goTo << makeAction(this, "goTo", key(QStringLiteral("Ctrl+%1").arg(i + 1)));
    connect(a.goTo.last(), &QAction::triggered, this, [this, i] {
      m_docks[i]->bringUp();
      focusInto(m_docks[i]->widget());
    });
  }
  LessonPlayer* player = m_workspace->player();
  makeStepping();
  connect(a.run, &QAction::triggered, this, [this, player] {
    const int training = m_training->trainingStep();
    training >= 0 && training == player->stepIndex() && !player->blockHasRun() &&
            m_workspace->session()->state() == Session::State::Idle
        ? player->runWhole()
        : player->run();
  });
  connect(a.stop, &QAction::triggered, m_workspace, &Workspace::stop);
  connect(a.reset, &QAction::triggered, player, &LessonPlayer::reset);
  connect(a.nextStep, &QAction::triggered, m_lesson, &LessonPanel::goOn);
  connect(a.previousStep, &QAction::triggered, player, &LessonPlayer::previous);
  connect(a.language, &QAction::triggered, this, [this] {
    setLanguage(currentLanguage() == QLatin1String("en") ? QStringLiteral("zh_CN") : QStringLiteral("en"));
  });
  Look* look = &Look::get();
  connect(a.zoomIn, &QAction::triggered, this, [look] { look->setZoom(look->zoom() + 0.1); });
  connect(a.zoomOut, &QAction::triggered, this, [look] { look->setZoom(look->zoom() - 0.1); });
  connect(a.zoomReset, &QAction::triggered, this, [look] { look->setZoom(1.0); });
  connect(a.present, &QAction::triggered, this, [this] { setPresenting(!m_presenting); });
  connect(a.fullScreen, &QAction::triggered, this, [this] {
    setWindowState(windowState() ^ Qt::WindowFullScreen);
    m_actions->leave->setEnabled(isFullScreen() || m_presenting);
  });
  connect(a.leave, &QAction::triggered, this, &MainWindow::leave);
  connect(a.resetLayout, &QAction::triggered, this, [this] {
    resetLayout();
    for (Dock* dock : m_docks) dock->show();
  });
  connect(a.instructor, &QAction::toggled, this, &MainWindow::followInstructor);
  connect(a.exportView, &QAction::triggered, this, &MainWindow::exportView);
  connect(a.openCode, &QAction::triggered, this, &MainWindow::chooseCodeFile);
  connect(a.saveCode, &QAction::triggered, this, &MainWindow::saveCodeAs);
  connect(a.shortcuts, &QAction::triggered, this, &MainWindow::showShortcuts);
  connect(a.about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::makeToolBar() {
  Actions& a = *m_actions;
  m_bar = new QToolBar;
  m_bar->setObjectName(QStringLiteral("tools"));
  m_bar->setMovable(false);
  m_bar->toggleViewAction()->setVisible(false);
  addToolBar(Qt::TopToolBarArea, m_bar);
  a.lessonMenu = new QMenu(this);
  a.machineMenu = new QMenu(this);
  a.zoomMenu = new QMenu(this);
  a.themeMenu = new QMenu(this);
  a.moreMenu = new QMenu(this);
  a.asideMenu = new QMenu(this);
  a.lesson = makeMenuButton("lesson", a.lessonMenu);
  setRole(a.lesson, "field");
  a.lesson->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_bar->addWidget(a.lesson);
  m_bar->addSeparator();
  for (QAction* action : {a.back, a.step, a.into, a.out, a.run, a.stop, a.reset}) {
    m_bar->addAction(action);
    auto* button = qobject_cast<QToolButton*>(m_bar->widgetForAction(action));
    const bool small = action == a.into || action == a.out;  // their tool tips have the words
    button->setToolButtonStyle(small ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
  }
  auto* space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_bar->addWidget(space);
  a.machine = makeMenuButton("machine", a.machineMenu);
  setRole(a.machine, "field");
  a.machine->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_bar->addWidget(a.machine);
  m_bar->addSeparator();
  m_bar->addAction(a.language);
  auto* language = qobject_cast<QToolButton*>(m_bar->widgetForAction(a.language));
  language->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  language->setFocusPolicy(Qt::TabFocus);
  a.zoom = makeMenuButton("zoom", a.zoomMenu);
  a.zoom->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  a.theme = makeMenuButton("theme", a.themeMenu);
  a.more = makeMenuButton("more", a.moreMenu);
  m_bar->addWidget(a.zoom);
  m_bar->addWidget(a.theme);
  m_bar->addAction(a.present);
  m_bar->widgetForAction(a.present)->setFocusPolicy(Qt::TabFocus);
  m_bar->addWidget(a.more);
}

void MainWindow::tint() {
  const Look& look = Look::get();
  Actions& a = *m_actions;
  m_bar->setIconSize(QSize(look.px(18), look.px(18)));
  const std::pair<QAction*, const char*> icons[] = {
      {a.back, "back"},       {a.step, "step"},         {a.run, "run"},
      {a.into, "into"},       {a.out, "out"},           {a.breakpoint, "breakpoint"},
      {a.stop, "stop"},       {a.reset, "reset"},       {a.language, "language"},
      {a.present, "present"}, {a.exportView, "export"}, {a.about, "info"}};
  for (const auto& [action, name] : icons) action->setIcon(look.icon(QLatin1String(name)));
  const std::pair<QToolButton*, const char*> buttons[] = {
      {a.lesson, "lesson"}, {a.machine, "gpu"}, {a.zoom, "zoom"}, {a.theme, "theme"}, {a.more, "more"}};
  for (const auto& [button, name] : buttons) {
    button->setIcon(look.icon(QLatin1String(name)));
    button->setIconSize(m_bar->iconSize());
  }
  followPlay();
  setWindowIcon(QIcon(look.pixmap(QStringLiteral("todevice"), 64)));
}

/// What was dropped first is what has the clearest picture and a key. Nothing may be pushed out of the bar:
/// the way back to a smaller size stands in it.
void MainWindow::fitToolBar() {
  Actions& a = *m_actions;
  QList<QToolButton*> runners;
  for (QAction* action : {a.back, a.step, a.run, a.stop, a.reset})
    runners << qobject_cast<QToolButton*>(m_bar->widgetForAction(action));
  const QList<QList<QToolButton*>> groups{
      runners,
      {qobject_cast<QToolButton*>(m_bar->widgetForAction(a.language)), a.zoom},
      {a.machine},
      {a.lesson}};
  const auto fits = [this] {
    m_bar->layout()->invalidate();
    return m_bar->layout()->sizeHint().width() <= width();
  };
  for (const auto& group : groups)
    for (QToolButton* button : group) button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  for (const auto& group : groups) {
    if (fits()) return;
    for (QToolButton* button : group) button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  fitToolBar();
}

void MainWindow::setPresenting(bool on) {
  if (on == m_presenting) return;
  m_presenting = on;
  followInstructor();
  if (on) m_zoomBefore = Look::get().zoom();
  Look::get().setZoom(on ? qMax(1.4, m_zoomBefore) : m_zoomBefore);
  setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
  for (QAction* action : {m_actions->nextStep, m_actions->previousStep, m_actions->leave})
    action->setEnabled(on);
}

/// The class reads what is presented: the notes are not for it.
void MainWindow::followInstructor() {
  m_lesson->setNotesShown(m_actions->instructor->isChecked() && !m_presenting);
}

void MainWindow::leave() {
  if (m_presenting) return setPresenting(false);
  if (isFullScreen()) setWindowState(windowState() & ~Qt::WindowFullScreen);
  m_actions->leave->setEnabled(false);
}

}  // namespace todevice
