// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "protocol/messages.h"

namespace todevice {

/// All points of one curve, in the order in which they came. NaN and infinity are kept.
struct MetricSeries {
  QString run;
  QString name;  ///< "loss"
  std::vector<double> x, y;
};

/// Every point of every series of every run, and the table behind the plot: a row a point, in order of
/// arrival.
class MetricsStore : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Run, Series, X, Y, ColumnCount };

  explicit MetricsStore(QObject* parent = nullptr);
  ~MetricsStore() override;

  int seriesCount() const;
  const MetricSeries& series(int index) const;              ///< holds until the store changes
  int find(const QString& run, const QString& name) const;  ///< -1: none
  QStringList runs() const;                                 ///< in order of their first point
  /// What tells the curve from all others: "loss", or "loss, run 2" once there are several runs.
  QString curveName(int index) const;
  qint64 pointCount() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 public slots:
  void append(const todevice::protocol::Metrics& batch);
  void clearRun(const QString& run);
  void clear();

 signals:
  void pointsAppended();  ///< once a batch
  void seriesRemoved();   ///< indices have changed

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
