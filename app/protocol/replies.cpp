// SPDX-License-Identifier: Apache-2.0
#include "protocol/codec.h"
#include "protocol/fields.h"

namespace todevice::protocol {

using fields::Is;
using fields::json;

template <class A, Is<HelloReply> T>
void describe(A& a, T& v) {
  a("version", v.version);
  a("program", v.program);
  a("engine", v.engine);
  a("python", v.python);
  a("methods", v.methods);
}
template <class A, Is<EvaluateReply> T>
void describe(A& a, T& v) {
  a("ok", v.ok);
  a("text", v.text);
  a("value", v.value);
}

namespace {

template <class T>
void read(const json& from, T& value) {
  value = T{};
  fields::Reader reader(from);
  describe(reader, value);
}

}  // namespace

void to_json(json& json, const HelloReply& value) {
  json = fields::Writer::encode(value);
}
void from_json(const json& json, HelloReply& value) {
  read(json, value);
}
void to_json(json& json, const EvaluateReply& value) {
  json = fields::Writer::encode(value);
}
void from_json(const json& json, EvaluateReply& value) {
  read(json, value);
}

std::string encode_result(std::int64_t id, const json& result) {
  return fields::line_of({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

std::string encode_error(std::int64_t id, int code, std::string_view message) {
  return fields::line_of({{"jsonrpc", "2.0"},
                          {"id", id < 0 ? json(nullptr) : json(id)},
                          {"error", {{"code", code}, {"message", message}}}});
}

}  // namespace todevice::protocol
