// SPDX-License-Identifier: Apache-2.0
#include "visibility/visibility.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <optional>

using namespace todevice::visibility;

namespace {

using Text = std::optional<std::string>;

/// The first `count` GPUs of the fixture in visible_devices.tsv.
std::vector<PhysicalGpu> machine(int count) {
  static const char* const kUuids[] = {
      "GPU-9942a0b1-77c3-4d10-8a5e-0c1d2e3f4a50", "GPU-9e8d4c2f-1b6a-4f07-9d31-5566778899aa",
      "GPU-e42977aa-0d2e-4b8c-a6f1-102030405060", "GPU-ee10c3d4-5e6f-4a7b-8c9d-a1b2c3d4e5f6",
      "GPU-bb73019e-2c4d-4e5f-b0a1-c2d3e4f50617", "GPU-47a5d6e7-8f90-41a2-93b4-d5e6f7081929",
      "GPU-e5c81234-abcd-4ef0-8123-456789abcdef", "GPU-1c02fe98-7654-4321-90ab-cdef01234567"};
  std::vector<PhysicalGpu> gpus;
  for (int i = 0; i < count; ++i) {
    PhysicalGpu gpu;
    gpu.index = i;
    gpu.name = "Test GPU";
    gpu.uuid = kUuids[i];
    gpus.push_back(gpu);
  }
  return gpus;
}
const std::string kUuid0 = machine(1)[0].uuid;

QString listed(const std::vector<int>& logical) {
  QStringList words;
  for (const int physical : logical) words << QString::number(physical);
  return words.isEmpty() ? QStringLiteral("none") : words.join(',');
}

/// "1 device", "error", "0 devices": what the driver answers.
QString answer(const Result& result) {
  if (result.error == DriverError::invalid_device) return QStringLiteral("error");
  return QString::number(result.logical.size());
}

QString verdicts(const Result& result) {
  QStringList words;
  for (const Token& token : result.tokens)
    words << QString::fromUtf8(verdict_name(token.verdict).data(),
                               static_cast<qsizetype>(verdict_name(token.verdict).size()));
  return words.join(' ');
}

}  // namespace

class TestVisibility : public QObject {
  Q_OBJECT
 private slots:
  void table_data();
  void table();
  void driver_data();
  void driver();
  void order_data();
  void order();
  void fastestFirst();
  void verdictOfEachToken_data();
  void verdictOfEachToken();
  void pyTorchsOwnCount_data();
  void pyTorchsOwnCount();
  void saysWhy();
  void saysHowItRead_data();
  void saysHowItRead();
  void aRefusedOrderRefusesEachEntry();
  void migInstances_data();
  void migInstances();
  void anyTextIsTaken();
};

void TestVisibility::table_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<int>("gpus");
  QTest::addColumn<QString>("expected");
  QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/tests/engine/data/visible_devices.tsv");
  QVERIFY2(file.open(QIODevice::ReadOnly | QIODevice::Text), qPrintable(file.fileName()));
  int rows = 0;
  for (const QByteArray& line : file.readAll().split('\n')) {
    const QList<QByteArray> cells = line.split('\t');
    if (line.startsWith('#') || cells.size() < 4 || cells[0] == "env_string") continue;
    QTest::newRow(qPrintable(QString::number(++rows) + ' ' + QString::fromUtf8(cells[0])))
        << QString::fromUtf8(cells[0]) << cells[1].toInt() << QString::fromUtf8(cells[2]);
  }
  QVERIFY(rows >= 50);
}

void TestVisibility::table() {
  QFETCH(QString, variable);
  QFETCH(int, gpus);
  QFETCH(QString, expected);
  Text text;
  if (variable != "<unset>") {
    const QByteArray json = "[" + variable.toUtf8() + "]";
    text = QJsonDocument::fromJson(json).array().at(0).toString().toStdString();
  }
  const Result result = resolve(text, std::nullopt, machine(gpus));
  // A slice of a GPU is not among the fixture's whole ones: "1 MIG device (if it exists)".
  const QString logical = expected.contains("if it exists") ? "none" : expected.section(" (", 0, 0);
  QCOMPARE(listed(result.logical), logical);
  if (expected.contains("raises ValueError")) {
    QVERIFY(result.torch_device_count < 0);
    QVERIFY(result.torch_error.starts_with("invalid literal for int() with base 10: '"));
  } else if (expected.contains("says 0 devices")) {
    QCOMPARE(result.torch_device_count, 0);
  }
}

void TestVisibility::driver_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<QString>("answers");
  // Measured with cudaGetDeviceCount on a machine with one GPU.
  const auto rows = [](const QString& expected, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const QString variable = QString::fromStdString(text);
      QTest::newRow(qPrintable(expected + ": '" + variable.toHtmlEscaped() + "'")) << variable << expected;
    }
  };
  const std::string& u = kUuid0;
  const std::string prefix = u.substr(0, 8), longer = u.substr(0, 12);
  std::string upper = u;
  for (std::size_t i = 4; i < upper.size(); ++i)
    upper[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(upper[i])));
  rows("1", {" 0", "\t0", "\r0", "00", "0x1", "0xg", "+0", "-0", "0gpu", "0;1", "0:0", "0.5", "0 1", "0e1",
             "0000:00:06.0"});
  rows("0", {"01", "08", "010", "1x0"});
  rows("1", {"4294967296", "9223372036854775808", "-4294967296"});
  rows("0", {"4294967297", "18446744073709551616", "99999999999", "2147483648"});
  rows("0", {"-", "+", "-gpu", "gpu0", "cuda:0", "", "²", ",0"});
  rows("1", {"0,-", "0,+", "0,1", "0,abc", "0,99", "0,", "0,,", "0,-1,0", "0,99,0", "0,abc,0"});
  rows("0", {"1,0", "99,0", "abc,0", "-1,0", "all", "none", "void", "NoDevFiles", "\"0\"", "'0'"});
  rows("error", {"0,0", "0, 0", "0 ,0", "00,0", "0,-0", "0,0,-1", "0,0,99"});
  rows("1", {"GPU-9", "GPU-99", u, upper, u + "x", u + " "});
  rows("0", {"GPU-", "GPU", "gpu" + u.substr(3), " " + u, "GPU-0000"});
  rows("error", {u + "," + u, u + "," + prefix, prefix + "," + longer, u + "," + u + " "});
  rows("1", {u + ", " + u, u + ",0", "0," + u});
}

void TestVisibility::driver() {
  QFETCH(QString, variable);
  QFETCH(QString, answers);
  QCOMPARE(answer(resolve(variable.toStdString(), std::nullopt, machine(1))), answers);
}

void TestVisibility::order_data() {
  QTest::addColumn<QString>("given");
  QTest::addColumn<QString>("answers");
  QTest::newRow("PCI_BUS_ID") << "PCI_BUS_ID"
                              << "2";
  QTest::newRow("FASTEST_FIRST") << "FASTEST_FIRST"
                                 << "2";
  for (const char* bad : {"pci_bus_id", "bogus", "", " PCI_BUS_ID", "fastest_first"})
    QTest::newRow(bad) << bad << "error";
}

void TestVisibility::order() {
  QFETCH(QString, given);
  QFETCH(QString, answers);
  for (const Text& variable : {Text(), Text("1,0")})
    QCOMPARE(answer(resolve(variable, given.toStdString(), machine(2))), answers);
}

void TestVisibility::fastestFirst() {
  std::vector<PhysicalGpu> gpus = machine(4);
  gpus[1].speed_class = 1;
  gpus[3].speed_class = 2;
  QCOMPARE(listed(resolve(std::nullopt, std::nullopt, gpus).logical), QString("3,1,0,2"));
  QCOMPARE(listed(resolve("0,2", "FASTEST_FIRST", gpus).logical), QString("3,0"));
  QCOMPARE(listed(resolve("0,2", "PCI_BUS_ID", gpus).logical), QString("0,2"));
  QCOMPARE(listed(resolve(gpus[2].uuid, std::nullopt, gpus).logical), QString("2"));
}

void TestVisibility::verdictOfEachToken_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<QString>("expected");
  QTest::newRow("order") << "2,0"
                         << "visible visible";
  QTest::newRow("beyond") << "0,9,1"
                          << "visible out_of_range after_end";
  QTest::newRow("negative") << "0,-1,1"
                            << "visible out_of_range after_end";
  QTest::newRow("word") << "0,gpu,1"
                        << "visible not_an_index after_end";
  QTest::newRow("empty entry") << "0,,1"
                               << "visible not_an_index after_end";
  QTest::newRow("twice") << "0,1,0"
                         << "refused refused duplicate";
  QTest::newRow("twice, then more") << "0,0,1"
                                    << "refused duplicate after_end";
  QTest::newRow("mixed") << "0,GPU-9e8d"
                         << "visible other_kind";
  QTest::newRow("mixed the other way") << "GPU-9e8d,0"
                                       << "visible other_kind";
  QTest::newRow("ambiguous") << "GPU-e"
                             << "ambiguous_uuid";
  QTest::newRow("unknown") << "GPU-1234,GPU-9e8d"
                           << "unknown_uuid after_end";
  QTest::newRow("nothing") << ""
                           << "";
}

void TestVisibility::verdictOfEachToken() {
  QFETCH(QString, variable);
  QFETCH(QString, expected);
  const Result result = resolve(variable.toStdString(), std::nullopt, machine(4));
  QCOMPARE(verdicts(result), expected);
  for (const Token& token : result.tokens) QVERIFY(!token.why.empty());
}

void TestVisibility::pyTorchsOwnCount_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<int>("gpus");
  QTest::addColumn<int>("count");
  QTest::newRow("duplicate behind the end") << "0,99,0" << 1 << 0;
  QTest::newRow("cut to 32 bits") << "4294967296" << 1 << 0;
  QTest::newRow("prefix twice") << QString::fromStdString(kUuid0 + ",GPU-9942") << 1 << 0;
  QTest::newRow("no digits of a UUID") << "GPU-" << 1 << 1;
  QTest::newRow("duplicate") << "0,0" << 2 << 0;
  QTest::newRow("plain") << "1,0" << 2 << 2;
  QTest::newRow("out of range") << "0,5,1" << 2 << 1;
  QTest::newRow("negative") << "0,-1,1" << 2 << 1;
  QTest::newRow("a word first") << "one,0" << 2 << 0;
  QTest::newRow("empty") << "" << 2 << 0;
  QTest::newRow("sign alone") << "-" << 1 << -1;
  QTest::newRow("plus alone") << "+" << 1 << -1;
  QTest::newRow("superscript") << "²" << 1 << -1;
  // As PyTorch 2.11's parser answers on four GPUs: digits are all of Python's, white space too.
  QTest::newRow("Arabic digits") << "٢" << 4 << 1;
  QTest::newRow("fullwidth digits") << "１,０" << 4 << 2;
  QTest::newRow("mathematical digits") << "𝟚" << 4 << 1;
  QTest::newRow("ideographic blank") << "\u3000"
                                        "2"
                                     << 4 << 1;
  QTest::newRow("circled") << "①" << 4 << -1;
  QTest::newRow("two huge ones") << "0,99999999999999999999,99999999999999999998" << 4 << 1;
  QTest::newRow("a huge one twice") << "0,99999999999999999999,99999999999999999999" << 4 << 0;
}

void TestVisibility::pyTorchsOwnCount() {
  QFETCH(QString, variable);
  QFETCH(int, gpus);
  QFETCH(int, count);
  const Result result = resolve(variable.toStdString(), std::nullopt, machine(gpus));
  QCOMPARE(result.torch_device_count, count);
  if (count < 0) {
    QCOMPARE(QString::fromStdString(result.torch_error),
             "invalid literal for int() with base 10: '" + variable + "'");
  }
}

void TestVisibility::saysWhy() {
  // PyTorch reads every entry, also one that the driver does not come to.
  QCOMPARE(resolve("0,-", std::nullopt, machine(1)).torch_error,
           std::string("invalid literal for int() with base 10: '-'"));
  const Result result = resolve("1,7", std::nullopt, machine(2));
  QCOMPARE(result.tokens[0].why, std::string("GPU 1 becomes cuda:0"));
  QCOMPARE(result.tokens[1].why, std::string("no GPU 7 (this machine has 2 GPUs): the list ends here"));
  QCOMPARE(resolve("", std::nullopt, machine(2)).error, DriverError::no_device);
  QCOMPARE(resolve(std::nullopt, std::nullopt, {}).error, DriverError::no_device);
  QCOMPARE(resolve("0", std::nullopt, machine(2)).error, DriverError::none);
}

void TestVisibility::saysHowItRead_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<QString>("why");
  QTest::newRow("hex") << "0x1"
                       << "GPU 0 becomes cuda:0 (read as 0: what follows the digits is ignored)";
  QTest::newRow("cut") << "4294967297"
                       << "GPU 1 becomes cuda:0 (too large for 32 bits, and so read as 1)";
  QTest::newRow("cut, beyond")
      << "4294967299"
      << "no GPU 3 (too large for 32 bits, and so read as 3) (this machine has 2 GPUs): "
         "the list ends here";
  QTest::newRow("plain") << " +1"
                         << "GPU 1 becomes cuda:0";
  QTest::newRow("after a UUID") << QString::fromStdString(kUuid0) + "x"
                                << "GPU 0 becomes cuda:0 (what follows the UUID is ignored)";
  QTest::newRow("negative") << "-1"
                            << "a negative number ends the list here";
  QTest::newRow("nothing") << ",0"
                           << "nothing stands here: the list ends here";
  QTest::newRow("two fit") << "GPU-9"
                           << "2 GPUs have a UUID that begins so: the list ends here";
}

void TestVisibility::saysHowItRead() {
  QFETCH(QString, variable);
  QFETCH(QString, why);
  const Result result = resolve(variable.toStdString(), std::nullopt, machine(2));
  QCOMPARE(QString::fromStdString(result.tokens.at(0).why), why);
}

void TestVisibility::aRefusedOrderRefusesEachEntry() {
  const Result result = resolve("1,7", "pci_bus_id", machine(2));
  QCOMPARE(verdicts(result), QString("refused out_of_range"));
  QVERIFY(result.logical.empty() && result.uuids.empty());
  QCOMPARE(error_name(result.error), std::string_view("cudaErrorInvalidDevice"));
}

/// Two cards, the first cut into two instances.
std::vector<PhysicalGpu> sliced() {
  std::vector<PhysicalGpu> gpus = machine(2);
  gpus[0].mig = {{"MIG-89c850dc-0000-4000-8000-000000000001", 1, 0, "1g.10gb", 10},
                 {"MIG-77aa0000-0000-4000-8000-000000000002", 9, 0, "1g.10gb", 10}};
  return gpus;
}

void TestVisibility::migInstances_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<QString>("uuid");
  QTest::addColumn<QString>("expected");
  const QString first = QString::fromStdString(sliced()[0].mig[0].uuid);
  const QString second = QString::fromStdString(sliced()[0].mig[1].uuid);
  const QString whole = QString::fromStdString(sliced()[1].uuid);
  QTest::newRow("unset: the first instance alone") << "<unset>" << first << "";
  QTest::newRow("by prefix") << "MIG-89c850dc" << first << "visible";
  QTest::newRow("by UUID") << second << second << "visible";
  QTest::newRow("older spelling") << "MIG-" + QString::fromStdString(kUuid0) + "/9/0" << second << "visible";
  QTest::newRow("no such instance") << "MIG-" + QString::fromStdString(kUuid0) + "/2/0"
                                    << ""
                                    << "unknown_uuid";
  QTest::newRow("half of the older spelling") << "MIG-" + QString::fromStdString(kUuid0) + "/9"
                                              << ""
                                              << "unknown_uuid";
  QTest::newRow("one at most") << second + "," + first << second << "visible beside_mig";
  QTest::newRow("no whole card beside it") << "1,0" << first << "beside_mig visible";
  QTest::newRow("the whole card alone") << "1" << whole << "visible";
  QTest::newRow("twice") << second + ",MIG-77"
                         << ""
                         << "refused duplicate";
  QTest::newRow("ambiguous") << "MIG-"
                             << ""
                             << "unknown_uuid";
}

void TestVisibility::migInstances() {
  QFETCH(QString, variable);
  QFETCH(QString, uuid);
  QFETCH(QString, expected);
  const Text text = variable == "<unset>" ? Text() : Text(variable.toStdString());
  const Result result = resolve(text, std::nullopt, sliced());
  QCOMPARE(verdicts(result), expected);
  QCOMPARE(result.logical.size(), result.uuids.size());
  QCOMPARE(result.uuids.empty() ? QString() : QString::fromStdString(result.uuids[0]), uuid);
  QVERIFY(result.uuids.size() <= 1);
}

/// No text, however strange, throws or names a GPU that is not there.
void TestVisibility::anyTextIsTaken() {
  static const std::string kAlphabet = "0129,-+ GPU-9eE\t\xC2\xB2\xFFx:";
  std::uint32_t state = 1;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (state = state * 1664525u + 1013904223u; text.size() < (state >> 24) % 24;)
      text += kAlphabet[((state = state * 1664525u + 1013904223u) >> 16) % kAlphabet.size()];
    const Result result = resolve(text, std::nullopt, machine(3));
    for (std::size_t i = 0; i < result.logical.size(); ++i) {
      QVERIFY(result.logical[i] >= 0 && result.logical[i] < 3);
      for (std::size_t k = 0; k < i; ++k) QVERIFY(result.logical[k] != result.logical[i]);
    }
    QVERIFY(result.torch_device_count <= 3);
  }
}

QTEST_GUILESS_MAIN(TestVisibility)
#include "tst_visibility.moc"
