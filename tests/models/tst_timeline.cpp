// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "record_list_model.h"
#include "records.h"
#include "timeline.h"

using namespace todevice;

namespace {

/// A long lesson: names come, change and go, memory is taken and given back.
std::vector<protocol::Record> longStory(int count) {
  std::mt19937 random(7);
  std::vector<protocol::Record> records;
  for (int i = 0; i < count; ++i) {
    const auto slot = random() % 40;
    const std::string name = "v" + std::to_string(slot);
    // Each third looks into the memory of the one before it; every sixth pair is on a GPU.
    const int base = i % 3 == 1 ? i - 1 : i;
    const std::string device = base % 18 == 0 ? "cuda:0" : "cpu";
    auto record = records::bind(
        i + 1, name, records::tensor(0x1000 + i, device, 0x10000 + base, std::uint64_t(base), 8 + base % 7));
    if (random() % 5 == 0) {
      record = records::line(i + 1);
      record.unbound = {{name, 0, ""}};
    }
    if (i > 50) record.dead = {protocol::Address(0x1000 + i - 50)};
    if (i > 60) record.allocations.push_back({true, "cpu", 0, 0, std::uint64_t(i - 60)});
    record.memory = {{"cpu", i, i, 0, 0}};
    if (i == count / 3) record.cuda_uuids = {"GPU-a"};
    records.push_back(record);
  }
  return records;
}

/// A hash has its keys in the order in which they came.
template <class Hash>
auto sortedKeys(const Hash& hash) {
  auto keys = hash.keys();
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// The same as held(), found by looking at each object.
std::map<std::string, HeldTensors::Sum> countedAnew(const State& state) {
  std::map<std::string, HeldTensors::Sum> sums;
  std::set<std::uint64_t> storages;
  for (const auto& object : state.objects) {
    if (!object.tensor) continue;
    auto& sum = sums[object.tensor->device];
    ++sum.tensors;
    if (storages.insert(object.tensor->storage_serial).second) sum.bytes += object.tensor->storage_bytes;
  }
  return sums;
}

bool equal(const State& a, const State& b) {
  const auto keys = sortedKeys(a.objects);
  if (a.objects.held().byDevice() != countedAnew(a)) return false;
  return a.names == b.names && keys == sortedKeys(b.objects) &&
         std::all_of(keys.begin(), keys.end(),
                     [&](auto id) { return a.objects.value(id) == b.objects.value(id); }) &&
         sortedKeys(a.allocations) == sortedKeys(b.allocations) && a.madeAt == b.madeAt &&
         a.cudaUuids == b.cudaUuids && a.currentDevice == b.currentDevice &&
         a.memory.value("cpu").allocated == b.memory.value("cpu").allocated;
}

}  // namespace

class TimelineTest : public QObject {
  Q_OBJECT
 private slots:
  /// Of an object with many parts only those that changed are told.
  void partsAreKeptTogether() {
    Timeline timeline;
    auto list = records::value(0x200, "[...]");
    list.parts = {{"[0]", 1, false}, {"[1]", 2, false}};
    timeline.append(records::bind(1, "xs", list));
    auto record = records::line(2);
    list.parts = {{"[1]", 9, false}, {"[2]", 3, false}};
    list.parts_at = {1, 2};
    list.parts_count = 3;
    record.objects = {list};
    timeline.append(record);
    const auto parts = timeline.state().objects.value(0x200).parts;
    QCOMPARE(parts.size(), std::size_t(3));
    QCOMPARE(parts[0].id, protocol::Address(1));
    QCOMPARE(parts[1].id, protocol::Address(9));
    QCOMPARE(parts[2].name, std::string("[2]"));
    timeline.setCursor(1);
    QCOMPARE(timeline.state().objects.value(0x200).parts.size(), std::size_t(2));
  }

  /// Back over each record, whatever it did: an object told again, parts in short, a name bound twice.
  void eachStepBackUndoesItsRecord() {
    Timeline timeline, fresh;
    auto list = records::value(0x200, "[...]");
    list.parts = {{"[0]", 1, false}, {"[1]", 2, false}};
    auto twice = records::bind(2, "xs", list);
    twice.objects[0].parts = {{"[1]", 9, false}};
    twice.objects[0].parts_at = {1};
    twice.objects[0].parts_count = 2;
    twice.unbound = {{"xs", 0x200, ""}};
    twice.bound.push_back({"xs", 0x300, ""});
    auto other = records::bind(3, "ys", records::value(0x200, "another"));
    other.dead = {0x200};
    other.allocations = {{false, "cpu", 0x10, 4, 7}, {true, "cpu", 0x10, 4, 7}, {false, "cpu", 0x20, 8, 8}};
    const std::vector<protocol::Record> story{records::bind(1, "xs", list), twice, other};
    timeline.appendAll(story);
    std::vector<State> states{fresh.state()};
    for (const auto& record : story) {
      fresh.append(record);
      states.push_back(fresh.state());
    }
    for (const int at : {2, 1, 2, 3, 2, 1, 0}) {
      timeline.setCursor(at);
      QVERIFY2(equal(timeline.state(), states[std::size_t(at)]), qPrintable(QString::number(at)));
    }
  }

  /// Of a storage that several look into, and of one that is resized: told anew by each that sees it.
  void whatIsHeldIsCounted() {
    auto x = records::tensor(0x100, "cuda:0", 0x9000, 1, 8),
         view = records::tensor(0x200, "cuda:0", 0x9000, 1, 8);
    auto grown = records::bind(3, "x", records::tensor(0x100, "cuda:0", 0xa000, 1, 32));
    grown.objects.push_back(records::tensor(0x200, "cuda:0", 0xa000, 1, 32));
    auto moved = records::bind(4, "x", records::tensor(0x100, "cpu", 0xb000, 2, 32));
    auto gone = records::line(5);
    gone.dead = {0x200};
    Timeline timeline;
    timeline.appendAll({records::bind(1, "x", x), records::bind(2, "view", view), grown, moved, gone});
    using Sums = std::map<std::string, HeldTensors::Sum>;
    const std::vector<Sums> told{{},
                                 {{"cuda:0", {1, 8}}},
                                 {{"cuda:0", {2, 8}}},
                                 {{"cuda:0", {2, 32}}},
                                 {{"cpu", {1, 32}}, {"cuda:0", {1, 32}}},
                                 {{"cpu", {1, 32}}}};
    for (const int at : {5, 4, 3, 2, 1, 0, 3, 1, 4, 2, 5}) {
      timeline.setCursor(at);
      QVERIFY2(timeline.state().objects.held().byDevice() == told[std::size_t(at)],
               qPrintable(QString::number(at)));
    }
  }

  void putsStatesTogether() {
    Timeline timeline;
    for (const auto& record : records::story()) timeline.append(record);
    QCOMPARE(timeline.count(), 4);
    QCOMPARE(timeline.cursor(), 4);
    QCOMPARE(timeline.state().names.keys(), QStringList({"net", "x_cpu", "x_gpu"}));
    QCOMPARE(timeline.state().objects.value(0x310).tensor->device, std::string("cuda:0"));
    QCOMPARE(timeline.before().objects.value(0x310).tensor->device, std::string("cpu"));
    QCOMPARE(timeline.state().allocations.size(), 4);
    QCOMPARE(timeline.state().cudaUuids, std::vector<std::string>{"GPU-a"});
  }

  void cursorGoesBackAndForth() {
    Timeline timeline;
    for (const auto& record : records::story()) timeline.append(record);
    QSignalSpy moved(&timeline, &Timeline::cursorChanged);
    timeline.setCursor(1);
    QCOMPARE(timeline.state().names.keys(), QStringList({"x_cpu"}));
    QVERIFY(timeline.before().names.isEmpty());
    QCOMPARE(timeline.current()->line, 1);
    timeline.setCursor(-5);
    QCOMPARE(timeline.cursor(), 0);
    QVERIFY(timeline.current() == nullptr);
    timeline.setCursor(100);
    QVERIFY(timeline.atEnd());
    QCOMPARE(moved.count(), 3);
  }

  void recordsThatComeDoNotMoveACursorBehindTheEnd() {
    Timeline timeline;
    timeline.append(records::makeOnCpu());
    timeline.append(records::moveToGpu());
    timeline.setCursor(1);
    timeline.append(records::makeModule());
    QCOMPARE(timeline.cursor(), 1);
    QCOMPARE(timeline.state().names.keys(), QStringList({"x_cpu"}));
  }

  void anyJumpGivesTheStateOfRunningOnlyThatFar() {
    const auto records = longStory(3000);
    Timeline all;
    all.appendAll(records);
    std::vector<State> states(1);
    Timeline slow;
    for (const auto& record : records) {
      slow.append(record);
      states.push_back(slow.state());
    }
    std::mt19937 random(3);
    for (int i = 0; i < 500; ++i) {
      const int at = int(random() % (records.size() + 1));
      all.setCursor(at);
      QVERIFY2(equal(all.state(), states[std::size_t(at)]), qPrintable(QString::number(at)));
      QVERIFY(equal(all.before(), states[std::size_t(std::max(0, at - 1))]));
      QVERIFY(equal(all.stateAt(at), states[std::size_t(at)]));
    }
    for (int at = 3000; at >= 2900; --at) {
      all.setCursor(at);
      QVERIFY(equal(all.state(), states[std::size_t(at)]));
    }
  }

  void aRecordThatThereIsNotIsEmpty() {
    Timeline timeline;
    QCOMPARE(timeline.record(0).line, 0);
    timeline.appendAll(longStory(3));
    QCOMPARE(timeline.record(2).line, 3);
    for (const int index : {-1, 3, 1000}) QCOMPARE(timeline.record(index).line, 0);
    connect(&timeline, &Timeline::cleared, &timeline, [&] { QCOMPARE(timeline.record(2).line, 0); });
    timeline.replace(longStory(3));
    QCOMPARE(timeline.record(2).line, 3);
  }

  void aReplayTakesThePlaceInOneGo() {
    Timeline timeline;
    timeline.appendAll(records::story());
    timeline.setCursor(2);
    QSignalSpy cleared(&timeline, &Timeline::cleared), moved(&timeline, &Timeline::cursorChanged);
    timeline.replace({records::makeOnCpu()});
    QCOMPARE(cleared.count(), 1);
    QCOMPARE(moved.count(), 1);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(timeline.cursor(), 1);
    timeline.clear();
    QVERIFY(timeline.state().names.isEmpty());
  }

  /// Memory is bounded: the oldest records go, what they added up to stays.
  void theOldestRecordsGo() {
    const auto records = longStory(40000);
    Timeline bounded, all;
    RecordListModel rows(&bounded);
    QSignalSpy dropped(&bounded, &Timeline::recordsDropped);
    std::vector<State> states(1);
    for (const auto& record : records) {
      bounded.append(record);
      if (bounded.count() % 1000 == 0) states.push_back(bounded.state());
    }
    QCOMPARE(bounded.count(), 40000);
    QVERIFY(dropped.count() > 0);
    const int kept = bounded.count() - bounded.first();
    QVERIFY(kept >= 10000 && kept <= Timeline::kMostRecords * 5 / 4);
    QCOMPARE(rows.rowCount(), kept);
    QCOMPARE(rows.index(0, RecordListModel::Number).data().toInt(), bounded.first() + 1);
    for (int at = 40000; at >= bounded.first(); at -= 1000) {
      bounded.setCursor(at);
      QVERIFY(equal(bounded.state(), states[std::size_t(at / 1000)]));
    }
    bounded.setCursor(0);
    QCOMPARE(bounded.cursor(), bounded.first());
    QVERIFY(bounded.current() == nullptr);
    QVERIFY(!bounded.state().names.isEmpty());
    QCOMPARE(bounded.record(0).line, 0);
    bounded.clear();
    QCOMPARE(bounded.first(), 0);
    QCOMPARE(rows.rowCount(), 0);
  }

  void stepsAlongWhatRan() {
    Timeline timeline;
    // f is stepped into at line 5; inside, line 2 calls g.
    const std::tuple<int, int, const char*> records[] = {{4, 0, ""}, {5, 0, "f"}, {2, 1, "g"}, {8, 2, ""},
                                                         {2, 1, ""}, {3, 1, ""},  {5, 0, ""},  {6, 0, ""}};
    for (const auto& [line, depth, entered] : records) {
      auto record = records::line(line);
      record.depth = depth;
      record.entered = entered;
      timeline.append(record);
    }
    const auto after = [&](int cursor, protocol::Reach reach) {
      timeline.setCursor(cursor);
      return timeline.cursorAfter(reach);
    };
    using protocol::Reach;
    QCOMPARE(after(0, Reach::over), 1);
    QCOMPARE(after(1, Reach::over), 7);
    QCOMPARE(after(1, Reach::into), 2);
    QCOMPARE(after(2, Reach::over), 5);
    QCOMPARE(after(3, Reach::out), 4);
    QCOMPARE(after(4, Reach::out), 6);
    QCOMPARE(after(7, Reach::over), 8);
    QCOMPARE(after(8, Reach::over), 8);
  }

  void namesInsideFunctionsStandApart() {
    Timeline timeline;
    auto record = records::makeOnCpu();
    record.bound.push_back({"x_cpu", 0x100, "forward"});
    timeline.append(record);
    QCOMPARE(timeline.state().names.keys(), QStringList({"forward: x_cpu", "x_cpu"}));
  }
};

QTEST_GUILESS_MAIN(TimelineTest)
#include "tst_timeline.moc"
