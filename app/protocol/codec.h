// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/messages.h"

namespace todevice::protocol {

// ---- requests

struct Step {
  std::string run;
  Reach reach = Reach::over;
  bool operator==(const Step&) const = default;
};
struct Continue {
  std::string run;
  int until = 0;
  bool operator==(const Continue&) const = default;
};
struct Interrupt {
  std::string run;
  bool operator==(const Interrupt&) const = default;
};
struct Reset {
  bool operator==(const Reset&) const = default;
};
struct Shutdown {
  bool operator==(const Shutdown&) const = default;
};
struct Monitor {
  int milliseconds = 0;
  bool operator==(const Monitor&) const = default;
};
struct Breakpoints {
  std::vector<int> lines;
  bool operator==(const Breakpoints&) const = default;
};
using Request =
    std::variant<Hello, Run, Step, Continue, Interrupt, Evaluate, Reset, Shutdown, Monitor, Breakpoints>;

/// What could not be read: answer it with `encode_error`.
struct Malformed {
  int code = kParseError;
  std::string message;
};
struct RequestLine {
  std::int64_t id = 0;  ///< -1 when the line had no readable id
  std::variant<Request, Malformed> request;
};
/// All of these give one line without its newline.
std::string encode_request(std::int64_t id, const Request& request);
RequestLine decode_request(std::string_view line);
/// The names of all requests, for HelloReply.
std::vector<std::string> request_methods();

// ---- replies and notifications

struct Reply {
  std::int64_t id = 0;
  nlohmann::json result;  ///< HelloReply and EvaluateReply by from_json; {} for the others
};
struct ErrorReply {
  std::int64_t id = 0;
  int code = 0;
  std::string message;
};
using Event = std::variant<Ready, Record, Stopped, Output, Metrics, DeviceStats>;
/// `Malformed` for a line that is no message; an unknown notification gives monostate.
using WorkerLine = std::variant<std::monostate, Reply, ErrorReply, Event, Malformed>;

std::string encode_result(std::int64_t id, const nlohmann::json& result);
std::string encode_error(std::int64_t id, int code, std::string_view message);
std::string encode_event(const Event& event);
WorkerLine decode_worker_line(std::string_view line);

void to_json(nlohmann::json& json, const HelloReply& value);
void from_json(const nlohmann::json& json, HelloReply& value);
void to_json(nlohmann::json& json, const EvaluateReply& value);
void from_json(const nlohmann::json& json, EvaluateReply& value);
void to_json(nlohmann::json& json, const Record& value);
void from_json(const nlohmann::json& json, Record& value);
void to_json(nlohmann::json& json, const Ready& value);

/// Cuts a byte stream into lines; an over-long line is dropped and reported once, the next one is read as
/// usual.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t max_line = kMaxLine) : max_line_(max_line) {}
  void feed(std::string_view bytes, const std::function<void(std::string_view line)>& line,
            const std::function<void(std::size_t length)>& too_long);

 private:
  std::string pending_;
  std::size_t max_line_;
  std::size_t skipped_ = 0;
};

}  // namespace todevice::protocol
