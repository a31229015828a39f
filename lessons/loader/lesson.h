// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace todevice {

/// A question asked before a step's code runs. The right answer is a Python expression, evaluated in the
/// worker after the run; its text (or JSON value) decides which choice was right. Nothing is written down as
/// right in advance.
struct Prediction {
  QString question;      ///< Markdown
  QStringList choices;   ///< what the learner picks from; empty: free text or a number
  QString answer;        ///< Python expression: the text of the right choice, or its number counted from 0
  QStringList feedback;  ///< per choice, may be shorter
  int line = 0;          ///< in the file
};

struct LessonStep {
  QString title;
  QString prose;  ///< Markdown, without the code that is run
  QString code;   ///< runnable Python, may be empty
  std::optional<Prediction> prediction;
  QString notes;  ///< for the instructor
  int line = 0;
};

struct Lesson {
  QString id;  ///< "tensor-to": equal in both languages
  QString title;
  QString language;  ///< "en" or "zh_CN"
  QString path;
  int number = 0;  ///< from the folder's name
  int minutes = 0;
  int gpus = 1;  ///< logical GPUs it needs
  QStringList prerequisites;
  QStringList covers;
  std::vector<LessonStep> steps;
};

struct LessonProblem {
  QString path;
  int line = 0;
  QString message;
};

/// Either a lesson or what is wrong with the file, every problem with its line.
struct LessonResult {
  std::optional<Lesson> lesson;
  std::vector<LessonProblem> problems;
};

LessonResult loadLesson(const QString& path);
LessonResult parseLesson(const QString& text, const QString& path);

/// The lessons under a folder (default: those that came with the program, ":/lessons"), in order, in
/// `language` where they have it, else in English. Broken ones are left out and reported.
struct LessonList {
  std::vector<Lesson> lessons;
  std::vector<LessonProblem> problems;
};
LessonList loadLessons(const QString& language, const QString& folder = QStringLiteral(":/lessons"));

/// Markdown to HTML that QTextBrowser shows well (cmark-gfm; raw HTML is left out).
QString markdownToHtml(const QString& markdown);

}  // namespace todevice
