// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "loader/lesson.h"

/// The parts of the lesson reader, in the order in which they work on a file: head, blocks, steps. The format
/// is described in lessons/FORMAT.md.
namespace todevice::reader {

/// What is wrong with one file. Reading goes on after a problem, so that an author sees all of them at once.
class Problems {
  Q_DECLARE_TR_FUNCTIONS(todevice::Lesson)

 public:
  explicit Problems(QString path) : m_path(std::move(path)) {}
  void add(int line, const QString& message);
  bool isEmpty() const { return m_list.empty(); }
  std::size_t count() const { return m_list.size(); }
  std::vector<LessonProblem> take() { return std::move(m_list); }

 private:
  QString m_path;
  std::vector<LessonProblem> m_list;
};

/// A piece of the text below the head.
struct Block {
  enum class Kind { Heading, Prose, Fence };
  Kind kind = Kind::Prose;
  int line = 0;  ///< of its first line, from 1
  QString info;  ///< heading: its text; fence: the words after the backticks
  /// Prose: as they stand; fence: what is between the backticks; heading: itself, if it is not written as
  /// one.
  QStringList lines;
  QString marker;  ///< fence: the backticks (or tildes)
};

/// Reads the lines between `---` and `---` into the lesson; returns the index of the first line after them,
/// or -1 when there is no head or nothing closes it: what comes then says nothing.
int readHead(const QStringList& lines, Lesson& lesson, Problems& problems);

/// Whether a text can be the id of a lesson: a-z, 0-9 and single hyphens between them.
bool isId(const QString& text);

/// Cuts the lines from index `first` on into blocks. Reports a fence that nothing closes, and stops there.
std::vector<Block> readBlocks(const QStringList& lines, int first, Problems& problems);

/// Puts the blocks together to steps.
void readSteps(const std::vector<Block>& blocks, Lesson& lesson, Problems& problems);

/// Reads the inside of a ```predict block.
Prediction readPrediction(const Block& block, Problems& problems);

/// Reads the inside of a ```change block; its solution stands in a block of its own.
Exercise readChange(const Block& block, Problems& problems);

/// The word of `known` that `word` was probably meant to be; empty: none.
QString meantWord(const QString& word, const QStringList& known);

/// A line that looks like a field of `known` with another spelling, another case or a full-width colon
/// ("answr: x", "Answer: x"). Lines with the field as it should be are not asked about.
struct Misspelt {
  QString written;  ///< "answr:"
  QString meant;    ///< "answer"
};
std::optional<Misspelt> misspeltField(const QString& line, const QStringList& known);

/// "level:" of a line "level: hard", as a field is written; empty: it is none. Asked about fields that are
/// not known: a line of text hardly begins so ("it: " may).
QString unknownField(const QString& line);

/// Reports what Markdown knows and lessons have not: pictures, raw HTML, headings, and what would be shown as
/// it is written. `line`: of the text's first line.
void checkMarkdown(const QString& text, int line, Problems& problems);
/// The same for a text of one line: a title, a choice.
void checkInline(const QString& text, int line, Problems& problems);

/// A number or a plain text: an expression that does not depend on what ran.
bool isConstant(const QString& expression);

/// Reports a line that goes on with an expression, which has one line; true.
bool broken(int line, const QString& text, Problems& problems);

}  // namespace todevice::reader
