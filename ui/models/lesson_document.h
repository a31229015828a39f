// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace todevice {

/// The code of a lesson's steps one under the other, with an empty line between, and which lines are whose,
/// also while the learner edits.
class LessonDocument {
 public:
  void clear() { m_blocks.clear(); }
  int count() const { return int(m_blocks.size()); }
  void append(const QString& code);

  /// The lines of the first `count` blocks; the empty line before a block belongs to the block before.
  QString text(int count) const;
  /// The same as the learner left them; blocks after them stay as they are. Returns the first line (from 1)
  /// that differs, 0 when none does.
  int setText(int count, const QString& text);

  int firstLine(int block) const;  ///< from 1
  QString code(int block) const;   ///< without the empty lines at its end
  int lineCount(int block) const;  ///< of code()

 private:
  void separate();
  QStringList lines(int count) const;
  std::vector<QStringList> m_blocks;
};

}  // namespace todevice
