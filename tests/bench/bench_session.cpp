// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <functional>

#include "comparison.h"
#include "figure.h"
#include "metrics_store.h"
#include "session.h"
#include "timeline.h"

using namespace todevice;
using namespace todevice::bench;
using protocol::Mode;
using Clock = std::chrono::steady_clock;

namespace {

void waitUntil(const std::function<bool()>& done) {
  const auto begin = Clock::now();
  while (!done()) {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
    if (milliseconds_since(begin) < 120000) continue;
    std::fputs("bench_session: nothing happened for two minutes\n", stderr);
    std::exit(1);
  }
}

void waitFor(const Session& session, Session::State state) {
  waitUntil([&] { return session.state() == state; });
}

WorkerSettings settings() {
  WorkerSettings settings;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = 4;
  return settings;
}

/// From a changed tick box until the new worker takes requests, and until the lesson stands where it stood.
void toggles() {
  Session session;
  session.start(settings());
  QString code = "import torch\nx = torch.ones((3, 3)).to('cuda')\n";
  for (int i = 0; i < 20; ++i) code += QStringLiteral("y%1 = x + %1\n").arg(i);
  waitFor(session, Session::State::Idle);
  session.runBlock(code, Mode::step);
  waitFor(session, Session::State::Stopped);
  for (int i = 0; i < 12; ++i) {
    session.step();
    waitFor(session, Session::State::Stopped);
  }
  std::vector<double> ready, replayed;
  Clock::time_point begin;
  QObject::connect(&session, &Session::workerReady, &session,
                   [&] { ready.push_back(milliseconds_since(begin)); });
  for (int i = 0; i < 20; ++i) {
    auto changed = session.settings();
    changed.visibleDevices = i % 2 ? "0,1" : "2";
    begin = Clock::now();
    session.restart(changed);
    waitFor(session, Session::State::Stopped);
    replayed.push_back(milliseconds_since(begin));
  }
  figure("toggle to new worker ready: median", median(ready), "ms", "<= 100");
  figure("the same: worst of 20", *std::max_element(ready.begin(), ready.end()), "ms", "<= 100");
  figure("toggle to the same line again (12 lines): median", median(replayed), "ms");
}

void steppedLines() {
  constexpr int kLines = 1000;
  Session session;
  session.start(settings());
  waitFor(session, Session::State::Idle);
  session.runBlock(QStringLiteral("x = 1\n").repeated(kLines + 1), Mode::step);
  waitFor(session, Session::State::Stopped);
  std::vector<double> times;
  for (int i = 0; i < kLines; ++i) {
    const auto begin = Clock::now();
    session.step();
    waitFor(session, Session::State::Stopped);
    times.push_back(milliseconds_since(begin));
  }
  figure("one stepped line, round trip: median", median(times), "ms", "<= 1");
  std::sort(times.begin(), times.end());
  figure("the same: 99 of 100", times[std::size_t(kLines * 99 / 100)], "ms", "<= 1");
}

/// A run as fast as it can; the loop's longest gap is measured by a timer of 1 ms.
void lossPoints(const char* what, const char* gapWhat, const WorkerSettings& worker, const QString& code,
                qint64 points) {
  Session session;
  MetricsStore store;
  QObject::connect(&session, &Session::metrics, &store, &MetricsStore::append);
  session.start(worker);
  waitFor(session, Session::State::Idle);
  double gap = 0;
  auto last = Clock::now();
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, &session, [&] {
    gap = std::max(gap, milliseconds_since(last));
    last = Clock::now();
  });
  timer.start(1);
  const auto begin = Clock::now();
  session.runBlock(code, Mode::whole);
  waitUntil([&] { return store.pointCount() >= points; });
  figure(what, double(points) / milliseconds_since(begin) * 1000, "points/s", ">= 300000");
  figure(gapWhat, gap, "ms", "<= 50");
  waitFor(session, Session::State::Idle);
}

/// Two programs side by side; the window asks at each line in how many rows they differ.
void comparison() {
  Comparison both;
  constexpr int kTimes = 1500;
  const auto at = [&both](Session::State state) {
    return both.session(Comparison::Left)->state() == state &&
           both.session(Comparison::Right)->state() == state;
  };
  both.start(settings(), QStringLiteral("0,1"), QStringLiteral("1,0"),
             QStringLiteral("import torch\nfor i in range(%1):\n    x = torch.ones(1)\n"
                            "    y = x.to(f'cuda:{i % 2}')\n")
                 .arg(kTimes));
  waitUntil([&] { return at(Session::State::Stopped); });
  const auto begin = Clock::now();
  both.runOn();
  waitUntil([&] { return at(Session::State::Idle) && both.rowCount() > 3 * kTimes; });
  figure("compare: 4,500 lines run on both sides", milliseconds_since(begin), "ms");
  std::vector<double> asked;
  int differ = 0;
  for (int i = 0; i < 100; ++i) {
    const auto asks = Clock::now();
    differ += both.differences();
    asked.push_back(milliseconds_since(asks));
  }
  if (differ > 0) figure("compare: in how many rows they differ, asked once", median(asked), "ms", "<= 1");
}

/// A program that records more than is kept, in each of the two.
void longComparison() {
  const double before = heap_mb();
  Comparison both;
  both.start(settings(), QStringLiteral("0"), QStringLiteral("1"),
             QStringLiteral("import torch\nfor i in range(40000):\n    x = torch.ones(1)\n"));
  waitUntil([&] { return both.canStep(); });
  const auto begin = Clock::now();
  both.runOn();
  waitUntil([&] {
    return both.session(Comparison::Left)->state() == Session::State::Idle &&
           both.session(Comparison::Right)->state() == Session::State::Idle;
  });
  figure("compare: 80,000 lines run on both sides", milliseconds_since(begin), "ms");
  figure("the same: memory", heap_mb() - before, "MB");
}

/// From Stop, a second into a run that prints or records without an end, until the run has ended.
void stopping(const char* what, const QString& code) {
  Session session;
  session.start(settings());
  waitFor(session, Session::State::Idle);
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    session.runBlock(code, Mode::record);
    const auto begun = Clock::now();
    QTimer timer;
    timer.start(10);
    waitUntil([&] { return milliseconds_since(begun) > 1000; });
    const auto begin = Clock::now();
    session.interrupt();
    waitFor(session, Session::State::Idle);
    times.push_back(milliseconds_since(begin));
  }
  figure(what, *std::max_element(times.begin(), times.end()), "ms", "<= 500");
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication app(argc, argv);
  toggles();
  steppedLines();
  longComparison();
  comparison();
  stopping("Stop within printed lines: worst of 5", "for i in range(10**9): print(i)\n");
  stopping("Stop within printed lines, a record each: worst of 5",
           "i = 0\nwhile True:\n    i += 1\n    print(i)\n");
  lossPoints("loss points logged in Python and taken in", "the same: longest gap of the event loop",
             settings(), "import todevice\nfor i in range(1000000): todevice.log(loss=i * 0.5)\n", 1000000);
  if (qEnvironmentVariableIsSet("TODEVICE_FAKE_WORKER")) {
    auto fake = settings();
    fake.program = qEnvironmentVariable("TODEVICE_FAKE_WORKER");
    lossPoints("loss points taken in as fast as they can be sent",
               "the same: longest gap of the event loop (2)", fake, "train 3000000", 3000000);
  }
}
