// SPDX-License-Identifier: Apache-2.0
#include "checker/check.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <algorithm>

#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

class Checker {
 public:
  explicit Checker(const CheckSettings& settings)
      : m_settings(settings), m_program(loadLessons(QStringLiteral("en"), settings.program).lessons) {
    for (const Lesson& lesson : m_program) m_own << lesson.id;
  }

  /// `only`: the language to run; empty: all.
  void folder(const QString& path, const QString& only) {
    std::vector<Lesson> read;
    for (const QString& language : lessonLanguages()) {
      const QString file = QDir(path).filePath(language + QStringLiteral(".md"));
      if (!QFileInfo::exists(file)) {
        add(file, 0, Problems::tr("the lesson is missing in this language: %1").arg(language));
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
    for (std::size_t i = 1; i < read.size(); ++i) append(compareLessons(read.front(), read[i]));
    ++m_result.lessons;
  }

  void one(const QString& path, const QString& only) {
    folder(path, only);
    alone(path);
  }

  /// What a lesson needs may also stand beside it.
  void alone(const QString& folder) {
    const LessonResult result = loadLesson(lessonFile(folder, QStringLiteral("en")));
    if (!result.lesson) return;
    QSet<QString> known = m_own;
    const QDir beside(QDir(folder).absoluteFilePath(QStringLiteral("..")));
    for (const QString& name : beside.entryList({QStringLiteral("[0-9]*-*")}, QDir::Dirs))
      known << idOf(name);
    needs(*result.lesson, known);
  }

  /// A lesson that stands alone, under any name.
  void file(const QString& path) {
    LessonResult result = loadLesson(path);
    append(std::move(result.problems));
    if (result.lesson) {
      needs(*result.lesson, m_own);
      lesson(*result.lesson);
    }
    ++m_result.lessons;
  }

  /// The needs of lessons that stand together name lessons that stand before, or came with the program.
  void order(const QStringList& folders) {
    QSet<QString> before = m_own;
    for (const QString& folder : folders) before.remove(idOf(folder));
    for (const QString& folder : folders) {
      const LessonResult result = loadLesson(QDir(folder).filePath(QStringLiteral("en.md")));
      if (!result.lesson) continue;
      needs(*result.lesson, before);
      before << result.lesson->id;
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
  static QString idOf(const QString& folder) { return QDir(folder).dirName().section('-', 1); }

  void needs(const Lesson& lesson, const QSet<QString>& known) {
    for (const QString& id : lesson.prerequisites)
      if (!known.contains(id))
        add(lesson.path, lesson.lineOf(QStringLiteral("needs")),
            Problems::tr("\"needs\" names \"%1\", and no lesson before has this id").arg(id));
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
  QSet<QString> m_own;  ///< ids of the program's lessons
  CheckResult m_result;
};

}  // namespace

QStringList lessonLanguages() {
  return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

CheckResult checkLessons(const QString& path, const CheckSettings& settings) {
  Checker checker(settings);
  const QFileInfo info(path);
  if (info.isFile()) {
    if (lessonLanguages().contains(info.completeBaseName()))
      checker.one(info.absolutePath(), info.completeBaseName());
    else
      checker.file(path);
    return checker.take();
  }
  QStringList folders;
  const QDir root(path);
  for (const QString& name : root.entryList({QStringLiteral("[0-9]*-*")}, QDir::Dirs, QDir::Name))
    folders << root.filePath(name);
  if (folders.isEmpty() && !root.entryList({QStringLiteral("*.md")}, QDir::Files).isEmpty()) folders << path;
  if (folders.isEmpty())
    checker.add(path, 0,
                info.exists() ? Problems::tr("there is no lesson in this folder")
                              : Problems::tr("there is no such file or folder"));
  if (folders.size() == 1) {
    checker.one(folders.first(), {});
  } else {
    for (const QString& folder : std::as_const(folders)) checker.folder(folder, {});
    checker.order(folders);
  }
  return checker.take();
}

}  // namespace todevice
