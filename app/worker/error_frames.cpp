// SPDX-License-Identifier: Apache-2.0
#include "error_frames.h"

#include <frameobject.h>

#include <algorithm>

#include "names_in.h"
#include "output.h"
#include "torch_bridge.h"
#include "value_text.h"

namespace todevice::worker {

namespace py = pybind11;
using protocol::ErrorFrame;
using protocol::Named;
using protocol::Origin;

namespace {

constexpr std::size_t kMostFrames = 20;
constexpr std::size_t kMostNames = 30;
constexpr std::size_t kLongestExpression = 2 << 10;
constexpr std::size_t kLongestText = 200;

void add_origin(Named& named, const std::string& part, const Tensor& tensor, const Origins& origins) {
  const std::string device = tensor.device().str();
  auto found = std::find_if(named.origins.begin(), named.origins.end(),
                            [&](const Origin& one) { return one.device == device; });
  if (found == named.origins.end()) {
    const auto story = origins.of(tensor.storage()->serial());
    found = named.origins.insert(found, {part, device, story.made_on, story.made_line, story.moved_line, 0});
  }
  found->bytes += static_cast<std::int64_t>(tensor.nbytes());
}

/// False for what an explanation has no use for.
bool describe(PyObject* object, Named& named, const Origins& origins) {
  named.id = reinterpret_cast<protocol::Address>(object);
  named.type = type_name(object);
  if (const Tensor tensor = bridge::tensor_of(object); tensor.defined()) {
    named.kind = bridge::is_parameter(object) ? "parameter" : "tensor";
    named.is_leaf = tensor.is_leaf();
    named.is_scalar = tensor.dim() == 0;
    add_origin(named, {}, tensor, origins);
    return true;
  }
  if (nn::Module* const module = bridge::module_of(object)) {
    named.kind = "module";
    for (const auto& [name, tensor] : module->named_parameters()) add_origin(named, name, tensor, origins);
    for (const auto& [name, tensor] : module->named_buffers()) add_origin(named, name, tensor, origins);
    return true;
  }
  named.kind = bridge::is_device(object) ? "device" : bridge::is_optimizer(object) ? "optimizer" : "value";
  if (bridge::is_optimizer(object)) return true;
  if (!bridge::is_device(object) && !PyUnicode_CheckExact(object) && !PyLong_CheckExact(object)) return false;
  const auto text = py::reinterpret_steal<py::object>(PyObject_Str(object));
  if (!text) PyErr_Clear();
  if (text) named.text = std::string(utf8_head(utf8_of(text.ptr()), kLongestText));
  return true;
}

/// The text between two places of the lesson's code; columns count bytes, as Python's do.
std::string text_between(const Sources& sources, const std::string& file, int line, int column, int end_line,
                         int end_column) {
  std::string text;
  for (int at = line; at <= end_line && text.size() < kLongestExpression; ++at) {
    std::string row = sources.line(file, at);
    if (at == end_line && end_column >= 0) row.resize(std::min(row.size(), std::size_t(end_column)));
    if (at == line && column > 0) row.erase(0, std::size_t(column));
    text += (at == line ? "" : "\n") + row;
  }
  return text;
}

std::string expression_at(PyCodeObject* code, int instruction, const Sources& sources,
                          const std::string& file, int line) {
  int first = 0, column = 0, last = 0, end = 0;
  const bool known = PyCode_Addr2Location(code, instruction, &first, &column, &last, &end) != 0;
  if (!known || first <= 0 || column < 0 || last < first) return sources.line(file, line);
  return text_between(sources, file, first, column, last, end);
}

ErrorFrame frame_of(PyTracebackObject* at, PyCodeObject* code, const std::string& file,
                    const Sources& sources, const Origins& origins) {
  ErrorFrame result;
  result.line = at->tb_lineno >= 0 ? at->tb_lineno : PyFrame_GetLineNumber(at->tb_frame);
  const auto function = utf8_of(code->co_name);
  if (function != "<module>") result.function = function;
  result.expression = expression_at(code, at->tb_lasti, sources, file, result.line);
  const auto locals = py::reinterpret_steal<py::object>(PyFrame_GetLocals(at->tb_frame));
  const auto globals = py::reinterpret_steal<py::object>(PyFrame_GetGlobals(at->tb_frame));
  for (const auto& [name, object] : names_in(result.expression, locals, globals)) {
    Named named;
    named.name = name;
    if (result.names.size() < kMostNames && describe(object.ptr(), named, origins))
      result.names.push_back(std::move(named));
  }
  return result;
}

}  // namespace

std::vector<ErrorFrame> error_frames(const py::object& traceback, const Sources& sources,
                                     const Origins& origins) {
  std::vector<ErrorFrame> frames;
  try {
    for (auto* at = reinterpret_cast<PyTracebackObject*>(traceback.ptr()); at != nullptr; at = at->tb_next) {
      const auto code =
          py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(at->tb_frame)));
      auto* const raw = reinterpret_cast<PyCodeObject*>(code.ptr());
      if (!sources.has(raw->co_filename)) continue;
      frames.push_back(frame_of(at, raw, utf8_of(raw->co_filename), sources, origins));
      // Of an endless recursion the end is what counts.
      if (frames.size() > kMostFrames) frames.erase(frames.begin() + 1);
    }
  } catch (py::error_already_set&) {
    // An explanation less; the error itself is told.
  }
  PyErr_Clear();
  return frames;
}

}  // namespace todevice::worker
