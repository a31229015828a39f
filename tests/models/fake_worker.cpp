// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "fake_run.h"

using namespace todevice;
using namespace todevice::fake;

namespace {

/// How this worker misbehaves at its start: "version", "silent", "die", "slow", "stubborn", "noisy", "late",
/// "garbage" or nothing.
std::string mode() {
  const char* value = std::getenv("FAKE_MODE");
  return value == nullptr ? "" : value;
}

struct Options {
  std::optional<std::string> visible, order;
  int simulate = -1;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const auto value = std::string(word.substr(word.find('=') + 1));
    if (word.starts_with("--visible-devices=")) options.visible = value;
    if (word.starts_with("--device-order=")) options.order = value;
    if (word.starts_with("--simulate=")) options.simulate = std::stoi(value);
  }
  return options;
}

protocol::Ready ready(const Options& options) {
  protocol::Ready ready;
  ready.pid = getpid();
  ready.backend = options.simulate > 0 ? "sim" : "none";
  if (options.simulate <= 0) ready.note = "no NVIDIA driver";
  ready.visible_devices = options.visible;
  ready.device_order = options.order;
  for (int i = 0; i < options.simulate; ++i) {
    protocol::PhysicalDevice device;
    device.index = i;
    device.uuid = "GPU-" + std::to_string(i);
    device.simulated = true;
    ready.physical.push_back(device);
  }
  return ready;
}

protocol::EvaluateReply evaluate(const Runner& runner, const std::string& expression) {
  const auto value = runner.look_up(expression);
  if (!value) return {false, "NameError: name '" + expression + "' is not defined", nullptr};
  return {true, *value, *value};
}

/// "spin" has no value until it is interrupted, "hang" not even then.
std::optional<std::int64_t> spinning;

void answer(Runner& runner, std::int64_t id, const protocol::Request& request) {
  if (const auto* run = std::get_if<protocol::Run>(&request)) {
    if (runner.going_on()) return say(protocol::encode_error(id, protocol::kBusy, "a run is going on"));
    say(protocol::encode_result(id, nlohmann::json::object()));
    return runner.start(*run);
  }
  if (std::holds_alternative<protocol::Hello>(request)) {
    if (mode() == "version")
      return say(protocol::encode_error(id, protocol::kVersionMismatch, "version 1 is not 99"));
    protocol::HelloReply hello;
    hello.program = "fake";
    return say(protocol::encode_result(id, hello));
  }
  if (const auto* question = std::get_if<protocol::Evaluate>(&request)) {
    if (question->expression == "spin") spinning = id;
    if (question->expression == "spin" || question->expression == "hang") return;
    return say(protocol::encode_result(id, evaluate(runner, question->expression)));
  }
  say(protocol::encode_result(id, nlohmann::json::object()));
  if (const auto* stop = std::get_if<protocol::Interrupt>(&request); stop != nullptr && stop->run.empty()) {
    if (const auto of = std::exchange(spinning, {}))
      say(protocol::encode_result(*of, protocol::EvaluateReply{false, "KeyboardInterrupt", nullptr}));
    return;
  }
  if (std::holds_alternative<protocol::Step>(request)) runner.step();
  if (std::holds_alternative<protocol::Continue>(request)) runner.go_on();
  if (std::holds_alternative<protocol::Interrupt>(request)) runner.interrupt();
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  if (mode() == "die") return 3;
  if (mode() == "silent") {
    while (true) pause();
  }
  if (mode() == "stubborn") {
    signal(SIGTERM, SIG_IGN);
  }
  if (mode() == "noisy") std::cerr << "a warning\nof two lines" << std::endl;
  // What comes of a program that is no worker: bytes without an end.
  while (mode() == "garbage") std::cout << "\x80\xff no message" << std::string(200, '\x07') << '\n';
  Runner runner(options.visible.value_or("all"));
  if (mode() == "late") say(protocol::Output{"another run", "stdout", "late\n", 0});
  say(ready(options));
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = protocol::decode_request(line);
    const auto* good = std::get_if<protocol::Request>(&request.request);
    if (good == nullptr) continue;
    if (std::holds_alternative<protocol::Shutdown>(*good) && mode() != "stubborn") return 0;
    answer(runner, request.id, *good);
  }
  while (mode() == "stubborn") pause();
  return 0;
}
