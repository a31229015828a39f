// SPDX-License-Identifier: Apache-2.0
#include "protocol/codec.h"
#include "protocol/fields.h"

namespace todevice::protocol {

using fields::Is;
using fields::json;

template <class A, Is<TensorInfo> T>
void describe(A& a, T& v) {
  a.address("address", v.address);
  a.address("storage", v.storage);
  a("storage_serial", v.storage_serial);
  a("storage_bytes", v.storage_bytes);
  a("device", v.device);
  a("dtype", v.dtype);
  a("shape", v.shape);
  a("stride", v.stride);
  a("offset", v.offset);
  a("bytes", v.bytes);
  a("requires_grad", v.requires_grad);
  a("is_view", v.is_view);
  a("grad_fn", v.grad_fn);
}
template <class A, Is<Object::Part> T>
void describe(A& a, T& v) {
  a("name", v.name);
  a.address("id", v.id);
  a("is_buffer", v.is_buffer);
}
template <class A, Is<Object> T>
void describe(A& a, T& v) {
  a.address("id", v.id);
  a("kind", v.kind);
  a("type", v.type);
  a("summary", v.summary);
  a("tensor", v.tensor);
  a("parts", v.parts);
  a("parts_cut", v.parts_cut);
  a("parts_at", v.parts_at);
  a("parts_count", v.parts_count);
}
template <class A, Is<Binding> T>
void describe(A& a, T& v) {
  a("name", v.name);
  a.address("id", v.id);
  a("scope", v.scope);
}
template <class A, Is<Allocation> T>
void describe(A& a, T& v) {
  a("freed", v.freed);
  a("device", v.device);
  a.address("address", v.address);
  a("bytes", v.bytes);
  a("serial", v.serial);
}
template <class A, Is<Copy> T>
void describe(A& a, T& v) {
  a("from", v.from);
  a("to", v.to);
  a.address("from_address", v.from_address);
  a.address("to_address", v.to_address);
  a("bytes", v.bytes);
  a("microseconds", v.microseconds);
}
template <class A, Is<Move> T>
void describe(A& a, T& v) {
  a("what", v.what);
  a("name", v.name);
  a("same_object", v.same_object);
  a("same_storage", v.same_storage);
  a.address("before_id", v.before_id);
  a.address("after_id", v.after_id);
  a("before_device", v.before_device);
  a("after_device", v.after_device);
  a("before_dtype", v.before_dtype);
  a("after_dtype", v.after_dtype);
  a.address("before_address", v.before_address);
  a.address("after_address", v.after_address);
  a("bytes", v.bytes);
  a("parts", v.parts);
}
template <class A, Is<Origin> T>
void describe(A& a, T& v) {
  a("part", v.part);
  a("device", v.device);
  a("made_on", v.made_on);
  a("made_line", v.made_line);
  a("moved_line", v.moved_line);
  a("bytes", v.bytes);
}
template <class A, Is<Named> T>
void describe(A& a, T& v) {
  a("name", v.name);
  a.address("id", v.id);
  a("kind", v.kind);
  a("type", v.type);
  a("text", v.text);
  a("is_leaf", v.is_leaf);
  a("is_scalar", v.is_scalar);
  a("origins", v.origins);
}
template <class A, Is<ErrorFrame> T>
void describe(A& a, T& v) {
  a("line", v.line);
  a("function", v.function);
  a("expression", v.expression);
  a("names", v.names);
}
template <class A, Is<Error> T>
void describe(A& a, T& v) {
  a("type", v.type);
  a("message", v.message);
  a("traceback", v.traceback);
  a("line", v.line);
  a("frames", v.frames);
}
template <class A, Is<VariableChange> T>
void describe(A& a, T& v) {
  a("name", v.name);
  a("how", v.how);
  a("before", v.before);
  a("after", v.after);
  a("late", v.late);
}
template <class A, Is<VariableReading> T>
void describe(A& a, T& v) {
  a("visible_devices", v.visible_devices);
  a("device_order", v.device_order);
}
template <class A, Is<DeviceMemory> T>
void describe(A& a, T& v) {
  a("device", v.device);
  a("allocated", v.allocated);
  a("reserved", v.reserved);
  a("device_free", v.device_free);
  a("device_total", v.device_total);
}
template <class A, Is<Call> T>
void describe(A& a, T& v) {
  a("name", v.name);
  a("detail", v.detail);
  a("kind", v.kind);
  a("device", v.device);
  a("stream", v.stream);
  a("bytes", v.bytes);
  a("begin", v.begin);
  a("microseconds", v.microseconds);
  a("correlation", v.correlation);
  a("measured", v.measured);
}
template <class A, Is<Record> T>
void describe(A& a, T& v) {
  a("run", v.run);
  a("index", v.index);
  a("file", v.file);
  a("line", v.line);
  a("depth", v.depth);
  a("function", v.function);
  a("entered", v.entered);
  a("entry", v.entry);
  a("raised", v.raised);
  a("source", v.source);
  a("microseconds", v.microseconds);
  a("bound", v.bound);
  a("unbound", v.unbound);
  a("objects", v.objects);
  a.addresses("dead", v.dead);
  a("allocations", v.allocations);
  a("copies", v.copies);
  a("copies_left_out", v.copies_left_out);
  a("copies_left_out_bytes", v.copies_left_out_bytes);
  a("moves", v.moves);
  a("moves_left_out", v.moves_left_out);
  a("memory", v.memory);
  a("output", v.output);
  a("error", v.error);
  a("cuda_uuids", v.cuda_uuids);
  a("variables", v.variables);
  a("variables_read", v.variables_read);
  a("current_device", v.current_device);
  a("calls", v.calls);
  a("calls_left_out", v.calls_left_out);
  a("calls_note", v.calls_note);
  a("merged", v.merged);
  a("time", v.time);
}

void to_json(json& json, const Record& value) {
  json = fields::Writer::encode(value);
}

void from_json(const json& json, Record& value) {
  value = Record{};
  fields::Reader reader(json);
  describe(reader, value);
}

}  // namespace todevice::protocol
