// SPDX-License-Identifier: Apache-2.0
// torch.cuda's streams, events and graphs, and page-locked memory. What is a `with` block stands in
// prelude/streams.py.
#include "backend/streams.h"

#include <pybind11/stl.h>

#include <cstdio>

#include "backend/common/caching_allocator.h"
#include "backend/registry.h"
#include "core/errors.h"
#include "ops/ops.h"
#include "python/areas.h"
#include "python/convert.h"

namespace todevice::python {

namespace {

StreamControl& control(int index) {
  StreamControl* streams = registry::of(Device(DeviceType::cuda, index)).streams();
  if (!streams) throw NotImplementedError("These GPUs have no streams");
  return *streams;
}

/// The index of a GPU named in any way; None is the current one. CUDA is started.
int gpu_index(const py::object& device) {
  const Device wanted = as_device(device).value_or(Device(DeviceType::cuda));
  if (!wanted.is_cuda()) throw ValueError("Expected a cuda device, but got: " + wanted.str());
  registry::cuda_init();
  const Device found = registry::resolve(wanted);
  registry::of(found);
  return found.index();
}

struct StreamObject {
  int index;
  StreamId id;
  std::uintptr_t handle() const { return control(index).stream_handle(index, id); }
  bool operator==(const StreamObject&) const = default;
};

StreamObject current_stream(int index) {
  return {index, control(index).current_stream(index)};
}

std::string hex(std::uintptr_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

/// torch.cuda.Event: made on the device of the stream that first records it.
class EventObject {
 public:
  explicit EventObject(bool timing) : timing_(timing) {}

  void record(const StreamObject& stream) {
    if (!event_) {
      event_ = control(stream.index).create_event(stream.index, timing_);
      index_ = stream.index;
    } else if (index_ != stream.index) {
      throw Error("Event device " + std::to_string(index_) + " does not match recording stream's device " +
                  std::to_string(stream.index) + ".");
    }
    event_->record(stream.id);
  }
  void wait(const StreamObject& stream) {
    if (event_) event_->hold_back(stream.index, stream.id);
  }
  bool query() const { return !event_ || event_->query(); }
  void synchronize() {
    if (!event_) return;
    const py::gil_scoped_release others_run;
    event_->synchronize();
  }
  double elapsed_time(const EventObject& end) const {
    if (!timing_ || !end.timing_)
      throw ValueError("Both events must be created with argument 'enable_timing=True'.");
    if (!event_ || !end.event_)
      throw ValueError("Both events must be recorded before calculating elapsed time.");
    if (!query() || !end.query())
      throw Error("Both events must be completed before calculating elapsed time.");
    return event_->elapsed_ms(*end.event_);
  }
  std::string repr() const {
    return event_ ? "<torch.cuda.Event " + hex(reinterpret_cast<std::uintptr_t>(event_.get())) + ">"
                  : "<torch.cuda.Event uninitialized>";
  }

 private:
  bool timing_;
  int index_ = 0;
  std::unique_ptr<Event> event_;
};

/// torch.cuda.CUDAGraph.
class GraphObject {
 public:
  void begin(const py::object& pool) {
    if (graph_) {
      throw Error(
          "This CUDAGraph instance already owns a captured graph. To capture a new graph, create a new "
          "instance.");
    }
    const int index = gpu_index(py::none());
    const std::uint64_t shared = pool.is_none() ? 0 : pool.cast<std::pair<int, std::uint64_t>>().second;
    graph_ = control(index).begin_capture(index, shared);
    recording_ = true;
  }
  void end() {
    if (!recording_) throw Error("capture_end() was called, but no capture was begun");
    try {
      graph_->end_capture();
    } catch (const Error& error) {
      if (error.what() == std::string_view(kCaptureEndsElsewhere)) throw;  // it goes on where it began
      reset();
      throw;
    }
    recording_ = false;
    if (!graph_->is_empty()) return;
    const char* const text =
        "The CUDA Graph is empty. This usually means that the graph was attempted to be captured on wrong "
        "device or stream.";
    if (PyErr_WarnEx(PyExc_UserWarning, text, 1) < 0) throw py::error_already_set();
  }
  void replay() {
    if (!graph_ || recording_)
      throw Error("Called CUDAGraph::replay without a preceding successful capture.");
    ++graph_replays;
    graph_->replay();
  }
  void reset() {
    graph_.reset();
    recording_ = false;
  }
  std::pair<int, std::uint64_t> pool() const {
    if (!graph_) throw Error("Called CUDAGraph::pool() without a preceding successful capture.");
    return {0, graph_->pool()};
  }

 private:
  std::unique_ptr<Graph> graph_;
  bool recording_ = false;
};

StreamObject stream_or_current(const py::object& stream) {
  return stream.is_none() ? current_stream(gpu_index(py::none())) : stream.cast<StreamObject>();
}

void add_stream_class(py::module_& cuda) {
  py::class_<StreamObject>(cuda, "Stream", py::dynamic_attr())
      .def(py::init([](const py::object& device, int priority) {
             const int index = gpu_index(device);
             return StreamObject{index, control(index).create_stream(index, priority)};
           }),
           py::arg("device") = py::none(), py::arg("priority") = 0)
      .def_property_readonly("device",
                             [](const StreamObject& self) { return Device(DeviceType::cuda, self.index); })
      .def_property_readonly("device_index", [](const StreamObject& self) { return self.index; })
      .def_property_readonly("stream_id", [](const StreamObject& self) { return self.id; })
      .def_property_readonly("cuda_stream", &StreamObject::handle)
      .def("query",
           [](const StreamObject& self) { return control(self.index).query_stream(self.index, self.id); })
      .def("synchronize",
           [](const StreamObject& self) {
             const py::gil_scoped_release others_run;
             control(self.index).synchronize_stream(self.index, self.id);
           })
      .def(
          "wait_event", [](const StreamObject& self, EventObject& event) { event.wait(self); },
          py::arg("event"))
      .def(
          "wait_stream",
          [](const StreamObject& self, const StreamObject& other) {
            EventObject event(false);
            event.record(other);
            event.wait(self);
          },
          py::arg("stream"))
      .def(
          "record_event",
          [](const StreamObject& self, const py::object& event) {
            const py::object made = event.is_none() ? py::cast(std::make_shared<EventObject>(false)) : event;
            made.cast<EventObject&>().record(self);
            return made;
          },
          py::arg("event") = py::none())
      .def("__eq__",
           [](const StreamObject& self, const py::object& other) {
             return py::isinstance<StreamObject>(other) && other.cast<StreamObject>() == self;
           })
      .def("__hash__",
           [](const StreamObject& self) { return py::hash(py::make_tuple(self.handle(), self.index)); })
      .def("__repr__", [](const StreamObject& self) {
        return "<torch.cuda.Stream device=" + Device(DeviceType::cuda, self.index).str() +
               " cuda_stream=" + hex(self.handle()) + ">";
      });
}

void add_event_class(py::module_& cuda) {
  py::class_<EventObject, std::shared_ptr<EventObject>>(cuda, "Event", py::dynamic_attr())
      .def(py::init([](bool timing, bool, bool interprocess) {
             if (interprocess) throw NotImplementedError("ToDevice's events stay within one process");
             return std::make_shared<EventObject>(timing);
           }),
           py::arg("enable_timing") = false, py::arg("blocking") = false, py::arg("interprocess") = false)
      .def(
          "record",
          [](EventObject& self, const py::object& stream) { self.record(stream_or_current(stream)); },
          py::arg("stream") = py::none())
      .def(
          "wait", [](EventObject& self, const py::object& stream) { self.wait(stream_or_current(stream)); },
          py::arg("stream") = py::none())
      .def("query", &EventObject::query)
      .def("synchronize", &EventObject::synchronize)
      .def("elapsed_time", &EventObject::elapsed_time, py::arg("end_event"))
      .def("__repr__", &EventObject::repr);
}

void add_graph_class(py::module_& cuda) {
  py::class_<GraphObject>(cuda, "CUDAGraph", py::dynamic_attr())
      .def(py::init<>())
      .def(
          "capture_begin",
          [](GraphObject& self, const py::object& pool, const std::string&) { self.begin(pool); },
          py::arg("pool") = py::none(), py::arg("capture_error_mode") = "global")
      .def("capture_end", &GraphObject::end)
      .def("replay", &GraphObject::replay)
      .def("reset", &GraphObject::reset)
      .def("pool", &GraphObject::pool);
}

void add_pinned_memory() {
  def(
      "pin_memory", [](const Tensor& self, const py::object&) { return ops::pin_memory(self); },
      py::arg("device") = py::none());
  def(
      "is_pinned", [](const Tensor& self, const py::object&) { return ops::is_pinned(self); },
      py::arg("device") = py::none());
  def(
      "record_stream",
      [](const Tensor& self, const StreamObject& stream) {
        if (!self.is_cuda())
          throw Error("record_stream is only for tensors on a GPU; this one is on the CPU");
        const int index = self.device().index();
        if (stream.index != index) {
          throw Error("record_stream of a tensor on " + self.device().str() +
                      " takes a stream of that GPU, not of " + Device(DeviceType::cuda, stream.index).str());
        }
        control(index).record_stream(index, self.storage()->data(), stream.id);
      },
      py::arg("stream"));
}

}  // namespace

void add_streams(py::module_& cuda) {
  add_stream_class(cuda);
  add_event_class(cuda);
  add_graph_class(cuda);
  add_pinned_memory();
  cuda.def(
      "current_stream", [](const py::object& device) { return current_stream(gpu_index(device)); },
      py::arg("device") = py::none());
  cuda.def(
      "default_stream",
      [](const py::object& device) {
        return StreamObject{gpu_index(device), 0};
      },
      py::arg("device") = py::none());
  cuda.def(
      "set_stream",
      [](const py::object& stream) {
        if (stream.is_none()) return;
        const auto wanted = stream.cast<StreamObject>();
        registry::set_current_device(wanted.index);
        registry::set_current_stream(wanted.index, wanted.id);
      },
      py::arg("stream"));
  cuda.def("is_current_stream_capturing", [] {
    const int index = gpu_index(py::none());
    return control(index).is_capturing(index);
  });
  cuda.def("graph_pool_handle", [] { return std::make_pair(0, CachingAllocator::new_pool()); });
}

}  // namespace todevice::python
