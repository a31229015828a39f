// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu_map_p.h"

namespace todevice {

namespace {

/// One character more or less at one place; a text that takes the place of another is a value of its own.
bool isOneKey(const QString& before, const QString& after) {
  const QString& shorter = before.size() < after.size() ? before : after;
  const QString& longer = before.size() < after.size() ? after : before;
  if (longer.size() != shorter.size() + 1) return false;
  const auto differ = std::mismatch(shorter.begin(), shorter.end(), longer.begin());
  return std::equal(differ.first, shorter.end(), differ.second + 1);
}

constexpr std::size_t kMostSteps = 200;  ///< to undo

}  // namespace

void GpuMapModel::edit(const std::optional<QString>& variable, const std::optional<QString>& order,
                       bool typing) {
  if (variable == d->variable && order == d->order) return;
  const bool goesOn = typing && d->typing && isOneKey(d->variable.value_or(QString()), *variable);
  remember(goesOn);
  d->typing = typing;
  setSettings(variable, order);
  emit settingsEdited(variable, order);
}

/// A text that is being typed is one step, not one for each key.
void GpuMapModel::remember(bool goesOn) {
  d->after.clear();
  d->typing = false;
  if (goesOn) return;
  d->before.push_back(d->step());
  if (d->before.size() > kMostSteps) d->before.erase(d->before.begin());
}

void GpuMapModel::restore(bool forward) {
  auto& from = forward ? d->after : d->before;
  auto& to = forward ? d->before : d->after;
  if (from.empty()) return;
  to.push_back(d->step());
  const Private::Step step = from.back();
  from.pop_back();
  d->typing = false;
  if (d->rows != step.rows && step.rows.size() == d->machine.size()) {
    beginResetModel();
    d->rows = step.rows;
    endResetModel();
  }
  d->busy = step.busy;
  setSettings(step.setting.visible, step.setting.order);
  emit settingsEdited(step.setting.visible, step.setting.order);
}

void GpuMapModel::endTyping() {
  d->typing = false;
}

bool GpuMapModel::canUndo() const {
  return !d->before.empty();
}
bool GpuMapModel::canRedo() const {
  return !d->after.empty();
}
void GpuMapModel::undo() {
  restore(false);
}
void GpuMapModel::redo() {
  restore(true);
}

}  // namespace todevice
