// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCursor>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTimer>
#include <cstdio>

#include "authors.h"
#include "export/picture.h"
#include "export/report_player.h"
#include "first_paint.h"
#include "models/session.h"
#include "options.h"
#include "panels/language.h"
#include "panels/lesson_files.h"
#include "panels/lesson_panel.h"
#include "panels/workspace.h"
#include "screenshot.h"
#include "widgets/look.h"

namespace {

int say(const QString& text, FILE* where, int code) {
  std::fputs(qPrintable(text), where);
  if (!text.endsWith(QLatin1Char('\n'))) std::fputc('\n', where);
  return code;
}

QtMessageHandler qtSays = nullptr;

/// Without a display Qt tells on and on what its stand-in for one cannot do; nobody can do anything about it.
void sayOtherThings(QtMsgType type, const QMessageLogContext& where, const QString& words) {
  if (!words.startsWith(QLatin1String("This plugin does not support "))) qtSays(type, where, words);
}

QStringList lessonsToPlay(const todevice::Options& options, const todevice::MainWindow& window) {
  if (options.play != QStringList{QStringLiteral("all")}) return options.play;
  QStringList ids;
  for (const todevice::Lesson& lesson : window.lessons()->lessons()) ids << lesson.id;
  return ids;
}

/// A folder that is made for a report tells git to leave it out, wherever it stands.
bool makeReportFolder(const QString& path) {
  if (QFileInfo::exists(path)) return QFileInfo(path).isDir() && QFileInfo(path).isWritable();
  if (!QDir().mkpath(path)) return false;
  QFile ignore(QDir(path).filePath(QStringLiteral(".gitignore")));
  return ignore.open(QIODevice::WriteOnly) && ignore.write("*\n") == 2;
}

int play(const todevice::Options& options, todevice::MainWindow& window) {
  if (!makeReportFolder(options.report))
    return say(QCoreApplication::translate("todevice::CommandLine",
                                           "The report's folder \"%1\" cannot be written to.")
                   .arg(options.report),
               stderr, 2);
  // Who names a file here wrote it or has looked at it.
  window.lessonFiles()->ask = [](const todevice::Lesson&) { return todevice::Consent::GivenToAuthor; };
  todevice::ReportPlayer player(&window, lessonsToPlay(options, window), options.report);
  player.setWithNotes(options.notes);
  QObject::connect(&player, &todevice::ReportPlayer::progress, qApp,
                   [](const QString& line) { say(line, stdout, 0); });
  QObject::connect(&player, &todevice::ReportPlayer::finished, qApp,
                   [](bool ok) { QCoreApplication::exit(ok ? 0 : 1); });
  for (const todevice::LessonProblem& problem : window.lessons()->list().problems)
    say(QStringLiteral("%1:%2: %3").arg(problem.path, QString::number(problem.line), problem.message), stderr,
        1);
  window.start(options.worker);
  QTimer::singleShot(0, &player, &todevice::ReportPlayer::start);
  const int code = QCoreApplication::exec();
  return window.lessons()->list().problems.empty() ? code : 1;
}

/// False: a picture was wanted of a lesson that cannot be opened; what is wrong with it was said.
bool openFirstLesson(const todevice::Options& options, todevice::MainWindow& window) {
  if (!options.lesson.isEmpty() && window.openLesson(options.lesson)) return true;
  QString wrong;
  if (QFileInfo(options.lesson).isFile()) {
    const bool picture = !options.screenshot.isEmpty();
    if (picture)
      window.lessonFiles()->ask = [](const todevice::Lesson&) { return todevice::Consent::GivenToAuthor; };
    wrong = window.openLessonFile(options.lesson);
    if (!wrong.isEmpty()) say(wrong, stderr, 1);
    if (picture || window.workspace()->player()->lesson())
      return window.workspace()->player()->lesson() != nullptr;
  }
  if (!window.lessons()->lessons().empty()) window.openLesson(window.lessons()->lessons().front().id);
  if (!wrong.isEmpty())
    window.openLessonFile(options.lesson);  // says it once more: over the lesson that came
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName(QStringLiteral("todevice"));
  QCoreApplication::setOrganizationName(QStringLiteral("todevice"));
  QCoreApplication::setApplicationVersion(QStringLiteral(TODEVICE_VERSION));
  QStringList arguments;
  for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  const todevice::Options options = [&] {
    const QCoreApplication words(argc, argv);
    return todevice::readOptions(arguments);
  }();
  if (!options.error.isEmpty()) return say(options.error, stderr, 2);
  if (!options.message.isEmpty()) return say(options.message, stdout, 0);

  if (!options.check.isEmpty() || !options.newLesson.isEmpty()) {
    const QCoreApplication app(argc, argv);
    todevice::setLanguage(options.window.language);
    return todevice::workForAuthors(options);
  }

  const bool headless = !options.play.isEmpty() || !options.screenshot.isEmpty();
  if (headless && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setApplicationDisplayName(QStringLiteral("ToDevice"));
  QApplication::setDesktopFileName(QStringLiteral("todevice"));
  QApplication::setStyle(QStringLiteral("Fusion"));
  if (headless) qtSays = qInstallMessageHandler(sayOtherThings);

  todevice::setLanguage(options.window.language);
  // One style sheet, made once: the theme is set before there is a widget, the zoom with it.
  todevice::Look::get().prepare(options.window.theme, options.window.zoom);
  todevice::MainWindow window(options.window);
  if (options.size.isValid()) window.resize(options.size);
  // Nothing lies under the pointer in a picture.
  if (headless) QCursor::setPos(window.width() - 1, window.height() - 1);
  if (!options.play.isEmpty()) {
    window.show();
    return play(options, window);
  }
  todevice::logFirstPaint(&window);
  window.show();
  if (!options.screenshot.isEmpty()) {
    window.start(options.worker);
    if (!openFirstLesson(options, window)) return 1;
    return todevice::takeScreenshot(&window, options.step, options.screenshot);
  }
  // After the first paint: the window is there at once, whatever the worker does.
  QTimer::singleShot(0, &window, [&] {
    window.start(options.worker);
    openFirstLesson(options, window);
  });
  return QApplication::exec();
}
