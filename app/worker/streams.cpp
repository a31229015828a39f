// SPDX-License-Identifier: Apache-2.0
#include <pybind11/embed.h>

#include <string>

#include "output.h"
#include "python_modules.h"

namespace todevice::worker {

namespace py = pybind11;

namespace {

constexpr Py_ssize_t kLong = 64 << 10;

/// Half of a pair, which no UTF-8 has.
bool is_surrogate(Py_UCS4 c) {
  return c >= 0xD800 && c < 0xE000;
}

bool has_surrogates(PyObject* text) {
  const int kind = static_cast<int>(PyUnicode_KIND(text));
  if (kind == PyUnicode_1BYTE_KIND) return false;
  const void* const data = PyUnicode_DATA(text);
  const auto length = PyUnicode_GET_LENGTH(text);
  for (Py_ssize_t i = 0; i < length; ++i) {
    if (is_surrogate(PyUnicode_READ(kind, data, i))) return true;
  }
  return false;
}

/// UTF-8 of a text, or the UnicodeEncodeError that Python's own stream raises.
py::bytes encoded(PyObject* text, const char* errors) {
  PyObject* const bytes = PyUnicode_AsEncodedString(text, "utf-8", errors);
  if (bytes == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::bytes>(bytes);
}

py::bytes encoded_part(PyObject* text, Py_ssize_t from, Py_ssize_t to, const char* errors) {
  const auto part = py::reinterpret_steal<py::object>(PyUnicode_Substring(text, from, to));
  if (!part) throw py::error_already_set();
  return encoded(part.ptr(), errors);
}

/// With surrogates written as `\ud800`.
std::int64_t utf8_length(PyObject* text, Py_ssize_t from, Py_ssize_t to) {
  const int kind = static_cast<int>(PyUnicode_KIND(text));
  const void* const data = PyUnicode_DATA(text);
  if (PyUnicode_IS_ASCII(text)) return to - from;
  std::int64_t bytes = 0;
  for (auto i = from; i < to; ++i) {
    const auto c = PyUnicode_READ(kind, data, i);
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : is_surrogate(c) ? 6 : c < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/// What lesson code sees as sys.stdout and sys.stderr. As in a terminal of UTF-8, a lone surrogate is an
/// error on the one and written as `\ud800` on the other.
class Stream {
 public:
  Stream(Output& output, std::string name, const char* errors)
      : output_(output), name_(std::move(name)), errors_(errors) {}

  Py_ssize_t write(const py::object& text) {
    if (!PyUnicode_Check(text.ptr())) {
      throw py::type_error(std::string("write() argument must be str, not ") + Py_TYPE(text.ptr())->tp_name);
    }
    const auto length = PyUnicode_GET_LENGTH(text.ptr());
    if (length > 2 * kLong) {
      write_long(text.ptr(), length);
    } else {
      write_short(text.ptr());
    }
    return length;
  }
  Py_ssize_t write_bytes(const py::buffer& bytes) {
    const auto info = bytes.request();
    const auto text = py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(static_cast<const char*>(info.ptr), info.size, "replace"));
    if (!text) throw py::error_already_set();
    write(text);
    return info.size;
  }
  const std::string& name() const { return name_; }
  const char* errors() const { return errors_; }

 private:
  void write_short(PyObject* text) {
    Py_ssize_t size = 0;
    if (const char* const utf8 = PyUnicode_AsUTF8AndSize(text, &size)) {
      return output_.write(name_, {utf8, static_cast<std::size_t>(size)});
    }
    PyErr_Clear();
    output_.write(name_, std::string_view(encoded(text, errors_)));
  }
  /// No second copy of a huge text: its two ends are enough, unless what is between them is an error.
  void write_long(PyObject* text, Py_ssize_t length) {
    if (has_surrogates(text)) encoded(text, errors_);
    const auto first = encoded_part(text, 0, kLong, errors_);
    const auto last = encoded_part(text, length - kLong, length, errors_);
    output_.write(name_, std::string_view(first), utf8_length(text, kLong, length - kLong),
                  std::string_view(last));
  }

  Output& output_;
  std::string name_;
  const char* errors_;
};

/// sys.stdout.buffer.
struct Bytes {
  Stream* stream;
};

class NoInput {};

[[noreturn]] void refuse_input() {
  throw std::runtime_error(
      "There is no keyboard here: a lesson's code can neither ask with input() nor read sys.stdin. Write the "
      "value "
      "into the code instead.");
}

[[noreturn]] void refuse_fileno() {
  PyErr_SetString(PyExc_OSError, "this stream has no file descriptor: it goes to the window");
  throw py::error_already_set();
}

void define_streams(py::module_& m) {
  py::class_<Stream>(m, "_Stream")
      .def("write", &Stream::write)
      .def("writelines",
           [](Stream& self, const py::iterable& lines) {
             for (const auto line : lines) self.write(py::reinterpret_borrow<py::object>(line));
           })
      .def("flush", [](Stream&) {})
      .def("close", [](Stream&) {})
      .def("isatty", [](Stream&) { return false; })
      .def("readable", [](Stream&) { return false; })
      .def("writable", [](Stream&) { return true; })
      .def("seekable", [](Stream&) { return false; })
      .def("fileno", [](Stream&) { refuse_fileno(); })
      .def_property_readonly(
          "buffer", [](Stream& self) { return Bytes{&self}; }, py::keep_alive<0, 1>())
      .def_property_readonly("closed", [](Stream&) { return false; })
      .def_property_readonly("encoding", [](Stream&) { return "utf-8"; })
      .def_property_readonly("errors", &Stream::errors)
      .def_property_readonly("name", [](Stream& self) { return "<" + self.name() + ">"; });
  py::class_<Bytes>(m, "_Bytes")
      .def("write", [](Bytes& self, const py::buffer& bytes) { return self.stream->write_bytes(bytes); })
      .def("flush", [](Bytes&) {});
  py::class_<NoInput>(m, "_NoInput")
      .def("readline", [](NoInput&, const py::args&) { refuse_input(); })
      .def("read", [](NoInput&, const py::args&) { refuse_input(); })
      .def("fileno", [](NoInput&) { refuse_fileno(); })
      .def("close", [](NoInput&) {})  // as multiprocessing does in a child
      .def("isatty", [](NoInput&) { return false; })
      .def_property_readonly("encoding", [](NoInput&) { return "utf-8"; })
      .def_property_readonly("errors", [](NoInput&) { return "strict"; });
}

}  // namespace

void redirect_streams(Output& output) {
  auto module = py::module_::import("todevice");
  if (!py::hasattr(module, "_Stream")) define_streams(module);
  auto sys = py::module_::import("sys");
  const auto set = [&](const char* name, const char* original, py::object stream) {
    sys.attr(name) = stream;
    sys.attr(original) = std::move(stream);
  };
  set("stdout", "__stdout__",
      py::cast(new Stream(output, "stdout", "strict"), py::return_value_policy::take_ownership));
  set("stderr", "__stderr__",
      py::cast(new Stream(output, "stderr", "backslashreplace"), py::return_value_policy::take_ownership));
  set("stdin", "__stdin__", py::cast(NoInput()));
}

}  // namespace todevice::worker
