// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <functional>

#include "loader/lesson.h"

namespace todevice {

enum class Consent {
  Refused,
  Given,         ///< to this code
  GivenToAuthor  ///< and to what the open file becomes, for as long as it is open
};

/// Lessons that did not come with the program. Before the code of one runs for the first time it is shown,
/// and the user is asked; what was allowed is remembered by its code. The open file is watched: a change of
/// it is read at once.
class LessonFiles : public QObject {
  Q_OBJECT
 public:
  explicit LessonFiles(bool remember, QObject* parent = nullptr);

  /// Reads a file, asks if need be, and watches it. Nothing happens when the answer is no, nor while another
  /// question is open. Returns what is wrong with the file; `failed` has told it too.
  std::vector<LessonProblem> open(const QString& path);
  void close();  ///< a lesson of the program is open now
  QString path() const { return m_path; }

  /// Whether the code may run. The window shows a box; tests answer for themselves.
  std::function<Consent(const Lesson&)> ask;

 signals:
  void opened(const todevice::Lesson& lesson);
  void revised(const todevice::Lesson& lesson);  ///< the open file was changed and is in order
  void failed(const QString& path, const std::vector<todevice::LessonProblem>& problems);
  void mended();  ///< after `failed`, the open file is in order again

 private:
  void read();
  bool hasChanged() const;
  void refused();
  bool isAllowed(const Lesson& lesson);
  bool m_remember;
  QString m_path;
  QByteArray m_text;
  bool m_author = false;  ///< whoever allowed the open file writes it
  /// A question is open: its window lets everything else go on, a change of the file too.
  bool m_asking = false;
  QFileSystemWatcher m_watcher;
  QTimer m_settle;
  QSet<QByteArray> m_allowed;  ///< fingerprints of code
};

/// Shows a lesson's code and asks whether it may run.
Consent askBeforeFirstRun(const Lesson& lesson, QWidget* parent);

}  // namespace todevice
