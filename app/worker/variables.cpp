// SPDX-License-Identifier: Apache-2.0
#include "variables.h"

#include <cstdlib>

#include "backend/registry.h"

namespace todevice::worker {

namespace {

std::optional<std::string> environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// A setdefault() of what is set already leaves no trace but its text.
bool asks_for_default(const std::string& text, const std::string& name) {
  const auto call = text.find("setdefault");
  return call != std::string::npos && text.find(name, call) != std::string::npos;
}

}  // namespace

Variables::Variables() {
  for (std::size_t i = 0; i < kNames.size(); ++i) known_[i] = environment(kNames[i]);
}

void Variables::look(protocol::Record& record, const std::string& text) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    auto now = environment(kNames[i]);
    const bool same = now == known_[i];
    const bool kept = same && now && !record.error && asks_for_default(text, kNames[i]);
    if (same && !kept) continue;
    record.variables.push_back({kNames[i], kept ? "kept" : now ? "set" : "deleted", known_[i], now, read_});
    known_[i] = std::move(now);
  }
  const Backend* const cuda = registry::cuda();
  if (read_ || cuda == nullptr || !cuda->has_read_variable()) return;
  read_ = true;
  record.variables_read = protocol::VariableReading{known_[0], known_[1]};
}

}  // namespace todevice::worker
