// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
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

/// A stream that waits for a recorded one is recorded, memory and random numbers and all, until the end.
void Contract::graphsSpreadOverStreams() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const int index = place_.index;
  const StreamId origin = streams->create_stream(index, 0), side = streams->create_stream(index, 0);
  const Buffer x(place_, DType::float32, {4}, 1), y(place_, DType::float32, {4}),
      r(place_, DType::float32, {4});
  place_.backend->synchronize(index);
  const On on(place_, origin);
  const auto graph = streams->begin_capture(index);
  const auto fork = streams->create_event(index, false), join = streams->create_event(index, false);
  fork->record(origin);
  fork->hold_back(index, side);
  void* inside = nullptr;
  {
    const On there(place_, side);
    QVERIFY(streams->is_capturing(index));
    inside = place_.backend->allocate(index, 512);
    const View held{inside, DType::float32, {4}, {1}};
    place_.kernels().binary(BinaryOp::mul, held, x.view(), Scalar(3));
    place_.kernels().binary(BinaryOp::add, y.view(), held, Scalar(1));
    place_.kernels().uniform(r.view(), 0, 1);
    place_.backend->deallocate(index, inside, 512);
    join->record(side);
  }
  join->hold_back(index, origin);
  graph->end_capture();
  QVERIFY(!graph->is_empty());
  void* outside = nullptr;
  {
    const On there(place_, side);
    QVERIFY(!streams->is_capturing(index));
    outside = place_.backend->allocate(index, 512);
    QVERIFY(outside != inside);  // the graph writes there at each replay
    place_.backend->deallocate(index, outside, 512);
  }
  place_.kernels().fill(x.view(), 5);
  graph->replay();
  place_.backend->synchronize(index);
  QCOMPARE(y.values(), Numbers(4, 16));
  const Numbers drawn = r.values();
  graph->replay();
  place_.backend->synchronize(index);
  QVERIFY(r.values() != drawn);
}

void Contract::graphsEndWhereTheyBegan() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const int index = place_.index;
  const StreamId origin = streams->create_stream(index, 0), side = streams->create_stream(index, 0);
  const Buffer x(place_, DType::float32, {2}, 1);
  place_.backend->synchronize(index);
  std::unique_ptr<Graph> graph;
  {
    const On on(place_, origin);
    graph = streams->begin_capture(index);
    place_.kernels().binary(BinaryOp::mul, x.view(), x.view(), Scalar(2));
  }
  QVERIFY_EXCEPTION_THROWN(graph->end_capture(), Error);
  {
    const On on(place_, origin);
    QVERIFY(streams->is_capturing(index));
    graph->end_capture();
    QVERIFY(!streams->is_capturing(index));
    graph = streams->begin_capture(index);
  }
  graph.reset();  // forgotten half way, on another stream
  {
    const On on(place_, origin);
    QVERIFY(!streams->is_capturing(index));
    place_.kernels().binary(BinaryOp::add, x.view(), x.view(), Scalar(1));
    QCOMPARE(x.values(), Numbers(2, 2));
    // a stream that only waits may be left behind; one that works may not
    graph = streams->begin_capture(index);
    {
      const auto fork = streams->create_event(index, false);
      fork->record(origin);
      fork->hold_back(index, side);
    }
    graph->end_capture();
    graph = streams->begin_capture(index);
    const auto fork = streams->create_event(index, false);
    fork->record(origin);
    fork->hold_back(index, side);
    {
      const On there(place_, side);
      place_.kernels().fill(x.view(), 9);
    }
    QVERIFY_EXCEPTION_THROWN(graph->end_capture(), AcceleratorError);
    graph.reset();
    // what the graph waits for must be part of it
    const auto before = streams->create_event(index, false);
    before->record(0);
    graph = streams->begin_capture(index);
    QVERIFY_EXCEPTION_THROWN(before->hold_back(index, origin), AcceleratorError);
    graph.reset();
  }
  for (const StreamId stream : {origin, side}) {
    const On on(place_, stream);
    QVERIFY(!streams->is_capturing(index));
    place_.kernels().binary(BinaryOp::add, x.view(), x.view(), Scalar(1));
    streams->synchronize_stream(index, stream);
  }
  QCOMPARE(x.values(), Numbers(2, 4));
}

/// A seed given between replays is the one that the next replay draws with.
void Contract::graphsTakeNewSeeds() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const Buffer drawn(place_, DType::float32, {100}), alone(place_, DType::float32, {100});
  place_.kernels().manual_seed(1);
  const On on(place_, streams->create_stream(place_.index, 0));
  place_.backend->synchronize(place_.index);
  const auto graph = streams->begin_capture(place_.index);
  place_.kernels().normal(drawn.view(), 0, 1);
  place_.kernels().uniform(drawn.view(), 0, 1);
  graph->end_capture();
  for (const std::uint64_t seed : {1, 123, 77}) {
    place_.kernels().manual_seed(seed);
    graph->replay();
    place_.kernels().manual_seed(seed);
    place_.kernels().normal(alone.view(), 0, 1);
    place_.kernels().uniform(alone.view(), 0, 1);
    QCOMPARE(drawn.values(), alone.values());
  }
}

/// The steps of a recorded Adam are told by `advance`, whatever happened between the replays.
void Contract::graphsAskForSteps() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const Numbers slope = {0.5, -1, 2};
  const auto make = [&](double value) {
    return std::make_unique<Buffer>(place_, DType::float64, Shape{3}, value);
  };
  const Buffer grad(place_, DType::float64, {3}, slope);
  const auto a = make(1), am = make(0), av = make(0), b = make(1), bm = make(0), bv = make(0);
  const auto step = [&](const Buffer& param, const Buffer& m, const Buffer& v, Kernels::AdamStep how) {
    const View params[] = {param.view()}, grads[] = {grad.view()}, averages[] = {m.view()},
               squares[] = {v.view()};
    place_.kernels().adam_step(params, grads, averages, squares, how);
  };
  const Kernels::AdamStep plain{0.01, 0.9, 0.99, 1e-8, 0, false, false, 1};
  const On on(place_, streams->create_stream(place_.index, 0));
  place_.backend->synchronize(place_.index);
  std::int64_t count = 0;
  Kernels::AdamStep counted = plain;
  counted.advance = [&count] { return ++count; };
  const auto graph = streams->begin_capture(place_.index);
  step(*a, *am, *av, counted);
  graph->end_capture();
  QCOMPARE(count, std::int64_t{0});
  for (std::int64_t k = 1; k <= 8; ++k) {
    if (k % 3 == 0) {  // one step outside the graph
      Kernels::AdamStep now = plain;
      now.step = ++count;
      step(*a, *am, *av, now);
    } else {
      graph->replay();
    }
    Kernels::AdamStep now = plain;
    now.step = k;
    step(*b, *bm, *bv, now);
    QCOMPARE(count, k);
  }
  check(a->values(), b->values(), DType::float64);
}

/// Copies of two streams share what they are staged through.
void Contract::copiesOnTwoStreams() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  constexpr std::int64_t kCount = 4 << 20;
  const int index = place_.index;
  const StreamId up = streams->create_stream(index, 0), down = streams->create_stream(index, -1);
  const Buffer there(place_, DType::float32, {kCount}), other(place_, DType::float32, {kCount}, 7);
  const std::vector<float> given(kCount, 3.0f);
  std::vector<float> back(kCount, 0.0f);
  const std::size_t bytes = given.size() * sizeof(float);
  const int busy = place_.backend->name() == "cuda" ? 300 : 1;  // so that the upload waits in its slots
  for (int round = 0; round < 3; ++round) {
    {
      const On on(place_, up);
      for (int i = 0; i < busy; ++i)
        place_.kernels().binary(BinaryOp::add, there.view(), there.view(), Scalar(1));
      place_.backend->copy(place_.device(), there.data(), kCpu, given.data(), bytes, false);
    }
    {
      const On on(place_, down);
      place_.backend->copy(kCpu, back.data(), place_.device(), other.data(), bytes, true);
    }
    QVERIFY(std::ranges::all_of(back, [](float x) { return x == 7.0f; }));
    streams->synchronize_stream(index, up);
    const Numbers values = there.values();
    QVERIFY(std::ranges::all_of(values, [](double x) { return x == 3.0; }));
  }
}

/// Memory that a recorded stream uses too is given back while the recording goes on.
void Contract::sharedMemoryFreedInACapture() {
  StreamControl* streams = place_.backend->streams();
  if (!streams) return;
  const int index = place_.index;
  const StreamId side = streams->create_stream(index, 0);
  const Buffer x(place_, DType::float32, {4}, 2), y(place_, DType::float32, {4});
  void* block = place_.backend->allocate(index, 512);  // of the default stream
  place_.kernels().fill({block, DType::float32, {4}, {1}}, 3);
  place_.backend->synchronize(index);
  const On on(place_, side);
  streams->record_stream(index, block, side);
  const auto graph = streams->begin_capture(index);
  place_.kernels().binary(BinaryOp::mul, y.view(), x.view(), Scalar(5));
  place_.backend->deallocate(index, block, 512);
  graph->end_capture();
  graph->replay();
  place_.backend->synchronize(index);
  QCOMPARE(y.values(), Numbers(4, 10));
  streams->set_current_stream(index, 0);
  void* again = place_.backend->allocate(index, 512);
  place_.backend->deallocate(index, again, 512);
}

}  // namespace todevice::testing
