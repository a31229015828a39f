// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "python/convert.h"

namespace todevice::python {

/// x.name(...) and torch.name(x, ...); `extra` names the arguments behind x.
template <class F, class... Extra>
void both(py::module_& torch, const char* name, F f, const Extra&... extra) {
  def(name, f, extra...);
  if constexpr (sizeof...(extra) == 0) {
    torch.def(name, f, py::arg("input"));
  } else {
    torch.def(name, f, py::arg("input"), extra...);
  }
}

}  // namespace todevice::python
