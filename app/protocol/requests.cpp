// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "protocol/codec.h"
#include "protocol/fields.h"

namespace todevice::protocol {

using fields::Is;
using fields::json;

template <class A, Is<Hello> T>
void describe(A& a, T& v) {
  a("version", v.version);
  a("program", v.program);
}
template <class A, Is<Entry> T>
void describe(A& a, T& v) {
  a("line", v.line);
  a("inner", v.inner);
}
template <class A, Is<Run> T>
void describe(A& a, T& v) {
  a("run", v.run);
  a("code", v.code);
  a("file", v.file);
  a("first_line", v.first_line);
  a("mode", v.mode);
  a("stop_after", v.stop_after);
  a("until", v.until);
  a("entries", v.entries);
}
template <class T>
concept SaysNothingMore = Is<T, Reset> || Is<T, Shutdown>;

template <class A, Is<Step> T>
void describe(A& a, T& v) {
  a("run", v.run);
  a("reach", v.reach);
}
template <class A, Is<Continue> T>
void describe(A& a, T& v) {
  a("run", v.run);
  a("until", v.until);
}
template <class A, Is<Interrupt> T>
void describe(A& a, T& v) {
  a("run", v.run);
}
template <class A, Is<Breakpoints> T>
void describe(A& a, T& v) {
  a("lines", v.lines);
}
template <class A, Is<Evaluate> T>
void describe(A& a, T& v) {
  a("expression", v.expression);
}
template <class A, Is<Monitor> T>
void describe(A& a, T& v) {
  a("milliseconds", v.milliseconds);
}
template <class A, SaysNothingMore T>
void describe(A&, T&) {}

namespace {

/// In the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Request>> kMethods{
    "hello",    "run",   "step",     "continue", "interrupt",
    "evaluate", "reset", "shutdown", "monitor",  "breakpoints"};

template <std::size_t I = 0>
Request read_params(std::size_t which, const json& params) {
  if constexpr (I < std::variant_size_v<Request>) {
    if (which != I) return read_params<I + 1>(which, params);
    std::variant_alternative_t<I, Request> request;
    fields::Reader reader(params);
    describe(reader, request);
    return request;
  } else {
    return Reset{};  // not reached: `which` is one of kMethods
  }
}

std::variant<Request, Malformed> read_request(const json& message) {
  const auto method = message.find("method");
  if (method == message.end() || !method->is_string()) return Malformed{kInvalidRequest, "no method"};
  const auto& name = method->get_ref<const std::string&>();
  const auto found = std::find(kMethods.begin(), kMethods.end(), name);
  if (found == kMethods.end()) return Malformed{kMethodNotFound, "unknown method \"" + name + "\""};
  const auto params = message.find("params");
  try {
    return read_params(static_cast<std::size_t>(found - kMethods.begin()),
                       params == message.end() ? json::object() : *params);
  } catch (const json::exception& error) {
    return Malformed{kInvalidParams, name + ": " + error.what()};
  }
}

}  // namespace

std::vector<std::string> request_methods() {
  return {kMethods.begin(), kMethods.end()};
}

std::string encode_request(std::int64_t id, const Request& request) {
  json params = std::visit([](const auto& value) { return fields::Writer::encode(value); }, request);
  return fields::line_of({{"jsonrpc", "2.0"},
                          {"id", id},
                          {"method", kMethods.at(request.index())},
                          {"params", std::move(params)}});
}

RequestLine decode_request(std::string_view line) {
  RequestLine result{-1, Malformed{kInvalidRequest, "not an object"}};
  try {
    const json message = fields::parse_message(line);
    if (!message.is_object()) return result;
    const auto id = message.find("id");
    if (id == message.end() || !id->is_number_integer()) {
      result.request = Malformed{kInvalidRequest, "no id"};
      return result;
    }
    fields::Reader::decode("id", *id, result.id);
    result.request = read_request(message);
  } catch (const json::parse_error& error) {
    result.request = Malformed{kParseError, error.what()};
  } catch (const json::exception& error) {
    result.request = Malformed{kInvalidRequest, error.what()};
  }
  return result;
}

}  // namespace todevice::protocol
