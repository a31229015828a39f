// SPDX-License-Identifier: GPL-3.0-or-later
#include "learner_book.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>

namespace todevice {

namespace {

constexpr int kVersion = 1;
constexpr int kPatience = 500;  // ms, for another window that writes

QString now() {
  return QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
}

/// Of a step that two windows have touched: the first answer counts, and what was done stays done.
QJsonObject together(const QJsonObject& file, const QJsonObject& own) {
  static const QStringList kAnswer{"question", "given", "right", "is_right", "answered"};
  const QLatin1String kGiven("given"), kTries("tries"), kDone("done");
  QJsonObject all = own;
  for (const QString& key : file.keys()) {
    if (!own.contains(key) || (file.contains(kGiven) && kAnswer.contains(key))) all[key] = file[key];
  }
  if (own.contains(kTries) && file.contains(kTries)) {
    all[kTries] = std::max(file[kTries].toInt(), own[kTries].toInt());
    all[kDone] = file[kDone].toBool() || own[kDone].toBool();
  }
  return all;
}

/// RFC 4180: in quotes where it has to be. A cell that a spreadsheet would take for a formula gets a quote
/// before it.
QString cell(QString text) {
  text.replace(QLatin1Char('\n'), QLatin1Char(' ')).replace(QLatin1Char('\r'), QLatin1Char(' '));
  if (!text.isEmpty() && QStringLiteral("=+-@\t").contains(text.front())) {
    bool number = false;
    text.toDouble(&number);
    if (!number) text.prepend(QLatin1Char('\''));
  }
  if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"'))) return text;
  return QLatin1Char('"') + text.replace(QLatin1String("\""), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString word(bool yes) {
  return yes ? QStringLiteral("yes") : QStringLiteral("no");
}

}  // namespace

struct LearnerBook::Found {
  QJsonObject lessons, work;
  int version = 0;       ///< 0: no file
  bool damaged = false;  ///< a file that was not written by save()
  QString unread;        ///< why not, of a file that is there
};

LearnerBook::LearnerBook(const QString& path, QObject* parent) : QObject(parent), m_path(path) {
  const Found found = readFile();
  m_lessons = found.lessons;
  m_work = found.work;
  m_damaged = found.damaged;
}

LearnerBook::Found LearnerBook::readFile() const {
  QFile file(m_path);
  if (!QFileInfo(m_path).isFile()) return {};
  const bool opens = file.open(QIODevice::ReadOnly);
  const QByteArray bytes = opens ? file.readAll() : QByteArray();
  if (file.error() != QFileDevice::NoError) return {{}, {}, 0, false, file.errorString()};
  const QJsonObject all = QJsonDocument::fromJson(bytes).object();
  const int version = all[QLatin1String("version")].toInt();
  return {all[QLatin1String("lessons")].toObject(),
          all[QLatin1String("work")].toObject(),
          version,
          version <= 0 && file.size() > 0,
          {}};
}

QString LearnerBook::pathOfCopy() const {
  QString path = m_path + QStringLiteral(".damaged");
  for (int i = 2; QFile::exists(path); ++i) path = m_path + QStringLiteral(".damaged-%1").arg(i);
  return path;
}

QString LearnerBook::trouble() const {
  if (!m_damaged) return {};
  return tr("What was kept of your lessons cannot be read: %1 is damaged. You begin anew; the damaged file "
            "is "
            "kept beside the new one, as %2")
      .arg(m_path, QFileInfo(pathOfCopy()).fileName());
}

QString LearnerBook::usualPath() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/learner.json");
}

QJsonObject LearnerBook::stepOf(const QString& lesson, int step) const {
  return m_lessons[lesson]
      .toObject()[QLatin1String("steps")]
      .toObject()[QString::number(step + 1)]
      .toObject();
}

void LearnerBook::setStep(const QString& lesson, int step, const QJsonObject& entry) {
  QJsonObject all = m_lessons[lesson].toObject();
  QJsonObject steps = all[QLatin1String("steps")].toObject();
  steps[QString::number(step + 1)] = entry;
  all[QLatin1String("steps")] = steps;
  m_lessons[lesson] = all;
  m_touchedSteps[lesson].insert(QString::number(step + 1));
  emit changed();
}

void LearnerBook::reach(const QString& lesson, int step, int steps) {
  QJsonObject all = m_lessons[lesson].toObject();
  if (all[QLatin1String("reached")].toInt() >= step + 1 && all[QLatin1String("of")].toInt() == steps) return;
  // The lesson may have become shorter since.
  all[QLatin1String("reached")] = std::min(std::max(all[QLatin1String("reached")].toInt(), step + 1), steps);
  all[QLatin1String("of")] = steps;
  all[QLatin1String("when")] = now();
  m_lessons[lesson] = all;
  m_reached.insert(lesson);
  emit changed();
}

void LearnerBook::answer(const QString& lesson, int step, const QString& question, const QString& given,
                         const QString& right, bool isRight) {
  QJsonObject entry = stepOf(lesson, step);
  // The first answer counts: after it the outcome is known.
  if (entry.contains(QLatin1String("given"))) return;
  entry[QLatin1String("question")] = question;
  entry[QLatin1String("given")] = given;
  entry[QLatin1String("right")] = right;
  entry[QLatin1String("is_right")] = isRight;
  entry[QLatin1String("answered")] = now();
  setStep(lesson, step, entry);
}

void LearnerBook::tryChange(const QString& lesson, int step, bool done) {
  QJsonObject entry = stepOf(lesson, step);
  if (entry[QLatin1String("done")].toBool()) return;
  entry[QLatin1String("tries")] = entry[QLatin1String("tries")].toInt() + 1;
  entry[QLatin1String("done")] = done;
  entry[QLatin1String("tried")] = now();
  setStep(lesson, step, entry);
}

void LearnerBook::countHands(const QString& lesson, int step, const QList<int>& hands) {
  QJsonObject entry = stepOf(lesson, step);
  QJsonArray counts;
  for (const int count : hands) counts << count;
  entry[QLatin1String("hands")] = counts;
  entry[QLatin1String("counted")] = now();
  setStep(lesson, step, entry);
}

int LearnerBook::reached(const QString& lesson) const {
  return m_lessons[lesson].toObject()[QLatin1String("reached")].toInt() - 1;
}

bool LearnerBook::finished(const QString& lesson) const {
  const int steps = m_lessons[lesson].toObject()[QLatin1String("of")].toInt();
  return steps > 0 && reached(lesson) >= steps - 1 &&
         stepOf(lesson, steps - 1)[QLatin1String("done")].toBool();
}

QByteArray LearnerBook::json() const {
  return QJsonDocument(QJsonObject{{"version", kVersion}, {"lessons", m_lessons}}).toJson();
}

QByteArray LearnerBook::csv() const {
  // The mark of UTF-8 at the beginning: without it spreadsheets take the text for the computer's old code
  // page.
  QString text = QStringLiteral("\ufefflesson,step,kind,question,given,right,is right,tries,when\r\n");
  for (auto it = m_lessons.begin(); it != m_lessons.end(); ++it) {
    const QJsonObject steps = it.value().toObject()[QLatin1String("steps")].toObject();
    QStringList numbers = steps.keys();
    std::sort(numbers.begin(), numbers.end(),
              [](const QString& a, const QString& b) { return a.toInt() < b.toInt(); });
    for (const QString& number : std::as_const(numbers)) {
      const QJsonObject entry = steps[number].toObject();
      const auto line = [&](const QStringList& cells) {
        QStringList all{cell(it.key()), number};
        for (const QString& one : cells) all << cell(one);
        text += all.join(QLatin1Char(',')) + QStringLiteral("\r\n");
      };
      if (entry.contains(QLatin1String("given")))
        line({QStringLiteral("prediction"),
              entry[QLatin1String("question")].toString(),
              entry[QLatin1String("given")].toString(),
              entry[QLatin1String("right")].toString(),
              word(entry[QLatin1String("is_right")].toBool()),
              {},
              entry[QLatin1String("answered")].toString()});
      if (entry.contains(QLatin1String("hands"))) {
        QStringList counts;
        for (const auto& count : entry[QLatin1String("hands")].toArray())
          counts << QString::number(count.toInt());
        line({QStringLiteral("hands"),
              {},
              counts.join(QLatin1Char(' ')),
              {},
              {},
              {},
              entry[QLatin1String("counted")].toString()});
      }
      if (entry.contains(QLatin1String("tries")))
        line({QStringLiteral("change"),
              {},
              {},
              {},
              word(entry[QLatin1String("done")].toBool()),
              QString::number(entry[QLatin1String("tries")].toInt()),
              entry[QLatin1String("tried")].toString()});
    }
  }
  return text.toUtf8();
}

/// A lesson as the file has it, with what was touched here.
QJsonObject LearnerBook::merged(const QString& lesson, QJsonObject file) const {
  const QJsonObject own = m_lessons[lesson].toObject();
  if (m_reached.contains(lesson)) {
    const int of = own[QLatin1String("of")].toInt();
    file[QLatin1String("reached")] =
        std::min(std::max(file[QLatin1String("reached")].toInt(), own[QLatin1String("reached")].toInt()), of);
    file[QLatin1String("of")] = of;
    file[QLatin1String("when")] = own[QLatin1String("when")];
  }
  QJsonObject steps = file[QLatin1String("steps")].toObject();
  const QJsonObject ownSteps = own[QLatin1String("steps")].toObject();
  for (const QString& step : m_touchedSteps.value(lesson))
    steps[step] = together(steps[step].toObject(), ownSteps[step].toObject());
  if (!steps.isEmpty()) file[QLatin1String("steps")] = steps;
  return file;
}

QString LearnerBook::save() const {
  if (m_path.isEmpty()) return {};
  QDir().mkpath(QFileInfo(m_path).path());
  // Between reading and writing nobody else writes. Where no lock can be made, nothing can be written.
  QLockFile lock(m_path + QStringLiteral(".lock"));
  if (!lock.tryLock(kPatience) && lock.error() == QLockFile::LockFailedError)
    return tr("%1 is being written by another window").arg(m_path);
  auto [lessons, work, version, damaged, unread] = readFile();
  if (!unread.isEmpty()) return tr("%1 cannot be read, and is not written over: %2").arg(m_path, unread);
  if (version > kVersion) return tr("%1 was written by a newer ToDevice").arg(m_path);
  QSaveFile file(m_path);
  const auto why = [&] { return m_path + QStringLiteral(": ") + file.errorString(); };
  if (!file.open(QIODevice::WriteOnly)) return why();
  // Not written over without a copy: somebody may yet read what is in it.
  if (damaged && !QFile::copy(m_path, pathOfCopy()))
    return tr("%1 is damaged, and no copy of it could be made as %2").arg(m_path, pathOfCopy());
  QSet<QString> touched = m_reached;
  for (auto it = m_touchedSteps.cbegin(); it != m_touchedSteps.cend(); ++it) touched << it.key();
  for (const QString& lesson : touched) lessons[lesson] = merged(lesson, lessons[lesson].toObject());
  for (const QString& lesson : m_worked) work[lesson] = m_work[lesson];
  file.write(
      QJsonDocument(QJsonObject{{"version", kVersion}, {"lessons", lessons}, {"work", work}}).toJson());
  return file.commit() ? QString() : why();
}

}  // namespace todevice
