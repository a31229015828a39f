// SPDX-License-Identifier: Apache-2.0
#include "core/format.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdlib>
#include <optional>

#include "../support/tensors.h"
#include "core/dispatch.h"
#include "trace/trace.h"

using namespace todevice;
using namespace todevice::testing;

namespace {

std::optional<DType> dtype_named(const std::string& name) {
  for (int i = 0; i < kDTypeCount; ++i) {
    if (dtype_name(static_cast<DType>(i)) == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

/// The tensor of one case of torch_repr.json: values written out, or start + step * i.
Tensor tensor_of(const QJsonObject& from) {
  const DType dtype = dtype_named(from["dtype"].toString().toStdString()).value();
  Shape shape;
  for (const QJsonValue size : from["shape"].toArray()) shape.push_back(size.toInteger());
  const auto count = static_cast<std::size_t>(numel(shape));
  std::vector<std::byte> bytes(count * item_size(dtype));
  const QJsonArray given = from["values"].toArray();
  const bool told = from.contains("start");
  dispatch(dtype, [&]<class T>() {
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<qsizetype>(i);
      const std::string text = told ? std::string() : given[at].toString().toStdString();
      T value{};
      if (told) {
        value = convert<T>(from["start"].toDouble() + from["step"].toDouble() * static_cast<double>(i));
      } else if (is_floating_point(dtype)) {
        value = convert<T>(std::strtod(text.c_str(), nullptr));
      } else {
        value = convert<T>(static_cast<std::int64_t>(std::strtoll(text.c_str(), nullptr, 10)));
      }
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return ops::from_host(bytes.data(), shape, {dtype, kCpu, from["requires_grad"].toBool()});
}

PrintOptions options_of(const QJsonObject& from) {
  PrintOptions options;
  options.precision = from["precision"].toInt(options.precision);
  options.threshold = from["threshold"].toInt(options.threshold);
  options.edge_items = from["edgeitems"].toInt(options.edge_items);
  options.line_width = from["linewidth"].toInt(options.line_width);
  if (from["sci_mode"].isBool()) {
    options.sci_mode = from["sci_mode"].toBool() ? PrintOptions::Sci::always : PrintOptions::Sci::never;
  }
  return options;
}

}  // namespace

class TestFormat : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void cleanup() { print_options() = {}; }
  void asPyTorchPrints_data();
  void asPyTorchPrints();
  void namesTheDevice();
  void namesTheGradient();
  void printsViewsInTheirOrder();
  void takesAnotherPrefix();
  void summary_data();
  void summary();
  void summaryOfViews();
  void lookingLeavesNoTrace();
};

void TestFormat::asPyTorchPrints_data() {
  QTest::addColumn<QJsonObject>("given");
  // TODEVICE_REPR_CASES: another file of make_torch_repr.py
  const QString other = qEnvironmentVariable("TODEVICE_REPR_CASES");
  QFile file(other.isEmpty()
                 ? qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/tests/engine/data/torch_repr.json"
                 : other);
  QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
  const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).array();
  QVERIFY(cases.size() > 200);
  for (const QJsonValue entry : cases)
    QTest::newRow(qPrintable(entry["name"].toString())) << entry.toObject();
}

void TestFormat::asPyTorchPrints() {
  QFETCH(QJsonObject, given);
  const Tensor tensor = tensor_of(given);
  print_options() = options_of(given["options"].toObject());
  QCOMPARE(QString::fromStdString(repr(tensor)), given["text"].toString());
}

void TestFormat::namesTheDevice() {
  QCOMPARE(
      repr(ops::ones({3, 3}, {DType::float64, kGpu0})),
      std::string("tensor([[1., 1., 1.],\n        [1., 1., 1.],\n        [1., 1., 1.]], device='cuda:0', "
                  "dtype=torch.float64)"));
  QCOMPARE(repr(ops::full({}, 2, {DType::int64, kGpu1})), std::string("tensor(2, device='cuda:1')"));
  QCOMPARE(repr(Tensor::empty({0, 3}, {DType::float32, kGpu0})),
           std::string("tensor([], device='cuda:0', size=(0, 3))"));
}

void TestFormat::namesTheGradient() {
  const Tensor moved = leaf({1, 1}).to(on(kGpu0));
  QCOMPARE(repr(moved), std::string("tensor([1., 1.], device='cuda:0', grad_fn=<ToCopyBackward0>)"));
  const Tensor result = ops::add(leaf({0.5, 0.25, 0.125}), 1);
  QCOMPARE(repr(result), std::string("tensor([1.5000, 1.2500, 1.1250], grad_fn=<AddBackward0>)"));
}

void TestFormat::printsViewsInTheirOrder() {
  const Tensor x = make({1, 2, 3, 4, 5, 6}, {2, 3});
  QCOMPARE(repr(ops::t(x)), std::string("tensor([[1., 4.],\n        [2., 5.],\n        [3., 6.]])"));
  QCOMPARE(repr(ops::slice(x, 1, 0, 3, 2)), std::string("tensor([[1., 3.],\n        [4., 6.]])"));
  QCOMPARE(repr(ops::expand(row({7}), {3})), std::string("tensor([7., 7., 7.])"));
}

void TestFormat::takesAnotherPrefix() {
  QCOMPARE(repr_with_prefix(make({1, 2, 3, 4}, {2, 2}), "array("),
           std::string("array([[1., 2.],\n       [3., 4.]])"));
}

void TestFormat::summary_data() {
  QTest::addColumn<QList<double>>("values");
  QTest::addColumn<QString>("text");
  QTest::newRow("one") << QList<double>{1} << "1.";
  QTest::newRow("few") << QList<double>{1, 2.5} << "1.0000, 2.5000";
  QTest::newRow("six") << QList<double>{1, 2, 3, 4, 5, 6} << "1., 2., 3., 4., 5., 6.";
  QTest::newRow("many") << QList<double>{1, 2, 3, 4, 5, 6, 7} << "1., 2., 3., 4., 5., 6., …";
  QTest::newRow("none") << QList<double>{} << "[]";
}

void TestFormat::summary() {
  QFETCH(QList<double>, values);
  QFETCH(QString, text);
  QCOMPARE(QString::fromStdString(todevice::summary(row({values.begin(), values.end()}))), text);
  QCOMPARE(QString::fromStdString(todevice::summary(row({values.begin(), values.end()}, kGpu0))), text);
}

/// Of a view, as it is read: not only its first row.
void TestFormat::summaryOfViews() {
  for (const Device device : {kCpu, kGpu0}) {
    const Tensor x = make({1, 2, 3, 4, 5, 6, 7, 8}, {2, 4}, device);
    QCOMPARE(todevice::summary(ops::t(x)), std::string("1., 5., 2., 6., 3., 7., …"));
    QCOMPARE(todevice::summary(ops::slice(x, 1, 1, 4, 2)), std::string("2., 4., 6., 8."));
    QCOMPARE(todevice::summary(ops::select(x, 1, 3)), std::string("4., 8."));
    QCOMPARE(todevice::summary(ops::expand(ops::select(x, 0, 1), Shape{2, 4})),
             std::string("5., 6., 7., 8., 5., 6., …"));
  }
}

void TestFormat::lookingLeavesNoTrace() {
  struct Counter final : trace::Sink {
    int calls = 0;
    void allocated(const Storage&) override { ++calls; }
    void freed(Device, const void*, std::size_t, std::uint64_t) override { ++calls; }
    void copied(Device, const void*, Device, const void*, std::size_t, double) override { ++calls; }
    void moved(const Tensor&, const Tensor&) override { ++calls; }
    void module_begins(const std::weak_ptr<const void>&) override { ++calls; }
    void module_ends() override { ++calls; }
    void cuda_initialized() override { ++calls; }
  } counter;
  const Tensor x = ops::t(make({1, 2, 3, 4}, {2, 2}, kGpu0));
  trace::Sink* before = trace::set_sink(&counter);
  const std::string text = todevice::summary(x);
  trace::set_sink(before);
  QCOMPARE(text, std::string("1., 3., 2., 4."));
  QCOMPARE(counter.calls, 0);
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
