// SPDX-License-Identifier: Apache-2.0
#include "no_spawn.h"

#include <Python.h>

#include <array>
#include <cstring>

namespace todevice::worker {

namespace {

/// The modules of multiprocessing that start sys.executable: each is imported when it first has to.
constexpr std::array kStarters{"multiprocessing.popen_spawn_posix", "multiprocessing.popen_forkserver",
                               "multiprocessing.resource_tracker"};

int refuse(const char* event, PyObject* arguments, void*) {
  if (std::strcmp(event, "import") != 0) return 0;
  PyObject* const name = PyTuple_GetItem(arguments, 0);
  if (name == nullptr || !PyUnicode_Check(name)) return 0;
  for (const char* starter : kStarters) {
    if (PyUnicode_CompareWithASCIIString(name, starter) != 0) continue;
    PyErr_SetString(
        PyExc_RuntimeError,
        "ToDevice starts no new Python: multiprocessing works by 'fork' alone (the default on Linux), "
        "not by 'spawn' or 'forkserver', and without shared_memory; "
        "use multiprocessing.get_context('fork'), or threads");
    return -1;
  }
  return 0;
}

}  // namespace

void refuse_spawned_processes() {
  PySys_AddAuditHook(&refuse, nullptr);  // fails for want of memory alone: then nothing is refused
}

}  // namespace todevice::worker
