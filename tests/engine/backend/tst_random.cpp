// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "../support/tensors.h"

using namespace todevice;
using namespace todevice::testing;

namespace {

Numbers numbers(const QJsonArray& array) {
  Numbers out;
  for (const QJsonValue value : array) out.push_back(value.toDouble());
  return out;
}

Tensor draw(const QString& kind, std::int64_t n, Device device, DType dtype = DType::float32) {
  return kind == "rand" ? ops::rand({n}, {dtype, device}) : ops::randn({n}, {dtype, device});
}

}  // namespace

/// The numbers that PyTorch 2.11 draws, bit for bit.
class TestRandom : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void asPyTorchDraws_data();
  void asPyTorchDraws();
  void integers_data();
  void integers();
  void otherTypes_data();
  void otherTypes();
  void wideIntegers_data();
  void wideIntegers();
  void oneAfterAnother();
  void generatorsAreApart();
  void viewsTakeTheSameNumbers();
};

void TestRandom::asPyTorchDraws_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("device");
  QTest::addColumn<quint64>("seed");
  QTest::addColumn<QJsonArray>("expected");
  QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/tests/engine/data/torch_numbers.json");
  QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
  const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
  static const QRegularExpression name("^(randn?) (cpu|cuda) seed(\\d+) n\\d+$");
  int rows = 0;
  for (auto entry = all.begin(); entry != all.end(); ++entry) {
    const QRegularExpressionMatch match = name.match(entry.key());
    if (!match.hasMatch()) continue;
    ++rows;
    QTest::newRow(qPrintable(entry.key())) << match.captured(1) << match.captured(2)
                                           << match.captured(3).toULongLong() << entry.value().toArray();
  }
  QVERIFY(rows >= 80);
}

void TestRandom::asPyTorchDraws() {
  QFETCH(QString, kind);
  QFETCH(QString, device);
  QFETCH(quint64, seed);
  QFETCH(QJsonArray, expected);
  ops::manual_seed(seed);
  const bool gpu = device == "cuda";
  const Numbers drawn = values(draw(kind, expected.size(), gpu ? kGpu0 : kCpu));
  QCOMPARE(drawn, numbers(expected));
}

void TestRandom::integers_data() {
  QTest::addColumn<QString>("key");
  QTest::newRow("cpu") << "cpu";
  QTest::newRow("cuda") << "cuda";
}

void TestRandom::integers() {
  QFETCH(QString, key);
  QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/tests/engine/data/torch_numbers.json");
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
  const Numbers wanted = numbers(all["randint " + key].toArray());
  QVERIFY(!wanted.empty());
  ops::manual_seed(3);
  const Device device = key == "cpu" ? kCpu : kGpu0;
  const Shape shape{static_cast<std::int64_t>(wanted.size())};
  QCOMPARE(values(ops::randint(0, 10, shape, {DType::int64, device})), wanted);
}

void TestRandom::otherTypes_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("dtype");
  QTest::addColumn<int>("count");
  QTest::addColumn<QList<double>>("ends");  // the first and the last two
  QTest::addColumn<bool>("gpu");
  const auto row = [](const char* kind, DType dtype, int count, QList<double> ends, bool gpu) {
    const QString name = QString("%1 %2 %3 %4").arg(kind).arg(dtype_name(dtype).data()).arg(count).arg(gpu);
    QTest::newRow(qPrintable(name)) << kind << static_cast<int>(dtype) << count << ends << gpu;
  };
  const auto row_of = [&](const char* kind, DType dtype, int count, QList<double> ends) {
    row(kind, dtype, count, ends, false);
  };
  const auto gpu_row_of = [&](const char* kind, DType dtype, int count, QList<double> ends) {
    row(kind, dtype, count, ends, true);
  };
  row_of("randn", DType::float64, 3, {1.5409961082440433, -0.2934289057609464, -2.1787893820745574});
  row_of("randn", DType::float64, 16, {-2.310411800234176, 0.07138847120511693, 0.3380174030507378});
  row_of("randn", DType::float64, 17, {-2.310411800234176, -0.8910030351707375, 0.6748575435940039});
  row_of("randn", DType::float16, 3, {1.541015625, -0.29345703125, -2.1796875});
  row_of("randn", DType::float16, 16, {-0.9013671875, -0.41015625, -1.4892578125});
  row_of("randn", DType::float16, 17, {-0.9013671875, -0.1365966796875, 0.61328125});
  row_of("randn", DType::bfloat16, 16, {1.4609375, 1.671875, -0.8359375});
  row_of("randn", DType::bfloat16, 17, {1.4609375, -0.69921875, 0.283203125});
  row_of("rand", DType::float64, 3, {0.9700530018065531, 0.707819864399788, 0.45938294312745087});
  row_of("rand", DType::float16, 3, {0.333984375, 0.27294921875, 0.80712890625});
  row_of("rand", DType::bfloat16, 3, {0.671875, 0.18359375, 0.45703125});
  gpu_row_of("randn", DType::float64, 3, {-0.3103957360003765, -0.03432813230409514, 0.17559472731904127});
  gpu_row_of("randn", DType::float64, 17, {-0.3103957360003765, 1.3688924641600995, -1.0753051514301681});
  gpu_row_of("randn", DType::float64, 300000,
             {-0.3103957360003765, 1.3224489788230023, -0.26512007716033625});
  gpu_row_of("randn", DType::float32, 300000,
             {-0.9246624112129211, -1.1989444494247437, -0.19216391444206238});
  gpu_row_of("randn", DType::float16, 17, {-0.9248046875, 1.181640625, -0.1270751953125});
  gpu_row_of("randn", DType::bfloat16, 17, {-0.92578125, 1.1796875, -0.126953125});
  gpu_row_of("randn", DType::bfloat16, 300000, {-0.92578125, -1.1953125, -0.1923828125});
  gpu_row_of("rand", DType::float64, 300000, {0.8805202684009383, 0.04330662926473888, 0.2792617267092021});
  gpu_row_of("rand", DType::float32, 300000, {0.39904648065567017, 0.389646977186203, 0.3494254946708679});
  gpu_row_of("rand", DType::float16, 17, {0.39892578125, 0.1939697265625, 0.89111328125});
  gpu_row_of("rand", DType::bfloat16, 17, {0.3984375, 0.1943359375, 0.890625});
}

void TestRandom::otherTypes() {
  QFETCH(QString, kind);
  QFETCH(int, dtype);
  QFETCH(int, count);
  QFETCH(QList<double>, ends);
  QFETCH(bool, gpu);
  ops::manual_seed(0);
  const Numbers drawn = values(draw(kind, count, gpu ? kGpu0 : kCpu, static_cast<DType>(dtype)));
  const std::size_t n = drawn.size();
  const QList<double> shown{drawn[0], drawn[n - 2], drawn[n - 1]};
  QCOMPARE(shown, ends);
}

void TestRandom::wideIntegers_data() {
  QTest::addColumn<qint64>("high");
  QTest::addColumn<QList<qint64>>("expected");
  const auto rows = [](std::int64_t high, QList<qint64> expected) {
    QTest::newRow(qPrintable(QString::number(high))) << qint64{high} << expected;
  };
  rows((1LL << 28) - 1, {209652404, 130329144, 118924928});
  rows(1LL << 28, {130329135, 136432832, 195187451});
  rows(1LL << 31, {398764591, 1478610112, 1537364731});
  rows(1LL << 32, {2546248239, 3626093760, 3684848379});
  rows(1LL << 40, {741280623151, 506137267392, 291447657211});
  rows(1LL << 62, {900450186894289455, 3969543146641149120, 1895649597198586619});
}

void TestRandom::wideIntegers() {
  QFETCH(qint64, high);
  QFETCH(QList<qint64>, expected);
  ops::manual_seed(0);
  const Tensor drawn = ops::randint(0, high, {3}, {DType::int64, kCpu});
  QList<qint64> shown;
  for (int i = 0; i < 3; ++i) shown << ops::select(drawn, 0, i).item<std::int64_t>();
  QCOMPARE(shown, expected);
}

/// Each draw goes on where the one before ended, a cached half of a pair included.
void TestRandom::oneAfterAnother() {
  for (const Device device : {kCpu, kGpu0}) {
    ops::manual_seed(3);
    const Numbers first = values(ops::randn({5}, {DType::float32, device}));
    const Numbers second = values(ops::randn({5}, {DType::float32, device}));
    QVERIFY(first != second);
    ops::manual_seed(3);
    QCOMPARE(values(ops::randn({5}, {DType::float32, device})), first);
    QCOMPARE(values(ops::randn({5}, {DType::float32, device})), second);
  }
}

void TestRandom::generatorsAreApart() {
  ops::manual_seed(1);
  const Numbers alone = values(ops::rand({4}, {DType::float32, kGpu1}));
  ops::manual_seed(1);
  const Tensor other = ops::rand({40}, {DType::float32, kGpu0});
  const Tensor host = ops::rand({40}, {DType::float32, kCpu});
  QCOMPARE(values(ops::rand({4}, {DType::float32, kGpu1})), alone);
}

void TestRandom::viewsTakeTheSameNumbers() {
  for (const Device device : {kCpu, kGpu0}) {
    ops::manual_seed(5);
    const Numbers plain = values(ops::rand({6}, {DType::float32, device}));
    const Tensor wide = ops::zeros({6, 2}, {DType::float32, device});
    ops::manual_seed(5);
    ops::uniform_(ops::select(wide, 1, 0), 0, 1);
    QCOMPARE(values(ops::select(wide, 1, 0)), plain);
    QCOMPARE(values(ops::select(wide, 1, 1)), Numbers(6, 0.0));
  }
}

QTEST_GUILESS_MAIN(TestRandom)
#include "tst_random.moc"
