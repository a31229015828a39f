// SPDX-License-Identifier: Apache-2.0
#include "lined_json.h"

#include <iterator>

#include "json_fault.h"

namespace todevice::worker {

namespace {

using json = nlohmann::json;

constexpr std::size_t kDeepest = 16;

/// Where the parser is: it asks for one character after the other, and reads one beyond a number.
struct Place {
  const std::string& text;
  const char* begin = nullptr;
  const char* at = nullptr;
  int line = 1;

  int line_of_value() const { return at > begin && at[-1] == '\n' ? line - 1 : line; }
};

class Characters {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Characters(const char* at, Place* place) : at_(at), place_(place) {}
  reference operator*() const { return *at_; }
  Characters& operator++() {
    if (*at_ == '\n') ++place_->line;
    place_->at = ++at_;
    return *this;
  }
  Characters operator++(int) {
    const Characters before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Characters& other) const { return at_ == other.at_; }
  bool operator!=(const Characters& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  Place* place_;
};

class Builder : public nlohmann::json_sax<json> {
 public:
  Builder(const Place& place, LinedJson& root) : place_(place), root_(root) {}

  bool null() override { return value(nullptr); }
  bool boolean(bool given) override { return value(given); }
  bool number_integer(number_integer_t given) override { return value(given); }
  bool number_unsigned(number_unsigned_t given) override { return value(given); }
  bool number_float(number_float_t given, const string_t&) override { return value(given); }
  bool string(string_t& given) override { return value(given); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(LinedJson::Kind::object); }
  bool start_array(std::size_t) override { return open(LinedJson::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (open_.back()->find(name) != nullptr)
      throw FileError{place_.line_of_value(), "\"" + name + "\" is given twice"};
    key_ = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    // The library speaks of tokens and its parser's state: that is of use only where nothing better is known.
    if (const auto fault = json_fault(place_.text))
      throw FileError{fault->line, "this is no JSON: " + fault->reason};
    std::string what = error.what();
    if (const auto colon = what.find(": "); colon != std::string::npos) what = what.substr(colon + 2);
    throw FileError{place_.line_of_value(), "this is no JSON: " + what};
  }

 private:
  LinedJson& add() {
    LinedJson* place = &root_;
    if (!open_.empty() && open_.back()->kind == LinedJson::Kind::object) {
      open_.back()->members.push_back({key_, {}});
      place = &open_.back()->members.back().value;
    } else if (!open_.empty()) {
      place = &open_.back()->items.emplace_back();
    }
    place->line = place_.line_of_value();
    return *place;
  }
  bool value(json given) {
    add().scalar = std::move(given);
    return true;
  }
  bool open(LinedJson::Kind kind) {
    LinedJson& place = add();
    place.kind = kind;
    open_.push_back(&place);
    if (open_.size() > kDeepest) throw FileError{place.line, "too many brackets inside one another"};
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const Place& place_;
  LinedJson& root_;
  std::vector<LinedJson*> open_;  ///< a value is added only to the innermost, so the others stay in place
  std::string key_;
};

}  // namespace

const LinedJson* LinedJson::find(const std::string& name) const {
  for (const auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

LinedJson read_lined_json(const std::string& text) {
  LinedJson root;
  Place place{text, text.data(), text.data(), 1};
  Builder builder(place, root);
  json::sax_parse(Characters(text.data(), &place), Characters(text.data() + text.size(), &place), &builder);
  return root;
}

}  // namespace todevice::worker
