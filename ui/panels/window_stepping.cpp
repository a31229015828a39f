// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping, breakpoints and playing: what the keys and buttons for them do.
#include <QToolBar>

#include "models/joined.h"
#include "panels/code_panel.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/timeline_bar.h"

namespace todevice {

namespace {

QString speedWords(double linesPerSecond) {
  return linesPerSecond == 1 ? MainWindow::tr("1 line a second")
                             : MainWindow::tr("%1 lines a second").arg(linesPerSecond);
}

}  // namespace

void MainWindow::makeStepping() {
  Actions& a = *m_actions;
  LessonPlayer* player = m_workspace->player();
  AutoPlay* play = m_workspace->autoPlay();
  CodeEditor* editor = m_code->editor();
  const auto lineOfCursor = [editor] {
    int line = 0, column = 0;
    editor->getCursorPosition(&line, &column);
    return editor->lineWithCode(line + 1);
  };
  connect(a.back, &QAction::triggered, player, &LessonPlayer::stepBack);
  connect(a.step, &QAction::triggered, player, &LessonPlayer::step);
  connect(a.into, &QAction::triggered, player, &LessonPlayer::stepInto);
  connect(a.out, &QAction::triggered, player, &LessonPlayer::stepOut);
  connect(a.runTo, &QAction::triggered, player, [player, lineOfCursor] { player->runTo(lineOfCursor()); });
  connect(a.breakpoint, &QAction::triggered, player,
          [player, lineOfCursor] { player->toggleBreakpoint(lineOfCursor()); });
  connect(a.noBreakpoints, &QAction::triggered, m_workspace->session(),
          [this] { m_workspace->session()->setBreakpoints({}); });
  connect(a.play, &QAction::triggered, play, &AutoPlay::toggle);
  // What the learner does by hand ends what goes by itself.
  for (const QAction* action : {a.back, a.step, a.into, a.out, a.run, a.runTo, a.stop, a.reset})
    connect(action, &QAction::triggered, play, &AutoPlay::stop);
  connect(play, &AutoPlay::playingChanged, this, &MainWindow::followPlay);
  connect(m_workspace->session(), &Session::breakpointsChanged, this, &MainWindow::follow);
  editor->setLineActions({a.runTo, a.breakpoint});
}

void MainWindow::makeTimeline() {
  Actions& a = *m_actions;
  m_timeline = new TimelineBar(m_workspace->timeline(), m_workspace->records());
  AutoPlay* play = m_workspace->autoPlay();
  connect(m_timeline, &TimelineBar::playAsked, play, &AutoPlay::toggle);
  connect(m_timeline, &TimelineBar::touched, play, &AutoPlay::stop);
  auto* bar = new QToolBar;
  bar->setObjectName(QStringLiteral("timeline"));
  setRole(bar, "timeline");
  bar->setMovable(false);
  bar->addAction(a.play);
  a.playButton = qobject_cast<QToolButton*>(bar->widgetForAction(a.play));
  a.playButton->setFocusPolicy(Qt::TabFocus);
  a.speedMenu = new QMenu(this);
  a.speed = new QToolButton;
  a.speed->setObjectName(QStringLiteral("speed"));
  a.speed->setMenu(a.speedMenu);
  a.speed->setPopupMode(QToolButton::InstantPopup);
  a.speed->setFocusPolicy(Qt::TabFocus);
  bar->addWidget(a.speed);
  bar->addWidget(m_timeline);
  bar->toggleViewAction()->setVisible(false);
  addToolBar(Qt::BottomToolBarArea, bar);
}

void MainWindow::fillSpeedMenu() {
  Actions& a = *m_actions;
  a.speedMenu->clear();
  for (const double speed : {0.5, 1.0, 2.0, 5.0, 10.0}) {
    QAction* action = a.speedMenu->addAction(speedWords(speed));
    action->setCheckable(true);
    action->setChecked(speed == m_workspace->autoPlay()->speed());
    connect(action, &QAction::triggered, this, [this, speed] {
      m_workspace->autoPlay()->setSpeed(speed);
      fillSpeedMenu();
      followPlay();
    });
  }
}

void MainWindow::followPlay() {
  Actions& a = *m_actions;
  const bool playing = m_workspace->autoPlay()->isPlaying();
  const QString words = playing ? tr("Pause") : tr("Play");
  const QString tip = playing ? tr("Hold here") : tr("Go on line by line by itself");
  a.play->setText(words);
  a.play->setIconText(words);
  a.play->setWhatsThis(tip);
  a.play->setToolTip(withAside(tip, a.play->shortcut().toString(QKeySequence::NativeText)));
  a.play->setIcon(Look::get().icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
  if (a.speed == nullptr) return;
  const double speed = m_workspace->autoPlay()->speed();
  a.speed->setText(QStringLiteral("%1× ▾").arg(speed));
  const QString name = tr("Speed of playing: %1").arg(speedWords(speed));
  a.speed->setToolTip(name);
  a.speed->setAccessibleName(name);
}

}  // namespace todevice
