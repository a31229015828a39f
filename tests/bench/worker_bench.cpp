// SPDX-License-Identifier: Apache-2.0
// What the worker costs: start to ready, a stepped line, points logged, memory at rest. Prints figures beside
// their targets and judges none.
#include <QFile>
#include <QStringList>
#include <chrono>
#include <vector>

#include "figure.h"
#include "worker_driver.h"

using namespace todevice::protocol;

namespace {

using todevice::bench::figure;
using todevice::bench::median;
using todevice::bench::milliseconds_since;
using Clock = std::chrono::steady_clock;

void start_to_ready() {
  std::vector<double> times;
  for (int i = 0; i < 20; ++i) {
    const auto begin = Clock::now();
    const WorkerDriver worker;
    times.push_back(milliseconds_since(begin));
  }
  figure("worker: start to ready", median(times), "ms", "<= 30");
}

double stepped(const QString& preparation, const QString& line) {
  constexpr int kLines = 300;
  WorkerDriver worker;
  worker.run(preparation, Mode::whole);
  worker.run(QStringList(kLines, line).join('\n'), Mode::step);
  std::vector<double> times;
  for (int i = 0; i < kLines; ++i) {
    const auto begin = Clock::now();
    worker.step();
    times.push_back(milliseconds_since(begin));
  }
  return median(times);
}

void stepping() {
  figure("worker: step over x = 1", stepped("", "x = 1"), "ms", "<= 1");
  const QString network =
      "import torch, torch.nn as nn\nnet = nn.Sequential(*[nn.Linear(64, 64) for _ in range(10)])\nx = "
      "torch.ones(8, 64)";
  figure("worker: step over y = x.to('cuda')", stepped(network, "y = x.to('cuda')"), "ms", "<= 1");
  figure("worker: step over net.to('cuda') of 20 tensors", stepped(network, "net.to('cuda')"), "ms", "<= 1");
}

/// What a record for each line costs, beside the same code run whole, where `preparation` has run before.
/// Returns the milliseconds that a line takes run whole.
double recorded(const char* name, const QString& preparation, int turns = 2000) {
  const double lines = 2.0 * turns;
  const QString loop = QString("for i in range(%1):\n    t0 = t1 + 1").arg(turns);
  double seconds[2] = {};
  for (const Mode mode : {Mode::record, Mode::whole}) {
    WorkerDriver worker;
    worker.run("import torch\nt1 = torch.ones(8)\n" + preparation, Mode::whole);
    worker.run("t0 = t1", Mode::record);  // tells all that is there, once
    seconds[mode == Mode::whole] = worker.run(loop, mode).stopped.seconds;
  }
  figure(name, (seconds[0] - seconds[1]) / lines * 1000, "ms", "<= 1");
  return seconds[1] / lines * 1000;
}

void recording() {
  const QString names = "for i in range(%1): globals()[f't{i}'] = torch.ones(8)";
  const double whole = recorded("worker: recording a line, 50 names", names.arg(50));
  recorded("worker: recording a line, 1,000 names", names.arg(1000));
  recorded("worker: recording a line, 5,000 names", names.arg(5000));
  recorded("worker: recording a line, a list of 5,000", "held = [torch.ones(8) for _ in range(5000)]");
  recorded("worker: recording a line, a net of 200 parameters",
           "net = torch.nn.Sequential(*[torch.nn.Linear(8, 8) for _ in range(100)])");
  constexpr int kFew = 40;
  recorded("worker: recording a line, 100,000 names", names.arg(100'000), kFew);
  recorded("worker: recording a line, 100,000 numbers",
           "for i in range(100_000): globals()[f'n{i}'] = i + 0.5", kFew);
  recorded("worker: recording a line, 100,000 objects in lists of 1,000",
           "for i in range(100): globals()[f'l{i}'] = [torch.ones(8) for _ in range(1000)]", kFew);
  figure("worker: a line run whole", whole, "ms");
}

void points() {
  constexpr double kPoints = 1e6;
  WorkerDriver worker;
  const auto outcome =
      worker.run("import todevice\nfor i in range(1_000_000): todevice.log(loss=i)", Mode::whole);
  figure("worker: points logged", kPoints / outcome.stopped.seconds, "/s", ">= 1000000");
  figure("worker: batches of points", double(outcome.metrics.size()) / outcome.stopped.seconds, "/s");
}

void memory_at_rest() {
  WorkerDriver worker;
  worker.run("import torch\nx = torch.ones((3, 3)).to('cuda')");
  QFile status("/proc/" + QString::number(worker.process().processId()) + "/status");
  if (!status.open(QIODevice::ReadOnly)) return;
  for (const auto& line : status.readAll().split('\n')) {
    if (line.startsWith("VmRSS:"))
      figure("worker: memory at rest", line.mid(6).simplified().split(' ')[0].toDouble() / 1024, "MiB",
             "<= 40");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && QString(argv[1]) == "recording") {
    recording();
    return 0;
  }
  start_to_ready();
  stepping();
  recording();
  points();
  memory_at_rest();
  return 0;
}
