// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace todevice {

/// A queue of work: 0 is the device's default.
using StreamId = std::uint64_t;

/// A moment in a queue. Given back when the handle goes.
class Event {
 public:
  virtual ~Event() = default;
  virtual void record() = 0;  ///< on the current stream of its device
  virtual bool query() = 0;   ///< has it happened?
  virtual void synchronize() = 0;
  virtual void make_current_stream_wait() = 0;
  /// Milliseconds from this event to `end`, both recorded with timing and happened. Throws Error otherwise.
  virtual double elapsed_ms(const Event& end) = 0;
};

/// Work recorded once, replayed with one call.
class Graph {
 public:
  virtual ~Graph() = default;
  virtual void end_capture() = 0;
  virtual void replay() = 0;
};

/// What only devices with queues have; reached through Backend::streams(). Current streams are a thread's
/// own. Errors are AcceleratorError.
class StreamControl {
 public:
  virtual ~StreamControl() = default;

  virtual StreamId create_stream(int index) = 0;
  virtual StreamId current_stream(int index) = 0;
  virtual void set_current_stream(int index, StreamId stream) = 0;
  virtual bool query_stream(int index, StreamId stream) = 0;
  virtual void synchronize_stream(int index, StreamId stream) = 0;
  virtual std::unique_ptr<Event> create_event(int index, bool timing) = 0;
  /// Starts recording the current stream; what is allocated until end_capture() belongs to the graph.
  virtual std::unique_ptr<Graph> begin_capture(int index) = 0;

  /// Host memory that devices copy from and to by themselves.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void deallocate_pinned(void* data) noexcept = 0;
  virtual bool is_pinned(const void* data) noexcept = 0;
};

}  // namespace todevice
