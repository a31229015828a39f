// SPDX-License-Identifier: GPL-3.0-or-later
#include "console_buffer.h"

#include <QStringList>
#include <algorithm>
#include <limits>
#include <utility>

namespace todevice {

namespace {

void extend(QString& line, QStringView part) {
  const qsizetype room = ConsoleBuffer::kMaxLineLength - line.size();
  if (room <= 0) return;
  line += part.left(room);
  if (part.size() > room) line += QChar(0x2026);
}

}  // namespace

void ConsoleBuffer::startLine(Kind kind, int record) {
  m_lines.push_back({{}, kind == Kind::Error, kind, record});
  m_open = true;
}

/// Lines of no record stand where they came; the rest is in the order of the records.
int ConsoleBuffer::linesAt(int cursor) const {
  const auto later =
      std::find_if(m_lines.begin(), m_lines.end(), [&](const Line& line) { return line.record >= cursor; });
  return int(later - m_lines.begin());
}

void ConsoleBuffer::appendLog(const QString& line) {
  startLine(Kind::Log, -1);
  m_lines.back().text = line;
  m_open = false;
  tell(int(m_lines.size()) - 1);
}

void ConsoleBuffer::append(const QString& text, bool isError, int record) {
  if (text.isEmpty()) return;
  if (record >= 0) putKept(record);
  int firstChanged = int(m_lines.size());
  const auto parts = QStringView(text).split(u'\n');
  for (qsizetype i = 0; i < parts.size(); ++i) {
    const bool closes = i + 1 < parts.size();
    if (!closes && parts[i].isEmpty()) break;
    const bool goesOn =
        m_open && m_lines.back().isError == isError && (m_lines.back().record < 0) == (record < 0);
    if (!goesOn) startLine(isError ? Kind::Error : Kind::Printed, record);
    firstChanged = std::min(firstChanged, int(m_lines.size()) - 1);
    extend(m_lines.back().text, parts[i]);
    m_open = !closes;
  }
  tell(firstChanged);
}

/// The lines from this one on are new or longer; there may be too many now.
void ConsoleBuffer::tell(int firstChanged) {
  const int removed = std::max(0, int(m_lines.size()) - kMaxLines);
  m_lines.erase(m_lines.begin(), m_lines.begin() + removed);
  m_dropped += removed;
  emit changed(removed, std::max(0, firstChanged - removed));
}

bool ConsoleBuffer::hasOwnLines() const {
  const auto isOwn = [](const Line& line) { return line.record < 0 && line.kind != Kind::Log; };
  return !m_kept.empty() || std::any_of(m_lines.begin(), m_lines.end(), isOwn);
}

void ConsoleBuffer::beginAgain() {
  putKept(std::numeric_limits<int>::max());
  std::deque<Kept> kept;
  int after = -1;
  for (Line& line : m_lines) {
    if (line.record >= 0)
      after = std::max(after, line.record);
    else if (line.kind != Kind::Log)  // the new program has a log of its own
      kept.push_back({std::move(line), after});
  }
  clear();
  m_kept = std::move(kept);
}

/// Those that stood above the text of record `before`.
void ConsoleBuffer::putKept(int before) {
  const int first = int(m_lines.size());
  for (; !m_kept.empty() && m_kept.front().after < before; m_kept.pop_front())
    m_lines.push_back(std::move(m_kept.front().line));
  if (int(m_lines.size()) == first) return;
  m_open = false;
  tell(first);
}

void ConsoleBuffer::endAgain(const QString& note) {
  putKept(std::numeric_limits<int>::max());
  if (!note.isEmpty() && (m_lines.empty() || m_lines.back().text != note)) appendLog(note);
}

QString ConsoleBuffer::text() const {
  QStringList out;
  for (const auto& line : m_lines) out << line.text;
  return out.join(QLatin1Char('\n'));
}

void ConsoleBuffer::clear() {
  m_kept.clear();
  m_lines.clear();
  m_dropped = 0;
  m_open = false;
  emit cleared();
}

}  // namespace todevice
