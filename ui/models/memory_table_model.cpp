// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_table_model.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "address_format.h"
#include "joined.h"
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
  MemoryName name;
  Node* parent = nullptr;
  std::optional<MemoryRow> row;  ///< what stands in it: of a name, once somebody has asked
  bool isOpen = false;           ///< somebody has asked for its parts: the children are kept
  std::vector<std::unique_ptr<Node>> children;
};
using Nodes = std::vector<std::unique_ptr<Node>>;

std::unique_ptr<Node> makeNode(MemoryRow row, Node* parent) {
  auto node = std::make_unique<Node>();
  node->name.name = row.name;
  node->parent = parent;
  node->row = std::move(row);
  return node;
}

std::unique_ptr<Node> makeNode(MemoryName name, Node*) {
  auto node = std::make_unique<Node>();
  node->name = std::move(name);
  return node;
}

const QString& nameOf(const MemoryRow& row) {
  return row.name;
}
const QString& nameOf(const MemoryName& name) {
  return name.name;
}

/// Where the row called `name` is, from `first` on; nodes.size(): nowhere. The lesson's names are in order,
/// the parts of an object are in its own.
std::size_t placeOf(const Nodes& nodes, std::size_t first, const QString& name) {
  const auto begin = nodes.begin() + std::ptrdiff_t(first);
  if (begin == nodes.end() || (*begin)->name.name == name) return first;
  if ((*begin)->parent == nullptr) {
    const auto place = std::lower_bound(
        begin, nodes.end(), name, [](const auto& node, const QString& key) { return node->name.name < key; });
    return place != nodes.end() && (*place)->name.name == name ? std::size_t(place - nodes.begin())
                                                               : nodes.size();
  }
  const auto place =
      std::find_if(begin, nodes.end(), [&](const auto& node) { return node->name.name == name; });
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
      return column == MemoryTableModel::Name && !row.words.isEmpty() ? asClauses({row.name, row.words})
                                                                      : display(row, column);
    case Qt::TextAlignmentRole:
      return column == MemoryTableModel::Bytes ? int(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case MemoryTableModel::ChangeRole:
      return int(row.change);
    case MemoryTableModel::ChangeWordRole:
      return changeWord(row.change);
    case MemoryTableModel::DevicesRole:
      return row.devices;
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

/// Of thousands of names few are in sight: a row's text is found when it is asked for.
struct MemoryTableModel::Private {
  explicit Private(const Timeline* shown) : timeline(shown), now(shown) {}

  const Timeline* timeline;
  MemoryRows now;  ///< at the cursor that the rows follow
  Nodes rows;
  bool partsCameOrWent = false;  ///< of a row that is not open: no child of it is known

  static Node* node(const QModelIndex& index) { return static_cast<Node*>(index.internalPointer()); }

  MemoryRow& rowOf(Node& node) const {
    if (!node.row) node.row = now.row(node.name);
    return *node.row;
  }
  Nodes& childrenOf(const QModelIndex& parent) { return parent.isValid() ? open(*node(parent)) : rows; }
  Nodes& open(Node& node) const {
    if (node.parent == nullptr && !node.isOpen) {
      node.isOpen = true;
      for (auto& part : now.row(node.name).parts) node.children.push_back(makeNode(std::move(part), &node));
    }
    return node.children;
  }
};

MemoryTableModel::MemoryTableModel(Timeline* timeline, QObject* parent)
    : QAbstractItemModel(parent), d(std::make_unique<Private>(timeline)) {
  connect(timeline, &Timeline::cursorChanged, this, &MemoryTableModel::follow);
  follow();
}
MemoryTableModel::~MemoryTableModel() = default;

void MemoryTableModel::follow() {
  d->now = MemoryRows(d->timeline);
  d->partsCameOrWent = false;
  merge({}, d->now.names());
  if (!d->partsCameOrWent) return;
  emit layoutAboutToBeChanged();
  emit layoutChanged();
}

/// Brings the rows under `parent` to `wanted`. Both are in the same order; the views hear of neighbours that
/// come or go at once, and of all that stay.
template <class Row>
void MemoryTableModel::merge(const QModelIndex& parent, std::vector<Row> wanted) {
  auto& nodes = d->childrenOf(parent);
  std::size_t at = 0;
  bool some = false;  // stay
  for (auto row = wanted.begin(); row != wanted.end();) {
    if (at < nodes.size() && nodes[at]->name.name == nameOf(*row)) {
      refresh(parent, at++, std::move(*row++));
      some = true;
      continue;
    }
    const auto isNew = [&](const Row& one) { return placeOf(nodes, at, nameOf(one)) == nodes.size(); };
    const auto known = std::find_if_not(row, wanted.end(), isNew);
    if (known != row) {
      addRows<Row>(parent, int(at), {row, known});
      at += std::size_t(known - row);
      row = known;
      continue;
    }
    dropRows(parent, int(at), int(placeOf(nodes, at, nameOf(*row))));
  }
  dropRows(parent, int(at), int(nodes.size()));
  if (some) emit dataChanged(index(0, 0, parent), index(int(at) - 1, ColumnCount - 1, parent));
}

template <class Row>
void MemoryTableModel::addRows(const QModelIndex& parent, int at, std::span<Row> rows) {
  Node* owner = parent.isValid() ? Private::node(parent) : nullptr;
  Nodes fresh;
  fresh.reserve(rows.size());
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

void MemoryTableModel::refresh(const QModelIndex& parent, std::size_t at, MemoryRow row) {
  d->childrenOf(parent)[at]->row = std::move(row);
}

void MemoryTableModel::refresh(const QModelIndex& parent, std::size_t at, MemoryName name) {
  Node& node = *d->childrenOf(parent)[at];
  const bool hadParts = std::exchange(node.name, std::move(name)).hasParts;
  node.row.reset();
  if (node.isOpen) {
    merge(index(int(at), 0, parent), std::exchange(d->rowOf(node).parts, {}));
  } else {
    d->partsCameOrWent = d->partsCameOrWent || hadParts != node.name.hasParts;
  }
}

bool MemoryTableModel::hasChildren(const QModelIndex& parent) const {
  if (!parent.isValid()) return !d->rows.empty();
  const Node& node = *Private::node(parent);
  return parent.column() == 0 && (node.isOpen ? !node.children.empty() : node.name.hasParts);
}

QModelIndex MemoryTableModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, d->childrenOf(parent)[std::size_t(row)].get());
}

QModelIndex MemoryTableModel::parent(const QModelIndex& child) const {
  Node* const parent = child.isValid() ? Private::node(child)->parent : nullptr;
  if (parent == nullptr) return {};
  return createIndex(int(placeOf(d->rows, 0, parent->name.name)), 0, parent);
}

int MemoryTableModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : int(d->childrenOf(parent).size());
}

int MemoryTableModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant MemoryTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  return roleValue(d->rowOf(*Private::node(index)), index.column(), role);
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
