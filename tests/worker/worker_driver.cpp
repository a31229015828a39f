// SPDX-License-Identifier: Apache-2.0
#include "worker_driver.h"

#include <stdexcept>

using namespace todevice::protocol;

namespace {

constexpr int kPatience = 60'000;

}  // namespace

const Record& WorkerDriver::Outcome::line(int number) const {
  for (auto it = records.rbegin(); it != records.rend(); ++it) {
    if (it->line == number) return *it;
  }
  throw std::runtime_error("no record of line " + std::to_string(number));
}

WorkerDriver::WorkerDriver(const QStringList& options) {
  process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  process_.start(qEnvironmentVariable("TODEVICE_WORKER"), options);
  if (!process_.waitForStarted(kPatience)) throw std::runtime_error("the worker does not start");
  ready_ = std::get<Ready>(std::get<Event>(next()));
}

WorkerDriver::~WorkerDriver() {
  process_.closeWriteChannel();
  if (process_.state() == QProcess::NotRunning || process_.waitForFinished(kPatience)) return;
  process_.kill();
  process_.waitForFinished();
}

void WorkerDriver::write(const QByteArray& bytes) {
  process_.write(bytes);
}

std::int64_t WorkerDriver::send(const Request& request) {
  write(QByteArray::fromStdString(encode_request(++last_id_, request)) + '\n');
  return last_id_;
}

WorkerDriver::Line WorkerDriver::read() {
  while (lines_.empty()) {
    if (process_.bytesAvailable() == 0 && !process_.waitForReadyRead(kPatience) &&
        process_.bytesAvailable() == 0) {
      throw std::runtime_error("the worker says nothing any more");
    }
    const QByteArray bytes = process_.readAllStandardOutput();
    splitter_.feed(
        {bytes.constData(), std::size_t(bytes.size())},
        [this](std::string_view line) { lines_.push_back(decode_worker_line(line)); },
        [](std::size_t) { throw std::runtime_error("a line is too long"); });
  }
  Line line = std::move(lines_.front());
  lines_.pop_front();
  if (const auto* bad = std::get_if<Malformed>(&line)) throw std::runtime_error(bad->message);
  return line;
}

WorkerDriver::Line WorkerDriver::next() {
  if (kept_.empty()) return read();
  Line line = std::move(kept_.front());
  kept_.pop_front();
  return line;
}

WorkerDriver::Line WorkerDriver::answer(std::int64_t id) {
  while (true) {
    Line line = read();
    if (const auto* reply = std::get_if<Reply>(&line); reply && reply->id == id) return line;
    if (const auto* error = std::get_if<ErrorReply>(&line); error && error->id == id) return line;
    kept_.push_back(std::move(line));
  }
}

void WorkerDriver::keep(const Line& line, Outcome& outcome) {
  // An interrupt may come too late; anything else that is refused was a mistake of the test.
  const auto* error = std::get_if<ErrorReply>(&line);
  if (error && error->code != kNoSuchRun) throw std::runtime_error(error->message);
  const auto* event = std::get_if<Event>(&line);
  if (!event) return;
  if (const auto* record = std::get_if<Record>(event)) outcome.records.push_back(*record);
  if (const auto* metrics = std::get_if<Metrics>(event)) outcome.metrics.push_back(*metrics);
  if (const auto* output = std::get_if<Output>(event)) {
    outcome.outputs.push_back(*output);
    outcome.printed += QString::fromStdString(output->text);
    outcome.dropped += output->dropped;
  }
}

WorkerDriver::Outcome WorkerDriver::await_stop() {
  Outcome outcome;
  while (true) {
    const Line line = next();
    keep(line, outcome);
    const auto* event = std::get_if<Event>(&line);
    if (const auto* stopped = event ? std::get_if<Stopped>(event) : nullptr) {
      outcome.stopped = *stopped;
      return outcome;
    }
  }
}

std::string WorkerDriver::begin(const QString& code, Mode mode, int first_line, std::int64_t stop_after) {
  Run run;
  run.run = run_ = "run-" + std::to_string(last_id_ + 1);
  run.code = code.toStdString();
  run.first_line = first_line;
  run.mode = mode;
  run.stop_after = stop_after;
  send(run);
  return run_;
}

WorkerDriver::Outcome WorkerDriver::run(const QString& code, Mode mode, int first_line,
                                        std::int64_t stop_after) {
  begin(code, mode, first_line, stop_after);
  return await_stop();
}

WorkerDriver::Outcome WorkerDriver::step(Reach reach) {
  send(Step{run_, reach});
  return await_stop();
}

WorkerDriver::Outcome WorkerDriver::go_on(int until) {
  send(Continue{run_, until});
  return await_stop();
}

void WorkerDriver::set_breakpoints(std::vector<int> lines) {
  answer(send(Breakpoints{std::move(lines)}));
}

WorkerDriver::Outcome WorkerDriver::interrupt() {
  send(Interrupt{run_});
  return await_stop();
}

EvaluateReply WorkerDriver::evaluate(const QString& expression) {
  const Line line = answer(send(Evaluate{expression.toStdString()}));
  if (const auto* error = std::get_if<ErrorReply>(&line)) throw std::runtime_error(error->message);
  return std::get<Reply>(line).result.get<EvaluateReply>();
}

void WorkerDriver::reset() {
  answer(send(Reset{}));
}

bool WorkerDriver::ends() {
  return process_.state() == QProcess::NotRunning || process_.waitForFinished(kPatience);
}
