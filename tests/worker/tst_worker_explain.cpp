// SPDX-License-Identifier: Apache-2.0
// `todevice-worker --explain`: what it says of a setting, and that a program then finds just that.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"

namespace {

QJsonObject explained(const QStringList& words) {
  const auto result = runProgram(QStringList{"--explain", "--json"} + words);
  return QJsonDocument::fromJson(result.out.toUtf8()).object();
}

QString listed(const QJsonArray& logical) {
  QStringList words;
  for (const auto& one : logical) words << QString::number(one.toInt());
  return words.isEmpty() ? QStringLiteral("none") : words.join(',');
}

}  // namespace

class TestWorkerExplain : public QObject {
  Q_OBJECT
 private slots:
  void theTable_data();
  void theTable();
  void theShape();
  void errorsHaveCudasNames();
  void pyTorchsError();
  void theEnvironmentHasNoSay();
  void aTableForPeople();
  void anyBytes();
};

void TestWorkerExplain::theTable_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("expected");
  QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/tests/engine/data/visible_devices.tsv");
  QVERIFY2(file.open(QIODevice::ReadOnly | QIODevice::Text), qPrintable(file.fileName()));
  int rows = 0;
  for (const QByteArray& line : file.readAll().split('\n')) {
    const QList<QByteArray> cells = line.split('\t');
    if (line.startsWith('#') || cells.size() < 4 || cells[0] == "env_string") continue;
    QStringList words{"--simulate", QString::fromUtf8(cells[1])};
    if (cells[0] != "<unset>") {
      const auto text = QJsonDocument::fromJson("[" + cells[0] + "]").array().at(0).toString();
      words << "--visible-devices=" + text;
    }
    QTest::newRow(qPrintable(QString::number(++rows) + ' ' + QString::fromUtf8(cells[0])))
        << words << QString::fromUtf8(cells[2]);
  }
  QVERIFY(rows >= 50);
}

/// A process under that setting counts what is promised here: PyTorch's count first, then CUDA's devices.
void TestWorkerExplain::theTable() {
  QFETCH(QStringList, words);
  QFETCH(QString, expected);
  const auto json = explained(words);
  const QString logical = expected.contains("if it exists") ? "none" : expected.section(" (", 0, 0);
  QCOMPARE(listed(json["logical"].toArray()), logical);
  QTemporaryDir folder;
  QFile script(folder.filePath("count.py"));
  QVERIFY(script.open(QIODevice::WriteOnly));
  script.write(R"(import torch
try:
    before = torch.cuda.device_count()
except ValueError:
    before = -1
try:
    torch.cuda.init()
    found = torch.cuda.is_available()
except RuntimeError:
    found = False
print(before, found)
)");
  script.close();
  const auto ran = runProgram(words + QStringList{script.fileName()});
  const bool any = !json["logical"].toArray().isEmpty();
  QCOMPARE(ran.out.trimmed(),
           QString("%1 %2").arg(json["torch_device_count"].toInt()).arg(any ? "True" : "False"));
}

void TestWorkerExplain::theShape() {
  const auto result = runProgram({"--explain", "--simulate", "4", "--visible-devices", "2,9,1", "--json"});
  QCOMPARE(result.code, 0);
  QCOMPARE(result.out.count('\n'), 1);
  const auto json = QJsonDocument::fromJson(result.out.toUtf8()).object();
  QCOMPARE(json.keys(), QStringList({"error", "logical", "tokens", "torch_device_count"}));
  QVERIFY(json["error"].isNull());
  QCOMPARE(listed(json["logical"].toArray()), QString("2"));
  QCOMPARE(json["torch_device_count"].toInt(), 1);
  const auto tokens = json["tokens"].toArray();
  QCOMPARE(tokens.size(), 3);
  QCOMPARE(tokens[0].toObject().keys(), QStringList({"text", "verdict", "why"}));
  QCOMPARE(tokens[0].toObject()["verdict"].toString(), QString("visible"));
  QCOMPARE(tokens[1].toObject()["verdict"].toString(), QString("out_of_range"));
  QCOMPARE(tokens[1].toObject()["text"].toString(), QString("9"));
  QCOMPARE(tokens[2].toObject()["verdict"].toString(), QString("after_end"));
}

void TestWorkerExplain::errorsHaveCudasNames() {
  QCOMPARE(explained({"--simulate=2", "--visible-devices=0,0"})["error"].toString(),
           QString("cudaErrorInvalidDevice"));
  QCOMPARE(explained({"--simulate=2", "--visible-devices="})["error"].toString(),
           QString("cudaErrorNoDevice"));
  QCOMPARE(explained({"--simulate=2", "--device-order=bogus"})["error"].toString(),
           QString("cudaErrorInvalidDevice"));
  QCOMPARE(explained({"--simulate=0"})["error"].toString(), QString("cudaErrorNoDevice"));
}

void TestWorkerExplain::pyTorchsError() {
  const auto json = explained({"--simulate=2", "--visible-devices=-"});
  QCOMPARE(json["torch_device_count"].toInt(), -1);
  QCOMPARE(json["torch_error"].toString(), QString("invalid literal for int() with base 10: '-'"));
}

void TestWorkerExplain::theEnvironmentHasNoSay() {
  qputenv("CUDA_VISIBLE_DEVICES", "1");
  const auto json = explained({"--simulate=3"});
  qunsetenv("CUDA_VISIBLE_DEVICES");
  QCOMPARE(listed(json["logical"].toArray()), QString("0,1,2"));
}

void TestWorkerExplain::aTableForPeople() {
  const auto text = runProgram({"--explain", "--simulate=workstation", "--visible-devices=0x1,\t9"}).out;
  QVERIFY2(text.contains("'0x1'    visible       GPU 1 becomes cuda:0"), qPrintable(text));
  QVERIFY2(text.contains("'\\x099'  out_of_range  no GPU 9"), qPrintable(text));
  QVERIFY2(text.contains("The program sees 1 GPU of 2."), qPrintable(text));
  QVERIFY2(text.contains("cuda:0  GPU 1  Simulated RTX 4090  24.0 GiB"), qPrintable(text));
  QVERIFY2(text.contains("before CUDA is initialised: 1"), qPrintable(text));
}

/// Even what is no UTF-8 gives one readable line.
void TestWorkerExplain::anyBytes() {
  QProcess process;
  process.start("bash", {"-c",
                         "\"$TODEVICE_WORKER\" --explain --json --simulate 2 --visible-devices "
                         "$'0\\xff\\xb2,\\x851,\"\\\\\\n'"});
  QVERIFY(process.waitForFinished(20'000));
  QJsonParseError error{};
  const auto json = QJsonDocument::fromJson(process.readAllStandardOutput(), &error).object();
  QCOMPARE(error.error, QJsonParseError::NoError);
  QCOMPARE(listed(json["logical"].toArray()), QString("0"));
  QCOMPARE(json["tokens"].toArray().size(), 3);

  QProcess table;
  table.start(
      "bash",
      {"-c", "\"$TODEVICE_WORKER\" --explain --simulate 2 --visible-devices $'0\\xff\\xed\\xa0\\x80卡'"});
  QVERIFY(table.waitForFinished(20'000));
  const QByteArray text = table.readAllStandardOutput();
  QVERIFY2(text.contains("'0\\xff\\xed\\xa0\\x80卡'"), text.constData());
}

QTEST_GUILESS_MAIN(TestWorkerExplain)
#include "tst_worker_explain.moc"
