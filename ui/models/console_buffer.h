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
  struct Line {
    QString text;
    bool isError = false;
  };
  static constexpr int kMaxLines = 10000;
  static constexpr int kMaxLineLength = 10000;  ///< characters; what is longer is cut with an ellipsis

  explicit ConsoleBuffer(QObject* parent = nullptr) : QObject(parent) {}

  const std::deque<Line>& lines() const { return m_lines; }  ///< the last one may still grow
  qint64 dropped() const { return m_dropped; }               ///< lines
  QString text() const;

 public slots:
  void append(const QString& text, bool isError);
  void clear();

 signals:
  /// `removed` lines left at the front; those from `firstChanged` on (counted after that) are new or longer.
  void changed(int removed, int firstChanged);
  void cleared();

 private:
  void startLine(bool isError);
  std::deque<Line> m_lines;
  qint64 m_dropped = 0;
  bool m_open = false;
};

}  // namespace todevice
