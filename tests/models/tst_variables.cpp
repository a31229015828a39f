// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA_VISIBLE_DEVICES as code, and what the lesson's own code did to it.
#include <QProcess>
#include <QTest>

#include "variable_code.h"
#include "variable_story.h"

using namespace todevice;

namespace {

const std::string kVisible = "CUDA_VISIBLE_DEVICES";

protocol::Record line(int number, const std::string& source,
                      std::vector<protocol::VariableChange> changes = {}) {
  protocol::Record record;
  record.line = number;
  record.source = source;
  record.variables = std::move(changes);
  return record;
}

VariableStory storyAt(Timeline& timeline, const VariableSetting& start = {}) {
  return variableStory(timeline.state(), start);
}

}  // namespace

class VariablesTest : public QObject {
  Q_OBJECT
 private slots:
  void waysToSet_data() {
    QTest::addColumn<QString>("value");
    QTest::newRow("plain") << "2,0";
    QTest::newRow("empty") << "";
    QTest::newRow("blank") << "0, 1";
    QTest::newRow("quotes") << "'0' \"1\" \\ $HOME `x`";
    QTest::newRow("tab") << "\t0";
  }

  /// Each way is run by the program that it is written for, and gives the very value.
  void waysToSet() {
    QFETCH(QString, value);
    const VariableSetting setting{value, QStringLiteral("PCI_BUS_ID")};
    const QString show = QStringLiteral(
        "import os; print(repr([os.environ.get(k) for k in ('CUDA_VISIBLE_DEVICES', "
        "'CUDA_DEVICE_ORDER')]))");
    const auto output = [](const QString& program, const QStringList& words) {
      QProcess process;
      process.start(program, words);
      process.waitForFinished(20000);
      return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
    };
    QProcess python;
    python.start("python3", {"-c", "import sys; print(repr([sys.argv[1], 'PCI_BUS_ID']))", value});
    QVERIFY(python.waitForFinished(20000));
    const QString expected = QString::fromUtf8(python.readAllStandardOutput()).trimmed();
    QCOMPARE(output("sh", {"-c", shellCode(setting) + "\npython3 -c \"$0\"", show}), expected);
    QCOMPARE(output("python3", {"-c", pythonCode(setting) + "\n" + show}), expected);
    const QString command = commandCode(setting);
    QVERIFY(command.endsWith("python3 train.py"));
    QCOMPARE(output("sh", {"-c", command.chopped(8) + "-c \"$0\"", show}), expected);
  }

  void waysToUnset() {
    QCOMPARE(shellCode({}), QString("unset CUDA_VISIBLE_DEVICES"));
    QCOMPARE(pythonCode({}), QString("import os\nos.environ.pop(\"CUDA_VISIBLE_DEVICES\", None)"));
    QCOMPARE(commandCode({}), QString("env -u CUDA_VISIBLE_DEVICES python3 train.py"));
  }

  /// The code that asks for free memory, with an nvidia-smi that answers as one does.
  void freeMemory() {
    QProcess process;
    process.start("sh",
                  {"-c",
                   "d=$(mktemp -d); printf '#!/bin/sh\\necho 0, 900\\necho 1, 80000\\necho 2, 40000\\n' "
                   ">$d/nvidia-smi; chmod +x $d/nvidia-smi; PATH=$d:$PATH python3 -c \"$0\"; rm -r $d",
                   freeMemoryCode() + "\nprint(os.environ['CUDA_VISIBLE_DEVICES'])"});
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.readAllStandardOutput().trimmed(), QByteArray("1,2,0"));
  }

  void aStory() {
    Timeline timeline;
    timeline.append(
        line(1, "os.environ['CUDA_VISIBLE_DEVICES'] = '2,0'", {{kVisible, "set", {}, "2,0", false}}));
    timeline.append(line(2, "  os.environ.setdefault('CUDA_VISIBLE_DEVICES', '1')",
                         {{kVisible, "kept", "2,0", "2,0", false}}));
    QCOMPARE(storyAt(timeline).rows.size(), std::size_t(2));
    QCOMPARE(storyAt(timeline).written->visible, std::optional<QString>("2,0"));
    QVERIFY(!storyAt(timeline).used);
    auto reading = line(3, "x.cuda()");
    reading.variables_read = protocol::VariableReading{"2,0", std::nullopt};
    timeline.append(reading);
    timeline.append(
        line(4, "del os.environ['CUDA_VISIBLE_DEVICES']", {{kVisible, "deleted", "2,0", {}, true}}));
    const VariableStory story = storyAt(timeline);
    QCOMPARE(story.rows.size(), std::size_t(4));
    QVERIFY(!story.rows[0].struckOut && !story.rows[1].struckOut && story.rows[3].struckOut);
    QVERIFY(story.rows[1].words.startsWith("setdefault() changed nothing"));
    QVERIFY(story.rows[2].isReading);
    QVERIFY(story.differs());
    QCOMPARE(story.difference(), QString("You wrote: unset. This process uses: 2,0."));
    QCOMPARE(timeline.variablesReadAt(), 2);
    // A process that has yet to run these lines, and began with another setting, is told by what they write.
    const VariableSetting other{QStringLiteral("3"), {}};
    QCOMPARE(variableStory(timeline.state(), other, true).used->visible, std::optional<QString>("2,0"));
    Timeline unset;
    unset.append(reading);
    QCOMPARE(variableStory(unset.state(), other, true).used->visible, other.visible);
    QCOMPARE(variableStory(unset.state(), other).used->visible, std::optional<QString>("2,0"));
    // Going back takes it back.
    timeline.setCursor(1);
    QCOMPARE(storyAt(timeline).rows.size(), std::size_t(1));
    QVERIFY(!storyAt(timeline).differs());
  }

  void setdefaultWithThreeArguments() {
    Timeline timeline;
    auto record = line(1, "os.environ.setdefault('CUDA_VISIBLE_DEVICES', '2', '3')");
    record.error =
        protocol::Error{"TypeError",
                        "MutableMapping.setdefault() takes from 2 to 3 positional arguments but 4 were given",
                        "",
                        1,
                        {}};
    timeline.append(record);
    const VariableStory story = storyAt(timeline);
    QCOMPARE(story.rows.size(), std::size_t(1));
    QVERIFY(story.rows[0].isError);
    QVERIFY(story.rows[0].words.contains("one value"));
  }

  void aLoopOfChangesStaysShort() {
    Timeline timeline;
    auto reading = line(1, "torch.cuda.init()");
    reading.variables_read = protocol::VariableReading{};
    timeline.append(reading);
    for (int i = 0; i < 500; ++i)
      timeline.append(line(2, "...", {{kVisible, "set", {}, std::to_string(i), true}}));
    const VariableStory story = storyAt(timeline);
    QCOMPARE(story.rows.size(), kMostVariableEvents);
    QVERIFY(story.rows[0].isReading);
    QCOMPARE(story.written->visible, std::optional<QString>("499"));
  }
};

QTEST_GUILESS_MAIN(VariablesTest)
#include "tst_variables.moc"
