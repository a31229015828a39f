// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

namespace todevice {

namespace protocol {
struct Error;
}

/// "RuntimeError: ..." as Python ends a traceback; the type alone where there is no message.
QString errorWords(const protocol::Error& error);

class Timeline;

/// What a record is marked with on the scrubber.
/// VariableRead: CUDA_VISIBLE_DEVICES was read while CUDA itself had not begun; from then on it is too late
/// to set it. A line that begins CUDA reads it too and is CudaInitialized alone.
enum class Marker { CudaInitialized = 1, Copy = 2, Error = 4, Printed = 8, VariableRead = 16 };
Q_DECLARE_FLAGS(Markers, Marker)
Q_DECLARE_OPERATORS_FOR_FLAGS(Markers)
/// "CUDA initialised, copy"; empty for none.
QString markerWords(Markers markers);

/// The table behind the scrubber: one row for each record that is kept.
class RecordListModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Number, Line, Source, What, Time, Output, ColumnCount };
  enum Role { MarkersRole = Qt::UserRole + 1 /* int(Markers) */, AtCursorRole, SentenceRole };

  explicit RecordListModel(Timeline* timeline, QObject* parent = nullptr);
  ~RecordListModel() override;

  Markers markers(int record) const;
  /// One sentence about a record, for a screen reader and the status bar: "line 5: x_gpu is a new tensor on
  /// cuda:0, different address".
  QString sentence(int record) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
