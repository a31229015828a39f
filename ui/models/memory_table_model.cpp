// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_table_model.h"

#include <algorithm>

#include "address_format.h"
#include "memory_rows.h"

namespace todevice {

QString changeWord(Change change) {
  switch (change) {
    case Change::New:
      return MemoryTableModel::tr("new");
    case Change::Moved:
      return MemoryTableModel::tr("moved");
    case Change::SameObject:
      return MemoryTableModel::tr("same object");
    case Change::Changed:
      return MemoryTableModel::tr("changed");
    case Change::Freed:
      return MemoryTableModel::tr("freed");
    case Change::None:
      break;
  }
  return {};
}

namespace {

/// A row with a fixed address, so that an index keeps meaning the same row while others come and go.
struct Node {
  MemoryRow row;
  Node* parent = nullptr;
  std::vector<std::unique_ptr<Node>> children;
};
using Nodes = std::vector<std::unique_ptr<Node>>;

std::unique_ptr<Node> makeNode(MemoryRow row, Node* parent) {
  auto node = std::make_unique<Node>();
  node->parent = parent;
  for (auto& part : row.parts) node->children.push_back(makeNode(std::move(part), node.get()));
  row.parts.clear();
  node->row = std::move(row);
  return node;
}

/// Where the row called `name` is, from `first` on; nodes.size(): nowhere. The lesson's names are in order,
/// the parts of an object are in its own.
std::size_t placeOf(const Nodes& nodes, std::size_t first, const QString& name) {
  const auto begin = nodes.begin() + std::ptrdiff_t(first);
  if (begin == nodes.end() || (*begin)->row.name == name) return first;
  if ((*begin)->parent == nullptr) {
    const auto place = std::lower_bound(
        begin, nodes.end(), name, [](const auto& node, const QString& key) { return node->row.name < key; });
    return place != nodes.end() && (*place)->row.name == name ? std::size_t(place - nodes.begin())
                                                              : nodes.size();
  }
  const auto place =
      std::find_if(begin, nodes.end(), [&](const auto& node) { return node->row.name == name; });
  return std::size_t(place - nodes.begin());
}

QString display(const MemoryRow& row, int column) {
  const auto& tensor = row.object.tensor;
  switch (column) {
    case MemoryTableModel::Name:
      return row.name;
    case MemoryTableModel::Value:
      return row.value;
    case MemoryTableModel::Id:
      return formatAddress(row.object.id);
    case MemoryTableModel::Address:
      return formatAddress(row.address());
    case MemoryTableModel::Device:
      return row.device;
    case MemoryTableModel::DType:
      return tensor ? QString::fromStdString(tensor->dtype) : QString();
    case MemoryTableModel::Shape:
      return tensor ? formatShape(tensor->shape) : QString();
    case MemoryTableModel::Bytes:
      return row.device.isEmpty() ? QString() : formatBytes(row.bytes);
    case MemoryTableModel::WhatChanged:
      return row.words;
    default:
      return {};
  }
}

QVariant sortValue(const MemoryRow& row, int column) {
  switch (column) {
    case MemoryTableModel::Id:
      return quint64(row.object.id);
    case MemoryTableModel::Address:
      return row.address();
    case MemoryTableModel::Bytes:
      return row.bytes;
    default:
      return display(row, column);
  }
}

QString copyText(const MemoryRow& row, int column) {
  switch (column) {
    case MemoryTableModel::Id:
      return plainAddress(row.object.id);
    case MemoryTableModel::Address:
      return plainAddress(row.address());
    case MemoryTableModel::Bytes:
      return QString::number(row.bytes);
    default:
      return display(row, column);
  }
}

QVariant roleValue(const MemoryRow& row, int column, int role) {
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:  // a cell may be too narrow for all of it
      return display(row, column);
    case Qt::AccessibleTextRole:
      return column == MemoryTableModel::Name && !row.words.isEmpty()
                 ? row.name + QLatin1String(", ") + row.words
                 : display(row, column);
    case Qt::TextAlignmentRole:
      return column == MemoryTableModel::Bytes ? int(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case MemoryTableModel::ChangeRole:
      return int(row.change);
    case MemoryTableModel::ChangeWordRole:
      return changeWord(row.change);
    case MemoryTableModel::DeviceRole:
      return row.device;
    case MemoryTableModel::AddressRole:
      return row.address();
    case MemoryTableModel::BeforeAddressRole:
      return row.beforeAddress;
    case MemoryTableModel::BeforeDeviceRole:
      return row.beforeDevice;
    case MemoryTableModel::IdRole:
      return quint64(row.object.id);
    case MemoryTableModel::KindRole:
      return QString::fromStdString(row.object.kind);
    case MemoryTableModel::CopyRole:
      return copyText(row, column);
    case MemoryTableModel::SortRole:
      return sortValue(row, column);
    default:
      return {};
  }
}

}  // namespace

struct MemoryTableModel::Private {
  Timeline* timeline = nullptr;
  Nodes rows;

  static Node* node(const QModelIndex& index) { return static_cast<Node*>(index.internalPointer()); }
  Nodes& childrenOf(const QModelIndex& parent) { return parent.isValid() ? node(parent)->children : rows; }
};

MemoryTableModel::MemoryTableModel(Timeline* timeline, QObject* parent)
    : QAbstractItemModel(parent), d(std::make_unique<Private>()) {
  d->timeline = timeline;
  connect(timeline, &Timeline::cursorChanged, this, &MemoryTableModel::follow);
  follow();
}
MemoryTableModel::~MemoryTableModel() = default;

void MemoryTableModel::follow() {
  merge({}, memoryRows(d->timeline->before(), d->timeline->state(), d->timeline->current()));
}

/// Brings the rows under `parent` to `wanted`. Both are in the same order; the views hear of neighbours at
/// once.
void MemoryTableModel::merge(const QModelIndex& parent, std::vector<MemoryRow> wanted) {
  auto& nodes = d->childrenOf(parent);
  std::size_t at = 0, told = 0;  // the rows [told, at) are refreshed, and the views do not know it yet
  const auto tell = [&] {
    if (told < at) emit dataChanged(index(int(told), 0, parent), index(int(at) - 1, ColumnCount - 1, parent));
    told = at;
  };
  for (auto row = wanted.begin(); row != wanted.end();) {
    const auto isNew = [&](const MemoryRow& one) { return placeOf(nodes, at, one.name) == nodes.size(); };
    const auto known = std::find_if_not(row, wanted.end(), isNew);
    if (known != row) {
      tell();
      addRows(parent, int(at), {row, known});
      told = at += std::size_t(known - row);
      row = known;
      continue;
    }
    if (const auto place = placeOf(nodes, at, row->name); place != at) {
      tell();
      dropRows(parent, int(at), int(place));
    }
    refresh(index(int(at++), 0, parent), std::move(*row++));
  }
  tell();
  dropRows(parent, int(at), int(nodes.size()));
}

void MemoryTableModel::addRows(const QModelIndex& parent, int at, std::span<MemoryRow> rows) {
  Node* owner = parent.isValid() ? Private::node(parent) : nullptr;
  Nodes fresh;
  for (auto& row : rows) fresh.push_back(makeNode(std::move(row), owner));
  beginInsertRows(parent, at, at + int(rows.size()) - 1);
  auto& nodes = d->childrenOf(parent);
  nodes.insert(nodes.begin() + at, std::make_move_iterator(fresh.begin()),
               std::make_move_iterator(fresh.end()));
  endInsertRows();
}

void MemoryTableModel::dropRows(const QModelIndex& parent, int first, int end) {
  if (first >= end) return;
  auto& nodes = d->childrenOf(parent);
  beginRemoveRows(parent, first, end - 1);
  nodes.erase(nodes.begin() + first, nodes.begin() + end);
  endRemoveRows();
}

void MemoryTableModel::refresh(const QModelIndex& at, MemoryRow row) {
  merge(at, std::exchange(row.parts, {}));
  Private::node(at)->row = std::move(row);
}

QModelIndex MemoryTableModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, d->childrenOf(parent)[std::size_t(row)].get());
}

QModelIndex MemoryTableModel::parent(const QModelIndex& child) const {
  Node* const parent = child.isValid() ? Private::node(child)->parent : nullptr;
  if (parent == nullptr) return {};
  return createIndex(int(placeOf(d->rows, 0, parent->row.name)), 0, parent);
}

int MemoryTableModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : int(d->childrenOf(parent).size());
}

int MemoryTableModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant MemoryTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  return roleValue(Private::node(index)->row, index.column(), role);
}

QVariant MemoryTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Name:
      return tr("Name");
    case Value:
      return tr("Value");
    case Id:
      return tr("id()");
    case Address:
      return tr("Address");
    case Device:
      return tr("Device");
    case DType:
      return tr("Type");
    case Shape:
      return tr("Shape");
    case Bytes:
      return tr("Bytes");
    case WhatChanged:
      return tr("What changed");
    default:
      return {};
  }
}

}  // namespace todevice
