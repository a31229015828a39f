// SPDX-License-Identifier: GPL-3.0-or-later
#include "paths.h"

namespace todevice {

namespace {

constexpr int kDeepest = 4;

void visitParts(const State& state, const protocol::Object& object, const QString& before, bool isHeld,
                int depth, const std::function<void(const PathStep&)>& visit) {
  for (const auto& part : object.parts) {
    const auto found = state.objects.constFind(part.id);
    if (found == state.objects.cend()) continue;
    const QString name = QString::fromStdString(part.name);
    PathStep step;
    step.path = before.isEmpty() ? name : joinedPath(before, name);
    step.object = &found.value();
    step.part = &part;
    step.isHeld = isHeld || part.is_held();
    step.isNested = depth > 1;
    visit(step);
    if (depth < kDeepest) visitParts(state, *found, step.path, step.isHeld, depth + 1, visit);
  }
}

}  // namespace

QString joinedPath(const QString& name, const QString& path) {
  const bool hasSign = path.startsWith(QLatin1Char('[')) || path.startsWith(QLatin1Char('.'));
  return hasSign ? name + path : name + QLatin1Char('.') + path;
}

void forEachPath(const State& state, const protocol::Object& object,
                 const std::function<void(const PathStep&)>& visit) {
  visitParts(state, object, {}, false, 1, visit);
}

}  // namespace todevice
