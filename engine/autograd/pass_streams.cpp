// SPDX-License-Identifier: Apache-2.0
#include "autograd/pass_streams.h"

#include "backend/registry.h"
#include "backend/streams.h"
#include "core/errors.h"

namespace todevice::autograd {

namespace {

StreamControl& control() {
  return *registry::cuda()->streams();
}

}  // namespace

PassStreams::PassStreams() : follows_(registry::side_streams_used()) {}

PassStreams::~PassStreams() {
  try {
    for (const Place& place : places_) {
      if (place.now != place.caller) control().set_current_stream(place.index, place.caller);
    }
  } catch (const Error&) {
    // A GPU that answers no more: its next use says so.
  }
}

PassStreams::Place& PassStreams::place(int index) {
  for (Place& known : places_) {
    if (known.index == index) return known;
  }
  const StreamId now = control().current_stream(index);
  return places_.emplace_back(Place{index, now, now});
}

/// What is queued on `stream` from now on comes after all that the pass has queued.
void PassStreams::move(Place& place, StreamId stream) {
  if (place.now == stream) return;
  const auto event = control().create_event(place.index, false);
  event->record(place.now);
  event->hold_back(place.index, stream);
  control().set_current_stream(place.index, stream);
  place.now = stream;
}

/// Its memory may come from another stream, which must not use it again too soon.
void PassStreams::share(const Tensor& grad) {
  if (!grad.defined() || !grad.is_cuda()) return;
  const int index = grad.device().index();
  control().record_stream(index, grad.storage()->data(), control().current_stream(index));
}

void PassStreams::go_to(const Node& node, const Tensor& grad) {
  if (!node.device.is_cuda()) return;
  move(place(node.device.index()), node.stream);
  share(grad);
}

void PassStreams::return_to_caller() {
  for (Place& place : places_) move(place, place.caller);
}

}  // namespace todevice::autograd
