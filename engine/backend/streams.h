// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace todevice {

/// A queue of work of one GPU: 0 is its default. Numbers are never used twice.
using StreamId = std::uint64_t;

/// A moment in a queue. Given back when the handle goes.
class Event {
 public:
  virtual ~Event() = default;
  virtual void record(
      StreamId stream) = 0;  ///< at the end of what is queued on a stream of the event's device
  virtual bool query() = 0;  ///< has it happened? True before it was recorded
  virtual void synchronize() = 0;
  /// What is queued from now on on this stream of GPU `index` waits for it.
  virtual void hold_back(int index, StreamId stream) = 0;
  /// Milliseconds from this event to `end`, both recorded with timing and happened. Throws Error otherwise.
  virtual double elapsed_ms(const Event& end) = 0;
};

/// What begin_capture() says on the default stream.
inline constexpr const char* kCaptureNeedsStream =
    "CUDA graphs must be captured on a non-default stream. (However, after capture, it's ok to replay them "
    "on "
    "the default stream.)";

/// What end_capture() says on another stream than begin_capture() was called on.
inline constexpr const char* kCaptureEndsElsewhere = "Capture must end on the same stream it began on.";

/// Work recorded once, replayed with one call. A stream that waits for an event of a recorded stream is
/// recorded too, from there to the end; before the end the first one must have waited for it.
class Graph {
 public:
  virtual ~Graph() = default;
  /// Throws Error on another stream than the one it began on (and records on), AcceleratorError for what
  /// cannot be a graph.
  virtual void end_capture() = 0;
  virtual bool is_empty() const = 0;       ///< was nothing recorded?
  virtual std::uint64_t pool() const = 0;  ///< where its memory comes from: for graphs that may share it
  /// Queues the work on the current stream of the device that it was recorded on.
  virtual void replay() = 0;
};

/// How many replays this process has asked for: each may have changed memory that no operation touched since.
inline std::atomic<std::uint64_t> graph_replays = 0;

/// What only devices with queues have; reached through Backend::streams(). Current streams are a thread's
/// own. Errors are AcceleratorError. Simulated GPUs have it too: their work is done when the call returns.
class StreamControl {
 public:
  virtual ~StreamControl() = default;

  /// One of the GPU's 32 streams of this priority (lower is more urgent, 0 the usual; cut to what the device
  /// has), in turn: they are made at their first use and stay, as PyTorch's.
  virtual StreamId create_stream(int index, int priority) = 0;
  virtual StreamId current_stream(int index) = 0;
  virtual void set_current_stream(int index, StreamId stream) = 0;
  virtual bool query_stream(int index, StreamId stream) = 0;
  virtual void synchronize_stream(int index, StreamId stream) = 0;
  /// What CUDA calls the stream (a cudaStream_t); 0 for the default one.
  virtual std::uintptr_t stream_handle(int index, StreamId stream) = 0;
  /// `data` (an allocation of this GPU) is used by `stream` too: once given back, it serves others only after
  /// what is queued there by then.
  virtual void record_stream(int index, void* data, StreamId stream) = 0;

  virtual std::unique_ptr<Event> create_event(int index, bool timing) = 0;

  /// Starts recording the current stream; what is allocated until end_capture() belongs to the graph's pool:
  /// one of its own (0), or one named by an earlier graph or by new_pool(). Throws Error on the default
  /// stream.
  virtual std::unique_ptr<Graph> begin_capture(int index, std::uint64_t pool = 0) = 0;
  virtual bool is_capturing(int index) = 0;

  /// Host memory that devices copy from and to by themselves.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void deallocate_pinned(void* data) noexcept = 0;
  virtual bool is_pinned(const void* data) noexcept = 0;
};

}  // namespace todevice
