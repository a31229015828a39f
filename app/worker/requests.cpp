// SPDX-License-Identifier: Apache-2.0
#include "requests.h"

#include <Python.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "interrupts.h"

namespace todevice::worker {

using protocol::Interrupt;

namespace {

/// How long the main thread may take to end the process.
constexpr std::chrono::seconds kPatience{5};
constexpr int kLastLine = 1'000'000;

}  // namespace

void Requests::read() {
  std::vector<char> buffer(std::size_t{64} << 10);
  protocol::LineSplitter splitter;
  while (const auto count = channel_.read(buffer)) {
    splitter.feed(
        {buffer.data(), count}, [this](std::string_view line) { take(line); },
        [this](std::size_t length) {
          channel_.send(protocol::encode_error(-1, protocol::kParseError,
                                               "a line of " + std::to_string(length) + " bytes is too long"));
        });
  }
  finish();
}

/// The main thread ends the process if it can; if it is busy, nobody waits for it.
void Requests::finish() {
  std::unique_lock lock(mutex_);
  if (state_ == State::running || evaluating_) _exit(0);
  tasks_.push_back({0, protocol::Shutdown{}});
  wake_.notify_one();
  lock.unlock();
  std::this_thread::sleep_for(kPatience);
  _exit(0);
}

void Requests::take(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  admit(protocol::decode_request(line));
}

void Requests::admit(protocol::RequestLine&& line) {
  if (const auto* bad = std::get_if<protocol::Malformed>(&line.request)) {
    return channel_.send(protocol::encode_error(line.id, bad->code, bad->message));
  }
  auto& request = std::get<protocol::Request>(line.request);
  if (const auto* hello = std::get_if<protocol::Hello>(&request)) {
    return hello->version == protocol::kVersion
               ? channel_.send(protocol::encode_result(line.id, hello_))
               : channel_.send(protocol::encode_error(
                     line.id, protocol::kVersionMismatch,
                     "this worker speaks version " + std::to_string(protocol::kVersion) +
                         " of the protocol, the window version " + std::to_string(hello->version)));
  }
  if (const auto* who = std::get_if<Interrupt>(&request)) return interrupt(line.id, who->run);
  if (const auto* how = std::get_if<protocol::Monitor>(&request)) {
    if (monitor_ != nullptr) monitor_->set_interval(how->milliseconds);
    return channel_.send(protocol::encode_result(line.id, nlohmann::json::object()));
  }
  if (const auto* where = std::get_if<protocol::Breakpoints>(&request)) {
    if (breakpoints_ != nullptr) breakpoints_->set(where->lines);
    return channel_.send(protocol::encode_result(line.id, nlohmann::json::object()));
  }
  if (std::holds_alternative<protocol::Shutdown>(request)) {
    channel_.send(protocol::encode_result(line.id, nlohmann::json::object()));
    return finish();
  }
  int code = 0;
  std::unique_lock lock(mutex_);
  if (const auto why = refusal(request, code); !why.empty()) {
    lock.unlock();
    return channel_.send(protocol::encode_error(line.id, code, why));
  }
  if (const auto* run = std::get_if<protocol::Run>(&request)) {
    run_ = run->run;
    began_ = interrupt_waits_ = false;
  }
  const bool only_asks =
      std::holds_alternative<protocol::Evaluate>(request) || std::holds_alternative<protocol::Reset>(request);
  if (!only_asks) state_ = State::running;
  tasks_.push_back({line.id, std::move(request)});
  wake_.notify_one();
}

std::string Requests::refusal(const protocol::Request& request, int& code) const {
  const bool names_run =
      std::holds_alternative<protocol::Step>(request) || std::holds_alternative<protocol::Continue>(request);
  if (names_run) {
    code = protocol::kNoSuchRun;
    const auto& run = std::holds_alternative<protocol::Step>(request)
                          ? std::get<protocol::Step>(request).run
                          : std::get<protocol::Continue>(request).run;
    if (state_ == State::idle || run != run_) return "no run \"" + run + "\" is going on";
  }
  if (const auto* run = std::get_if<protocol::Run>(&request)) {
    code = protocol::kInvalidParams;
    if (run->first_line < 1 || run->first_line > kLastLine) return "first_line should be from 1 to 1000000";
  }
  code = protocol::kBusy;
  if (state_ == State::running) return "a run is going on";
  if (std::holds_alternative<protocol::Run>(request) && state_ == State::stopped)
    return "a run is stopped before a line";
  return {};
}

void Requests::interrupt(std::int64_t id, const std::string& run) {
  std::unique_lock lock(mutex_);
  const bool for_run = state_ != State::idle && run == run_;
  if (!for_run && !(evaluating_ && run.empty())) {
    lock.unlock();
    return channel_.send(
        protocol::encode_error(id, protocol::kNoSuchRun, "no run \"" + run + "\" is going on"));
  }
  channel_.send(protocol::encode_result(id, nlohmann::json::object()));
  if (evaluating_) send_interrupt();
  if (!for_run) return;
  if (state_ == State::stopped) {
    state_ = State::running;
    tasks_.push_back({-1, Interrupt{run}});
    wake_.notify_one();
  } else if (began_) {
    send_interrupt();
  } else {
    interrupt_waits_ = true;
  }
}

void Requests::send_interrupt() {
  request_interrupt(main_);
  if (pulse_ != nullptr) pulse_->poke();
}

Task Requests::next() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return !tasks_.empty(); });
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  return task;
}

void Requests::reply(const Task& task, const nlohmann::json& result) {
  if (task.id >= 0) channel_.send(protocol::encode_result(task.id, result));
}

void Requests::refuse(const Task& task) {
  if (task.id >= 0) channel_.send(protocol::encode_error(task.id, protocol::kNoSuchRun, "the run has ended"));
}

void Requests::end_process() {
#ifdef __SANITIZE_ADDRESS__
  Py_FinalizeEx();
  std::exit(0);  // which looks for leaks
#else
  _exit(0);
#endif
}

void Requests::run_began() {
  const std::lock_guard lock(mutex_);
  began_ = true;
  if (std::exchange(interrupt_waits_, false)) send_interrupt();
}

void Requests::run_stopped() {
  const std::lock_guard lock(mutex_);
  state_ = State::stopped;
}

void Requests::evaluation_began() {
  const std::lock_guard lock(mutex_);
  evaluating_ = true;
}

void Requests::evaluation_ended() {
  {
    const std::lock_guard lock(mutex_);
    evaluating_ = false;
  }
  forget_interrupt();
}

void Requests::run_ended() {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::idle;
    run_.clear();
  }
  forget_interrupt();
}

}  // namespace todevice::worker
