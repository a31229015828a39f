// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <frameobject.h>

#include <string>
#include <vector>

#include "sources.h"

namespace todevice::worker {

/// Names to look at, and whose they are: "" for the lesson's own, else a function that was stepped into.
struct Scope {
  std::string name;
  PyObject* names = nullptr;  ///< a dict, borrowed
};

/// What a running function's names mean now, while this lives. Python fills a dict for it, which would keep
/// what the names meant before alive: it is emptied again, unless the lesson's code has asked for it too.
class LocalNames {
 public:
  explicit LocalNames(PyFrameObject* frame);
  ~LocalNames();
  LocalNames(LocalNames&& other) noexcept = default;
  LocalNames& operator=(LocalNames&&) = delete;
  LocalNames(const LocalNames&) = delete;
  LocalNames& operator=(const LocalNames&) = delete;

  PyObject* dict() const { return names_.ptr(); }

 private:
  pybind11::object names_;
  bool snapshot_ = false;
};

/// Tells code of the lesson from code of libraries, quickly for the same code again and again.
class LessonCode {
 public:
  explicit LessonCode(const Sources& sources) : sources_(sources) {}
  bool has(PyFrameObject* frame);

 private:
  const Sources& sources_;
  pybind11::object last_;  ///< kept alive, so that its address stays its own
  bool last_is_ours_ = false;
};

/// A function or method; not a class's body, a comprehension or a lambda, which are steps of a line.
bool is_function(PyFrameObject* frame);
/// "forward".
std::string function_name(PyFrameObject* frame);
/// `frame` and the lesson's functions that called it, outermost first, up to but without `below`; none when
/// `below` did not call it.
std::vector<pybind11::object> frames_above(PyFrameObject* below, PyFrameObject* frame, LessonCode& lesson);

}  // namespace todevice::worker
