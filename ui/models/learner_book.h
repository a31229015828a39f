// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QSet>
#include <QString>

#include "work.h"

namespace todevice {

/// What the learner predicted, changed and reached, lesson by lesson. Kept as JSON in one file of this
/// learner's data folder; it goes nowhere unless it is exported.
class LearnerBook : public QObject {
  Q_OBJECT
 public:
  /// `path`: the file; empty: nothing is kept from one start to the next. A damaged file is left alone and
  /// begun anew only when something is to be kept, beside a copy of what it was.
  explicit LearnerBook(const QString& path, QObject* parent = nullptr);
  /// The file of the user who runs the program.
  static QString usualPath();

  /// Steps count from 0, as everywhere; in the file and in exports from 1.
  void reach(const QString& lesson, int step, int steps);
  void answer(const QString& lesson, int step, const QString& question, const QString& given,
              const QString& right, bool isRight);
  void tryChange(const QString& lesson, int step, bool done);

  /// A class: how many hands went up for each choice.
  void countHands(const QString& lesson, int step, const QList<int>& hands);

  /// What the learner has made of a lesson so far.
  void keep(const QString& lesson, const Work& work);
  Work kept(const QString& lesson) const;
  /// Work that something else took the place of, the newest first; the last 20 of a lesson are kept.
  void setAside(const QString& lesson, const Work& work);
  QList<Work> aside(const QString& lesson) const;
  Work takeAside(const QString& lesson, int at);

  int reached(const QString& lesson) const;    ///< the furthest step, -1: not begun
  bool finished(const QString& lesson) const;  ///< the last step was reached and its change made

  QByteArray json() const;  ///< answers and progress, without the work
  /// lesson,step,kind,question,given,right,is right,tries,when: one line for each answer and each change.
  QByteArray csv() const;
  /// Empty when the file was written, else why not. What was not touched here, step by step, stays as the
  /// file has it: another window may have written it.
  QString save() const;

  /// What there is to say of the file as it was found; empty: nothing.
  QString trouble() const;

 signals:
  void changed();
  void worked();  ///< keep, setAside and takeAside: may come with each key

 private:
  QJsonObject stepOf(const QString& lesson, int step) const;
  struct Found;
  Found readFile() const;
  QString pathOfCopy() const;  ///< free for a damaged file
  void setAsides(const QString& lesson, const QList<Work>& works);
  void setStep(const QString& lesson, int step, const QJsonObject& entry);
  QJsonObject merged(const QString& lesson, QJsonObject file) const;
  QString m_path;
  QJsonObject m_lessons, m_work;
  bool m_damaged = false;
  QSet<QString> m_reached, m_worked;             ///< lessons, touched here
  QHash<QString, QSet<QString>> m_touchedSteps;  ///< by lesson, as the file counts them
};

}  // namespace todevice
