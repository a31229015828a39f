// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <optional>
#include <random>

#include "records.h"
#include "state_change.h"
#include "timeline.h"

using namespace todevice;

namespace {

constexpr protocol::Address kList = 0x200;

protocol::Object::Part part(std::size_t place, protocol::Address id) {
  return {"[" + std::to_string(place) + "]", id, false};
}

protocol::Object listOf(std::size_t count) {
  auto list = records::value(kList, "[...]");
  for (std::size_t i = 0; i < count; ++i) list.parts.push_back(part(i, 0x1000 + i));
  return list;
}

/// A line after which the list of `count` has another part at `place`, told in short.
protocol::Record oneChanged(int line, std::size_t place, std::size_t count) {
  auto record = records::line(line);
  auto list = records::value(kList, "[...]");
  list.parts = {part(place, 0x9000 + protocol::Address(line))};
  list.parts_at = {std::int64_t(place)};
  list.parts_count = std::int64_t(count);
  record.objects = {list};
  return record;
}

std::size_t bytesOfGrowing(int lines) {
  State state;
  StateChange begin(state, records::bind(1, "xs", listOf(0)), 0);
  std::size_t bytes = begin.bytes();
  for (int i = 0; i < lines; ++i)
    bytes += StateChange(state, oneChanged(i + 2, std::size_t(i), std::size_t(i) + 1), i + 1).bytes();
  return bytes;
}

std::size_t bytesOfReplacing(std::size_t count, int lines) {
  State state;
  StateChange begin(state, records::bind(1, "xs", listOf(count)), 0);
  std::size_t bytes = 0;
  for (int i = 0; i < lines; ++i)
    bytes += StateChange(state, oneChanged(i + 2, std::size_t(i) % count, count), i + 1).bytes();
  return bytes;
}

/// The list told whole or in short as it grows, shrinks, changes, dies and is made again; after each record,
/// what it is.
struct Story {
  std::vector<protocol::Record> records;
  std::vector<std::optional<protocol::Object>> lists{std::nullopt};
};

Story longStory(int count) {
  std::mt19937 random(11);
  Story story;
  std::optional<protocol::Object> list;
  for (int i = 0; i < count; ++i) {
    auto record = records::line(i + 1);
    if (list && random() % 40 == 0) {
      record.dead = {kList};
      list.reset();
    } else if (!list) {
      list = listOf(random() % 100);
      record.objects = {*list};
    } else {
      const auto before = list->parts;
      list->summary = "list " + std::to_string(random() % 3);
      list->parts.resize(std::max<int>(1, int(before.size()) + int(random() % 21) - 10));
      list->parts[random() % list->parts.size()].id = 0x5000 + protocol::Address(i);
      auto told = *list;
      if (random() % 3 != 0) {
        told.parts.clear();
        told.parts_count = std::int64_t(list->parts.size());
        for (std::size_t at = 0; at < list->parts.size(); ++at) {
          if (at < before.size() && before[at] == list->parts[at]) continue;
          told.parts.push_back(list->parts[at]);
          told.parts_at.push_back(std::int64_t(at));
        }
      }
      record.objects = {told};
    }
    story.records.push_back(record);
    story.lists.push_back(list);
  }
  return story;
}

bool holds(const State& state, const std::optional<protocol::Object>& list) {
  const auto found = state.objects.constFind(kList);
  if (!list) return found == state.objects.constEnd() && state.objects.partsCount() == 0;
  return found != state.objects.constEnd() && *found == *list &&
         state.objects.partsCount() == list->parts.size();
}

}  // namespace

class StateChangeTest : public QObject {
  Q_OBJECT
 private slots:
  /// Each line keeps what it changed, however long the list is.
  void aLongListCostsEachLineTheSame() {
    const auto half = bytesOfGrowing(2000), whole = bytesOfGrowing(4000);
    QVERIFY2(whole < half * 21 / 10, qPrintable(QStringLiteral("%1, %2").arg(half).arg(whole)));
    QVERIFY2(whole < std::size_t{4000} * 2500, qPrintable(QString::number(whole)));
    const auto few = bytesOfReplacing(100, 1000), many = bytesOfReplacing(5000, 1000);
    QVERIFY2(many < few * 11 / 10, qPrintable(QStringLiteral("%1, %2").arg(few).arg(many)));
  }

  void whatIsKeptCounts() {
    State state;
    const auto few = StateChange(state, records::bind(1, "xs", listOf(10)), 0).bytes();
    const auto many = StateChange(state, records::bind(2, "xs", listOf(1000)), 1).bytes();
    QVERIFY(many - few >= 990 * sizeof(protocol::Object::Part));
  }

  void eachStepBackAndForthIsExact() {
    const auto story = longStory(2000);
    Timeline timeline;
    std::vector<State> copies{timeline.state()};
    for (const auto& record : story.records) {
      timeline.append(record);
      copies.push_back(timeline.state());
    }
    const auto check = [&](int at) {
      timeline.setCursor(at);
      const auto place = std::size_t(at);
      if (!holds(timeline.state(), story.lists[place])) QFAIL(qPrintable(QString::number(at)));
      if (at > 0) QVERIFY(holds(timeline.before(), story.lists[place - 1]));
    };
    for (int at = timeline.count(); at >= 0; --at) check(at);
    for (int at = 0; at <= timeline.count(); ++at) check(at);
    std::mt19937 random(3);
    for (int i = 0; i < 500; ++i) check(int(random() % std::uint32_t(timeline.count())));
    // What was copied out meanwhile has not changed along.
    for (std::size_t i = 0; i < copies.size(); ++i) QVERIFY(holds(copies[i], story.lists[i]));
  }

  void undoneAndDoneAgain() {
    const auto story = longStory(300);
    State state;
    std::vector<StateChange> changes;
    for (std::size_t i = 0; i < story.records.size(); ++i)
      changes.emplace_back(state, story.records[i], int(i));
    for (auto i = changes.size(); i-- > 0;) {
      changes[i].undo(state);
      QVERIFY(holds(state, story.lists[i]));
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
      changes[i].redo(state);
      QVERIFY(holds(state, story.lists[i + 1]));
    }
  }
};

QTEST_GUILESS_MAIN(StateChangeTest)
#include "tst_state_change.moc"
