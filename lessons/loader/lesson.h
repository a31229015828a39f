// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace todevice {

/// A question asked before a step's code runs. The right answer is a Python expression, evaluated in the
/// worker after the run; its text (or JSON value) decides which choice was right. Nothing is written down as
/// right in advance.
struct Prediction {
  enum class Kind { Choice, Number, Text };

  QString question;  ///< Markdown
  /// Kind::Choice: what the learner picks from. Else: answers that were foreseen and have feedback; not
  /// shown.
  QStringList choices;
  QString answer;        ///< Python expression: the text of the right choice, or its number counted from 0
  QStringList feedback;  ///< per choice, may be shorter
  int line = 0;          ///< in the file
  Kind kind = Kind::Choice;
  int answerLine = 0;
  QList<int> choiceLines;

  bool picks() const { return kind == Kind::Choice && !choices.isEmpty(); }
};

/// What the learner is to change in the step's code. Whether it is done, a Python expression says, evaluated
/// in the worker after each run of the changed code.
struct Exercise {
  QString task;       ///< Markdown
  QString check;      ///< Python expression, true when it is done
  QStringList hints;  ///< Markdown; one more is shown after each try that was not right
  QString done;       ///< Markdown, said when it is right; may be empty
  QString solution;   ///< the step's code as it could stand then
  int line = 0, checkLine = 0, solutionLine = 0;
};

struct LessonStep {
  QString title;  ///< Markdown of one line
  QString prose;  ///< Markdown, up to the code that is run
  QString after;  ///< Markdown that stands behind that code: not shown before it has run
  QString code;   ///< runnable Python, may be empty
  std::optional<Prediction> prediction;
  QString notes;  ///< for the instructor
  int line = 0;
  std::optional<Exercise> change;
  QString raises;    ///< the exception that ends the code on purpose, "RuntimeError"; empty: none
  int codeLine = 0;  ///< of the code's first line
};

struct Lesson {
  QString id;        ///< "tensor-to": equal in both languages
  QString title;     ///< Markdown of one line
  QString language;  ///< "en" or "zh_CN"
  QString path;
  int number = 0;  ///< from the folder's name
  int minutes = 0;
  int gpus = 1;  ///< logical GPUs it needs
  QStringList prerequisites;
  QStringList covers;
  std::vector<LessonStep> steps;
  QHash<QString, int> fieldLines;  ///< of the head

  int lineOf(const QString& field) const { return fieldLines.value(field, 1); }
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

/// The file of a lesson that a person names: the file itself, or the one in `language` (else in English) of a
/// folder. Empty: there is none.
QString lessonFile(const QString& path, const QString& language);

/// Markdown to HTML that QTextBrowser shows well (cmark-gfm; raw HTML is left out). A line break of the
/// source becomes a blank, except in Chinese (line_breaks.h).
QString markdownToHtml(const QString& markdown);
/// A title, a choice, an answer: one line with code and stress in it, without a paragraph around.
QString inlineToHtml(const QString& markdown);
/// The words of a short text without marks, for places that show no HTML.
QString markdownToWords(const QString& markdown);

}  // namespace todevice
