// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <memory>

#include "models/connection.h"

class QAction;
class QLabel;
class QToolBar;
class QTimer;
class QToolButton;

namespace todevice {

class CodePanel;
class ConsolePanel;
class Dock;
class GpuPanel;
class HoodPanel;
class LearnerBook;
class LessonFiles;
class LessonPanel;
class MemoryPanel;
class StatusLine;
class TimelineBar;
class TrainingPanel;
class Workspace;
struct WorkerSettings;

struct WindowOptions {
  QString language = QStringLiteral("en");
  QString theme = QStringLiteral("auto");
  double zoom = 1.0;
  bool remember = true;  ///< keep the places of the docks, theme, zoom and lesson from one start to the next
  QString book;          ///< the file of the learner's book; empty: the usual one, or none without `remember`
};

/// The window: docks with the panels, the tool bar, the timeline under all of them and the status line.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
  ~MainWindow() override;

  Workspace* workspace() const { return m_workspace; }
  LessonPanel* lessons() const { return m_lesson; }
  CodePanel* code() const { return m_code; }
  GpuPanel* gpus() const { return m_gpu; }
  MemoryPanel* memory() const { return m_memory; }
  TrainingPanel* training() const { return m_training; }
  ConsolePanel* console() const { return m_console; }
  TimelineBar* timelineBar() const { return m_timeline; }
  Dock* dock(const QString& name) const;

  /// Starts the worker. Called once the window has been painted, so that it never waits for it.
  void start(const WorkerSettings& settings);
  bool openLesson(const QString& id);
  LessonFiles* lessonFiles() const { return m_files; }
  LearnerBook* book() const { return m_book; }
  void setLanguage(const QString& language);
  void setPresenting(bool on);
  QString statusWords() const;

 public slots:
  void resetLayout();
  void exportView();
  void exportTo(const QString& path);  ///< a picture of the window
  /// A lesson's file: asks first whether its code may run. A Python file: opens it as a lesson of one step.
  /// Returns what is wrong with the file, as the window says it.
  QString openLessonFile(const QString& path);
  void chooseLessonFile();
  void chooseCodeFile();  ///< a Python file of the learner's own
  void saveCodeAs();
  void exportAnswers();
  void showAbout();
  void chooseMachineFile();
  void chooseConnection();
  void compareSettings();
  void showShortcuts();

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Actions;
  void makePanels();
  void makeActions();
  void makeStepping();
  void makeToolBar();
  void makeTimeline();
  void makeStatusBar();
  void connectSession();
  void connectLessons();
  void keepWork();
  void fillAsideMenu();
  void bringBack(int at);  ///< what was set aside, counted from the last
  bool saveBook();
  bool mayClose();
  void followPlay();
  void fillSpeedMenu();
  void fillMenus();
  void fillLessonMenu();
  void fillMachineMenu();
  QString realMachineWords() const;  ///< of the entry for the GPUs that are really there
  void retranslate();
  void retranslateActions();
  void tint();
  void fitToolBar();  ///< drops words until everything fits
  void showMachine();
  QString variableWords() const;
  void connectTo(const Connection& connection);
  void forget(const Connection& connection);
  void keepConnections() const;
  void follow();
  void followNotes();
  void followTabs();
  void followLook();
  void restoreSettings();
  void saveSettings() const;
  QString openPython(const QString& path);
  void say(const char* tone, const QString& words);
  void showTrouble(const QString& message);
  void followInstructor();
  void leave();  ///< Esc: what was entered last
  WindowOptions m_options;
  Workspace* m_workspace;
  std::unique_ptr<Actions> m_actions;
  QList<Dock*> m_docks;
  LessonPanel* m_lesson;
  LessonFiles* m_files = nullptr;
  LearnerBook* m_book = nullptr;
  CodePanel* m_code;
  GpuPanel* m_gpu;
  MemoryPanel* m_memory;
  TrainingPanel* m_training;
  ConsolePanel* m_console;
  HoodPanel* m_hood;
  TimelineBar* m_timeline;
  QToolBar* m_bar;
  StatusLine* m_status;
  QList<Connection> m_connections;  ///< used before, the last one first
  QString m_machineShown;           ///< what the machine menu was made for
  QByteArray m_firstLayout;
  QTimer* m_saving = nullptr;
  bool m_unsaved = false;       ///< the book could not be written
  QPointer<QWidget> m_resting;  ///< had the focus until it was disabled
  bool m_presenting = false;
  bool m_edited = false;  ///< since code ran last
  double m_zoomBefore = 1.0;
};

}  // namespace todevice
