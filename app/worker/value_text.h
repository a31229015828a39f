// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Python.h>

#include <string>

#include <nlohmann/json.hpp>

namespace todevice::worker {

/// One short line for a table. Only what Python itself made is shown by value (numbers, texts, lists of
/// those, cut); anything else by its type, so that no code of the lesson runs.
std::string value_text(PyObject* value);
/// The value as JSON where it has one, else null.
nlohmann::json value_json(PyObject* value);
/// UTF-8 of a Python text; a lone surrogate becomes the escape that Python writes for it (`\ud800`).
std::string utf8_of(PyObject* text);
/// "Linear": the class's own name.
std::string type_name(PyObject* value);

}  // namespace todevice::worker
