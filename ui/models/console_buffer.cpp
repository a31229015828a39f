// SPDX-License-Identifier: GPL-3.0-or-later
#include "console_buffer.h"

#include <QStringList>
#include <algorithm>

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
  emit changed(0, int(m_lines.size()) - 1);
}

void ConsoleBuffer::append(const QString& text, bool isError, int record) {
  if (text.isEmpty()) return;
  int firstChanged = int(m_lines.size());
  const auto parts = QStringView(text).split(u'\n');
  for (qsizetype i = 0; i < parts.size(); ++i) {
    const bool closes = i + 1 < parts.size();
    if (!closes && parts[i].isEmpty()) break;
    if (!m_open || m_lines.back().isError != isError)
      startLine(isError ? Kind::Error : Kind::Printed, record);
    firstChanged = std::min(firstChanged, int(m_lines.size()) - 1);
    extend(m_lines.back().text, parts[i]);
    m_open = !closes;
  }
  const int removed = std::max(0, int(m_lines.size()) - kMaxLines);
  m_lines.erase(m_lines.begin(), m_lines.begin() + removed);
  m_dropped += removed;
  emit changed(removed, std::max(0, firstChanged - removed));
}

QString ConsoleBuffer::text() const {
  QStringList out;
  for (const auto& line : m_lines) out << line.text;
  return out.join(QLatin1Char('\n'));
}

void ConsoleBuffer::clear() {
  m_lines.clear();
  m_dropped = 0;
  m_open = false;
  emit cleared();
}

}  // namespace todevice
