// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nn/module.h"

namespace todevice::worker {

/// The tensors and modules that a value holds: in its list, tuple or dict, in its attributes, in an
/// optimizer's state, and in those of these. Runs no code of the lesson and keeps each thing it found alive,
/// so it is short-lived. However much a value holds, the walk is bounded.
class Held {
 public:
  static constexpr int kDeepest = 4;                 ///< containers within one another
  static constexpr std::size_t kMostParts = 8192;    ///< found in one value
  static constexpr std::size_t kMostSteps = 20'000;  ///< items looked at in one value

  /// `named`: `names` is filled too; without it a walk is a good deal cheaper.
  explicit Held(bool named) : named_(named) {}

  void walk(PyObject* value);
  /// The parameters and buffers of a module, by dotted names, then what its attributes hold.
  void walk_module(const nn::Module& module, PyObject* wrapper);

  std::vector<pybind11::object> found;
  /// As Object::Part names them: `[0]`, `["a"]`, `.w`, `.state[0]["momentum_buffer"]`, "0.weight".
  std::vector<std::string> names;
  std::vector<bool> is_buffer;
  std::size_t registered = 0;  ///< the first so many are a module's own parameters and buffers
  /// Stands for all paths and what was found there: equal when nothing changed.
  std::uint64_t mark = 0;
  bool cut = false;  ///< the value may hold more

 private:
  void look(PyObject* value, std::uint64_t path, int depth);
  void items(PyObject* value, std::uint64_t path, int depth);
  void dict(PyObject* value, std::uint64_t path, int depth);
  void attributes(PyObject* value, std::uint64_t path, int depth);
  void optimizer(PyObject* value);
  void keep(pybind11::object object, std::uint64_t path, bool buffer = false);
  bool is_full();

  bool named_;
  std::string path_;
  std::vector<PyObject*> within_;  ///< the containers on the way, against circles
  std::size_t steps_ = 0;
};

/// Can it hold tensors at all?
bool can_hold(PyObject* value);

}  // namespace todevice::worker
