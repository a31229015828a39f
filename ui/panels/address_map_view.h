// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <utility>

#include "models/address_map.h"
#include "models/device_info.h"

namespace todevice {

class Workspace;

/// One lane a device: its blocks by address, what the current line took or gave back, and an arrow for each
/// copy. Only what is visible is painted, so that thousands of blocks pan and zoom smoothly. Drag or
/// Shift+wheel pans, Ctrl+wheel, + and - zoom, the arrow keys go from block to block, 0 shows all. The table
/// behind it is the AddressMap itself.
class AddressMapView : public QWidget {
  Q_OBJECT
 public:
  explicit AddressMapView(Workspace* workspace, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

  /// Chooses the block of this storage and brings it into view; false where it has none.
  bool showStorage(quint64 serial);
  QString chosenSentence() const;  ///< what the chosen block is; empty: none
  double scale() const { return m_scale; }
  /// Where the first block in view begins and where the last one ends: one past its last byte.
  std::optional<std::pair<quint64, quint64>> endsInView(int range) const;
  /// `factor` times as large, with the place `x` (0 to 1 in the drawing) staying where it is.
  void zoom(double factor, double x);
  void pan(double by);  ///< in widths of the view

 signals:
  void chosen(const QString& sentence);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct At {
    int range = -1, block = -1;
    bool operator==(const At&) const = default;
  };
  void follow();
  void choose(At at);
  void showChosen();
  void stepToBlock(int by);
  void stepToLane(int by);
  At find(quint64 serial) const;
  At blockAt(const QPointF& at) const;
  const AddressBlock& block(At at) const;
  QString sentence(At at) const;
  double xOf(const QRectF& lane, double place) const;
  QRectF laneRect(int range) const;
  QRectF blockRect(int range, int block) const;
  void paintLane(QPainter& painter, int range) const;
  void paintBlocks(QPainter& painter, int range, const DeviceInfo& info) const;
  void paintBlock(QPainter& painter, int range, int block, const DeviceInfo& info) const;
  void paintArrow(QPainter& painter, const AddressArrow& arrow) const;
  Workspace* m_workspace;
  double m_scale = 1, m_start = 0;  ///< the part of the drawing that is shown begins here, 0 to 1
  quint64 m_chosen = 0;             ///< a storage's serial
  QPointF m_pressed;
  double m_startPressed = 0;
  bool m_dragged = false;
};

}  // namespace todevice
