// SPDX-License-Identifier: GPL-3.0-or-later
#include "auto_play.h"

#include <algorithm>

#include "lesson_player.h"
#include "session.h"
#include "timeline.h"

namespace todevice {

namespace {

constexpr double kSlowest = 0.25, kFastest = 20;

}  // namespace

AutoPlay::AutoPlay(Session* session, LessonPlayer* player, QObject* parent)
    : QObject(parent), m_session(session), m_player(player) {
  setSpeed(m_speed);
  connect(&m_timer, &QTimer::timeout, this, &AutoPlay::tick);
  connect(session, &Session::workerLost, this, &AutoPlay::stop);
  connect(session, &Session::problem, this, &AutoPlay::stop);
  connect(player, &LessonPlayer::lessonOpened, this, &AutoPlay::stop);
  connect(player, &LessonPlayer::stepChanged, this, &AutoPlay::stop);
}

void AutoPlay::setSpeed(double linesPerSecond) {
  m_speed = std::clamp(linesPerSecond, kSlowest, kFastest);
  m_timer.setInterval(int(1000 / m_speed));
}

bool AutoPlay::canPlay() const {
  if (!m_session->timeline()->atEnd()) return true;
  const bool left = m_player->blockLineCount() > 0 && !m_player->blockHasRun();
  return left && m_session->state() != Session::State::Dead;
}

void AutoPlay::toggle() {
  m_timer.isActive() ? stop() : start();
}

void AutoPlay::start() {
  Timeline* timeline = m_session->timeline();
  if (!canPlay()) timeline->setCursor(timeline->first());
  if (!canPlay()) return;
  m_moved = false;
  m_timer.start();
  emit playingChanged(true);
  tick();
}

void AutoPlay::stop() {
  if (!m_timer.isActive()) return;
  m_timer.stop();
  emit playingChanged(false);
}

bool AutoPlay::atBreakpoint() const {
  return m_session->breakpoints().contains(m_session->lineAtCursor());
}

void AutoPlay::tick() {
  const Session::State state = m_session->state();
  const bool busy = state != Session::State::Idle && state != Session::State::Stopped;
  if (busy) return;  // a slow line: the next tick looks again
  Timeline* timeline = m_session->timeline();
  const bool failed = m_moved && timeline->current() && timeline->current()->error;
  if (!canPlay() || failed || (m_moved && atBreakpoint())) return stop();
  m_moved = true;
  if (!timeline->atEnd()) {
    timeline->setCursor(timeline->cursor() + 1);
  } else {
    m_player->step();
  }
}

}  // namespace todevice
