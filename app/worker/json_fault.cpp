// SPDX-License-Identifier: Apache-2.0
#include "json_fault.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace todevice::worker {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::size_t kQuoted = 24;  ///< as much of the text as a sentence can hold

/// As many whole characters of UTF-8 as a sentence can hold.
std::string_view beginning(std::string_view text) {
  std::size_t size = std::min(kQuoted, text.size());
  const auto inside = [&] {
    return size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0u) == 0x80u;
  };
  while (size > 0 && inside()) --size;
  return text.substr(0, size);
}

std::string quoted(std::string_view text) {
  const auto shown = beginning(text);
  return "\"" + std::string(shown) + (shown.size() < text.size() ? "...\"" : "\"");
}

bool is_number(std::string_view text) {
  const auto digits = [&] {
    const auto count = std::min(text.find_first_not_of(kDigits), text.size());
    text.remove_prefix(count);
    return count;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero = text.starts_with('0');
  const auto whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // some editors write it; it is passed over
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  std::optional<FileError> fault() {
    while (!fault_) {
      skip_blanks();
      if (at_ == text_.size()) {
        at_end();
        break;
      }
      one();
    }
    return fault_;
  }

 private:
  enum class Want { value, first_value, name, first_name, colon, next };
  struct Open {
    char bracket;
    int line;
  };

  void blame(int line, std::string reason) { fault_ = FileError{line, std::move(reason)}; }
  void blame(std::string reason) { blame(line_, std::move(reason)); }

  void skip_blanks() {
    for (; at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos;
         ++at_)
      line_ += text_[at_] == '\n' ? 1 : 0;
  }

  void at_end() {
    if (!open_.empty())
      return blame(open_.back().line, std::string("the ") + open_.back().bracket +
                                          " of this line is never closed: the file ends before");
    if (want_ != Want::next) blame("the file is empty");
  }

  void one() {
    const char c = text_[at_];
    if (c == '#' || c == '/') return blame("there are no comments in JSON: take this one away");
    if (c == '\'') return blame("a text stands in double quotes, not in single ones");
    if (c == ']' || c == '}') return close(c);
    switch (want_) {
      case Want::first_name:
      case Want::name:
        if (c != '"') return blame("the name of a field stands here, in double quotes, not " + word());
        text();
        want_ = Want::colon;
        return;
      case Want::colon:
        if (c != ':') return blame("a colon is missing behind the name " + last_);
        ++at_;
        want_ = Want::value;
        return;
      case Want::next:
        return separator(c);
      case Want::first_value:
      case Want::value:
        return value(c);
    }
  }

  void separator(char c) {
    if (open_.empty()) return blame("nothing may stand behind the last bracket, but here is " + word());
    if (c != ',') return blame(last_line_, "a comma or a closing bracket is missing behind " + last_);
    comma_line_ = line_;
    ++at_;
    want_ = open_.back().bracket == '{' ? Want::name : Want::value;
  }

  void value(char c) {
    if (c == '"') {
      text();
    } else if (c == '{' || c == '[') {
      open_.push_back({c, line_});
      ++at_;
      want_ = c == '{' ? Want::first_name : Want::first_value;
      return;
    } else if (c == ',' || c == ':') {
      return blame("a value is missing before this " + std::string(1, c));
    } else {
      const std::string given = word();
      if (given != "\"true\"" && given != "\"false\"" && given != "\"null\"" && !is_number(bare()))
        return blame(given +
                     " is no value: a text stands in double quotes, and else there are numbers, true, "
                     "false and null");
      at_ += bare().size();
      said(given);
    }
    want_ = Want::next;
  }

  void close(char c) {
    const bool after_comma =
        want_ == Want::name || (want_ == Want::value && !open_.empty() && open_.back().bracket == '[');
    if (after_comma) return blame(comma_line_, "there is a comma with nothing behind it: take it away");
    if (want_ == Want::colon || want_ == Want::value) return blame("a value is missing before " + shown(c));
    if (open_.empty()) return blame(shown(c) + " closes nothing");
    const char wanted = open_.back().bracket == '{' ? '}' : ']';
    if (c != wanted) {
      return blame(shown(c) + " stands here, but the " + open_.back().bracket + " of line " +
                   std::to_string(open_.back().line) + " is still open: " + wanted + " is missing");
    }
    open_.pop_back();
    ++at_;
    said(shown(c));
    want_ = Want::next;
  }

  void text() {
    const auto begin = at_++;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\n') return no_end(begin);
      if (text_[at_] != '\\') continue;
      ++at_;
      if (at_ < text_.size() && std::string_view("\"\\/bfnrtu").find(text_[at_]) == std::string_view::npos)
        return blame("a backslash in a text is written twice: \\\\");
    }
    if (at_ >= text_.size()) return no_end(begin);
    ++at_;
    const auto whole = text_.substr(begin, at_ - begin), shown = beginning(whole);
    said(std::string(shown) + (shown.size() < whole.size() ? "...\"" : ""));
  }

  void no_end(std::size_t begin) {
    const auto rest = text_.substr(begin + 1, at_ - begin - 1);
    blame("the text that begins with " + quoted(rest) + " has no closing quote on its line");
  }

  /// What stands here up to a mark or a blank.
  std::string_view bare() const {
    const auto rest = text_.substr(at_);
    return rest.substr(
        0, std::max<std::size_t>(1, std::min(rest.find_first_of(" \t\r\n,:[]{}\"#'"), rest.size())));
  }
  std::string word() const { return quoted(bare()); }
  static std::string shown(char c) { return std::string(1, c); }
  void said(std::string last) {
    last_ = std::move(last);
    last_line_ = line_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1, comma_line_ = 1, last_line_ = 1;
  Want want_ = Want::value;
  std::vector<Open> open_;
  std::string last_;  ///< what was read last, for a sentence
  std::optional<FileError> fault_;
};

}  // namespace

std::optional<FileError> json_fault(const std::string& text) {
  return Reader(text).fault();
}

}  // namespace todevice::worker
