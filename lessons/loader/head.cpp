// SPDX-License-Identifier: Apache-2.0
#include <QHash>
#include <QRegularExpression>
#include <functional>

#include "loader/reader.h"

namespace todevice::reader {
namespace {

constexpr int kMaxMinutes = 240;
constexpr int kMaxGpus = 16;

bool isId(const QString& text) {
  static const QRegularExpression pattern(QStringLiteral("^[a-z0-9]+(-[a-z0-9]+)*$"));
  return pattern.match(text).hasMatch();
}

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
    if (setter == setters().constEnd()) {
      QStringList known = setters().keys();
      known.sort();
      m_problems.add(line, Problems::tr("unknown field \"%1\" (known: %2)").arg(name, known.join(", ")));
    } else if (m_seen.contains(name)) {
      m_problems.add(line, Problems::tr("field \"%1\" stands twice").arg(name));
    } else if (value.isEmpty()) {
      m_problems.add(line, Problems::tr("field \"%1\" is empty").arg(name));
    } else {
      (this->*setter.value())(value, line);
    }
    m_seen << name;
    m_lesson.fieldLines.insert(name, line);
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
    const auto quotes = value.count('"');
    if (quotes % 2 == 1 || (quotes == 2 && value.startsWith('"') && value.endsWith('"')))
      m_problems.add(line, Problems::tr("the title stands without quotes around it: %1").arg(value));
  }
  void setMinutes(const QString& value, int line) {
    m_lesson.minutes = number("minutes", value, 1, kMaxMinutes, line);
  }
  void setGpus(const QString& value, int line) { m_lesson.gpus = number("gpus", value, 0, kMaxGpus, line); }
  void setNeeds(const QString& value, int line) {
    m_lesson.prerequisites = listOf(value);
    for (const QString& id : m_lesson.prerequisites)
      if (!isId(id))
        m_problems.add(line, Problems::tr("\"needs\" lists ids of lessons, and \"%1\" is none").arg(id));
  }
  void setCovers(const QString& value, int) { m_lesson.covers = listOf(value); }

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
};

/// What never stands in a head: it was not closed before.
bool isBody(const QString& line) {
  static const QRegularExpression pattern(QStringLiteral("^(#{1,6} |```|~~~)"));
  return pattern.match(line).hasMatch();
}

bool isRule(const QString& line) {
  return line.trimmed() == QLatin1String("---");
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
    if (isBody(line)) {
      notClosed(i, problems);
      return -1;
    }
    const auto colon = line.indexOf(':');
    if (colon > 0)
      head.field(line.left(colon).trimmed(), line.mid(colon + 1).trimmed(), i + 1);
    else
      problems.add(i + 1,
                   Problems::tr("a line of the head is \"field: value\", not \"%1\"").arg(line.left(40)));
  }
  notClosed(static_cast<int>(lines.size()), problems);
  return -1;
}

}  // namespace todevice::reader
