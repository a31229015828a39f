// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_run.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace todevice::fake {

namespace {

protocol::Object number(const std::string& text) {
  protocol::Object object;
  object.id = 0x1000 + std::hash<std::string>()(text) % 0x100000;
  object.kind = "value";
  object.type = "int";
  object.summary = text;
  return object;
}

}  // namespace

void say(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}
void say(const protocol::Event& event) {
  say(protocol::encode_event(event));
}

void Runner::start(const protocol::Run& run) {
  run_ = run;
  lines_.clear();
  at_ = 0;
  std::istringstream code(run.code);
  for (std::string line; std::getline(code, line);) lines_.push_back(line);
  if (run.mode == protocol::Mode::step) return stopped(protocol::StopReason::line);
  advance(run.stop_after > 0 ? std::size_t(run.stop_after) : lines_.size());
}

void Runner::step() {
  advance(1);
}
void Runner::go_on() {
  advance(lines_.size());
}
void Runner::interrupt() {
  if (!run_) return;
  protocol::Record last = record();
  last.error = protocol::Error{"KeyboardInterrupt", "", "", last.line, {}};
  say(last);
  ++records_;
  stopped(protocol::StopReason::interrupted);
}

std::optional<std::string> Runner::look_up(const std::string& name) const {
  for (auto it = names_.rbegin(); it != names_.rend(); ++it) {
    if (it->first == name) return it->second;
  }
  return std::nullopt;
}

protocol::Record Runner::record() const {
  protocol::Record record;
  record.run = run_->run;
  record.index = records_;
  record.line = run_->first_line + int(at_);
  record.source = lines_[at_];
  return record;
}

void Runner::advance(std::size_t lines) {
  const bool whole = run_->mode == protocol::Mode::whole;
  for (; lines > 0 && at_ < lines_.size(); --lines, ++at_) {
    if (!run_line(lines_[at_])) return;
  }
  if (at_ < lines_.size()) return stopped(protocol::StopReason::line);
  if (whole && !lines_.empty()) {
    at_ = lines_.size() - 1;
    say(record());
    ++records_;
  }
  stopped(protocol::StopReason::finished);
}

void Runner::train(int points) {
  constexpr int kBatch = 5000;
  for (int done = 0; done < points; done += kBatch) {
    protocol::Metrics metrics;
    metrics.run = run_->run;
    protocol::Metrics::Series series;
    series.name = "loss";
    for (int i = done; i < std::min(points, done + kBatch); ++i) {
      series.x.push_back(i);
      series.y.push_back(1.0 / (1 + i));
    }
    metrics.series = {series};
    say(metrics);
  }
}

/// False when the run has ended or waits for an interrupt.
bool Runner::run_line(const std::string& line) {
  std::istringstream words(line);
  std::string first, second, third;
  words >> first >> second >> third;
  protocol::Record news = record();
  if (first == "crash") std::abort();
  if (first == "hang") {
    while (true) pause();
  }
  if (first == "spin") return false;
  if (first == "train") train(std::atoi(second.c_str()));
  if (first == "garbage") say("this is { no message");
  if (first == "write") {
    say(protocol::Output{run_->run, "stdout", std::string(std::size_t(std::atol(second.c_str())), 'x') + "\n",
                         0});
  }
  if (first == "print") say(protocol::Output{run_->run, "stdout", second + "\n", 0});
  if (first == "cuda") news.cuda_uuids = {"GPU-" + visible_};
  if (second == "=") {
    names_.emplace_back(first, third);
    news.objects = {number(third)};
    news.bound = {{first, news.objects[0].id, ""}};
  }
  if (first == "error")
    news.error = protocol::Error{"RuntimeError", "as asked", "Traceback\n", news.line, {}};
  if (run_->mode != protocol::Mode::whole || news.error) {
    say(news);
    ++records_;
  }
  if (first == "fault") fault_ = "The GPU stopped.";
  if (news.error) stopped(protocol::StopReason::error);
  return !news.error;
}

void Runner::stopped(protocol::StopReason reason) {
  protocol::Stopped stopped;
  stopped.run = run_->run;
  stopped.reason = reason;
  if (reason == protocol::StopReason::line) {
    stopped.line = run_->first_line + int(at_);
  } else {
    stopped.fault = fault_;
    run_.reset();
  }
  say(stopped);
}

}  // namespace todevice::fake
