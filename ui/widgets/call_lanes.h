// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/call_model.h"
#include "models/device_info.h"

namespace todevice {

/// The line's calls over time, two lanes: what the CPU called, what the GPUs did. A lane for the eye; the
/// table beside it says the same in words. Left and Right go from one to the next in order of time, Home and
/// End to the first and last; the present one is said to screen readers.
class CallLanes : public QWidget {
  Q_OBJECT
 public:
  explicit CallLanes(CallModel* model, QWidget* parent = nullptr);
  void setDirectory(const DeviceDirectory& directory);
  int current() const { return m_current; }  ///< row of the model; -1: none
  void setCurrent(int row);
  QString toolTipAt(const QPointF& at) const;
  QRectF rowRect(int row) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void currentChanged(int row);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void follow();
  void say();
  QRectF laneRect(CallModel::Row::Lane lane) const;
  int rowAt(const QPointF& at) const;
  void paintLane(QPainter& painter, CallModel::Row::Lane lane) const;
  void paintRow(QPainter& painter, int row) const;
  void paintScale(QPainter& painter) const;
  QString laneWords(CallModel::Row::Lane lane) const;
  CallModel* m_model;
  DeviceDirectory m_directory;
  int m_current = -1;
};

}  // namespace todevice
