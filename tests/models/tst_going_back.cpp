// SPDX-License-Identifier: GPL-3.0-or-later
// Run forward to the end and then go back: at each record the panels hold what they hold in a fresh session
// that has run only that far.
#include <QRegularExpression>
#include <QTest>
#include <random>

#include "address_map.h"
#include "call_model.h"
#include "console_buffer.h"
#include "loader/lesson.h"
#include "memory_table_model.h"
#include "move_model.h"
#include "record_list_model.h"
#include "session.h"
#include "timeline.h"
#include "variable_story.h"

using namespace todevice;

namespace {

/// A session and the models behind all docks, as the window has them.
struct Window {
  Session session;
  MemoryTableModel names{session.timeline()};
  MoveModel moves{session.timeline()};
  AddressMap addresses{session.timeline()};
  CallModel calls{session.timeline()};
  RecordListModel records{session.timeline()};
  ConsoleBuffer console;

  Window() {
    QObject::connect(&session, &Session::output, &console, &ConsoleBuffer::append);
    WorkerSettings settings;
    settings.program = qEnvironmentVariable("TODEVICE_WORKER");
    settings.simulate = 4;
    session.start(settings);
  }

  bool rests() const {
    return QTest::qWaitFor(
        [&] {
          const auto state = session.state();
          return state == Session::State::Idle || state == Session::State::Stopped;
        },
        120000);
  }
};

void write(QStringList& out, const QAbstractItemModel& model, const QList<int>& columns, int role,
           const QModelIndex& parent = {}) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    QStringList cells;
    for (const int column : columns) cells << model.index(row, column, parent).data(role).toString();
    out << cells.join(" | ");
    write(out, model, columns, role, model.index(row, 0, parent));
  }
}

/// Ids, addresses and folders for temporary files differ from process to process; which ids and addresses are
/// equal does not: each one is named by its first place in the text.
QString comparable(QString text) {
  static const QRegularExpression folder("/tmp/tmp\\w+");
  text.replace(folder, "/tmp/folder");
  static const QRegularExpression number("0x[0-9a-f]+|\\b[0-9]{12,}\\b");
  QHash<quint64, QString> seen;
  QString out;
  qsizetype from = 0;
  for (auto it = number.globalMatch(text); it.hasNext();) {
    const auto match = it.next();
    const quint64 value = match.captured().toULongLong(nullptr, 0);
    if (!seen.contains(value)) seen.insert(value, QString("#%1").arg(seen.size()));
    out += QStringView(text).mid(from, match.capturedStart() - from);
    out += seen[value];
    from = match.capturedEnd();
  }
  out += QStringView(text).mid(from);
  return out;
}

QString panels(const Window& window) {
  const Timeline& timeline = *window.session.timeline();
  const State& state = timeline.state();
  QStringList out{QString("cursor %1").arg(timeline.cursor())};
  if (timeline.cursor() > 0) out << window.records.sentence(timeline.cursor() - 1);
  using Names = MemoryTableModel;
  write(out, window.names,
        {Names::Name, Names::Value, Names::Id, Names::Address, Names::Device, Names::DType, Names::Shape,
         Names::Bytes, Names::WhatChanged},
        Names::CopyRole);
  QList<int> all;
  for (int i = 0; i < MoveModel::ColumnCount; ++i) all << i;
  write(out, window.moves, all, MoveModel::CopyRole);
  // In the order of their making: where the CPU's memory lies differs.
  QStringList blocks;
  for (const auto& range : window.addresses.ranges()) {
    for (const auto& block : range.blocks) {
      blocks << QString("%1 block %2: %3 bytes, %4%5%6")
                    .arg(range.device)
                    .arg(block.serial, 8)
                    .arg(block.bytes)
                    .arg(block.names.join(", "), block.isNew ? " new" : "", block.isFreed ? " freed" : "");
    }
    blocks << QString("%1: %2 bytes").arg(range.device).arg(range.bytes);
  }
  blocks.sort();
  out << blocks;
  for (int row = 0; row < window.calls.rowCount(); ++row)
    out << window.calls.index(row, CallModel::Name).data().toString();
  VariableSetting start;
  for (const auto& row : variableStory(state, start).rows) out << row.code + row.words;
  for (const auto& uuid : state.cudaUuids) out << QString::fromStdString(uuid);
  out << QString("device %1").arg(state.currentDevice);
  for (auto it = state.memory.cbegin(); it != state.memory.cend(); ++it)
    out << QString("%1 %2 %3").arg(it.key()).arg(it->allocated).arg(it->reserved);
  const int shown = window.console.linesAt(timeline.cursor());
  for (int i = 0; i < shown; ++i) out << window.console.lines()[std::size_t(i)].text;
  return comparable(out.join('\n'));
}

/// Loops, functions, exceptions, prints and tensors that come, move and go, at random.
QString script(unsigned seed) {
  std::mt19937 random(seed);
  QString code = "import torch, torch.nn as nn\ndef double(t):\n    u = t * 2\n    return u\n";
  for (int i = 0; i < 12; ++i) {
    const QString name = QString("v%1").arg(random() % 4), other = QString("w%1").arg(random() % 3);
    switch (random() % 6) {
      case 0:
        code += name + " = torch.randn(2, 3).to('cuda:" + QString::number(random() % 4) + "')\n";
        break;
      case 1:
        code += "for i in range(3):\n    " + other + " = double(torch.ones(2) * i)\n    print(i, " + other +
                ")\n";
        break;
      case 2:
        code += "try:\n    print(" + name + ".device)\nexcept NameError as error:\n    print(error)\n";
        break;
      case 3:
        code += "net = nn.Linear(3, 2)\nnet.to('cuda')\n";
        break;
      case 4:
        code += other + " = double(torch.ones(3))\n" + name + " = " + other + ".view(3)\n";
        break;
      default:
        code += "if '" + name + "' in globals(): del " + name + "\n";
    }
  }
  code +=
      "net = nn.Linear(2, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
      "for epoch in range(3):\n    loss = net(torch.ones(4, 2)).pow(2).mean()\n    opt.zero_grad()\n"
      "    loss.backward()\n    opt.step()\nprint(loss.item())\n";
  return code;
}

}  // namespace

class GoingBackTest : public QObject {
  Q_OBJECT
 private slots:
  void showsWhatAFreshSessionShows_data() {
    QTest::addColumn<QStringList>("blocks");
    for (unsigned seed = 1; seed <= 4; ++seed) QTest::addRow("script %u", seed) << QStringList{script(seed)};
    const LessonList list = loadLessons("en", qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/lessons");
    // These print times that were measured, or train for thousands of records.
    const QStringList timed{"train-on-gpu", "when-gpu-pays", "pinned-memory", "idle-gpu"};
    for (const Lesson& lesson : list.lessons) {
      if (timed.contains(lesson.id)) continue;
      QStringList blocks;
      for (const LessonStep& step : lesson.steps)
        if (!step.code.isEmpty()) blocks << step.code;
      QTest::addRow("%s", qPrintable(lesson.id)) << blocks;
    }
    QVERIFY(list.lessons.size() > 10);
  }

  void showsWhatAFreshSessionShows() {
    QFETCH(QStringList, blocks);
    Window all;
    QVERIFY(all.rests());
    int line = 1;
    for (const QString& code : blocks) {
      all.session.runBlock(code, protocol::Mode::record, line);
      QVERIFY(all.rests());
      line += int(code.count('\n')) + 1;
    }
    const int count = all.session.timeline()->count();
    QVERIFY(count > 0);
    std::vector<QString> back(std::size_t(count) + 1);
    for (int at = count; at >= 0; --at) {
      all.session.timeline()->setCursor(at);
      back[std::size_t(at)] = panels(all);
    }
    Window fresh;
    QVERIFY(fresh.rests());
    QCOMPARE(panels(fresh), back[0]);
    line = 1;
    int compared = 0;
    for (const QString& code : blocks) {
      fresh.session.runBlock(code, protocol::Mode::step, line);
      QVERIFY(fresh.rests());
      while (true) {
        const int at = fresh.session.timeline()->count();
        QVERIFY(at <= count);
        QCOMPARE(panels(fresh), back[std::size_t(at)]);
        ++compared;
        if (fresh.session.state() != Session::State::Stopped) break;
        fresh.session.step();
        QVERIFY(fresh.rests());
      }
      line += int(code.count('\n')) + 1;
    }
    QVERIFY(compared >= count);
  }
};

QTEST_GUILESS_MAIN(GoingBackTest)
#include "tst_going_back.moc"
