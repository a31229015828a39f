// SPDX-License-Identifier: Apache-2.0
#include <QHash>
#include <QRegularExpression>
#include <functional>

#include "loader/reader.h"

namespace todevice::reader {

bool isId(const QString& text) {
  static const QRegularExpression pattern(QStringLiteral("^[a-z0-9]+(-[a-z0-9]+)*$"));
  return pattern.match(text).hasMatch();
}

namespace {

constexpr int kMaxMinutes = 240;
constexpr int kMaxGpus = 16;

QStringList listOf(const QString& text) {
  static const QRegularExpression separator(QStringLiteral("[,，、]"));
  QStringList items;
  for (const QString& item : text.split(separator))
    if (!item.trimmed().isEmpty()) items << item.trimmed();
  return items;
}

class Head {
 public:
  Head(Lesson& lesson, Problems& problems) : m_lesson(lesson), m_problems(problems) {}

  void field(const QString& name, const QString& value, int line) {
    const auto setter = setters().constFind(name);
    m_list = value.isEmpty() ? name : QString();
    if (setter == setters().constEnd()) {
      QStringList known = setters().keys();
      known.sort();
      m_problems.add(line, Problems::tr("unknown field \"%1\" (known: %2)").arg(name, known.join(", ")));
    } else if (m_seen.contains(name)) {
      m_problems.add(line, Problems::tr("field \"%1\" stands twice").arg(name));
    } else if (value.isEmpty()) {
      m_problems.add(line,
                     Problems::tr("field \"%1\" is empty: its value stands on the same line").arg(name));
    } else {
      (this->*setter.value())(value, line);
    }
    m_seen << name;
    m_lesson.fieldLines.insert(name, line);
  }

  /// A line that is not "field: value" with a known field; said once: that the field is missing, or is empty,
  /// says nothing new.
  bool wrong(const QString& text, int line) {
    if (const auto meant = misspeltField(text, setters().keys());
        meant && meant->written != meant->meant + ':') {
      m_problems.add(
          line,
          Problems::tr("the head has no field \"%1\": is it \"%2:\"?").arg(meant->written, meant->meant));
      m_seen << meant->meant;
      m_lesson.fieldLines.insert(meant->meant, line);
    } else if (text.startsWith(QLatin1String("- ")) && !m_list.isEmpty()) {
      return true;  // told with its field
    } else if (text.startsWith('#') || text.indexOf(':') <= 0) {
      constexpr qsizetype kQuoted = 40;
      m_problems.add(
          line, Problems::tr("a line of the head is \"field: value\", not \"%1\"").arg(text.left(kQuoted)));
    } else {
      return false;
    }
    return true;
  }

  void requireFields() {
    for (const char* name : {"id", "title"})
      if (!m_seen.contains(QLatin1String(name)))
        m_problems.add(1, Problems::tr("the head has no \"%1\"").arg(QLatin1String(name)));
  }

 private:
  using Setter = void (Head::*)(const QString&, int);
  static const QHash<QString, Setter>& setters() {
    static const QHash<QString, Setter> table = {
        {"id", &Head::setId},     {"title", &Head::setTitle}, {"minutes", &Head::setMinutes},
        {"gpus", &Head::setGpus}, {"needs", &Head::setNeeds}, {"covers", &Head::setCovers},
    };
    return table;
  }

  void setId(const QString& value, int line) {
    m_lesson.id = value;
    if (!isId(value))
      m_problems.add(
          line, Problems::tr("id \"%1\" may have only a-z, 0-9 and single hyphens between them").arg(value));
  }
  void setTitle(const QString& value, int line) {
    m_lesson.title = value;
    checkInline(value, line, m_problems);
    const auto quotes = value.count('"');
    if (quotes % 2 == 1 || (quotes == 2 && value.startsWith('"') && value.endsWith('"')))
      m_problems.add(line, Problems::tr("the title stands without quotes around it: %1").arg(value));
  }
  void setMinutes(const QString& value, int line) {
    m_lesson.minutes = number("minutes", value, 1, kMaxMinutes, line);
  }
  void setGpus(const QString& value, int line) { m_lesson.gpus = number("gpus", value, 0, kMaxGpus, line); }
  void setNeeds(const QString& value, int line) {
    if (!isPlainList("needs", value, line)) return;
    m_lesson.prerequisites = listOf(value);
    for (const QString& id : m_lesson.prerequisites)
      if (!isId(id))
        m_problems.add(line, Problems::tr("\"needs\" lists ids of lessons, and \"%1\" is none").arg(id));
  }
  void setCovers(const QString& value, int line) {
    if (isPlainList("covers", value, line)) m_lesson.covers = listOf(value);
  }
  bool isPlainList(const char* name, const QString& value, int line) {
    const bool plain = !value.startsWith('[') || !value.endsWith(']');
    if (!plain)
      m_problems.add(line, Problems::tr("\"%1\" stands without brackets: a, b").arg(QLatin1String(name)));
    return plain;
  }

  int number(const char* name, const QString& value, int least, int most, int line) {
    bool ok = false;
    const int result = value.toInt(&ok);
    if (ok && result >= least && result <= most) return result;
    m_problems.add(line, Problems::tr("\"%1\" is a number from %2 to %3, not \"%4\"")
                             .arg(QLatin1String(name))
                             .arg(least)
                             .arg(most)
                             .arg(value));
    return least;
  }

  Lesson& m_lesson;
  Problems& m_problems;
  QStringList m_seen;
  QString m_list;  ///< the field of the line before, where it has no value
};

/// What never stands in a head: it was not closed before.
bool isBody(const QString& line) {
  static const QRegularExpression pattern(QStringLiteral("^(#{1,6} |```|~~~)"));
  return pattern.match(line).hasMatch();
}

bool isRule(const QString& line) {
  return line.trimmed() == QLatin1String("---");
}

/// A "# ..." of the head is a remark, not the text below it, if the head is closed before a step begins.
bool isRemark(const QStringList& lines, int at) {
  if (!lines[at].trimmed().startsWith(QLatin1String("# "))) return false;
  for (qsizetype i = at + 1; i < lines.size() && !lines[i].startsWith(QLatin1String("##")); ++i)
    if (isRule(lines[i])) return true;
  return false;
}

void notClosed(int end, Problems& problems) {
  problems.add(
      1,
      Problems::tr("the head is not closed: a second line \"---\" is missing before line %1").arg(end + 1));
}

}  // namespace

int readHead(const QStringList& lines, Lesson& lesson, Problems& problems) {
  if (lines.isEmpty() || !isRule(lines.first())) {
    problems.add(1, Problems::tr("a lesson begins with a line \"---\" and its head (id, title, ...)"));
    return -1;
  }
  Head head(lesson, problems);
  for (int i = 1; i < lines.size(); ++i) {
    const QString line = lines[i].trimmed();
    if (isRule(line)) {
      head.requireFields();
      return i + 1;
    }
    if (line.isEmpty()) continue;
    if (isBody(line) && !isRemark(lines, i)) {
      notClosed(i, problems);
      return -1;
    }
    if (head.wrong(line, i + 1)) continue;
    const auto colon = line.indexOf(':');
    head.field(line.left(colon).trimmed(), line.mid(colon + 1).trimmed(), i + 1);
  }
  notClosed(static_cast<int>(lines.size()), problems);
  return -1;
}

}  // namespace todevice::reader
