// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <nlohmann/json.hpp>
#include <optional>

#include "export/handout.h"
#include "models/worker_settings.h"
#include "widgets/look.h"

namespace todevice {

class MainWindow;

/// Plays lessons (ids, or files of lessons from elsewhere, which the window must have been told to allow) in
/// the real window as a learner would who runs every block: a picture of the window at each step, and
/// records.json with everything that the worker told.
class ReportPlayer : public QObject {
  Q_OBJECT
 public:
  ReportPlayer(MainWindow* window, const QStringList& lessons, const QString& folder,
               QObject* parent = nullptr);
  void start();
  void setWithNotes(bool on) { m_withNotes = on; }  ///< writes the instructor's handout too
  const QStringList& problems() const { return m_problems; }
  const std::vector<HandoutStep>& steps() const { return m_handout; }  ///< of the lesson played last

 signals:
  void progress(const QString& line);
  void finished(bool ok);

 private:
  void openNext();
  bool openFile(const QString& path);
  /// Where the machine has fewer GPUs than the lesson uses; true: a worker that simulates them is starting.
  bool simulateGpus();
  void runStep();
  void takeQuestion();
  void blockFinished(int step, bool ok);
  void outcome(int step, const QString& answer, bool predicted, bool right);
  void applySolution();
  void changeChecked(int step, bool done, const QString& error);
  void maybeFinishStep();
  void takePicture();
  void finishStep();
  /// Whether the present step draws a curve.
  bool logsMany() const;
  void finishLesson();
  void fail(const QString& what);
  void writeLessonHandout();
  void writeRecords();
  QString here() const;
  MainWindow* m_window;
  QStringList m_waiting;
  QDir m_folder;
  QStringList m_problems;
  QTimer m_patience, m_pictureSoon, m_stepSoon;
  nlohmann::json m_report, m_lesson, m_step;
  std::vector<HandoutStep> m_handout;
  std::optional<WorkerSettings> m_before;  ///< while GPUs are simulated for one lesson
  std::vector<PanelPicture> m_panels;      ///< of the present step
  enum class Stage { Window, Paper, Done } m_stage = Stage::Window;  ///< of the present step's pictures
  std::optional<ThemeForAWhile> m_paper;
  int m_firstRecord = 0;
  qint64 m_firstPoint = 0;
  bool m_blockDone = false, m_outcomeDone = false, m_changeDone = false, m_solving = false, m_playing = false,
       m_looksAgain = false, m_withNotes = false;
};

}  // namespace todevice
