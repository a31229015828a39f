// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons from elsewhere, and what the learner's book keeps.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QSaveFile>
#include <QStandardPaths>

#include "models/learner_book.h"
#include "models/python_file.h"
#include "panels/code_panel.h"
#include "panels/lesson_files.h"
#include "panels/lesson_panel.h"
#include "panels/main_window.h"
#include "panels/save_dialog.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

/// The one lesson or Python file that is dragged, or nothing.
QString lessonFileOf(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  if (urls.size() != 1 || !urls.first().isLocalFile()) return {};
  const QString path = urls.first().toLocalFile();
  const bool opens = isPythonFile(path) || path.endsWith(QLatin1String(".md"), Qt::CaseInsensitive);
  return opens ? path : QString();
}

}  // namespace

void MainWindow::connectLessons() {
  m_files = new LessonFiles(m_options.remember, this);
  m_files->ask = [this](const Lesson& lesson) { return askBeforeFirstRun(lesson, this); };
  connect(m_files, &LessonFiles::opened, m_lesson, &LessonPanel::openForeign);
  connect(m_files, &LessonFiles::revised, m_lesson, &LessonPanel::revise);
  connect(m_files, &LessonFiles::failed, m_lesson, &LessonPanel::showProblems);
  connect(m_files, &LessonFiles::mended, m_lesson, [this] { m_lesson->showProblems({}, {}); });
  connect(m_lesson, &LessonPanel::lessonWanted, this, &MainWindow::openLesson);
  setAcceptDrops(true);

  const QString usual = m_options.remember ? LearnerBook::usualPath() : QString();
  m_book = new LearnerBook(m_options.book.isEmpty() ? usual : m_options.book, this);
  LessonPlayer* player = m_workspace->player();
  const auto id = [player] { return player->lesson() ? player->lesson()->id : QString(); };
  connect(player, &LessonPlayer::stepChanged, m_book,
          [=, this](int step) { m_book->reach(id(), step, player->stepCount()); });
  connect(player, &LessonPlayer::outcomeReady, m_book,
          [=, this](int step, const QString& answer, bool predicted, bool right) {
            const auto& prediction = player->lesson()->steps[size_t(step)].prediction;
            if (predicted && prediction)
              m_book->answer(id(), step, prediction->question, player->predicted(step), answer, right);
          });
  connect(player, &LessonPlayer::changeChecked, m_book,
          [=, this](int step, bool done) { m_book->tryChange(id(), step, done); });
  connect(m_book, &LearnerBook::changed, this, &MainWindow::saveBook);
  m_lesson->setBook(m_book);
  keepWork();
}

QString MainWindow::openLessonFile(const QString& path) {
  if (isPythonFile(path)) return openPython(path);
  QStringList lines;
  for (const LessonProblem& problem : m_files->open(path))
    lines << QStringLiteral("%1:%2: %3").arg(problem.path, QString::number(problem.line), problem.message);
  return lines.join(QLatin1Char('\n'));
}

void MainWindow::chooseLessonFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open lesson"), {}, tr("Lessons (*.md)"));
  if (!path.isEmpty()) openLessonFile(path);
}

void MainWindow::exportAnswers() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  const QString path = askWhereToSave(this, tr("Export my answers"), folder + QStringLiteral("/answers.csv"),
                                      tr("Tables (*.csv);;JSON (*.json)").split(QStringLiteral(";;")));
  if (path.isEmpty()) return;
  QSaveFile file(path);
  const bool json = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
  if (file.open(QIODevice::WriteOnly)) file.write(json ? m_book->json() : m_book->csv());
  if (file.commit()) {
    m_code->message()->show("good", tr("Your answers are saved in %1.").arg(path));
  } else {
    m_code->message()->show("bad", tr("%1 could not be written: %2.").arg(path, file.errorString()));
  }
  m_code->message()->setAction({});
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!lessonFileOf(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = lessonFileOf(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  // The drag ends first: the question about foreign code must not hold the other program.
  QMetaObject::invokeMethod(
      this, [this, path] { openLessonFile(path); }, Qt::QueuedConnection);
}

}  // namespace todevice
