// SPDX-License-Identifier: Apache-2.0
// torch.load on any bytes. A zero byte in front: what follows is todevice.json and, behind the next zero
// byte, a storage, and both are put into a sound zip; otherwise the bytes are the file.
#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include <cstdio>
#include <cstdlib>

#include "python/torch_module.h"
#include "target.h"

namespace py = pybind11;

namespace {

constexpr const char* kFeed = R"(
import io, json, time, zipfile
import torch

def packed(text, storage):
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as file:
        file.writestr("todevice.json", text)
        file.writestr("storage/0", storage)
    return box.getvalue()

def looked_at(value):
    """Every element that a loaded tensor says it has is read."""
    if isinstance(value, torch.Tensor):
        if value.numel() < 1 << 16:
            value.detach().clone().to(torch.float64).sum().item()
        repr(value[..., :1] if value.dim() else value)
    elif isinstance(value, (list, tuple, set)):
        for item in value:
            looked_at(item)
    elif isinstance(value, dict):
        looked_at(list(value.items()))

def feed(data):
    if data[:1] == b"\0":
        text, _, storage = data[1:].partition(b"\0")
        data = packed(text, storage)
    begin = time.monotonic()
    try:
        looked_at(torch.load(io.BytesIO(data)))
    except RuntimeError as error:
        said = str(error)
        assert said.startswith(("torch.load: the file cannot be read: ", "Attempting to deserialize", "don't know how to restore")), said
        assert len(said) < 500, len(said)
    assert time.monotonic() - begin < 10

def seeds():
    box = io.BytesIO()
    torch.save({"w": torch.arange(6.0).reshape(2, 3).t(), "n": [1, (2.5, None, True), {3}], "b": torch.tensor([True, False])}, box)
    whole = box.getvalue()
    with zipfile.ZipFile(box) as file:
        text, storage = file.read("todevice.json"), file.read("storage/0")
    torch.save(torch.nn.Parameter(torch.ones(2, dtype=torch.float16)), small := io.BytesIO())
    tensor = {"storage": 0, "dtype": "int64", "offset": 1, "shape": [2, 1], "stride": [1, 0], "requires_grad": False,
              "parameter": False}
    told = {"format": "ToDevice", "version": 1, "object": {"list": [{"tensor": tensor}, {"tensor": tensor}]},
            "storages": [{"device": "cpu", "bytes": 32}]}
    plain = {"format": "ToDevice", "version": 1, "storages": [], "object": {"ordered": [
        ["k", {"int": "12"}], [{"tuple": [{"float": "0x1.8p+1"}]}, {"bytes": "00ff"}], ["d", {"device": "cpu"}],
        [{"dtype": "bool"}, {"size": [{"int": "3"}]}], ["s", {"set": [{"int": "1"}, "x", None]}]]}}
    return [whole, small.getvalue(), whole[-120:], b"\x80\x02]q\0.", b"\0" + text + b"\0" + storage,
            b"\0" + json.dumps(told).encode() + b"\0" + bytes(32), b"\0" + json.dumps(plain).encode() + b"\0"]
)";

/// The interpreter, with the engine's torch; never ended.
py::dict& python() {
  static auto& scope = *[] {
    PyPreConfig before;
    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    before.allocator = PYMEM_ALLOCATOR_MALLOC;  // the sanitizer sees each object
    Py_PreInitialize(&before);
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    const PyStatus started = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(started) != 0) std::abort();
    todevice::python::register_torch();
    auto* made = new py::dict();
    (*made)["__builtins__"] = py::module_::import("builtins");
    py::exec(kFeed, *made);
    return made;
  }();
  return scope;
}

}  // namespace

std::vector<std::string> seeds() {
  return python()["seeds"]().cast<std::vector<std::string>>();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const py::object feed = python()["feed"];
  try {
    feed(py::bytes(reinterpret_cast<const char*>(data), size));
  } catch (const py::error_already_set& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::abort();
  }
  return 0;
}
