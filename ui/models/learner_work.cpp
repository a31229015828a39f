// SPDX-License-Identifier: GPL-3.0-or-later
// The learner's book keeps work: what was typed, and what was set aside.
#include <QDateTime>
#include <QJsonArray>

#include "learner_book.h"

namespace todevice {

namespace {

constexpr qsizetype kMostAside = 20;  // of one lesson
const QLatin1String kAside("aside");

}  // namespace

void LearnerBook::keep(const QString& lesson, const Work& work) {
  const QJsonObject before = m_work[lesson].toObject();
  QJsonObject entry = work.toJson();
  if (before.contains(kAside)) entry[kAside] = before[kAside];
  if (entry == before) return;
  m_work[lesson] = entry;
  m_worked.insert(lesson);
  emit worked();
}

Work LearnerBook::kept(const QString& lesson) const {
  return Work::fromJson(m_work[lesson].toObject());
}

QList<Work> LearnerBook::aside(const QString& lesson) const {
  QList<Work> all;
  for (const auto& one : m_work[lesson].toObject()[kAside].toArray()) all << Work::fromJson(one.toObject());
  return all;
}

void LearnerBook::setAsides(const QString& lesson, const QList<Work>& works) {
  QJsonArray all;
  for (const Work& work : works.mid(0, kMostAside)) all << work.toJson();
  QJsonObject entry = m_work[lesson].toObject();
  entry[kAside] = all;
  m_work[lesson] = entry;
  m_worked.insert(lesson);
  emit worked();
}

void LearnerBook::setAside(const QString& lesson, const Work& work) {
  QList<Work> all = aside(lesson);
  // The same code twice is kept once.
  all.removeIf([&](const Work& one) { return one.code == work.code; });
  all.prepend(work);
  all.first().when = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
  setAsides(lesson, all);
}

Work LearnerBook::takeAside(const QString& lesson, int at) {
  QList<Work> all = aside(lesson);
  const Work taken = all.takeAt(at);
  setAsides(lesson, all);
  return taken;
}

}  // namespace todevice
