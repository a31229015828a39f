// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantList>
#include <algorithm>

#include "device_info.h"
#include "gpu_map_model.h"

namespace todevice {

/// The map's insides, in four parts: the setting and the item model (gpu_map_model.cpp), what the worker said
/// and what the rules make of it (gpu_map_rules.cpp), edits by the learner (gpu_map_edits.cpp), and undo
/// (gpu_map_undo.cpp).
struct GpuMapModel::Private {
  /// What undo goes back to.
  struct Step {
    VariableSetting setting;
    std::vector<int> busy, rows;
  };
  Step step() const { return {{variable, order}, busy, rows}; }

  std::vector<protocol::PhysicalDevice> machine;  ///< in PCI order
  std::vector<visibility::PhysicalGpu> gpus;
  std::vector<int> rows;  ///< places in `machine`
  std::optional<QString> variable, order;
  std::vector<int> busy;
  std::optional<VariableSetting> overruling;  ///< what the code made of the setting, at the cursor
  std::vector<Step> before, after;            ///< to undo and to redo
  bool typing = false;                        ///< the last edit was a key in the text
  std::vector<QVariantList> history;          ///< used bytes, by place in `machine`
  bool unconfirmed = false;      ///< edited here; the present worker still has the setting before
  visibility::Result result;     ///< of the setting
  visibility::Result effective;  ///< of what holds in the process
  std::vector<int> enumeration;  ///< physical indices as CUDA counts them under the present order
  std::optional<protocol::Ready> ready;
  std::vector<std::string> reported;
  QString mismatch;

  const protocol::PhysicalDevice& card(int row) const { return machine[std::size_t(rows[std::size_t(row)])]; }

  const protocol::PhysicalDevice* physical(int index) const {
    const auto found =
        std::find_if(machine.begin(), machine.end(), [&](const auto& card) { return card.index == index; });
    return found == machine.end() ? nullptr : &*found;
  }

  static int placeIn(const std::vector<int>& list, int index) {
    const auto found = std::find(list.begin(), list.end(), index);
    return found == list.end() ? -1 : int(found - list.begin());
  }
  int logicalOf(int index) const { return placeIn(effective.logical, index); }
  int settingPlaceOf(int index) const { return placeIn(result.logical, index); }

  int cudaIndexOf(int index) const {
    const auto found = std::find(enumeration.begin(), enumeration.end(), index);
    return found == enumeration.end() ? index : int(found - enumeration.begin());
  }

  void resolve();

  bool namesByUuid() const { return variable && variable->startsWith(QLatin1String("GPU-")); }
};

}  // namespace todevice
