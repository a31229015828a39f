// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/address_map.h"
#include "models/device_info.h"

namespace todevice {

class Workspace;

/// One lane a device: its blocks by address, what the current line took or gave back, and an arrow for each
/// copy. The table behind it is the AddressMap itself.
class AddressMapView : public QWidget {
  Q_OBJECT
 public:
  explicit AddressMapView(Workspace* workspace, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();
  QRectF laneRect(int range) const;
  QRectF blockRect(int range, int block) const;
  void paintLane(QPainter& painter, int range) const;
  void paintBlock(QPainter& painter, int range, int block, const DeviceInfo& info) const;
  void paintArrow(QPainter& painter, const AddressArrow& arrow) const;
  QString toolTipAt(const QPointF& at) const;
  Workspace* m_workspace;
};

}  // namespace todevice
