// SPDX-License-Identifier: Apache-2.0
// Which call caused which work, and whose line it was: worked out from notes as the driver tells them.
#include "backend/cuda/call_log.h"

#include <QTest>

#include "backend/cuda/call_names.h"

using namespace todevice;
using namespace todevice::cuda;
using trace::Call;
using trace::CallKind;

namespace {

ApiNote api(bool driver, std::uint32_t function, std::uint32_t correlation, std::uint64_t begin,
            std::uint64_t end, std::uint32_t thread = 1) {
  return {driver, function, thread, correlation, begin, end};
}
WorkNote work(CallKind kind, const char* name, std::uint32_t correlation, std::uint64_t begin,
              std::uint64_t end, std::uint64_t bytes = 0) {
  return {kind, name, "", 1, 13, correlation, bytes, begin, end};
}

trace::Calls take(CallLog& log, std::uint64_t from = 1000, std::uint64_t to = 9000) {
  return log.take(from, to,
                  {[](const ApiNote& one) {
                     return one.function == 0 ? std::string() : "f" + std::to_string(one.function);
                   },
                   [](int device, std::uint32_t stream) { return device == 1 && stream == 13 ? 2 : -1; }});
}

}  // namespace

class TestCallLog : public QObject {
  Q_OBJECT
 private slots:
  void workBelongsToTheCallThatCausedIt();
  void otherLinesAreLeftOut();
  void innerCallsAreNotShown();
  void anotherThreadsCallIsNotInside();
  void whatIsKeptIsBounded();
  void namesOfCalls();
  void namesOfKernels();
};

void TestCallLog::workBelongsToTheCallThatCausedIt() {
  CallLog log;
  log.add(work(CallKind::copy, "copy", 7, 9500, 9900, 36));  // done after the line ended
  log.add(api(false, 41, 7, 2000, 2600));
  const auto told = take(log);
  QCOMPARE(told.calls.size(), std::size_t(2));
  const Call &call = told.calls[0], &copy = told.calls[1];
  QCOMPARE(call.name, std::string("f41"));
  QVERIFY(call.kind == CallKind::api && call.device == -1 && call.stream == Call::kNoStream);
  QCOMPARE(call.begin, std::int64_t(1000));
  QCOMPARE(call.duration, std::int64_t(600));
  QCOMPARE(copy.begin, std::int64_t(8500));
  QCOMPARE(copy.duration, std::int64_t(400));
  QCOMPARE(copy.bytes, std::size_t(36));
  QVERIFY(copy.device == 1 && copy.stream == 2 && copy.correlation == call.correlation);
  QVERIFY(call.measured && copy.measured);
  QVERIFY(take(log).calls.empty());
}

void TestCallLog::otherLinesAreLeftOut() {
  CallLog log;
  log.add(api(false, 1, 5, 900, 1100));   // began before
  log.add(api(false, 2, 6, 9100, 9200));  // looks at the values
  log.add(work(CallKind::kernel, "early", 5, 1200, 1300));
  log.add(work(CallKind::copy, "look", 6, 9300, 9400));
  log.add(work(CallKind::kernel, "unknown", 99, 2000, 2100));
  QVERIFY(take(log).calls.empty());
}

void TestCallLog::innerCallsAreNotShown() {
  CallLog log;
  log.add(api(true, 70, 8, 2100, 2400));
  log.add(api(false, 41, 7, 2000, 2600));
  log.add(api(true, 71, 9, 2700, 2800));   // cuBLAS asks the driver itself
  log.add(api(false, 0, 10, 2900, 2950));  // no name
  log.add(work(CallKind::kernel, "inner", 8, 3000, 3100));
  log.add(work(CallKind::kernel, "direct", 9, 3200, 3300));
  const auto told = take(log);
  QCOMPARE(told.calls.size(), std::size_t(4));
  QCOMPARE(told.calls[0].name, std::string("f41"));
  QCOMPARE(told.calls[1].name, std::string("f71"));
  QCOMPARE(told.calls[2].name, std::string("inner"));
  QCOMPARE(told.calls[2].correlation, told.calls[0].correlation);
  QCOMPARE(told.calls[3].correlation, told.calls[1].correlation);
}

void TestCallLog::anotherThreadsCallIsNotInside() {
  CallLog log;
  log.add(api(false, 41, 7, 2000, 2600, 1));
  log.add(api(true, 70, 8, 2100, 2400, 2));
  QCOMPARE(take(log).calls.size(), std::size_t(2));
}

void TestCallLog::whatIsKeptIsBounded() {
  CallLog log;
  constexpr std::uint32_t kMany = 20'000;
  for (std::uint32_t i = 0; i < kMany; ++i) log.add(api(false, 1, i, 2000 + i / 4, 2001 + i / 4));
  const auto told = take(log);
  QCOMPARE(told.calls.size(), trace::CallRecorder::kMost);
  QCOMPARE(told.left_out, kMany - trace::CallRecorder::kMost);
  // A library that starts calls hundreds of times before the kernel that matters.
  for (std::uint32_t i = 1; i < 2000; ++i) log.add(api(false, 1, i, 2000 + i, 2001 + i));
  log.add(work(CallKind::kernel, "product", 1999, 5000, 5100));
  const auto started = take(log);
  QCOMPARE(started.calls.size(), trace::CallRecorder::kMost);
  QCOMPARE(started.calls.back().name, std::string("product"));
  QCOMPARE(started.calls[started.calls.size() - 2].correlation, std::uint64_t(1999));
  QCOMPARE(started.left_out, std::size_t(2000) - trace::CallRecorder::kMost);
}

void TestCallLog::namesOfCalls() {
  QCOMPARE(call_name("cudaLaunchKernel_v7000"), std::string("cudaLaunchKernel"));
  QCOMPARE(call_name("cuMemcpyHtoDAsync_v2"), std::string("cuMemcpyHtoDAsync"));
  QCOMPARE(call_name("cudaMemcpyAsync_ptsz_v7000"), std::string("cudaMemcpyAsync"));
  QCOMPARE(call_name("cuLaunchKernel_ptsz"), std::string("cuLaunchKernel"));
  QCOMPARE(call_name("cuda_very_own"), std::string("cuda_very_own"));
}

void TestCallLog::namesOfKernels() {
  QCOMPARE(short_name("void todevice::cuda::(anonymous namespace)::fill_kernel<float, (int)4>(float*, long)"),
           std::string("fill_kernel"));
  QCOMPARE(short_name("ampere_sgemm_32x32_sliced1x4_nn"), std::string("ampere_sgemm_32x32_sliced1x4_nn"));
  QCOMPARE(short_name("a::b<c::d<e>, f()>::g(h::i, j)"), std::string("g"));
  QCOMPARE(short_name(""), std::string());
  const std::string full = full_name("_ZN8todevice4cuda11fill_kernelIfEEvPT_l");
  QCOMPARE(full, std::string("void todevice::cuda::fill_kernel<float>(float*, long)"));
  QCOMPARE(short_name(full), std::string("fill_kernel"));
  QCOMPARE(full_name("plain"), std::string("plain"));
  QCOMPARE(full_name(nullptr), std::string("kernel"));
}

QTEST_GUILESS_MAIN(TestCallLog)
#include "tst_call_log.moc"
