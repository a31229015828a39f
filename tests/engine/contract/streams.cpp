// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "backend/registry.h"
#include "backend/streams.h"
#include "contract.h"
#include "core/errors.h"

namespace todevice::testing {

namespace {

/// Makes a stream current for a scope.
class On {
 public:
  On(Place place, StreamId stream) : control_(*place.backend->streams()), index_(place.index) {
    before_ = control_.current_stream(index_);
    control_.set_current_stream(index_, stream);
  }
  ~On() { control_.set_current_stream(index_, before_); }
  On(const On&) = delete;
  On& operator=(const On&) = delete;

 private:
  StreamControl& control_;
  int index_;
  StreamId before_;
};

}  // namespace

void Contract::streamsAreThreadsOwn() {
  StreamControl* streams = place_.backend->streams();
  QCOMPARE(streams == nullptr, place_.device().is_cpu());
  if (!streams) return;
  QCOMPARE(streams->current_stream(place_.index), StreamId{0});
  QCOMPARE(streams->stream_handle(place_.index, 0), std::uintptr_t{0});
  const StreamId side = streams->create_stream(place_.index, 0);
  QVERIFY(side != 0 && streams->stream_handle(place_.index, side) != 0);
  const On on(place_, side);
  QCOMPARE(streams->current_stream(place_.index), side);
  StreamId elsewhere = side;
  std::thread([&] { elsewhere = streams->current_stream(place_.index); }).join();
  QCOMPARE(elsewhere, StreamId{0});
}

void Contract::eventsOrderStreams() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const StreamId side = streams->create_stream(place_.index, -1);
  const Buffer a(place_, DType::float32, {1 << 16}, 1), b(place_, DType::float32, {1 << 16});
  const auto begin = streams->create_event(place_.index, true),
             end = streams->create_event(place_.index, true);
  place_.backend->synchronize(place_.index);
  begin->record(0);
  for (int i = 0; i < 50; ++i) place_.kernels().binary(BinaryOp::add, a.view(), a.view(), Scalar(1));
  end->record(0);
  end->hold_back(place_.index, side);
  {
    const On on(place_, side);
    place_.kernels().copy(b.view(), a.view());
  }
  streams->synchronize_stream(place_.index, side);
  QVERIFY(streams->query_stream(place_.index, side));
  QCOMPARE(b.values().at(77), 51.0);
  end->synchronize();
  QVERIFY(end->query() && begin->query());
  QVERIFY(begin->elapsed_ms(*end) > 0);
}

void Contract::pinnedMemory() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  auto* numbers = static_cast<float*>(streams->allocate_pinned(4096));
  QVERIFY(streams->is_pinned(numbers) && streams->is_pinned(numbers + 1023));
  float ordinary = 0;
  QVERIFY(!streams->is_pinned(&ordinary));
  for (int i = 0; i < 1024; ++i) numbers[i] = static_cast<float>(i);
  Buffer there(place_, DType::float32, {1024});
  place_.backend->copy(place_.device(), there.data(), kCpu, numbers, 4096, false);
  place_.kernels().binary(BinaryOp::mul, there.view(), there.view(), Scalar(2));
  place_.backend->copy(kCpu, numbers, place_.device(), there.data(), 4096, false);
  place_.backend->synchronize(place_.index);
  QCOMPARE(numbers[1000], 2000.0f);
  streams->deallocate_pinned(numbers);
}

void Contract::graphsReplay() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  QVERIFY_EXCEPTION_THROWN(streams->begin_capture(place_.index), Error);
  const Buffer x(place_, DType::float32, {3}, {1, 2, 3}), y(place_, DType::float32, {3}, 9);
  const On on(place_, streams->create_stream(place_.index, 0));
  place_.backend->synchronize(place_.index);
  const auto graph = streams->begin_capture(place_.index);
  QVERIFY(streams->is_capturing(place_.index));
  place_.kernels().binary(BinaryOp::mul, y.view(), x.view(), Scalar(10));
  place_.kernels().uniform(x.view(), 0, 1);
  void* own = place_.backend->allocate(place_.index, 512);
  graph->end_capture();
  QVERIFY(!streams->is_capturing(place_.index));
  QCOMPARE(y.values(), (Numbers{9, 9, 9}));  // nothing was computed while it was recorded
  graph->replay();
  place_.backend->synchronize(place_.index);
  QCOMPARE(y.values(), (Numbers{10, 20, 30}));
  const Numbers first = x.values();
  graph->replay();
  place_.backend->synchronize(place_.index);
  QVERIFY(first != x.values());
  QVERIFY(std::abs(y.values()[0] - 10 * first[0]) < 1e-5);
  // what it allocated stays its own
  place_.backend->deallocate(place_.index, own, 512);
  std::vector<void*> others;
  for (int i = 0; i < 8; ++i) {
    others.push_back(place_.backend->allocate(place_.index, 512));
    QVERIFY(others.back() != own);
  }
  for (void* other : others) place_.backend->deallocate(place_.index, other, 512);
}

void Contract::graphsRefuseWaiting() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const Buffer x(place_, DType::float32, {2}, {1, 2});
  {
    const On on(place_, streams->create_stream(place_.index, 0));
    const auto graph = streams->begin_capture(place_.index);
    QVERIFY_EXCEPTION_THROWN(x.values(), AcceleratorError);
  }
  QCOMPARE(x.values(), (Numbers{1, 2}));
}

}  // namespace todevice::testing
