// SPDX-License-Identifier: GPL-3.0-or-later
#include "address_map.h"

#include <QHash>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "address_format.h"
#include "device_info.h"
#include "joined.h"
#include "memory_table_model.h"
#include "paths.h"
#include "timeline.h"

namespace todevice {

namespace {

constexpr double kGapShare = 0.15;   ///< of the drawing's width, all gaps together
constexpr double kLeastShare = 0.3;  ///< of a block's fair share, however small it is

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

using Blocks = QHash<quint64, AddressBlock>;  ///< by serial
using Devices = std::map<std::string, Blocks>;
using Serials = QSet<quint64>;

AddressBlock& blockOf(Devices& devices, const protocol::TensorInfo& tensor) {
  auto& block = devices[tensor.device][tensor.storage_serial];
  if (block.bytes == 0) {
    block.address = tensor.storage;
    block.bytes = tensor.storage_bytes;
    block.serial = tensor.storage_serial;
  }
  return block;
}

void addName(Devices& devices, const State& state, const Serials* only, protocol::Address id,
             const QString& name) {
  const auto wanted = [only](const protocol::Object& object) {
    return object.tensor && (only == nullptr || only->contains(object.tensor->storage_serial));
  };
  const auto object = state.objects.constFind(id);
  if (object == state.objects.constEnd()) return;
  if (wanted(*object)) blockOf(devices, *object->tensor).names << name;
  forEachPath(state, *object, [&](const PathStep& step) {
    if (wanted(*step.object)) blockOf(devices, *step.object->tensor).names << joinedPath(name, step.path);
  });
}

/// What is alive in `state`; of it only the storages in `only`, if there is one.
Devices liveBlocks(const State& state, const Serials* only) {
  Devices devices;
  const auto wanted = [only](quint64 serial) { return only == nullptr || only->contains(serial); };
  for (const auto& allocation : state.allocations) {
    if (!wanted(allocation.serial)) continue;
    auto& block = devices[allocation.device][allocation.serial];
    block.address = allocation.address;
    block.bytes = allocation.bytes;
    block.serial = allocation.serial;
    block.line = state.madeAt.value(allocation.serial);
  }
  for (const auto& object : state.objects) {
    if (object.tensor && wanted(object.tensor->storage_serial)) blockOf(devices, *object.tensor);
  }
  for (auto it = state.names.cbegin(); it != state.names.cend(); ++it)
    addName(devices, state, only, it.value(), it.key());
  return devices;
}

/// What the record took and gave back. A block that it both took and gave back is no news.
void markChanges(Devices& now, const State& before, const protocol::Record& record) {
  Serials freed;
  for (const auto& allocation : record.allocations) {
    auto& blocks = now[allocation.device];
    const auto block = blocks.find(allocation.serial);
    if (allocation.freed && block == blocks.end()) freed << allocation.serial;
    if (!allocation.freed && block != blocks.end()) block->isNew = true;
  }
  if (freed.isEmpty()) return;
  for (auto& [device, blocks] : liveBlocks(before, &freed)) {
    for (auto& block : blocks) {
      block.isFreed = true;
      now[device].insert(block.serial, block);
    }
  }
}

int deviceRank(const QString& device) {
  return logicalIndex(device) + 1;
}

/// A live block may stand where a freed one stood: only real holes are gaps.
std::vector<AddressGap> gapsBetween(const std::vector<AddressBlock>& blocks) {
  std::vector<AddressGap> gaps;
  quint64 end = blocks.empty() ? 0 : blocks.front().address;
  for (const auto& block : blocks) {
    if (block.address > end) gaps.push_back({end, block.address - end, 0, 0});
    end = std::max(end, block.address + quint64(block.bytes));
  }
  return gaps;
}

/// Widths grow with the logarithm of the bytes: a weight matrix and a scalar are both to be seen.
void layOut(AddressRange& range) {
  double weights = 0;
  const auto weight = [](const AddressBlock& block) {
    return kLeastShare + std::log2(1.0 + double(block.bytes)) / 20;
  };
  for (const auto& block : range.blocks) weights += weight(block);
  const double forGaps = range.gaps.empty() ? 0 : kGapShare;
  const double gapWidth = range.gaps.empty() ? 0 : forGaps / double(range.gaps.size());
  double left = 0;
  std::size_t gap = 0;
  for (auto& block : range.blocks) {
    if (gap < range.gaps.size() && range.gaps[gap].address + range.gaps[gap].bytes == block.address) {
      range.gaps[gap].left = left;
      range.gaps[gap].width = gapWidth;
      left += gapWidth;
      ++gap;
    }
    block.left = left;
    block.width = (1 - forGaps) * weight(block) / weights;
    left += block.width;
  }
}

std::vector<AddressRange> rangesOf(const Devices& devices) {
  std::vector<AddressRange> ranges;
  for (const auto& [device, blocks] : devices) {
    if (blocks.isEmpty()) continue;
    AddressRange range;
    range.device = text(device);
    range.blocks.reserve(std::size_t(blocks.size()));
    for (const auto& block : blocks) {
      range.blocks.push_back(block);
      if (!block.isFreed) range.bytes += block.bytes;
    }
    std::sort(range.blocks.begin(), range.blocks.end(), [](const AddressBlock& a, const AddressBlock& b) {
      return std::pair(a.address, a.serial) < std::pair(b.address, b.serial);
    });
    range.gaps = gapsBetween(range.blocks);
    layOut(range);
    ranges.push_back(std::move(range));
  }
  std::sort(ranges.begin(), ranges.end(), [](const AddressRange& a, const AddressRange& b) {
    return deviceRank(a.device) < deviceRank(b.device);
  });
  return ranges;
}

std::pair<int, int> find(const std::vector<AddressRange>& ranges, const std::string& device,
                         quint64 address) {
  const QString name = text(device);
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    if (ranges[r].device != name) continue;
    for (std::size_t b = 0; b < ranges[r].blocks.size(); ++b) {
      const auto& block = ranges[r].blocks[b];
      if (address >= block.address && address < block.address + quint64(std::max<qint64>(1, block.bytes))) {
        return {int(r), int(b)};
      }
    }
    return {int(r), -1};
  }
  return {-1, -1};
}

std::vector<AddressArrow> arrowsOf(const std::vector<AddressRange>& ranges, const protocol::Record& record) {
  std::vector<AddressArrow> arrows;
  for (const auto& copy : record.copies) {
    const auto from = find(ranges, copy.from, copy.from_address);
    const auto to = find(ranges, copy.to, copy.to_address);
    arrows.push_back({from.first, from.second, to.first, to.second, copy.bytes, copy.microseconds});
  }
  return arrows;
}

QString changeText(const AddressBlock& block) {
  return block.isFreed ? changeWord(Change::Freed) : block.isNew ? changeWord(Change::New) : QString();
}

}  // namespace

struct AddressMap::Private {
  Timeline* timeline = nullptr;
  bool following = true, isStale = true;
  std::vector<AddressRange> ranges;
  std::vector<AddressArrow> arrows;
  std::vector<std::pair<int, int>> rows;  ///< range, block

  void update() {
    Devices devices = liveBlocks(timeline->state(), nullptr);
    const auto* record = timeline->current();
    if (record != nullptr) markChanges(devices, timeline->before(), *record);
    ranges = rangesOf(devices);
    arrows = record == nullptr ? std::vector<AddressArrow>() : arrowsOf(ranges, *record);
    rows.clear();
    for (int r = 0; r < int(ranges.size()); ++r) {
      for (int b = 0; b < int(ranges[std::size_t(r)].blocks.size()); ++b) rows.emplace_back(r, b);
    }
  }
};

AddressMap::AddressMap(Timeline* timeline, QObject* parent)
    : QAbstractTableModel(parent), d(std::make_unique<Private>()) {
  d->timeline = timeline;
  connect(timeline, &Timeline::cursorChanged, this, [this] {
    d->isStale = true;
    if (d->following) catchUp();
  });
  catchUp();
}
AddressMap::~AddressMap() = default;

void AddressMap::setFollowing(bool on) {
  d->following = on;
  if (on) catchUp();
}

void AddressMap::catchUp() {
  if (!std::exchange(d->isStale, false)) return;
  beginResetModel();
  d->update();
  endResetModel();
  emit mapChanged();
}

const std::vector<AddressRange>& AddressMap::ranges() const {
  return d->ranges;
}
const std::vector<AddressArrow>& AddressMap::arrows() const {
  return d->arrows;
}

int AddressMap::rowOf(int range, int block) const {
  const auto found = std::find(d->rows.begin(), d->rows.end(), std::pair(range, block));
  return found == d->rows.end() ? -1 : int(found - d->rows.begin());
}

int AddressMap::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(d->rows.size());
}
int AddressMap::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant AddressMap::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole) return {};
  const auto [r, b] = d->rows[std::size_t(index.row())];
  const auto& range = d->ranges[std::size_t(r)];
  const auto& block = range.blocks[std::size_t(b)];
  switch (index.column()) {
    case Device:
      return range.device;
    case Address:
      return formatAddress(block.address);
    case Bytes:
      return formatBytes(block.bytes);
    case Names:
      return listed(block.names);
    case Line:
      return block.line > 0 ? QString::number(block.line) : QString();
    case WhatChanged:
      return changeText(block);
    default:
      return {};
  }
}

QVariant AddressMap::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return QAbstractTableModel::headerData(section, orientation, role);
  }
  switch (section) {
    case Device:
      return tr("Device");
    case Address:
      return tr("Address");
    case Bytes:
      return tr("Bytes");
    case Names:
      return tr("Names");
    case Line:
      return tr("Made by line");
    case WhatChanged:
      return tr("What changed");
    default:
      return {};
  }
}

}  // namespace todevice
