// SPDX-License-Identifier: Apache-2.0
#include "protocol/codec.h"

namespace todevice::protocol {

void LineSplitter::feed(std::string_view bytes, const std::function<void(std::string_view line)>& line,
                        const std::function<void(std::size_t length)>& too_long) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const auto part = bytes.substr(0, end);
    if (skipped_ > 0 || pending_.size() + part.size() > max_line_) {
      skipped_ += pending_.size() + part.size();
      std::string().swap(pending_);
    } else if (end == std::string_view::npos || !pending_.empty()) {
      pending_.append(part);
    }
    if (end == std::string_view::npos) return;
    if (skipped_ > 0) {
      too_long(skipped_);
      skipped_ = 0;
    } else if (pending_.empty()) {
      line(part);
    } else {
      const std::string whole = std::move(pending_);
      pending_.clear();
      line(whole);
    }
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace todevice::protocol
