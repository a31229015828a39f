// SPDX-License-Identifier: Apache-2.0
#include "checker/check.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <utility>

#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

/// The number that a lesson's folder begins with.
std::optional<int> folderNumber(const QString& path) {
  static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,4})-."));
  const auto match = pattern.match(QFileInfo(QDir(path).absolutePath()).fileName());
  return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

bool isAfter(const QString& a, const QString& b) {
  return std::pair(folderNumber(a), QDir(a).dirName()) > std::pair(folderNumber(b), QDir(b).dirName());
}

/// What can be read of a lesson's folder.
std::vector<Lesson> inEachLanguage(const QString& folder) {
  std::vector<Lesson> read;
  for (const QString& language : lessonLanguages())
    if (const QString file = QDir(folder).filePath(language + QStringLiteral(".md")); QFileInfo::exists(file))
      if (LessonResult result = loadLesson(file); result.lesson) read.push_back(std::move(*result.lesson));
  return read;
}

class Checker {
 public:
  explicit Checker(const CheckSettings& settings)
      : m_settings(settings), m_program(loadLessons(QStringLiteral("en"), settings.program).lessons) {}

  /// `only`: the language to run; empty: all.
  void folder(const QString& path, const QString& only) {
    if (!folderNumber(path))
      add(path, 0,
          Problems::tr("a lesson's folder is named NN-name, such as 21-my-lesson, not \"%1\"")
              .arg(QDir(path).dirName()));
    std::vector<Lesson> read;
    for (const QString& language : lessonLanguages()) {
      const QString file = QDir(path).filePath(language + QStringLiteral(".md"));
      if (!QFileInfo::exists(file)) {
        missing(path, file, language);
        continue;
      }
      LessonResult result = loadLesson(file);
      append(std::move(result.problems));
      if (!result.lesson) continue;
      read.push_back(std::move(*result.lesson));
    }
    bool stopped = false;  // the other language has the same code
    for (const Lesson& one : read)
      if (!stopped && (only.isEmpty() || only == one.language)) stopped = lesson(one);
    for (std::size_t i = 1; i < read.size(); ++i)
      for (const LessonProblem& problem : compareLessons(read.front(), read[i])) differs(problem);
    ++m_result.lessons;
  }

  /// What a lesson needs may also stand beside it, and no other lesson there has its id.
  void beside(const QString& path) {
    const QDir around(QDir(path).absoluteFilePath(QStringLiteral("..")));
    const std::vector<Lesson> read = inEachLanguage(path);
    QStringList before, after;
    const QString own = QFileInfo(QDir(path).absolutePath()).fileName();
    for (const QString& folder : lessonFolders(around.path())) {
      const QString name = QDir(folder).dirName();
      if (name == own) continue;
      const bool later = folderNumber(own) && isAfter(name, own);
      (later ? after : before) << idOfFolder(name);
      if (later) continue;
      if (!read.empty() && idOfFolder(name) == read.front().id) taken(read.front(), name);
    }
    for (const Lesson& lesson : read) needs(lesson, before, after);
  }

  /// A lesson that stands alone, under any name.
  void file(const QString& path) {
    LessonResult result = loadLesson(path);
    append(std::move(result.problems));
    if (result.lesson) {
      needs(*result.lesson, {}, {});
      lesson(*result.lesson);
    }
    ++m_result.lessons;
  }

  /// Lessons that stand together, in order: they need what stands before, and no two have one id.
  void together(const QStringList& folders) {
    QStringList before, after;
    for (const QString& folder : folders) after << idOfFolder(folder);
    QHash<QString, QString> folderOf;
    for (const QString& folder : folders) {
      after.removeFirst();
      const std::vector<Lesson> read = inEachLanguage(folder);
      if (read.empty()) continue;
      for (const Lesson& lesson : read) needs(lesson, before, after);
      const QString id = read.front().id;
      if (folderOf.contains(id)) taken(read.front(), folderOf.value(id));
      folderOf.insert(id, QDir(folder).dirName());
      before << id;
    }
  }

  CheckResult take() {
    std::stable_sort(m_result.problems.begin(), m_result.problems.end(), [](const auto& a, const auto& b) {
      return std::pair(a.path, a.line) < std::pair(b.path, b.line);
    });
    return std::move(m_result);
  }

  void add(const QString& path, int line, const QString& message) {
    m_result.problems.push_back({path, line, message});
  }

 private:
  void missing(const QString& folder, const QString& file, const QString& language) {
    QString said = Problems::tr(
                       "the lesson is missing in this language: %1. Write it in this file; the code "
                       "stays the same, words are translated")
                       .arg(language);
    for (const QString& name : QDir(folder).entryList({QStringLiteral("*.md")}, QDir::Files)) {
      const QString base = QFileInfo(name).completeBaseName();
      if (base.startsWith(language.left(2), Qt::CaseInsensitive) && !lessonLanguages().contains(base))
        said = Problems::tr("the lesson is missing in this language: %1 (there is %2: name it %3)")
                   .arg(language, name, QFileInfo(file).fileName());
    }
    add(file, 0, said);
  }

  /// What was said of the same line comes of the difference: they are told together.
  void differs(const LessonProblem& problem) {
    const auto told = toldOf(problem);
    if (told == m_result.problems.end()) return add(problem.path, problem.line, problem.message);
    told->message = Problems::tr("%1 (%2)").arg(told->message, problem.message);
  }

  void taken(const Lesson& lesson, const QString& folder) {
    const LessonProblem problem{lesson.path, lesson.lineOf(QStringLiteral("id")),
                                Problems::tr("id \"%1\" is taken: %2 has it too").arg(lesson.id, folder)};
    if (toldOf(problem) == m_result.problems.end()) add(problem.path, problem.line, problem.message);
  }

  /// Lessons of the program come before all others; of one of them, those before it.
  void needs(const Lesson& lesson, const QStringList& before, const QStringList& after) {
    QStringList earlier = before, later = after;
    const auto own = std::find_if(m_program.begin(), m_program.end(),
                                  [&](const Lesson& other) { return other.id == lesson.id; });
    for (auto other = m_program.begin(); other != m_program.end(); ++other)
      (other < own ? earlier : later) << other->id;
    for (const QString& id : lesson.prerequisites) {
      if (earlier.contains(id) && id != lesson.id) continue;
      const QString words = id == lesson.id ? Problems::tr("\"needs\" names this lesson itself, \"%1\"")
                            : later.contains(id)
                                ? Problems::tr("\"needs\" names \"%1\", which comes after it")
                                : Problems::tr(
                                      "\"needs\" names \"%1\", and no lesson before "
                                      "has this id");
      add(lesson.path, lesson.lineOf(QStringLiteral("needs")), words.arg(id));
    }
  }

  std::vector<LessonProblem>::iterator toldOf(const LessonProblem& problem) {
    return std::find_if(m_result.problems.begin(), m_result.problems.end(), [&](const auto& other) {
      return other.path == problem.path && other.line == problem.line;
    });
  }

  /// Progress and answers are kept by the id, so it must not be that of another lesson.
  void ownId(const Lesson& lesson) {
    for (const Lesson& other : m_program)
      if (other.id == lesson.id &&
          QFileInfo(other.path).dir().dirName() != QFileInfo(lesson.path).dir().dirName())
        add(lesson.path, lesson.lineOf(QStringLiteral("id")),
            Problems::tr("lesson %1 of the program has the id \"%2\": take another")
                .arg(other.number)
                .arg(other.id));
  }

  /// Runs it too. Returns whether its code had to be stopped.
  bool lesson(const Lesson& lesson) {
    ownId(lesson);
    if (lesson.language == QLatin1String("zh_CN")) {
      QFile file(lesson.path);
      if (file.open(QIODevice::ReadOnly))
        append(checkChinese(QString::fromUtf8(file.readAll()), lesson.path));
    }
    if (!lesson.steps.back().change)
      add(lesson.path, lesson.steps.back().line,
          Problems::tr(
              "a lesson ends in a change that the learner makes: this last step has no ```change block"));
    RunResult run = runLesson(lesson, m_settings);
    append(std::move(run.problems));
    return run.stopped;
  }

  void append(std::vector<LessonProblem> problems) {
    m_result.problems.insert(m_result.problems.end(), problems.begin(), problems.end());
  }

  const CheckSettings& m_settings;
  std::vector<Lesson> m_program;
  CheckResult m_result;
};

}  // namespace

QStringList lessonLanguages() {
  return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

QStringList lessonFolders(const QString& path) {
  QStringList folders;
  const QDir root(path);
  for (const QString& name : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
    if (folderNumber(name)) folders << root.filePath(name);
  std::stable_sort(folders.begin(), folders.end(),
                   [](const auto& a, const auto& b) { return isAfter(b, a); });
  return folders;
}

QString idOfFolder(const QString& path) {
  return QDir(path).dirName().section('-', 1);
}

CheckResult checkLessons(const QString& path, const CheckSettings& settings) {
  Checker checker(settings);
  const QFileInfo info(path);
  const bool isOther = info.exists() && !info.isFile() && !info.isDir();  // the loader says what it is
  if (isOther || (info.isFile() && !lessonLanguages().contains(info.completeBaseName()))) {
    checker.file(path);
    return checker.take();
  }
  if (info.isDir() && !info.isReadable()) {
    checker.add(path, 0, Problems::tr("you may not read this folder"));
    return checker.take();
  }
  const QDir root(info.isFile() ? info.absolutePath() : path);
  const QStringList folders = info.isFile() ? QStringList() : lessonFolders(path);
  if (folders.size() > 1) {
    for (const QString& folder : folders) checker.folder(folder, {});
    checker.together(folders);
  } else if (folders.size() == 1 || !root.entryList({QStringLiteral("*.md")}, QDir::Files).isEmpty()) {
    const QString one = folders.value(0, info.isFile() ? info.absolutePath() : path);
    checker.folder(one, info.isFile() ? info.completeBaseName() : QString());
    checker.beside(one);
  } else {
    checker.add(path, 0,
                info.exists() ? Problems::tr("there is no lesson in this folder")
                              : Problems::tr("there is no such file or folder"));
  }
  return checker.take();
}

}  // namespace todevice
