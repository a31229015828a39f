// SPDX-License-Identifier: Apache-2.0
// Simulated machines: ready ones, files, and what is said of files that are wrong.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"

class TestWorkerMachines : public QObject {
  Q_OBJECT
 private slots:
  void readyOnes_data();
  void readyOnes();
  void fastestFirst();
  void aFullCard();
  void busyForPractice();
  void slices();
  void cardsStandInPciOrder();
  void errors_data();
  void errors();
  void noSuchFile();

 private:
  QString file(const QByteArray& text) {
    QFile out(m_folder.filePath("lab.json"));
    if (!out.open(QIODevice::WriteOnly)) qFatal("no file");
    out.write(text);
    return out.fileName();
  }
  QString script(const QStringList& options, const QByteArray& code) {
    QFile out(m_folder.filePath("script.py"));
    if (!out.open(QIODevice::WriteOnly)) qFatal("no script");
    out.write("import torch\n" + code);
    out.close();
    const auto result = runProgram(options + QStringList{out.fileName()});
    return (result.out + result.err.section('\n', -2, -2)).trimmed();
  }
  static QJsonArray gpus(const QString& machine) {
    const auto result = runProgram({"--simulate", machine, "--inventory"});
    return QJsonDocument::fromJson(result.out.toUtf8()).object()["gpus"].toArray();
  }
  QTemporaryDir m_folder;
};

void TestWorkerMachines::readyOnes_data() {
  QTest::addColumn<int>("count");
  QTest::newRow("laptop") << 1;
  QTest::newRow("workstation") << 2;
  QTest::newRow("server") << 8;
  QTest::newRow("mig") << 2;
}

void TestWorkerMachines::readyOnes() {
  QFETCH(int, count);
  const auto all = gpus(QTest::currentDataTag());
  QCOMPARE(all.size(), count);
  for (int i = 0; i < count; ++i) {
    const auto gpu = all[i].toObject();
    QCOMPARE(gpu["index"].toInt(), i);
    QVERIFY(gpu["simulated"].toBool());
    QVERIFY2(gpu["name"].toString().startsWith("Simulated "), qPrintable(gpu["name"].toString()));
  }
}

/// The faster card sits in the second place: index 0 is it, or not, as CUDA_DEVICE_ORDER says.
void TestWorkerMachines::fastestFirst() {
  const QByteArray code = "print(torch.cuda.get_device_name(0))";
  QCOMPARE(script({"--simulate=workstation"}, code), QString("Simulated RTX 4090"));
  QCOMPARE(script({"--simulate=workstation", "--device-order=PCI_BUS_ID"}, code), QString("Simulated T400"));
  QCOMPARE(script({"--simulate=workstation", "--visible-devices=1"}, code), QString("Simulated T400"));
}

void TestWorkerMachines::aFullCard() {
  const auto said = script({"--simulate=server", "--visible-devices=1"}, "torch.empty(2**28, device='cuda')");
  QVERIFY2(said.startsWith(
               "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1024.00 MiB. GPU 0 has a "
               "total capacity of 80.00 GiB of which 512.00 MiB is free."),
           qPrintable(said));
  QCOMPARE(
      script({"--simulate=server", "--visible-devices=1"}, "print(torch.ones(3).to('cuda').sum().item())"),
      QString("3.0"));  // what a lesson needs is there
  const QByteArray free =
      "print([torch.cuda.mem_get_info(i)[0] >> 30 for i in range(torch.cuda.device_count())])";
  QCOMPARE(script({"--simulate=server"}, free), QString("[9, 0, 68, 42, 80, 16, 77, 25]"));
}

void TestWorkerMachines::busyForPractice() {
  QCOMPARE(
      script({"--simulate=server", "--visible-devices=1"}, "print(torch.ones(3).to('cuda').sum().item())"),
      QString("3.0"));  // what a lesson needs is there
  const QByteArray free =
      "print([torch.cuda.mem_get_info(i)[0] * 100 // torch.cuda.mem_get_info(i)[1] for i in range(3)])";
  QCOMPARE(script({"--simulate=3", "--busy=1"}, free), QString("[100, 6, 100]"));
  QCOMPARE(runProgram({"--simulate=3", "--busy=3", "--inventory"}).err,
           QString("todevice-worker: --busy: there is no simulated GPU 3\n"));
  QCOMPARE(runProgram({"--simulate=3", "--busy=x", "--inventory"}).code, 2);
}

void TestWorkerMachines::slices() {
  const QByteArray code =
      "print(torch.cuda.device_count(), torch.cuda.get_device_name(0), torch.cuda.mem_get_info(0)[1] >> 30)";
  // Before CUDA starts PyTorch counts cards; MIG names it leaves to CUDA.
  QCOMPARE(script({"--simulate=mig", "--visible-devices=MIG-2a"}, code),
           QString("1 Simulated A100 MIG 2g.20gb 19"));
  QCOMPARE(script({"--simulate=mig", "--visible-devices=1"}, code), QString("1 Simulated A100 80"));
}

void TestWorkerMachines::cardsStandInPciOrder() {
  const auto all = gpus(file(R"({"gpus": [
    {"name": "Simulated two", "memory": "2 GiB", "pci": "0000:82:00.0"},
    {"name": "one", "memory": 1073741824, "pci": "0000:03:00.0", "uuid": "GPU-00000000-1111-2222-3333-444444444444"}]})"));
  QCOMPARE(all.size(), 2);
  QCOMPARE(all[0].toObject()["name"].toString(), QString("Simulated one"));
  QCOMPARE(all[0].toObject()["uuid"].toString(), QString("GPU-00000000-1111-2222-3333-444444444444"));
  QCOMPARE(all[0].toObject()["total_memory"].toDouble(), double(1 << 30));
  QCOMPARE(all[1].toObject()["index"].toInt(), 1);
}

void TestWorkerMachines::errors_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("complaint");
  const auto row = [](const char* name, const char* text, const char* complaint) {
    QTest::newRow(name) << QByteArray(text) << complaint;
  };
  row("empty", "", ":1: this is no JSON");
  row("no JSON", "{\n\"gpus\": [\n}", ":3: this is no JSON");
  row("a list", "[1]", ":1: a machine is an object");
  row("no gpus", "{\n}", ":1: a machine needs \"gpus\"");
  row("none", "{\"gpus\":\n []}", ":2: \"gpus\" is a list of 1 to 64 GPUs");
  row("unknown field", "{\"gpus\": [{\n\"memroy\": 7\n}]}",
      ":2: a GPU has no field \"memroy\"; there are name, memory");
  row("no memory", "{\"gpus\": [\n{\"name\": \"x\"}]}", ":2: a GPU needs \"memory\"");
  row("unit", "{\"gpus\": [{\"memory\":\n \"8 GB\"}]}", ":2: \"memory\" is a size such as \"24 GiB\"");
  row("negative", "{\"gpus\": [{\"memory\": -1}]}", ":1: \"memory\" is a size");
  row("too small", "{\"gpus\": [{\"memory\": 10}]}", ":1: \"memory\" goes from 32 MiB to 1 TiB");
  row("too large", "{\"gpus\": [{\"memory\": \"2 TiB\"}]}", ":1: \"memory\" goes from");
  row("busier than full", "{\"gpus\": [{\"memory\": \"1 GiB\",\n\"busy\": \"2 GiB\"}]}",
      ":2: \"busy\" is more than");
  row("speed", "{\"gpus\": [{\"memory\": \"1 GiB\", \"speed\": 1.5\n}]}", ":1: \"speed\" is a whole number");
  row("number at the end of its line", "{\"gpus\": [{\"memory\": \"1 GiB\",\n\"speed\": -3\n}]}",
      ":2: \"speed\"");
  row("uuid", "{\"gpus\": [{\"memory\": \"1 GiB\", \"uuid\": \"GPU-1\"}]}",
      ":1: \"uuid\" is \"GPU-\" and 32");
  row("pci", "{\"gpus\": [{\"memory\": \"1 GiB\", \"pci\": \"1:0\"}]}", ":1: \"pci\" is a place such as");
  row("one place twice",
      "{\"gpus\": [{\"memory\": \"1 GiB\", \"pci\": \"0000:01:00.0\"},\n{\"memory\": \"1 GiB\", \"pci\": "
      "\"0000:01:00.0\"}]}",
      ":2: two GPUs or instances are 0000:01:00.0");
  row("field twice", "{\"gpus\": [{\"memory\": \"1 GiB\",\n\"memory\": \"1 GiB\"}]}",
      ":2: \"memory\" is given twice");
  row("slices too large",
      "{\"gpus\": [{\"memory\": \"1 GiB\", \"mig\": [{\"memory\": \"600 MiB\"},\n{\"memory\": \"600 "
      "MiB\"}]}]}",
      ":2: the instances together have more memory");
  row("deep", "[[[[[[[[[[[[[[[[[[[[", ":1: too many brackets");
  row("comma too many", "{\"gpus\": [{\"memory\": \"1 GiB\"},\n\n]}",
      ":1: this is no JSON: there is a comma with nothing behind it: take it away");
  row("comma before a brace", "{\"gpus\": [{\"memory\": \"1 GiB\",\n}]}",
      ":1: this is no JSON: there is a comma with nothing behind it");
  row("comma forgotten", "{\"gpus\": [{\"memory\": \"1 GiB\"\n \"speed\": 1}]}",
      ":1: this is no JSON: a comma or a closing bracket is missing behind \"1 GiB\"");
  row("colon forgotten", "{\n\"gpus\" []}",
      ":2: this is no JSON: a colon is missing behind the name \"gpus\"");
  row("never closed", "{\n\"gpus\": [\n{\"memory\": 1}",
      ":2: this is no JSON: the [ of this line is never closed");
  row("other bracket", "{\n\"gpus\": [\n}",
      ":3: this is no JSON: } stands here, but the [ of line 2 is still open");
  row("closes nothing", "{}\n}", ":2: this is no JSON: } closes nothing");
  row("behind the end", "{}\nmore", ":2: this is no JSON: nothing may stand behind the last bracket");
  row("comment", "{ # lab\n}", ":1: this is no JSON: there are no comments in JSON");
  row("single quotes", "{'gpus': []}", ":1: this is no JSON: a text stands in double quotes");
  row("no quotes", "{gpus: []}",
      ":1: this is no JSON: the name of a field stands here, in double quotes, not \"gpus\"");
  row("a unit without quotes", "{\"gpus\": [{\"memory\": 24 GiB}]}",
      ":1: this is no JSON: a comma or a closing bracket is missing behind \"24\"");
  row("Python's words", "{\"gpus\": [{\"memory\": None}]}", ":1: this is no JSON: \"None\" is no value");
  row("no value", "{\"gpus\": }", ":1: this is no JSON: a value is missing before }");
  row("quote forgotten", "{\"gpus\": [{\"name\": \"one,\n\"memory\": 1}]}",
      ":1: this is no JSON: the text that begins with \"one,\" has no closing quote");
  row("backslash", "{\"gpus\": [{\"name\": \"a\\q\"}]}",
      ":1: this is no JSON: a backslash in a text is written twice");
  row("a comma forgotten behind Chinese",
      "{\"gpus\": [{\"name\": \"\u6211\u4eec\u7684\u663e\u5361\u4e00\u53f7\u4e8c\"\n\"memory\": 1}]}",
      ":1: this is no JSON: a comma or a closing bracket is missing behind "
      "\"\u6211\u4eec\u7684\u663e\u5361\u4e00\u53f7...\"");
  row("quote forgotten behind Chinese",
      "{\"gpus\": [{\"name\": \"1\u6211\u4eec\u7684\u663e\u5361\u4e00\u53f7\u4e8c\n",
      ":1: this is no JSON: the text that begins with \"1\u6211\u4eec\u7684\u663e\u5361\u4e00\u53f7...\" "
      "has");
  row("leading zero", "{\"gpus\": [{\"memory\": 012}]}", ":1: this is no JSON: \"012\" is no value");
  row("bytes", "{\"gpus\": \xff", ":1: this is no JSON");
}

void TestWorkerMachines::errors() {
  QFETCH(QByteArray, text);
  QFETCH(QString, complaint);
  const auto path = file(text);
  for (const QString& task : {QStringLiteral("--inventory"), QStringLiteral("--explain")}) {
    const auto result = runProgram({"--simulate", path, task});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.err.startsWith("todevice-worker: " + path + complaint), qPrintable(result.err));
    QVERIFY(result.out.isEmpty());
  }
}

void TestWorkerMachines::noSuchFile() {
  const auto result = runProgram({"--simulate", "/no/such/lab.json", "--inventory"});
  QCOMPARE(result.code, 2);
  QVERIFY2(result.err.contains("there is no file \"/no/such/lab.json\""), qPrintable(result.err));
  const QString name = runProgram({"--simulate", "nosuch.json", "--inventory"}).err;
  QVERIFY2(name.contains("there is no file \"nosuch.json\""), qPrintable(name));
  const QString word = runProgram({"--simulate", "nosuch", "--inventory"}).err;
  QVERIFY2(word.contains("a ready machine (laptop, mig, server, workstation), not \"nosuch\""),
           qPrintable(word));
  QVERIFY(runProgram({"--simulate", m_folder.path(), "--inventory"}).err.contains("is a folder"));
  QVERIFY(runProgram({"--simulate", "/dev/zero", "--inventory"}).err.contains("no file that can be read"));
}

QTEST_GUILESS_MAIN(TestWorkerMachines)
#include "tst_worker_machines.moc"
