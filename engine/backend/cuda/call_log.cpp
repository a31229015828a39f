// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/call_log.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace todevice::cuda {

namespace {

using trace::Call;
using trace::CallKind;

struct Outer {
  std::uint64_t end = 0;
  std::uint32_t correlation = 0;
};

/// Which shown call each correlation belongs to, and the calls that stand for themselves.
struct Sorted {
  std::vector<ApiNote> shown;
  std::unordered_map<std::uint32_t, std::uint32_t> caller;
};

Sorted without_inner_calls(std::vector<ApiNote> calls) {
  std::stable_sort(calls.begin(), calls.end(), [](const ApiNote& a, const ApiNote& b) {
    // What begins together: the runtime's call is the outer one.
    return a.begin != b.begin ? a.begin < b.begin : a.is_driver < b.is_driver;
  });
  Sorted sorted;
  std::unordered_map<std::uint32_t, Outer> outer;  // by thread
  for (const auto& call : calls) {
    auto& around = outer[call.thread];
    if (call.is_driver && call.begin < around.end) {
      sorted.caller.emplace(call.correlation, around.correlation);
      continue;
    }
    if (!call.is_driver) around = {call.end, call.correlation};
    sorted.caller[call.correlation] = call.correlation;
    sorted.shown.push_back(call);
  }
  return sorted;
}

/// Of too many, work and what caused it come before calls that caused none (a library that starts makes
/// hundreds), and earlier ones before later ones.
void keep_the_best(trace::Calls& told) {
  if (told.calls.size() <= trace::CallRecorder::kMost) return;
  std::unordered_set<std::uint64_t> worked;
  for (const auto& call : told.calls) {
    if (call.kind != CallKind::api) worked.insert(call.correlation);
  }
  std::stable_sort(told.calls.begin(), told.calls.end(), [&](const Call& a, const Call& b) {
    const bool first = worked.contains(a.correlation), second = worked.contains(b.correlation);
    return first != second ? first : a.begin < b.begin;
  });
  told.left_out += told.calls.size() - trace::CallRecorder::kMost;
  told.calls.resize(trace::CallRecorder::kMost);
}

std::int64_t since(std::uint64_t from, std::uint64_t time) {
  return static_cast<std::int64_t>(time - from);
}
std::int64_t length(std::uint64_t begin, std::uint64_t end) {
  return end > begin ? static_cast<std::int64_t>(end - begin) : 0;
}

}  // namespace

void CallLog::add(const ApiNote& note) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() < kMostNotes) {
    calls_.push_back(note);
  } else if (!note.is_driver) {
    ++left_out_;
  }
}

void CallLog::add(WorkNote note) {
  const std::lock_guard lock(mutex_);
  if (work_.size() < kMostNotes) {
    work_.push_back(std::move(note));
  } else {
    ++left_out_;
  }
}

void CallLog::clear() {
  const std::lock_guard lock(mutex_);
  calls_.clear();
  work_.clear();
  left_out_ = 0;
}

trace::Calls CallLog::take(std::uint64_t from, std::uint64_t to, const Words& words) {
  std::unique_lock lock(mutex_);
  auto calls = std::exchange(calls_, {});
  auto work = std::exchange(work_, {});
  trace::Calls told;
  told.left_out = std::exchange(left_out_, 0);
  const bool overflowed = told.left_out > 0;
  lock.unlock();

  std::erase_if(calls, [&](const ApiNote& one) { return one.begin < from || one.begin > to; });
  const Sorted sorted = without_inner_calls(std::move(calls));
  for (const auto& one : sorted.shown) {
    Call call;
    call.name = words.name(one);
    if (call.name.empty()) continue;
    call.begin = since(from, one.begin);
    call.duration = length(one.begin, one.end);
    call.correlation = one.correlation;
    told.calls.push_back(std::move(call));
  }
  for (auto& one : work) {
    const auto caller = sorted.caller.find(one.correlation);
    if (caller == sorted.caller.end()) {  // of another line, or of looking at one, or of a call left out
      if (overflowed && one.begin >= from) ++told.left_out;
      continue;
    }
    Call call;
    call.name = std::move(one.name);
    call.detail = std::move(one.detail);
    call.kind = one.kind;
    call.device = one.device;
    call.stream = words.stream(one.device, one.stream);
    call.bytes = one.bytes;
    call.begin = since(from, one.begin);
    call.duration = length(one.begin, one.end);
    call.correlation = caller->second;
    told.calls.push_back(std::move(call));
  }
  for (auto& call : told.calls) call.measured = true;
  keep_the_best(told);
  std::stable_sort(told.calls.begin(), told.calls.end(),
                   [](const Call& a, const Call& b) { return a.begin < b.begin; });
  return told;
}

}  // namespace todevice::cuda
