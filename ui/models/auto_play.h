// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace todevice {

class LessonPlayer;
class Session;

/// Steps by itself, so many lines a second: through the records after the cursor first, then by running the
/// block on line by line. It ends with the block, at an error, at a breakpoint, and when the learner does
/// something else.
class AutoPlay : public QObject {
  Q_OBJECT
 public:
  AutoPlay(Session* session, LessonPlayer* player, QObject* parent = nullptr);

  bool isPlaying() const { return m_timer.isActive(); }
  bool canPlay() const;  ///< is there a line to go to
  double speed() const { return m_speed; }

 public slots:
  void setSpeed(double linesPerSecond);  ///< from 0.25 to 20
  void toggle();                         ///< at the end of what ran, with nothing left to run, from the start
  void stop();

 signals:
  void playingChanged(bool playing);

 private:
  void start();
  void tick();
  bool atBreakpoint() const;
  Session* m_session;
  LessonPlayer* m_player;
  QTimer m_timer;
  double m_speed = 1;
  bool m_moved = false;  ///< since it was started: the line at which it starts may have a breakpoint
};

}  // namespace todevice
