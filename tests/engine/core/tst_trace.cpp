// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include "../support/tensors.h"
#include "nn/layers.h"

using namespace todevice;
using namespace todevice::testing;

namespace {

/// Writes down what it is told, a line each.
class Notes final : public trace::Sink {
 public:
  Notes() : before_(trace::set_sink(this)) {}
  ~Notes() override { trace::set_sink(before_); }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  void allocated(const Storage& storage) override {
    lines << "allocate " + text(storage.device()) + " " + QString::number(storage.bytes());
    serials << storage.serial();
  }
  void freed(Device device, const void*, std::size_t bytes, std::uint64_t serial) override {
    lines << "free " + text(device) + " " + QString::number(bytes);
    serials << serial;
  }
  void copied(Device to, const void* dst, Device from, const void* src, std::size_t bytes,
              double seconds) override {
    lines << "copy " + text(from) + " to " + text(to) + " " + QString::number(bytes);
    complete = complete && dst && src && seconds >= 0;
  }
  void moved(const Tensor& source, const Tensor& result) override {
    lines << (result.is_same(source) ? QStringLiteral("stay") : QStringLiteral("move"));
  }
  void module_begins(const std::weak_ptr<const void>& module) override {
    lines << (module.expired() ? QStringLiteral("no module") : QStringLiteral("module"));
  }
  void module_ends() override { lines << "module end"; }
  void cuda_initialized() override { lines << "start"; }

  QStringList lines;
  QList<std::uint64_t> serials;
  bool complete = true;

 private:
  static QString text(Device device) { return QString::fromStdString(device.str()); }
  trace::Sink* before_;
};

}  // namespace

class TestTrace : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { simulate(2); }
  void tellsAMove();
  void tellsAMoveBetweenGpus();
  void tellsThatNothingWasToDo();
  void tellsWhichModule();
  void isQuietOnRequest();
  void interruptEndsALongOperation();
};

void TestTrace::tellsAMove() {
  const Tensor x = row({1, 2, 3});
  Notes notes;
  { const Tensor y = x.to(on(kGpu0)); }
  QCOMPARE(notes.lines,
           (QStringList{"start", "allocate cuda:0 12", "copy cpu to cuda:0 12", "move", "free cuda:0 12"}));
  QCOMPARE(notes.serials.first(), notes.serials.last());
  QVERIFY(notes.complete);
}

void TestTrace::tellsAMoveBetweenGpus() {
  const Tensor x = row({1, 2}, kGpu0);
  Notes notes;
  const Tensor y = x.to(on(kGpu1));
  QCOMPARE(notes.lines, (QStringList{"allocate cuda:1 8", "copy cuda:0 to cuda:1 8", "move"}));
}

void TestTrace::tellsThatNothingWasToDo() {
  const Tensor x = row({1});
  Notes notes;
  const Tensor y = x.to(on(kCpu));
  QCOMPARE(notes.lines, QStringList{"stay"});
}

void TestTrace::tellsWhichModule() {
  const auto net = std::make_shared<nn::Linear>(2, 1);
  const Notes notes;
  net->to({.device = kGpu1});
  QCOMPARE(notes.lines.front(), QString("module"));
  QCOMPARE(notes.lines.count("move"), 2);
  QCOMPARE(notes.lines.count("module end"), 1);
  QVERIFY(notes.lines.lastIndexOf("move") < notes.lines.indexOf("module end"));
}

void TestTrace::isQuietOnRequest() {
  Notes notes;
  {
    const trace::Quiet quiet;
    const Tensor x = row({1, 2}).to(on(kGpu0));
  }
  QVERIFY(notes.lines.isEmpty());
  const Tensor x = Tensor::empty({1});
  QCOMPARE(notes.lines, QStringList{"allocate cpu 4"});
}

void TestTrace::interruptEndsALongOperation() {
  const Tensor x = ops::ones({1200, 1200});
  trace::set_interrupt(true);
  const bool product = throws<Interrupted>([&] { ops::matmul(x, x); });
  const bool sum = throws<Interrupted>([&] { ops::add(x, x); });
  trace::set_interrupt(false);
  QVERIFY(product && sum);
  QCOMPARE(ops::add(x, x).numel(), x.numel());
}

QTEST_GUILESS_MAIN(TestTrace)
#include "tst_trace.moc"
