// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

#include "breakpoints.h"
#include "channel.h"
#include "monitor.h"
#include "protocol/codec.h"
#include "pulse.h"

namespace todevice::worker {

/// A request that the main thread has to carry out.
struct Task {
  std::int64_t id = 0;
  protocol::Request request;
};

/// Takes the window's requests: `read` on a thread of its own, so that an interrupt is heard at any time; the
/// rest on the main thread, which runs Python. A request is admitted or refused the moment it is read.
class Requests {
 public:
  Requests(Channel& channel, protocol::HelloReply hello)
      : channel_(channel), hello_(std::move(hello)), main_(pthread_self()) {}

  /// Until the input ends; then the process ends too.
  void read();

  /// Who repeats an interrupt until it is heard.
  void set_pulse(Pulse* pulse) { pulse_ = pulse; }

  /// Who reports what the cards are doing.
  void set_monitor(Monitor* monitor) { monitor_ = monitor; }

  /// Where runs are to stop.
  void set_breakpoints(Breakpoints* breakpoints) { breakpoints_ = breakpoints; }

  /// Waits for the next task. Called without the GIL.
  Task next();
  void reply(const Task& task, const nlohmann::json& result = nlohmann::json::object());

  void refuse(const Task& task);
  /// The end, from the main thread with the GIL.
  [[noreturn]] void end_process();

  /// The run's handler of interrupts stands: one that came before is delivered now.
  void run_began();
  /// The run is stopped before a line: requests for it are taken from `next`.
  void run_stopped();
  /// Interrupts are for the run that goes on, or for the evaluation that does.
  void evaluation_began();
  void evaluation_ended();
  /// The run is over: another may begin. Interrupts that came too late are forgotten; with the GIL.
  void run_ended();

 private:
  enum class State { idle, running, stopped };
  void take(std::string_view line);
  void admit(protocol::RequestLine&& line);
  void interrupt(std::int64_t id, const std::string& run);
  void send_interrupt();
  void finish();
  std::string refusal(const protocol::Request& request, int& code) const;

  Channel& channel_;
  protocol::HelloReply hello_;
  pthread_t main_;
  Pulse* pulse_ = nullptr;
  Monitor* monitor_ = nullptr;
  Breakpoints* breakpoints_ = nullptr;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  State state_ = State::idle;
  std::string run_;
  bool evaluating_ = false;
  bool began_ = true;             ///< the run that was admitted last
  bool interrupt_waits_ = false;  ///< it came between the run's admission and its beginning
};

}  // namespace todevice::worker
