// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson_document.h"

#include <algorithm>

namespace todevice {

namespace {

QStringList withoutEmptyEnd(QStringList lines) {
  while (!lines.isEmpty() && lines.last().trimmed().isEmpty()) lines.removeLast();
  return lines;
}

}  // namespace

void LessonDocument::append(const QString& code) {
  m_blocks.push_back(withoutEmptyEnd(code.split(QLatin1Char('\n'))));
  separate();
}

void LessonDocument::separate() {
  QStringList* before = nullptr;
  for (auto& block : m_blocks) {
    if (block.isEmpty()) continue;
    if (before != nullptr && !before->last().trimmed().isEmpty()) *before << QString();
    before = &block;
  }
}

QStringList LessonDocument::lines(int count) const {
  QStringList all;
  for (int i = 0; i < std::min(count, this->count()); ++i) all += m_blocks[std::size_t(i)];
  return all;
}

QString LessonDocument::text(int count) const {
  return lines(count).join(QLatin1Char('\n'));
}

int LessonDocument::setText(int count, const QString& text) {
  const QStringList before = lines(count);
  const QStringList after = text.split(QLatin1Char('\n'));
  const auto shorter = std::min(before.size(), after.size());
  qsizetype head = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  if (head == before.size() && head == after.size()) return 0;
  qsizetype tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  // The learner replaced lines head...end of `before`. A boundary inside goes to where the replacement
  // begins.
  const qsizetype end = before.size() - tail;
  qsizetype start = 0, newStart = 0;
  for (int i = 0; i < count; ++i) {
    start += m_blocks[std::size_t(i)].size();
    qsizetype newEnd = start <= head ? start : start >= end ? start + after.size() - before.size() : head;
    if (i + 1 == count) newEnd = after.size();
    newEnd = std::clamp(newEnd, newStart, after.size());
    m_blocks[std::size_t(i)] = after.mid(newStart, newEnd - newStart);
    newStart = newEnd;
  }
  if (count < this->count()) separate();  // between what is edited and the steps that come after it
  return int(head) + 1;
}

int LessonDocument::firstLine(int block) const {
  return int(lines(block).size()) + 1;
}

QString LessonDocument::code(int block) const {
  return withoutEmptyEnd(m_blocks.at(std::size_t(block))).join(QLatin1Char('\n'));
}

int LessonDocument::lineCount(int block) const {
  return int(withoutEmptyEnd(m_blocks.at(std::size_t(block))).size());
}

}  // namespace todevice
