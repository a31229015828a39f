// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <algorithm>
#include <utility>

#include "protocol/codec.h"

namespace todevice::worker {

namespace {

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

std::string_view utf8_head(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && continues_character(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

std::string_view utf8_tail(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  auto start = text.size() - bytes;
  while (start < text.size() && continues_character(text[start])) ++start;
  return text.substr(start);
}

void Output::write(std::string_view stream, std::string_view text, std::int64_t left_out,
                   std::string_view last) {
  const std::lock_guard lock(mutex_);
  add_to_line(text);
  refill();
  std::string_view now =
      tail_.empty() ? utf8_head(text, static_cast<std::size_t>(std::max(0.0, allowance_))) : "";
  append(stream, now);
  keep_last(stream, text.substr(now.size()));
  if (left_out > 0) {
    dropped_ += left_out + static_cast<std::int64_t>(tail_.size());
    tail_.clear();
    keep_last(stream, last);
  }
  if (pulse_ != nullptr) pulse_->poke();
}

void Output::append(std::string_view stream, std::string_view text) {
  if (text.empty()) return;
  allowance_ -= static_cast<double>(text.size());
  if (pending_.empty() || pending_.back().stream != stream || pending_.back().dropped > 0) {
    pending_.push_back({std::string(stream), {}, 0});
  }
  pending_.back().text += text;
}

void Output::keep_last(std::string_view stream, std::string_view text) {
  if (text.empty()) return;
  tail_stream_ = stream;
  if (text.size() >= kKept) {
    dropped_ += static_cast<std::int64_t>(tail_.size());
    tail_.clear();
  }
  const auto kept = utf8_tail(text, kKept);
  dropped_ += static_cast<std::int64_t>(text.size() - kept.size());
  tail_ += kept;
  // Cut at twice the length, so that a flood of short texts does not move 16 KiB for each of them.
  if (tail_.size() > 2 * kKept) {
    const auto last = utf8_tail(tail_, kKept);
    dropped_ += static_cast<std::int64_t>(tail_.size() - last.size());
    tail_ = std::string(last);
  }
}

void Output::add_to_line(std::string_view text) {
  if (line_cut_) return;
  const auto fits = utf8_head(text, kLine - std::min(kLine, line_.size()));
  line_ += fits;
  if (fits.size() == text.size()) return;
  line_ += "…";
  line_cut_ = true;
}

std::string Output::take_line() {
  const std::lock_guard lock(mutex_);
  line_cut_ = false;
  return std::exchange(line_, {});
}

void Output::begin_run(const std::string& run) {
  flush_all();
  const std::lock_guard lock(mutex_);
  run_ = run;
  allowance_ = kBurst;
  line_.clear();
  line_cut_ = false;
}

void Output::refill() {
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(now - refilled_).count();
  refilled_ = now;
  allowance_ = std::min<double>(kBurst, allowance_ + seconds * kBytesPerSecond);
}

void Output::release_tail() {
  if (tail_.empty() && dropped_ == 0) return;
  if (dropped_ > 0) pending_.push_back({tail_stream_, {}, std::exchange(dropped_, 0)});
  allowance_ -= static_cast<double>(tail_.size());
  pending_.push_back({tail_stream_, std::exchange(tail_, {}), 0});
}

bool Output::send_pending(bool everything) {
  const std::lock_guard order(sending_);
  std::deque<Chunk> chunks;
  std::string run;
  bool more = false;
  {
    const std::lock_guard lock(mutex_);
    refill();
    if (everything || allowance_ > static_cast<double>(tail_.size())) release_tail();
    more = !tail_.empty();
    chunks = std::exchange(pending_, {});
    run = run_;
  }
  for (auto& chunk : chunks) {
    channel_.send(
        protocol::encode_event(protocol::Output{run, chunk.stream, std::move(chunk.text), chunk.dropped}));
  }
  return more;
}

bool Output::flush() {
  return send_pending(false);
}

void Output::flush_all() {
  send_pending(true);
}

}  // namespace todevice::worker
