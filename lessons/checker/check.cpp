// SPDX-License-Identifier: Apache-2.0
#include "checker/check.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>
#include <algorithm>

#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

class Checker {
 public:
  explicit Checker(const CheckSettings& settings) : m_settings(settings) {}

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
      if (only.isEmpty() || only == language) lesson(*result.lesson);
      read.push_back(std::move(*result.lesson));
    }
    for (std::size_t i = 1; i < read.size(); ++i) append(compareLessons(read.front(), read[i]));
    ++m_result.lessons;
  }

  /// A lesson that stands alone, under any name.
  void file(const QString& path) {
    LessonResult result = loadLesson(path);
    append(std::move(result.problems));
    if (result.lesson) lesson(*result.lesson);
    ++m_result.lessons;
  }

  /// The needs of lessons that stand together name lessons that stand before.
  void order(const QStringList& folders) {
    QSet<QString> before;
    for (const QString& folder : folders) {
      const LessonResult result = loadLesson(QDir(folder).filePath(QStringLiteral("en.md")));
      if (!result.lesson) continue;
      for (const QString& id : result.lesson->prerequisites)
        if (!before.contains(id))
          add(result.lesson->path, 1,
              Problems::tr("\"needs\" names \"%1\", and no lesson before has this id").arg(id));
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
  void lesson(const Lesson& lesson) {
    if (!lesson.steps.back().change)
      add(lesson.path, lesson.steps.back().line,
          Problems::tr(
              "a lesson ends in a change that the learner makes: this last step has no ```change block"));
    append(runLesson(lesson, m_settings));
  }

  void append(std::vector<LessonProblem> problems) {
    m_result.problems.insert(m_result.problems.end(), problems.begin(), problems.end());
  }

  const CheckSettings& m_settings;
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
      checker.folder(info.absolutePath(), info.completeBaseName());
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
  for (const QString& folder : std::as_const(folders)) checker.folder(folder, {});
  if (folders.size() > 1) checker.order(folders);
  return checker.take();
}

}  // namespace todevice
