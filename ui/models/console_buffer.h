// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <deque>

namespace todevice {

/// Printed text with a bound: the last lines are kept, the oldest go, and how many went is known.
class ConsoleBuffer : public QObject {
  Q_OBJECT
 public:
  enum class Kind { Printed, Error, Log /* the worker's own words, not the lesson's */ };
  struct Line {
    QString text;
    bool isError = false;
    Kind kind = Kind::Printed;
    int record = -1;  ///< whose line printed it; -1: none, always shown
  };
  static constexpr int kMaxLines = 10000;
  static constexpr int kMaxLineLength = 10000;  ///< characters; what is longer is cut with an ellipsis

  explicit ConsoleBuffer(QObject* parent = nullptr) : QObject(parent) {}

  const std::deque<Line>& lines() const { return m_lines; }  ///< the last one may still grow
  /// How many lines had been printed when the timeline's cursor stood there: the first ones of lines().
  int linesAt(int cursor) const;
  qint64 dropped() const { return m_dropped; }  ///< lines
  QString text() const;
  bool hasOwnLines() const;  ///< some are the learner's questions or their answers

 public slots:
  void append(const QString& text, bool isError, int record = -1);
  void appendLog(const QString& line);
  void clear();
  /// What was printed goes, and is to come again from another worker, up to endAgain(). What the learner
  /// asked, and the answers, stays where it stood, between the same records; the log goes too.
  void beginAgain();
  /// `note`: what happened, below all of it; not said twice in a row. Empty: nothing.
  void endAgain(const QString& note);

 signals:
  /// `removed` lines left at the front; those from `firstChanged` on (counted after that) are new or longer.
  void changed(int removed, int firstChanged);
  void cleared();

 private:
  struct Kept {
    Line line;
    int after = -1;  ///< the record whose text stood above it; -1: none
  };
  void startLine(Kind kind, int record);
  void putKept(int before);
  void tell(int firstChanged);
  std::deque<Line> m_lines;
  std::deque<Kept> m_kept;
  qint64 m_dropped = 0;
  bool m_open = false;
};

}  // namespace todevice
