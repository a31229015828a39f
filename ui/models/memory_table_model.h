// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <span>
#include <vector>

#include "device_info.h"

namespace todevice {

class Timeline;
struct MemoryName;
struct MemoryRow;

/// What the record at the cursor did to a name.
enum class Change { None, New, Moved, SameObject, Changed, Freed };
/// "new", "moved", "same object", "changed", "freed" in the window's language; empty for None.
QString changeWord(Change change);

/// The lesson's names at the timeline's cursor. A module's parameters and buffers are its child rows. Follows
/// the cursor with small changes, so that selection and expanded rows stay.
class MemoryTableModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { Name, Value, Id, Address, Device, DType, Shape, Bytes, WhatChanged, ColumnCount };
  enum Role {
    ChangeRole = Qt::UserRole + 1,  ///< int(Change)
    ChangeWordRole,                 ///< changeWord() of it
    DevicesRole,                    ///< QStringList: "cuda:0"; of a module, those of its parts
    AddressRole,                    ///< quint64
    BeforeAddressRole,              ///< quint64; 0 when the name had none or nothing changed
    BeforeDeviceRole,               ///< "cpu" or empty
    IdRole,                         ///< quint64
    KindRole,                       ///< "tensor", "module", ...
    CopyRole,                       ///< the cell's text for the clipboard (addresses without gaps)
    SortRole                        ///< number or text to sort by
  };

  explicit MemoryTableModel(Timeline* timeline, QObject* parent = nullptr);
  ~MemoryTableModel() override;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void follow();
  template <class Row>
  void merge(const QModelIndex& parent, std::vector<Row> wanted);
  template <class Row>
  void addRows(const QModelIndex& parent, int at, std::span<Row> rows);
  void dropRows(const QModelIndex& parent, int first, int end);
  void refresh(const QModelIndex& parent, std::size_t at, MemoryRow row);
  void refresh(const QModelIndex& parent, std::size_t at, MemoryName name);
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
