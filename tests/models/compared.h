// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include "comparison.h"
#include "session.h"

namespace todevice {

inline WorkerSettings settings() {
  WorkerSettings settings;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = 3;
  return settings;
}

inline bool bothWait(const Comparison& comparison) {
  return QTest::qWaitFor(
      [&] {
        return comparison.session(Comparison::Left)->state() == Session::State::Stopped &&
               comparison.session(Comparison::Right)->state() == Session::State::Stopped;
      },
      20000);
}

inline bool bothEnd(const Comparison& comparison) {
  const auto ended = [&](Comparison::Side side) {
    const auto& blocks = comparison.session(side)->blocks();
    return !blocks.empty() && blocks.back().ended;
  };
  return QTest::qWaitFor([&] { return ended(Comparison::Left) && ended(Comparison::Right); }, 20000);
}

inline bool hasEnded(const Comparison& comparison) {
  for (const auto side : {Comparison::Left, Comparison::Right}) {
    const auto& blocks = comparison.session(side)->blocks();
    if (blocks.empty() || !blocks.back().ended) return false;
  }
  return true;
}

inline QString text(const Comparison& comparison, int row, int column) {
  return comparison.index(row, column).data().toString();
}

}  // namespace todevice
