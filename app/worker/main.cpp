// SPDX-License-Identifier: Apache-2.0
// todevice-worker: runs Python code on the engine, for a window or as python3 would.
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "devices.h"
#include "explain.h"
#include "interpreter.h"
#include "options.h"
#include "server.h"

namespace {

using namespace todevice::worker;

int print(const std::string& text) {
  return std::fputs(text.c_str(), stdout) < 0 ? 1 : 0;
}

int complain(const std::string& text, int code) {
  std::fprintf(stderr, "todevice-worker: %s\n", text.c_str());
  return code;
}

int script(const Options& options) {
  PythonSettings settings;
  settings.script = options.script;
  settings.command = options.command;
  settings.arguments = {options.command ? "-c" : options.script};
  settings.arguments.insert(settings.arguments.end(), options.arguments.begin(), options.arguments.end());
  start_python(settings);
  return run_script();
}

int carry_out(const Options& options) {
  switch (options.task) {
    case Options::Task::help:
      return print(help_text());
    case Options::Task::version:
      return print("todevice-worker " TODEVICE_VERSION "\n");
    case Options::Task::explain:
      return print(explain(options));
    default:
      break;
  }
  if (options.task == Options::Task::serve && isatty(0) != 0) return print(help_text());
  set_environment(options);
  const auto ready = choose_gpus(options);
  if (options.task == Options::Task::inventory) return print(inventory(ready) + "\n");
  return options.task == Options::Task::script ? script(options) : serve(std::move(ready));
}

}  // namespace

int main(int argc, char** argv) {
  std::string problem;
  const auto options = parse_options({argv + 1, argv + argc}, problem);
  if (!problem.empty()) return complain(problem + " (see todevice-worker --help)", 2);
  try {
    return carry_out(options);
  } catch (const std::exception& error) {
    return complain(error.what(), 1);
  }
}
