// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

namespace todevice {

class Timeline;

/// One storage in a device's memory.
struct AddressBlock {
  quint64 address = 0;
  qint64 bytes = 0;
  quint64 serial = 0;
  QStringList names;  ///< "x", "net.0.weight"; empty: nothing of the lesson reaches it by a name
  int line = 0;       ///< of the lesson, that took it; 0: not known
  bool isNew = false, isFreed = false;  ///< by the record at the cursor
  double left = 0, width = 0;           ///< place in the drawing, 0 to 1
};
/// Unused addresses between two blocks; drawn narrow however wide they are.
struct AddressGap {
  quint64 address = 0;
  quint64 bytes = 0;
  double left = 0, width = 0;
};
struct AddressRange {
  QString device;                    ///< "cpu", "cuda:0"
  std::vector<AddressBlock> blocks;  ///< by address
  std::vector<AddressGap> gaps;
  qint64 bytes = 0;  ///< in live blocks
};
/// A copy of the record at the cursor, from block to block, for an arrow. -1: outside of the blocks shown.
struct AddressArrow {
  int fromRange = -1, fromBlock = -1, toRange = -1, toBlock = -1;
  qint64 bytes = 0;
  double microseconds = 0;
};

/// Each device's memory at the cursor, ready to draw, and as a table of blocks (device, address, bytes,
/// names, the line that took it, what changed): one row a block, device after device.
class AddressMap : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Device, Address, Bytes, Names, Line, WhatChanged, ColumnCount };

  explicit AddressMap(Timeline* timeline, QObject* parent = nullptr);
  ~AddressMap() override;

  /// Off: the map stays as it is while nobody sees it, and catches up when it is followed again.
  void setFollowing(bool on);
  /// To the cursor, followed or not.
  void catchUp();

  const std::vector<AddressRange>& ranges() const;  ///< CPU first, then cuda:0, ...
  const std::vector<AddressArrow>& arrows() const;
  int rowOf(int range, int block) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void mapChanged();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
