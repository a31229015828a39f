// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "timeline.h"

namespace todevice {

/// One thing that an object holds, directly or through others.
struct PathStep {
  QString
      path;  ///< what follows the object's name: "0.weight", `[2]`, `.state[0]["exp_avg"]`, "0.weight.grad"
  const protocol::Object* object = nullptr;
  const protocol::Object::Part* part = nullptr;
  bool isHeld = false;    ///< not registered as a module's parameter or buffer
  bool isNested = false;  ///< held by a part: a gradient of a parameter, a tensor of a module in a list
};

/// A name and what follows it: "net.0.weight", `batch["x"]`.
QString joinedPath(const QString& name, const QString& path);

/// Visits what `object` holds, each part before its own parts, a few levels deep. Parts that the state does
/// not know are left out.
void forEachPath(const State& state, const protocol::Object& object,
                 const std::function<void(const PathStep&)>& visit);

}  // namespace todevice
