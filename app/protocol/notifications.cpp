// SPDX-License-Identifier: Apache-2.0
#include "protocol/codec.h"
#include "protocol/fields.h"
#include "protocol/metrics.h"

namespace todevice::protocol {

using fields::Is;
using fields::json;

template <class A, Is<MigDevice> T>
void describe(A& a, T& v) {
  a("uuid", v.uuid);
  a("name", v.name);
  a("gpu_instance", v.gpu_instance);
  a("compute_instance", v.compute_instance);
  a("total_memory", v.total_memory);
}
template <class A, Is<PhysicalDevice> T>
void describe(A& a, T& v) {
  a("index", v.index);
  a("name", v.name);
  a("uuid", v.uuid);
  a("pci_bus_id", v.pci_bus_id);
  a("total_memory", v.total_memory);
  a("used_memory", v.used_memory);
  a("simulated", v.simulated);
  a("speed_class", v.speed_class);
  a("mig", v.mig);
  a("own_memory", v.own_memory);
  a("load", v.load);
  a("temperature", v.temperature);
  a("power", v.power);
}
template <class A, Is<Ready> T>
void describe(A& a, T& v) {
  a("pid", v.pid);
  a("backend", v.backend);
  a("note", v.note);
  a("note_code", v.note_code);
  a("note_detail", v.note_detail);
  a("physical", v.physical);
  a("visible_devices", v.visible_devices);
  a("device_order", v.device_order);
  a("predicted_uuids", v.predicted_uuids);
  a("mapping_error", v.mapping_error);
  a("numpy", v.numpy);
}
template <class A, Is<Stopped> T>
void describe(A& a, T& v) {
  a("run", v.run);
  a("reason", v.reason);
  a("line", v.line);
  a("depth", v.depth);
  a("seconds", v.seconds);
  a("fault", v.fault);
  a("function", v.function);
  a("goes_on", v.goes_on);
}
template <class A, Is<Output> T>
void describe(A& a, T& v) {
  a("run", v.run);
  a("stream", v.stream);
  a("text", v.text);
  a("dropped", v.dropped);
}
template <class A, Is<DeviceStats> T>
void describe(A& a, T& v) {
  a("devices", v.devices);
}

namespace {

template <class T>
json params_of(const T& value) {
  return fields::Writer::encode(value);
}
json params_of(const Record& value) {
  return value;
}

constexpr std::string_view name_of(const Ready&) {
  return "ready";
}
constexpr std::string_view name_of(const Record&) {
  return "record";
}
constexpr std::string_view name_of(const Stopped&) {
  return "stopped";
}
constexpr std::string_view name_of(const Output&) {
  return "output";
}
constexpr std::string_view name_of(const DeviceStats&) {
  return "device_stats";
}

template <class T>
T read(const json& params) {
  T value;
  fields::Reader reader(params);
  describe(reader, value);
  return value;
}

WorkerLine read_notification(const std::string& method, const json& params) {
  if (method == "record") return Event{params.get<Record>()};
  if (method == "metrics") return Event{decode_metrics(params)};
  if (method == "output") return Event{read<Output>(params)};
  if (method == "stopped") return Event{read<Stopped>(params)};
  if (method == "ready") return Event{read<Ready>(params)};
  if (method == "device_stats") return Event{read<DeviceStats>(params)};
  return std::monostate{};
}

ErrorReply read_error(const json& message) {
  ErrorReply reply;
  reply.id = -1;
  if (const auto id = message.find("id"); id != message.end() && !id->is_null()) {
    fields::Reader::decode("id", *id, reply.id);
  }
  const fields::Reader reader(message.at("error"));
  reader("code", reply.code);
  reader("message", reply.message);
  return reply;
}

WorkerLine read_message(const json& message) {
  if (!message.is_object()) return Malformed{kInvalidRequest, "not an object"};
  if (const auto method = message.find("method"); method != message.end()) {
    std::string name;
    fields::Reader::decode("method", *method, name);
    const auto params = message.find("params");
    return read_notification(name, params == message.end() ? json::object() : *params);
  }
  if (message.contains("error")) return read_error(message);
  if (!message.contains("result") || !message.contains("id")) return Malformed{kInvalidRequest, "no message"};
  Reply reply;
  fields::Reader::decode("id", message.at("id"), reply.id);
  reply.result = message.at("result");
  return reply;
}

}  // namespace

void to_json(json& json, const Ready& value) {
  json = fields::Writer::encode(value);
}

std::string encode_event(const Event& event) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Metrics>) {
          return encode_metrics(value);
        } else {
          return fields::line_of(
              {{"jsonrpc", "2.0"}, {"method", name_of(value)}, {"params", params_of(value)}});
        }
      },
      event);
}

WorkerLine decode_worker_line(std::string_view line) {
  try {
    return read_message(fields::parse_message(line));
  } catch (const json::parse_error& error) {
    return Malformed{kParseError, error.what()};
  } catch (const json::exception& error) {
    return Malformed{kInvalidRequest, error.what()};
  }
}

}  // namespace todevice::protocol
