// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <vector>

#include "protocol/messages.h"

namespace todevice {

class Timeline;

/// What the line at the cursor caused below Python: CUDA calls and the GPUs' work (or what simulated GPUs
/// did), then memory taken and given back. One row each.
class CallModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Name, Kind, Device, Duration, Bytes, Stream, ColumnCount };
  enum Role { SortRole = Qt::UserRole + 1 };

  /// One row. What has no time is in no lane of the time line.
  struct Row {
    enum class Lane { None, Cpu, Gpu };
    QString name, detail, kind, device;
    qint64 stream = -1, bytes = 0;
    double begin = 0, microseconds = -1;  ///< microseconds < 0: not timed
    quint64 correlation = 0;
    Lane lane = Lane::None;
    quint64 address = 0;
  };

  explicit CallModel(Timeline* timeline, QObject* parent = nullptr);

  const std::vector<Row>& rows() const { return m_rows; }
  bool hasCalls() const;                      ///< rows with a place in time
  bool isMeasured() const;                    ///< on real GPUs; false: on simulated ones, or nothing at all
  double timeSpan() const { return m_span; }  ///< microseconds from the line's beginning to the last end
  QString note() const { return m_note; }     ///< why calls could not be listed; empty when they could
  /// "3 calls on the CPU 12.1 µs · 2 pieces of GPU work 8.0 µs · 36 B copied · measured"; empty without
  /// calls.
  QString totals() const;
  /// One sentence about a row, for tool tips and screen readers.
  QString sentence(int row) const;
  /// Makes the words anew, in the language of now.
  void follow();

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void addMemory(const protocol::Record& record, bool freed);
  void addCopies(const protocol::Record& record);
  void addCalls(const protocol::Record& record);
  QString text(const Row& row, int column) const;

  Timeline* m_timeline;
  std::vector<Row> m_rows;
  double m_span = 0;
  bool m_measured = false;
  qint64 m_leftOut = 0;
  qint64 m_copiesLeftOut = 0;  ///< of the engine's own word on copies, where that stands in for calls
  qint64 m_copiedAtLeast = 0;  ///< bytes, by the engine's own word, where rows are left out
  QString m_note;
};

/// Rows with all the words typed somewhere in them, in any order of columns.
class CallFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit CallFilter(CallModel* model, QObject* parent = nullptr);
  void setWords(const QString& words);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList m_words;
};

/// "850 ns", "12.5 µs", "1.25 ms".
QString formatMicroseconds(double microseconds);

}  // namespace todevice
