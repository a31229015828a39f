// SPDX-License-Identifier: Apache-2.0
#include "interpreter.h"

#include <pybind11/embed.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "no_spawn.h"
#include "python_modules.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

void check(const PyStatus& status) {
  if (PyStatus_Exception(status) == 0) return;
  throw std::runtime_error(std::string("Python does not start: ") +
                           (status.err_msg == nullptr ? "no reason given" : status.err_msg));
}

class Config {
 public:
  Config() { PyConfig_InitIsolatedConfig(&config_); }
  ~Config() { PyConfig_Clear(&config_); }
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;
  PyConfig* operator->() { return &config_; }
  PyConfig* get() { return &config_; }
  void set(wchar_t*& field, const std::string& value) {
    check(PyConfig_SetBytesString(&config_, &field, value.c_str()));
  }

 private:
  PyConfig config_;
};

/// PYTHONIOENCODING, "encoding:errors", as python3 reads it; the isolated configuration does not.
void set_encoding(Config& config) {
  const char* const value = std::getenv("PYTHONIOENCODING");
  if (value == nullptr || *value == 0) return;
  const std::string_view text = value;
  const auto colon = text.find(':');
  const std::string encoding(text.substr(0, colon));
  const std::string errors(colon == std::string_view::npos ? "" : text.substr(colon + 1));
  config.set(config->stdio_encoding, encoding.empty() ? "utf-8" : encoding);
  config.set(config->stdio_errors, errors.empty() ? "strict" : errors);
}

void configure(Config& config, const PythonSettings& settings) {
  // Absolute, or the standard library of the first python3 on PATH is taken.
  config.set(config->program_name, TODEVICE_PYTHON);
  config.set(config->executable, TODEVICE_PYTHON);
  config->install_signal_handlers = 1;
  config->site_import = 0;
  config->parse_argv = 0;
  std::vector<char*> arguments;
  for (const auto& one : settings.arguments) arguments.push_back(const_cast<char*>(one.c_str()));
  check(PyConfig_SetBytesArgv(config.get(), static_cast<Py_ssize_t>(arguments.size()), arguments.data()));
  if (settings.command) return config.set(config->run_command, *settings.command);
  if (settings.script.empty()) return;
  config->isolated = 0;  // which would leave the script's folder out of sys.path
  config->safe_path = 0;
  config.set(config->run_filename, settings.script);
  set_encoding(config);
}

[[noreturn]] void leave(const py::args& code) {
  PyErr_SetObject(PyExc_SystemExit, code.empty() ? Py_None : py::object(code[0]).ptr());
  throw py::error_already_set();
}

/// `site` would provide these.
void add_exit() {
  auto builtins = py::module_::import("builtins");
  builtins.attr("exit") = py::cpp_function(leave, py::name("exit"));
  builtins.attr("quit") = py::cpp_function(leave, py::name("quit"));
}

/// `subprocess.run([sys.executable, "-c", code])` is to have the same torch. Set late: at the start Python
/// looks for its library beside it.
void set_executable() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  if (!none) py::module_::import("sys").attr("executable") = program.string();
}

}  // namespace

void start_python(const PythonSettings& settings) {
  std::signal(SIGINT,
              SIG_DFL);  // where it is ignored, Python would leave it so and nothing could be interrupted
  PyPreConfig early;
  PyPreConfig_InitIsolatedConfig(&early);
  early.utf8_mode = 1;
  check(Py_PreInitialize(&early));
  Config config;
  configure(config, settings);
  refuse_spawned_processes();
  check(Py_InitializeFromConfig(config.get()));
  add_exit();
  set_executable();
  add_torch();
  add_todevice();
}

bool has_module(const char* name) {
  namespace py = pybind11;
  const py::object finder = py::module_::import("_frozen_importlib_external").attr("PathFinder");
  return !finder.attr("find_spec")(name).is_none();
}

int run_script() {
  return Py_RunMain();
}

}  // namespace todevice::worker
