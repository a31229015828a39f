// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "protocol/messages.h"

/// How a struct becomes a JSON object and back. Each struct is described once, by a function
/// `describe(archive, value)` that names its fields; a Writer or a Reader is the archive.
namespace todevice::protocol::fields {

using nlohmann::json;

template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

/// Throws a nlohmann exception that names the field.
[[noreturn]] void fail(std::string_view name, std::string_view expected);

std::string hex(Address address);
Address parse_hex(std::string_view name, const json& value);
json number(double value);  ///< NaN and infinity: null
double parse_number(std::string_view name, const json& value);
std::string_view word(Mode mode);
std::string_view word(StopReason reason);
std::string_view word(Reach reach);
void parse_word(std::string_view name, const json& value, Mode& mode);
void parse_word(std::string_view name, const json& value, StopReason& reason);
void parse_word(std::string_view name, const json& value, Reach& reach);

/// Writes every field; only empty lists and absent optionals are left out.
class Writer {
 public:
  explicit Writer(json& object) : object_(object) {}

  template <class T>
  void operator()(const char* name, const T& value) {
    object_[name] = encode(value);
  }
  template <class T>
  void operator()(const char* name, const std::vector<T>& values) {
    if (!values.empty()) object_[name] = encode(values);
  }
  template <class T>
  void operator()(const char* name, const std::optional<T>& value) {
    if (value) object_[name] = encode(*value);
  }
  void address(const char* name, Address value) { object_[name] = hex(value); }
  void addresses(const char* name, const std::vector<Address>& values) {
    if (values.empty()) return;
    auto& list = object_[name] = json::array();
    for (const auto value : values) list.push_back(hex(value));
  }

  template <class T>
  static json encode(const T& value) {
    if constexpr (std::same_as<T, double>) {
      return number(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string> || std::same_as<T, json>) {
      return value;
    } else if constexpr (std::is_enum_v<T>) {
      return word(value);
    } else {
      json object = json::object();
      Writer writer(object);
      describe(writer, value);
      return object;
    }
  }
  template <class T>
  static json encode(const std::vector<T>& values) {
    json list = json::array();
    for (const auto& value : values) list.push_back(encode(value));
    return list;
  }

 private:
  json& object_;
};

/// Reads the fields that are there; what is missing keeps its value, what has another type is refused.
class Reader {
 public:
  explicit Reader(const json& object) : object_(object) {
    if (!object.is_object()) fail("message", "an object");
  }

  template <class T>
  void operator()(const char* name, T& value) const {
    if (const auto found = object_.find(name); found != object_.end()) decode(name, *found, value);
  }
  void address(const char* name, Address& value) const {
    if (const auto found = object_.find(name); found != object_.end()) value = parse_hex(name, *found);
  }
  void addresses(const char* name, std::vector<Address>& values) const {
    const auto found = object_.find(name);
    if (found == object_.end()) return;
    if (!found->is_array()) fail(name, "a list");
    values.clear();
    for (const auto& value : *found) values.push_back(parse_hex(name, value));
  }

  template <class T>
  static void decode(const char* name, const json& from, T& value) {
    if constexpr (std::same_as<T, bool>) {
      if (!from.is_boolean()) fail(name, "true or false");
      value = from.get<bool>();
    } else if constexpr (std::same_as<T, double>) {
      value = parse_number(name, from);
    } else if constexpr (std::is_integral_v<T>) {
      value = integer<T>(name, from);
    } else if constexpr (std::same_as<T, std::string>) {
      if (!from.is_string()) fail(name, "a text");
      value = from.get_ref<const std::string&>();
    } else if constexpr (std::same_as<T, json>) {
      value = from;
    } else if constexpr (std::is_enum_v<T>) {
      parse_word(name, from, value);
    } else {
      if (!from.is_object()) fail(name, "an object");
      value = T{};
      Reader reader(from);
      describe(reader, value);
    }
  }
  template <class T>
  static void decode(const char* name, const json& from, std::optional<T>& value) {
    if (from.is_null()) {
      value.reset();
    } else {
      decode(name, from, value.emplace());
    }
  }
  template <class T>
  static void decode(const char* name, const json& from, std::vector<T>& values) {
    if (!from.is_array()) fail(name, "a list");
    values.clear();
    values.reserve(from.size());
    for (const auto& item : from) decode(name, item, values.emplace_back());
  }

 private:
  template <class T>
  static T integer(const char* name, const json& from) {
    if (from.is_number_unsigned()) {
      const auto value = from.get<std::uint64_t>();
      if (std::in_range<T>(value)) return static_cast<T>(value);
    } else if (from.is_number_integer()) {
      const auto value = from.get<std::int64_t>();
      if (std::in_range<T>(value)) return static_cast<T>(value);
    }
    fail(name, "a whole number in range");
  }

  const json& object_;
};

/// One message. Throws a nlohmann parse_error for what is no JSON, and for what is nested so deeply that no
/// message of ours can be: copying it would go as deep into the stack.
json parse_message(std::string_view line);

/// One line, without newline: invalid UTF-8 becomes U+FFFD, so that no text can make a line unreadable.
std::string line_of(const json& message);

}  // namespace todevice::protocol::fields
