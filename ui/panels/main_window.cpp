// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

#include "models/address_format.h"
#include "models/python_file.h"
#include "models/worker_words.h"
#include "panels/code_panel.h"
#include "panels/console_panel.h"
#include "panels/gpu_panel.h"
#include "panels/hood_panel.h"
#include "panels/language.h"
#include "panels/lesson_files.h"
#include "panels/lesson_panel.h"
#include "panels/memory_panel.h"
#include "panels/training_panel.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/status_line.h"
#include "widgets/timeline_bar.h"

namespace todevice {

MainWindow::MainWindow(const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent), m_options(options), m_workspace(new Workspace(this)), m_actions(new Actions) {
  setObjectName(QStringLiteral("window"));
  setDockNestingEnabled(true);
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setContextMenuPolicy(Qt::NoContextMenu);
  makePanels();
  makeActions();
  makeToolBar();
  makeTimeline();
  makeStatusBar();
  connectSession();
  connectLessons();
  resize(1280, 800);
  resetLayout();
  m_firstLayout = saveState();
  if (m_options.remember) restoreSettings();
  m_lesson->setLanguage(currentLanguage());
  retranslate();
  connect(&Look::get(), &Look::changed, this, &MainWindow::followLook);
  followLook();
  follow();
}

MainWindow::~MainWindow() = default;

void MainWindow::makePanels() {
  m_lesson = new LessonPanel(m_workspace);
  m_code = new CodePanel(m_workspace);
  m_memory = new MemoryPanel(m_workspace);
  m_gpu = new GpuPanel(m_workspace);
  m_training = new TrainingPanel(m_workspace);
  m_console = new ConsolePanel(m_workspace);
  m_hood = new HoodPanel(m_workspace);
  const std::tuple<const char*, const char*, QWidget*> panels[] = {{"lesson", "lesson", m_lesson},
                                                                   {"code", "code", m_code},
                                                                   {"memory", "memory", m_memory},
                                                                   {"gpus", "gpu", m_gpu},
                                                                   {"training", "training", m_training},
                                                                   {"console", "console", m_console},
                                                                   {"hood", "hood", m_hood}};
  for (const auto& [name, icon, panel] : panels)
    m_docks << new Dock(QLatin1String(name), QLatin1String(icon), panel, this);
  connect(m_code, &CodePanel::noteChanged, this, &MainWindow::followNotes);
  connect(m_memory, &MemoryPanel::noteChanged, this, &MainWindow::followNotes);
  connect(m_gpu, &GpuPanel::noteChanged, this, &MainWindow::followNotes);
  connect(m_gpu, &GpuPanel::compareAsked, this, &MainWindow::compareSettings);
  connect(m_training, &TrainingPanel::noteChanged, this, &MainWindow::followNotes);
  connect(m_console, &ConsolePanel::noteChanged, this, &MainWindow::followNotes);
  connect(m_hood, &HoodPanel::noteChanged, this, &MainWindow::followNotes);
  for (Dock* dock : m_docks) {
    connect(dock, &QDockWidget::dockLocationChanged, this,
            [this] { QTimer::singleShot(0, this, &MainWindow::followTabs); });
    connect(dock, &QDockWidget::visibilityChanged, this,
            [this] { QTimer::singleShot(0, this, &MainWindow::followTabs); });
  }
}

Dock* MainWindow::dock(const QString& name) const {
  for (Dock* dock : m_docks)
    if (dock->objectName() == name) return dock;
  return nullptr;
}

void MainWindow::resetLayout() {
  for (Dock* dock : m_docks) {
    dock->setFloating(false);
    removeDockWidget(dock);
  }
  addDockWidget(Qt::LeftDockWidgetArea, dock("lesson"));
  splitDockWidget(dock("lesson"), dock("code"), Qt::Horizontal);
  splitDockWidget(dock("code"), dock("gpus"), Qt::Horizontal);
  splitDockWidget(dock("code"), dock("memory"), Qt::Vertical);
  splitDockWidget(dock("gpus"), dock("training"), Qt::Vertical);
  tabifyDockWidget(dock("training"), dock("console"));
  tabifyDockWidget(dock("console"), dock("hood"));
  for (Dock* dock : m_docks) dock->show();
  dock("console")->bringUp();
  resizeDocks({dock("lesson"), dock("code"), dock("gpus")}, {29, 36, 35}, Qt::Horizontal);
  resizeDocks({dock("code"), dock("memory")}, {42, 58}, Qt::Vertical);
  resizeDocks({dock("gpus"), dock("training")}, {72, 28}, Qt::Vertical);
  followTabs();
}

void MainWindow::makeStatusBar() {
  m_status = new StatusLine;
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(m_status, 1);
}

void MainWindow::connectSession() {
  Session* session = m_workspace->session();
  connect(session, &Session::stateChanged, this, &MainWindow::follow);
  connect(session, &Session::lineReached, this, &MainWindow::follow);  // wherever the cursor goes, too
  connect(session, &Session::workerReady, this, [this] {
    if (m_code->message()->isFor("bad")) m_code->message()->show("", {});
    follow();
  });
  connect(session, &Session::runStarted, this, [this] {
    m_edited = false;
    if (m_workspace->session()->state() == Session::State::Running) m_code->message()->show("", {});
  });
  connect(m_code->editor(), &QsciScintilla::textChanged, this, [this] {
    m_edited = true;
    follow();
  });
  connect(session, &Session::workerLost, this, [this](const QString& reason) {
    const Connection& there = m_workspace->connection();
    showTrouble(
        there.kind == Connection::Kind::Here
            ? tr("The program was lost: %1. A new one takes over and runs the lesson again up to here.")
                  .arg(reason)
            : tr("The connection to %1 was lost: %2. It is made again, and the lesson runs again up to "
                 "here.")
                  .arg(there.name(), reason));
  });
  connect(session, &Session::problem, this, &MainWindow::showTrouble);
  connect(session, &Session::evaluatingChanged, this, &MainWindow::follow);
  connect(m_code->message(), &MessageBar::actionTriggered, this, [this, session] {
    m_code->message()->show("", {});
    if (session->state() == Session::State::Dead) return session->restart(session->settings());
    session->rewindToBlock(int(session->blocks().size()) -
                           1);  // a new worker, and not again what lost the GPU
  });
  connect(m_code->message(), &MessageBar::otherActionTriggered, this, [this] { connectTo({}); });
  connect(session, &Session::gpuFault, this, [this](const QString& why) {
    m_code->message()->show("bad", gpuFaultWords(why));
    m_code->message()->setAction(tr("Restart without the last block"));
  });
  connect(m_workspace, &Workspace::devicesChanged, this, &MainWindow::follow);
  connect(m_workspace, &Workspace::machineRefused, this, [this](const QString& why) {
    showTrouble(
        tr("The machine stays as it is. %1. Mend the file and choose it again, or choose another machine.")
            .arg(why));
  });
  connect(m_workspace, &Workspace::pausedChanged, this, &MainWindow::follow);
  connect(m_workspace->gpus(), &GpuMapModel::settingsChanged, this, &MainWindow::follow);
  connect(m_workspace->timeline(), &Timeline::recordsAppended, this, &MainWindow::follow);
  connect(m_workspace->timeline(), &Timeline::cleared, this, &MainWindow::follow);
  connect(m_workspace->player(), &LessonPlayer::lessonOpened, this, &MainWindow::follow);
  connect(m_workspace->player(), &LessonPlayer::stepChanged, this, &MainWindow::follow);
  connect(m_workspace->player(), &LessonPlayer::blockFinished, this, [this](int, bool ok) {
    // What failed is printed in the console: bring it up.
    if (!ok) dock("console")->bringUp();
    follow();
  });
  connect(m_lesson, &LessonPanel::opened, this, [this] {
    dock(m_training->trainingStep() >= 0 ? "training" : "console")->bringUp();
    fillLessonMenu();
    // At once, not when the window closes: it may never come to that.
    const Lesson* lesson = m_workspace->player()->lesson();
    const QString file = isPythonFile(lesson->path) ? lesson->path : m_files->path();
    if (m_options.remember)
      QSettings().setValue(QStringLiteral("lesson"),
                           file.isEmpty() ? lesson->id : QFileInfo(file).absoluteFilePath());
  });
}

void MainWindow::showTrouble(const QString& message) {
  const bool dead = m_workspace->session()->state() == Session::State::Dead;
  m_code->message()->show(dead ? "bad" : "warn", message);
  m_code->message()->setAction(dead ? tr("Start again") : QString());
  if (m_workspace->isUnreached() && dead) m_code->message()->setOtherAction(tr("Back to this computer"));
}

void MainWindow::start(const WorkerSettings& settings) {
  m_workspace->start(settings);
}

bool MainWindow::openLesson(const QString& id) {
  if (!m_lesson->find(id)) return false;
  m_files->close();
  m_lesson->open(id);
  return true;
}

void MainWindow::setLanguage(const QString& language) {
  todevice::setLanguage(language);
  m_lesson->setLanguage(language);
}

QString MainWindow::statusWords() const {
  const Session* session = m_workspace->session();
  const QString worker = session->workerPid() > 0 ? tr("worker %1").arg(session->workerPid()) : tr("worker");
  if (m_workspace->isPaused()) return tr("%1 paused").arg(worker);
  if (session->isEvaluating()) return tr("%1 computes the value that was asked for").arg(worker);
  switch (session->state()) {
    case Session::State::Starting:
      return tr("%1 is starting").arg(worker);
    case Session::State::Idle:
      return tr("%1 ready").arg(worker);
    case Session::State::Running:
      return tr("%1 running").arg(worker);
    case Session::State::Stopped:
      return session->stoppedDepth() > 0
                 ? tr("%1 waits in a function, at line %2").arg(worker).arg(session->stoppedLine())
                 : tr("%1 waits before line %2").arg(worker).arg(session->stoppedLine());
    case Session::State::Replaying:
      return tr("%1 runs the lesson again up to here").arg(worker);
    case Session::State::Dead:
      return tr("no worker");
  }
  return {};
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    m_workspace->retranslate();
    retranslate();
  }
  QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayClose()) return event->ignore();
  if (m_options.remember) saveSettings();
  m_workspace->setPaused(false);
  QMainWindow::closeEvent(event);
}

void MainWindow::restoreSettings() {
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("window/docks")).toByteArray());
  m_actions->instructor->setChecked(settings.value(QStringLiteral("look/notes")).toBool());
  const QStringList connections = settings.value(QStringLiteral("connections")).toStringList();
  for (const QString& text : connections) {
    const Connection connection = Connection::fromText(text);
    if (connection.kind != Connection::Kind::Here) m_connections << connection;
  }
}

void MainWindow::saveSettings() const {
  QSettings settings;
  if (!m_presenting) {
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/docks"), saveState());
    settings.setValue(QStringLiteral("look/zoom"), Look::get().zoom());
  }
  settings.setValue(QStringLiteral("look/theme"), m_options.theme);
  settings.setValue(QStringLiteral("look/language"), currentLanguage());
  settings.setValue(QStringLiteral("look/notes"), m_actions->instructor->isChecked());
}

}  // namespace todevice
