// SPDX-License-Identifier: Apache-2.0
#include "server.h"

#include <pybind11/embed.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "context.h"
#include "interpreter.h"
#include "interrupts.h"
#include "lesson_run.h"
#include "pulse.h"
#include "python_modules.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

/// A window that was killed must leave no worker behind; one that runs in a terminal must not have its
/// Ctrl-C taken for an interrupt of the lesson.
void tie_to_window() {
  const auto parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  setpgid(0, 0);
  std::signal(SIGPIPE, SIG_IGN);
}

/// While it lives, threads are made that leave SIGINT to the main thread.
class WithoutInterrupts {
 public:
  WithoutInterrupts() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~WithoutInterrupts() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutInterrupts(const WithoutInterrupts&) = delete;
  WithoutInterrupts& operator=(const WithoutInterrupts&) = delete;

 private:
  sigset_t before_{};
};

protocol::HelloReply hello() {
  protocol::HelloReply reply;
  reply.program = "todevice-worker " TODEVICE_VERSION;
  reply.engine = TODEVICE_VERSION;
  const std::string python = Py_GetVersion();
  reply.python = python.substr(0, python.find(' '));
  reply.methods = protocol::request_methods();
  return reply;
}

void run(Context& context, const Task& task, const protocol::Run& what) {
  context.requests.reply(task);
  LessonRun lesson_run(context, what);
  lesson_run.execute();
  if (is_fork()) _exit(0);
  if (!lesson_run.reset_wanted()) return;
  context.lesson.reset();
  context.requests.reply(lesson_run.reset_task());
}

/// False: the end.
bool carry_out(Context& context, const Task& task) {
  if (const auto* what = std::get_if<protocol::Run>(&task.request)) {
    run(context, task, *what);
  } else if (const auto* question = std::get_if<protocol::Evaluate>(&task.request)) {
    context.requests.reply(task, evaluate(context, question->expression));
  } else if (std::holds_alternative<protocol::Reset>(task.request)) {
    context.lesson.reset();
    context.requests.reply(task);
  } else if (std::holds_alternative<protocol::Shutdown>(task.request)) {
    return false;
  } else {
    context.requests.refuse(task);  // a step of a run that ended in the meantime
  }
  return true;
}

void work(Context& context) {
  while (true) {
    Task task;
    {
      const py::gil_scoped_release unlocked;
      task = context.requests.next();
    }
    if (!carry_out(context, task)) return;
  }
}

}  // namespace

int serve(protocol::Ready ready) {
  tie_to_window();
  Channel channel;
  start_python({});
  Output output(channel);
  Metrics metrics(channel);
  Requests requests(channel, hello());
  std::optional<Pulse> pulse;
  std::optional<Monitor> monitor;
  {
    const WithoutInterrupts guard;
    pulse.emplace([&, main = pthread_self()] {
      const bool unheard = repeat_interrupt(main);
      metrics.flush();
      return output.flush() || unheard;
    });
    monitor.emplace(channel, ready);
  }
  Breakpoints breakpoints;
  requests.set_monitor(&*monitor);
  requests.set_breakpoints(&breakpoints);
  output.set_pulse(&*pulse);
  metrics.set_pulse(&*pulse);
  requests.set_pulse(&*pulse);
  set_metrics(&metrics);
  Lesson lesson(output);
  Recorder recorder(output);
  Context context{channel, output, metrics, requests, recorder, lesson, breakpoints};
  ready.numpy = has_module("numpy");
  channel.send(protocol::encode_event(ready));
  {
    const WithoutInterrupts guard;
    std::thread([&] { requests.read(); }).detach();
  }
  work(context);
  output.flush_all();
  requests.end_process();
}

}  // namespace todevice::worker
