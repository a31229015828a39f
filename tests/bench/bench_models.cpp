// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <optional>
#include <random>

#include "address_map.h"
#include "bound_values.h"
#include "figure.h"
#include "memory_table_model.h"
#include "metrics_store.h"
#include "move_model.h"
#include "python_text.h"
#include "record_list_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;
using namespace todevice::bench;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kRecords = 10000;

/// A lesson with 200 tensors alive: each line makes one, gives the oldest back, and copies.
std::vector<protocol::Record> longLesson(int lines = kRecords) {
  std::vector<protocol::Record> records;
  for (int i = 0; i < lines; ++i) {
    const std::string name = std::string("tensor_").append(std::to_string(i % 200));
    const auto address = 0x7f1800000000ULL + 512ULL * unsigned(i % 300);
    auto record = records::bind(
        i + 1, name,
        records::tensor(0x1000 + 64ULL * unsigned(i), i % 2 ? "cuda:0" : "cpu", address, unsigned(i)));
    record.copies = {{"cpu", "cuda:0", 0x5000, address, 36, 3}};
    if (i >= 200) {
      record.dead = {0x1000 + 64ULL * unsigned(i - 200)};
      record.allocations.push_back({true, i % 2 ? "cuda:0" : "cpu", 0, 36, unsigned(i - 200)});
    }
    records.push_back(std::move(record));
  }
  return records;
}

void jumps(Timeline& timeline, const char* what, const char* worst) {
  std::mt19937 random(1);
  std::vector<double> times;
  for (int i = 0; i < 200; ++i) {
    const auto begin = Clock::now();
    timeline.setCursor(int(random() % (kRecords + 1)));
    times.push_back(milliseconds_since(begin));
  }
  figure(what, median(times), "ms", "<= 100");
  figure(worst, *std::max_element(times.begin(), times.end()), "ms", "<= 100");
}

void nextAndBack(Timeline& timeline, const char* what) {
  std::vector<double> times;
  timeline.setCursor(kRecords / 2);
  for (int i = 0; i < 400; ++i) {
    const auto begin = Clock::now();
    timeline.setCursor(timeline.cursor() + (i % 3 == 0 ? 1 : -1));
    times.push_back(milliseconds_since(begin));
  }
  figure(what, *std::max_element(times.begin(), times.end()), "ms", "<= 16");
}

/// 50 names that mean tensors, and a line that binds one of them anew, 10,000 times.
void fiftyNames() {
  Timeline timeline;
  MemoryTableModel memory(&timeline);
  MoveModel moves(&timeline);
  AddressMap map(&timeline);
  RecordListModel rows(&timeline);
  std::vector<protocol::Record> records;
  for (int i = 0; i < kRecords; ++i) {
    const auto serial = unsigned(i);
    auto record = records::bind(i + 1, std::string("name_").append(std::to_string(i % 50)),
                                records::tensor(0x1000 + 64ULL * serial, i % 2 ? "cuda:0" : "cpu",
                                                0x7f1800000000ULL + 512ULL * serial, serial));
    if (i >= 50) {
      record.dead = {0x1000 + 64ULL * (serial - 50)};
      record.allocations.push_back({true, i % 2 ? "cuda:0" : "cpu", 0, 36, serial - 50});
    }
    records.push_back(std::move(record));
  }
  timeline.appendAll(std::move(records));
  jumps(timeline, "timeline jump, 10,000 records, 50 names, all models: median",
        "the same: worst of 200 (50 names)");
  nextAndBack(timeline, "next or back, 50 names: worst of 400");
}

void timelineFigures() {
  const auto records = longLesson();
  const double before = resident_mb();
  Timeline timeline;
  timeline.appendAll(records);
  figure("memory of a timeline of 10,000 records", resident_mb() - before, "MB");
  MemoryTableModel memory(&timeline);
  MoveModel moves(&timeline);
  AddressMap map(&timeline);
  jumps(timeline, "timeline jump, 10,000 records, 200 tensors, all models: median", "the same: worst of 200");
  nextAndBack(timeline, "next or back: worst of 400");
}

/// As a session appends them while code runs; Compare reads what each name stood for beside it.
void recording(bool compares, const char* what, const char* memory) {
  constexpr int kLines = 80000, kAtOnce = 100;
  auto records = longLesson(kLines);
  const double before = heap_mb();
  Timeline timeline;
  std::optional<BoundValues> values;
  if (compares) values.emplace(&timeline);
  const auto begin = Clock::now();
  for (auto next = records.begin(); next != records.end(); next += kAtOnce)
    timeline.appendAll({next, next + kAtOnce});
  figure(what, milliseconds_since(begin), "ms");
  figure(memory, heap_mb() - before, "MB");
}

/// Whose is a name that stands in a long function: asked before code is put in.
void codeFigures() {
  QString code = "def train(net):\n";
  for (int i = 0; i < 500; ++i) code += QStringLiteral("    y%1 = net(x + %1)\n").arg(i);
  const auto begin = Clock::now();
  const PythonText text(code);
  figure("a function of 500 lines, cut up", milliseconds_since(begin), "ms");
  const auto asked = Clock::now();
  if (text.ownsName(400, "x")) std::abort();
  figure("the same: whose is a name", milliseconds_since(asked), "ms");
}

void metricsFigures() {
  constexpr int kBatches = 1000, kPoints = 5000;
  protocol::Metrics batch;
  batch.run = std::string("run");
  batch.series.resize(1);
  batch.series[0].name = "loss";
  batch.series[0].x.assign(kPoints, 1.0);
  batch.series[0].y.assign(kPoints, 0.5);
  const double before = resident_mb();
  MetricsStore store;
  const auto begin = Clock::now();
  for (int i = 0; i < kBatches; ++i) store.append(batch);
  const double seconds = milliseconds_since(begin) / 1000;
  figure("points appended to the store", kBatches * double(kPoints) / seconds, "points/s", ">= 300000");
  figure("memory of 5 million points", resident_mb() - before, "MB");
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication app(argc, argv);
  recording(false, "80,000 records appended", "the same: memory of those that are kept");
  recording(true, "80,000 records appended, and read by Compare", "the same: memory with what Compare keeps");
  timelineFigures();
  fiftyNames();
  codeFigures();
  metricsFigures();
}
