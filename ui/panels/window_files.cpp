// SPDX-License-Identifier: GPL-3.0-or-later
// Python files of the learner's own: opened as a lesson of one step, and the code that is shown saved as one.
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include "models/python_file.h"
#include "panels/code_panel.h"
#include "panels/language.h"
#include "panels/lesson_files.h"
#include "panels/lesson_panel.h"
#include "panels/main_window.h"
#include "panels/save_dialog.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"

namespace todevice {

namespace {

/// A name has no Markdown in it: __init__.py
QString asMarkdown(const QString& name) {
  QString out;
  for (const QChar letter : name) {
    const bool mark = letter.unicode() < 128 && (letter.isPunct() || letter.isSymbol());
    out += mark ? QLatin1Char('\\') + QString(letter) : QString(letter);
  }
  return out;
}

}  // namespace

QString MainWindow::openPython(const QString& path) {
  const PythonFile read = readPythonFile(path);
  if (!read.problem.isEmpty()) {
    const QString why = tr("%1 could not be opened: %2").arg(path, read.problem);
    say("bad", why);
    return why;
  }
  const QFileInfo info(path);
  Lesson lesson;
  lesson.id = QStringLiteral("file:") + info.absoluteFilePath();
  lesson.title = asMarkdown(info.fileName());
  lesson.language = currentLanguage();
  lesson.path = info.absoluteFilePath();
  lesson.gpus = 0;
  LessonStep step;
  step.title = lesson.title;
  step.prose =
      tr("This is your own file. Step through it, or run it: every line shows where its tensors live.\n\n"
         "Changes stay in ToDevice until you save them (*Save the code as...*).");
  step.code = read.code;
  lesson.steps = {step};
  m_files->close();
  m_lesson->openForeign(lesson);
  return {};
}

void MainWindow::chooseCodeFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a Python file"), {}, tr("Python (*.py)"));
  if (!path.isEmpty()) openPython(path);
}

void MainWindow::saveCodeAs() {
  const Lesson* lesson = m_workspace->player()->lesson();
  if (!lesson) return;
  const bool own = isPythonFile(lesson->path);
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  const QString path = askWhereToSave(this, tr("Save the code"),
                                      own ? lesson->path : folder + QStringLiteral("/%1.py").arg(lesson->id),
                                      {tr("Python (*.py)")});
  if (path.isEmpty()) return;
  QString code = m_code->editor()->text();
  if (!code.endsWith(QLatin1Char('\n'))) code += QLatin1Char('\n');
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly)) file.write(code.toUtf8());
  if (!file.commit()) return say("bad", tr("%1 could not be written: %2").arg(path, file.errorString()));
  say("good", tr("The code is saved in %1.").arg(path));
}

void MainWindow::say(const char* tone, const QString& words) {
  m_code->message()->show(tone, words);
  m_code->message()->setAction({});
}

}  // namespace todevice
