// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <charconv>
#include <string_view>

#include "machine_file.h"
#include "visibility/entry.h"

namespace todevice::worker {

namespace {

class Parser {
 public:
  Parser(const std::vector<std::string>& words, std::string& problem) : words_(words), problem_(problem) {}

  Options parse() {
    while (at_ < words_.size() && problem_.empty() && !options_.command) {
      const std::string_view word = words_[at_];
      if (word == "--") {
        ++at_;
        break;
      }
      if (!word.starts_with('-') || word == "-") break;
      option(word);
    }
    if (at_ < words_.size() && problem_.empty() && !options_.command) take_script();
    return options_;
  }

 private:
  void option(std::string_view word) {
    const auto equals = word.find('=');
    const auto name = word.substr(0, equals);
    ++at_;
    if (name == "--simulate") return take_machine(value(name, word, equals));
    if (name == "--busy") return take_busy(value(name, word, equals));
    if (name == "--visible-devices") return take(options_.visible_devices, value(name, word, equals));
    if (name == "--device-order") return take(options_.device_order, value(name, word, equals));
    if (word == "-c") return take_command(value(name, word, equals));
    if (word == "--inventory") return take(Options::Task::inventory);
    if (word == "--explain") return take(Options::Task::explain);
    if (word == "--json") return void(options_.json = true);
    if (word == "--help" || word == "-h") return take(Options::Task::help);
    if (word == "--version" || word == "-V") return take(Options::Task::version);
    problem_ = "unknown option " + std::string(word);
  }

  std::optional<std::string> value(std::string_view name, std::string_view word, std::size_t equals) {
    if (equals != std::string_view::npos) return std::string(word.substr(equals + 1));
    if (at_ < words_.size()) return words_[at_++];
    problem_ = std::string(name) + " needs a value";
    return std::nullopt;
  }

  void take(Options::Task task) { options_.task = task; }
  void take(std::optional<std::string>& field, std::optional<std::string> text) {
    if (text) field = std::move(text);
  }
  /// "real", a number, or the name of a file.
  void take_machine(const std::optional<std::string>& text) {
    if (!text || *text == "real") return;
    if (const auto count = number(*text)) {
      if (*count >= 0 && *count <= kMostSimulated) return void(options_.simulate = *count);
    } else if (options_.machine_file = find_machine(*text); !options_.machine_file.empty()) {
      return;
    }
    if (looks_like_a_file(*text)) {
      problem_ = "--simulate: there is no file \"" + *text + "\"";
      return;
    }
    std::string ready;
    for (const auto& name : ready_machines()) ready += (ready.empty() ? "" : ", ") + name;
    problem_ = "--simulate takes a number of GPUs from 0 to " + std::to_string(kMostSimulated) +
               ", a file that describes a machine, or a ready machine (" + ready + "), not \"" + *text + "\"";
  }
  void take_busy(const std::optional<std::string>& text) {
    if (!text) return;
    for (const auto& word : visibility::split_entries(*text)) {
      if (word.empty()) continue;
      const auto index = number(word);
      if (!index || *index < 0) return void(problem_ = "--busy takes numbers of GPUs, not \"" + word + "\"");
      options_.busy.push_back(*index);
    }
  }
  static bool looks_like_a_file(const std::string& text) {
    return text.find('/') != std::string::npos || text.ends_with(".json");
  }
  static std::optional<int> number(const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) return -1;
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  }
  void take_command(std::optional<std::string> code) {
    if (!code) return;
    options_.command = std::move(code);
    options_.arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    options_.task = Options::Task::script;
  }
  void take_script() {
    options_.script = words_[at_];
    options_.arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, words_.end());
    if (options_.task == Options::Task::serve) options_.task = Options::Task::script;
  }

  const std::vector<std::string>& words_;
  std::string& problem_;
  std::size_t at_ = 0;
  Options options_;
};

}  // namespace

Options parse_options(const std::vector<std::string>& words, std::string& problem) {
  return Parser(words, problem).parse();
}

std::string help_text() {
  return R"(usage: todevice-worker [options] [script.py [arguments]]

Runs Python code whose torch is ToDevice's engine. With a script: runs it as python3 would.
Without one: speaks the protocol of the ToDevice window on standard input and output.

  -c CODE                  runs this code instead of a script
  --simulate N             N simulated GPUs instead of the machine's own ("real"); processes that the code starts with
                           sys.executable have them too (through the variable TODEVICE_SIMULATE)
  --simulate FILE          the simulated GPUs that a file describes, or a ready machine:
                           laptop, workstation, server, mig
  --busy LIST              simulated GPUs whose memory another program fills
  --visible-devices LIST   sets CUDA_VISIBLE_DEVICES
  --device-order ORDER     sets CUDA_DEVICE_ORDER (FASTEST_FIRST or PCI_BUS_ID)
  --inventory              prints the physical GPUs as JSON
  --explain [--json]       says what a program would see with --visible-devices LIST and
                           --device-order ORDER (not given: unset), and why
  --version, --help
)";
}

}  // namespace todevice::worker
