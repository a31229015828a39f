// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <algorithm>
#include <iterator>

#include "loader/lesson.h"
#include "models/joined.h"
#include "named_path.h"
#include "panels/language.h"
#include "widgets/look.h"

namespace todevice {

namespace {

/// Whose words these are, for the translation.
class CommandLine {
  Q_DECLARE_TR_FUNCTIONS(todevice::CommandLine)
};

constexpr const char* kDisplays[] = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};

QStringList languages() {
  return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

QString knownLessons() {
  QStringList ids;
  for (const Lesson& lesson : loadLessons(QStringLiteral("en")).lessons) ids << lesson.id;
  return listed(ids);
}

/// The id of the program's lesson that has this id or this number; empty: none has.
QString idOf(const QString& word) {
  bool isNumber = false;
  const int number = word.toInt(&isNumber);
  for (const Lesson& lesson : loadLessons(QStringLiteral("en")).lessons)
    if (lesson.id == word || (isNumber && lesson.number == number)) return lesson.id;
  return {};
}

/// The lessons that a word names: the program's one with this id or number, a file, or the file in the
/// window's language of a folder; of a folder of lessons all of them.
QStringList lessonsNamed(const QString& option, const QString& word, Options& options) {
  if (const QString id = idOf(word); !id.isEmpty()) return {id};
  const QString language = options.window.language;
  if (const QString file = lessonFile(word, language); !file.isEmpty()) return {file};
  if (const QString wrong = wrongLesson(option, word); !wrong.isEmpty()) {
    options.error = wrong;
    return {};
  }
  QStringList files;
  const QDir root(word);
  for (const QString& name : root.entryList({QStringLiteral("[0-9]*-*")}, QDir::Dirs, QDir::Name))
    if (const QString file = lessonFile(root.filePath(name), language); !file.isEmpty()) files << file;
  if (files.isEmpty() && QFileInfo(word).isDir())
    options.error = CommandLine::tr("--%1: there is no lesson in the folder \"%2\".").arg(option, word);
  else if (files.isEmpty())
    options.error = CommandLine::tr("There is no lesson \"%1\", and no file or folder with one. Lessons: %2")
                        .arg(word, knownLessons());
  return files;
}

template <typename T>
void takeNumber(const QCommandLineParser& parser, const QString& name, double low, double high, T& into,
                Options& options) {
  if (!parser.isSet(name)) return;
  bool ok = false;
  const double value =
      std::is_integral_v<T> ? parser.value(name).toInt(&ok) : parser.value(name).toDouble(&ok);
  if (!ok || !(value >= low && value <= high)) {  // "nan" is neither
    options.error =
        (std::is_integral_v<T> ? CommandLine::tr("--%1 needs a whole number from %2 to %3, not \"%4\".")
                               : CommandLine::tr("--%1 needs a number from %2 to %3, not \"%4\"."))
            .arg(name)
            .arg(low)
            .arg(high)
            .arg(parser.value(name));
    return;
  }
  into = T(value);
}

void takeChoice(const QCommandLineParser& parser, const QString& name, const QStringList& choices,
                QString& into, Options& options) {
  if (!parser.isSet(name)) return;
  into = parser.value(name);
  if (!choices.contains(into))
    options.error = CommandLine::tr("--%1 is one of %2, not \"%3\".").arg(name, listed(choices), into);
}

/// A number, a ready machine or a file; what is in the file is the worker's to check.
void takeMachine(const QCommandLineParser& parser, Options& options) {
  const QString name = QStringLiteral("simulate");
  static const QStringList ready{QStringLiteral("laptop"), QStringLiteral("mig"), QStringLiteral("server"),
                                 QStringLiteral("workstation")};
  static const QRegularExpression numeric(QStringLiteral("^[-+0-9.]"));
  const QString value = parser.value(name);
  if (!parser.isSet(name) || value == QLatin1String("real")) return;
  if (ready.contains(value)) return void(options.worker.machine = value);
  if (const QFileInfo file(value); file.exists()) {
    if (const QString wrong = wrongFile(name, value); !wrong.isEmpty()) options.error = wrong;
    options.worker.machine = file.absoluteFilePath();
    return;
  }
  const bool named = value.contains(QLatin1Char('/')) || value.endsWith(QLatin1String(".json"));
  if (value.isEmpty() || (!named && numeric.match(value).hasMatch()))
    return takeNumber(parser, name, 0, 64, options.worker.simulate, options);
  options.error =
      CommandLine::tr("--simulate: there is no file \"%1\", and no ready machine of that name (%2).")
          .arg(value, listed(ready));
}

void addOptions(QCommandLineParser& parser) {
  parser.setApplicationDescription(CommandLine::tr(
      "Shows where tensors live: step through PyTorch-style code and see devices, addresses and copies."));
  parser.addOptions({
      {QStringLiteral("simulate"),
       CommandLine::tr(
           "Simulate N GPUs, or the machine that a file describes (laptop, workstation, server and mig "
           "are ready), instead of using the machine's own."),
       QStringLiteral("N|FILE")},
      {QStringLiteral("visible-devices"), CommandLine::tr("Start with this CUDA_VISIBLE_DEVICES."),
       QStringLiteral("LIST")},
      {QStringLiteral("lesson"),
       CommandLine::tr("Open this lesson: its id or number, or a lesson's file or folder, or a Python file."),
       QStringLiteral("ID|N|FILE")},
      {QStringLiteral("lang"), CommandLine::tr("Language of the window: en or zh_CN."),
       QStringLiteral("LANGUAGE")},
      {QStringLiteral("theme"), CommandLine::tr("Colours: light, dark, high-contrast or projector."),
       QStringLiteral("THEME")},
      {QStringLiteral("zoom"), CommandLine::tr("Size of everything in percent, 50 to 300."),
       QStringLiteral("PERCENT")},
      {QStringLiteral("size"), CommandLine::tr("Size of the window, for example 1280x800."),
       QStringLiteral("WxH")},
      {QStringLiteral("play"),
       CommandLine::tr("Play a lesson (its id or number, a file or a folder), or all of them, without a "
                       "display, and write "
                       "a report."),
       QStringLiteral("LESSON|FILE|all")},
      {QStringLiteral("report"),
       CommandLine::tr("Folder for the report of --play: the handout (handout.pdf), a picture of each step "
                       "and records.json."),
       QStringLiteral("DIR")},
      {QStringLiteral("notes"),
       CommandLine::tr("For --play: write the instructor's handout (instructor.pdf) too, which has the "
                       "lesson's notes.")},
      {QStringLiteral("check"),
       CommandLine::tr(
           "Check a lesson's file or folder, or all that came with the program, and say what is wrong "
           "with which line."),
       QStringLiteral("FILE|all")},
      {QStringLiteral("patience"),
       CommandLine::tr("For --check: stop code that prints nothing for so many seconds (30)."),
       QStringLiteral("SECONDS")},
      {QStringLiteral("new-lesson"),
       CommandLine::tr("Write a lesson to begin from into this folder (NN-name)."), QStringLiteral("DIR")},
      {QStringLiteral("screenshot"),
       CommandLine::tr("Run the lesson up to a step (--step N), save a picture of the window, and end."),
       QStringLiteral("FILE")},
      {QStringLiteral("step"), CommandLine::tr("The step of the lesson for --screenshot."),
       QStringLiteral("N")},
      {QStringLiteral("no-settings"),
       CommandLine::tr("Neither read nor keep what is remembered from one start to the next.")},
  });
  parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, CommandLine::tr("Show this help.")});
  parser.addOption({{QStringLiteral("v"), QStringLiteral("version")}, CommandLine::tr("Show the version.")});
}

void readRemembered(Options& options) {
  const QSettings settings;
  options.window.theme = settings.value(QStringLiteral("look/theme"), options.window.theme).toString();
  options.window.zoom = settings.value(QStringLiteral("look/zoom"), 1.0).toDouble();
  options.window.language =
      settings.value(QStringLiteral("look/language"), options.window.language).toString();
  options.lesson = settings.value(QStringLiteral("lesson")).toString();
}

void readSize(const QCommandLineParser& parser, Options& options) {
  const QString text = parser.value(QStringLiteral("size"));
  if (text.isEmpty()) return;
  static const QRegularExpression form(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
  const auto match = form.match(text);
  if (!match.hasMatch()) {
    options.error =
        CommandLine::tr("--size needs a width and a height such as 1280x800, not \"%1\".").arg(text);
    return;
  }
  options.size = {match.captured(1).toInt(), match.captured(2).toInt()};
  constexpr int kMost = 10000;
  if (options.size.width() > kMost || options.size.height() > kMost)
    options.error = CommandLine::tr("--size goes up to %1x%1.").arg(kMost);
}

/// Of what is said about the command line, which is not read yet.
QString languageOfWords(const QStringList& arguments) {
  const QString option = QStringLiteral("--lang");
  QString asked;
  for (qsizetype i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == option) asked = arguments.value(i + 1);
    if (arguments[i].startsWith(option + QLatin1Char('='))) asked = arguments[i].mid(option.size() + 1);
  }
  return languages().contains(asked) ? asked : desktopLanguage();
}

QString whatIsUnknown(const QCommandLineParser& parser) {
  const QStringList names = parser.unknownOptionNames();
  return names.isEmpty() ? parser.errorText()
                         : CommandLine::tr("There is no option \"%1\".").arg(names.first());
}

/// A window cannot open without one; pictures and reports are drawn in memory.
bool hasDisplay() {
  return std::any_of(std::begin(kDisplays), std::end(kDisplays),
                     [](const char* name) { return qEnvironmentVariableIsSet(name); });
}

void takePaths(const QCommandLineParser& parser, Options& options) {
  const auto path = [&](const char* name) { return parser.value(QLatin1String(name)); };
  options.report = path("report");
  options.screenshot = path("screenshot");
  options.check = path("check");
  options.newLesson = path("new-lesson");
  for (const char* name : {"check", "new-lesson", "screenshot"})
    if (parser.isSet(QLatin1String(name)) && path(name).isEmpty())
      options.error = CommandLine::tr("--%1 needs a file or folder.").arg(QLatin1String(name));
  if (!options.screenshot.isEmpty() && options.error.isEmpty())
    options.error = wrongTarget(QStringLiteral("screenshot"), options.screenshot);
  if (!options.report.isEmpty() && options.error.isEmpty())
    options.error = wrongFolder(QStringLiteral("report"), options.report);
}

Options read(const QStringList& arguments) {
  Options options;
  QCommandLineParser parser;
  addOptions(parser);
  if (!parser.parse(arguments)) {
    options.error = whatIsUnknown(parser);
    return options;
  }
  if (!parser.positionalArguments().isEmpty())
    options.error = CommandLine::tr("Unknown argument \"%1\".").arg(parser.positionalArguments().first());
  if (parser.isSet(QStringLiteral("help")))
    options.message =
        parser.helpText().replace(QLatin1String("<executable_name>"), QLatin1String("todevice"));
  if (parser.isSet(QStringLiteral("version")))
    options.message = QStringLiteral("ToDevice %1\n").arg(QCoreApplication::applicationVersion());
  if (!options.error.isEmpty() || !options.message.isEmpty()) return options;

  takePaths(parser, options);
  bool headless = false;
  for (const char* name : {"play", "screenshot", "check", "new-lesson"})
    headless = headless || parser.isSet(QLatin1String(name));
  options.window.remember = !headless && !parser.isSet(QStringLiteral("no-settings"));
  // What is written for others does not depend on who writes it.
  const bool forOthers = parser.isSet(QStringLiteral("play")) || parser.isSet(QStringLiteral("screenshot"));
  options.window.language = forOthers ? QStringLiteral("en") : desktopLanguage();
  if (headless) options.window.theme = QStringLiteral("light");
  if (options.window.remember) readRemembered(options);
  if (parser.isSet(QStringLiteral("lesson"))) options.lesson = parser.value(QStringLiteral("lesson"));
  takeChoice(parser, QStringLiteral("lang"), languages(), options.window.language, options);
  takeChoice(parser, QStringLiteral("theme"), Look::themeNames(), options.window.theme, options);
  takeMachine(parser, options);
  takeNumber(parser, QStringLiteral("step"), 1, 1000, options.step, options);
  takeNumber(parser, QStringLiteral("patience"), 1, 86400, options.patience, options);
  double percent = options.window.zoom * 100;
  takeNumber(parser, QStringLiteral("zoom"), 50, 300, percent, options);
  options.window.zoom = percent / 100;
  readSize(parser, options);
  if (parser.isSet(QStringLiteral("visible-devices")))
    options.worker.visibleDevices = parser.value(QStringLiteral("visible-devices"));
  if (parser.isSet(QStringLiteral("lesson")))
    options.lesson = lessonsNamed(QStringLiteral("lesson"), options.lesson, options).value(0);
  options.notes = parser.isSet(QStringLiteral("notes"));
  if (parser.isSet(QStringLiteral("play"))) {
    const QString word = parser.value(QStringLiteral("play"));
    if (word.isEmpty())
      options.error = CommandLine::tr("--play needs a lesson or \"all\". Lessons: %1").arg(knownLessons());
    else
      options.play = word == QLatin1String("all") ? QStringList{word}
                                                  : lessonsNamed(QStringLiteral("play"), word, options);
    if (options.report.isEmpty()) options.error = CommandLine::tr("--play needs --report DIR.");
  } else if (options.notes) {
    options.error = CommandLine::tr(
        "--notes goes with --play LESSON --report DIR. In the window the menu More has \"Instructor's "
        "notes\".");
  }
  if (!headless && options.error.isEmpty() && !hasDisplay())
    options.error = CommandLine::tr(
        "There is no display here. --play LESSON|all --report DIR plays lessons without one.");
  return options;
}

}  // namespace

Options readOptions(const QStringList& arguments) {
  setLanguage(languageOfWords(arguments));
  Options options = read(arguments);
  if (!options.error.isEmpty())
    options.error += QLatin1Char('\n') + CommandLine::tr("todevice --help lists the options.");
  return options;
}

}  // namespace todevice
