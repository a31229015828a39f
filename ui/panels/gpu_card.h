// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QFrame>
#include <QModelIndex>
#include <QPoint>
#include <utility>

#include "models/device_info.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace todevice {

class DeviceBadge;
class ElideLabel;
class MemoryGauge;

/// A physical card: its box, what its being ticked means in words, and what it is: name, free memory, both
/// indices, PCI place, UUID, each on the card at every width. It can be dragged up and down, and moved by
/// Alt+Up and Alt+Down.
class GpuCard : public QFrame {
  Q_OBJECT
 public:
  /// How the number, the box and the button stand: in one line, in one line without what can be missed, in
  /// two, in two without what can be missed.
  enum class Head { Wide, Close, Stacked, Narrow };
  explicit GpuCard(QWidget* parent = nullptr);
  void show(const QModelIndex& card);
  int widthOf(Head head) const;  ///< that it takes
  void setHead(Head head);
  void showLoad(const QModelIndex& card);  ///< only what changes all the time
  QCheckBox* box() const { return m_box; }
  QToolButton* busyButton() const { return m_busy; }
  int logical() const { return m_logical; }
  DeviceInfo info() const { return m_info; }

 signals:
  void toggled(bool visible);
  void busyToggled(bool busy);
  void moveAsked(int by);                    ///< -1: up, 1: down
  void dragged(const QPoint& at, bool end);  ///< in the parent's coordinates

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLabel* m_grip;
  DeviceBadge* m_badge;
  QLabel* m_name;
  QCheckBox* m_box;
  QToolButton* m_busy;
  QHBoxLayout* m_headRow;
  QHBoxLayout* m_boxRow;
  QHBoxLayout* m_placeRow;
  ElideLabel* m_kind;
  ElideLabel* m_free;
  ElideLabel* m_load;
  ElideLabel* m_place;
  MemoryGauge* m_gauge;
  ElideLabel* m_uuid;
  QLabel* m_mig;
  QString busyWords(bool close) const;
  void showKind();
  QString m_all;                        ///< for the tool tip
  std::pair<QString, QString> m_names;  ///< the card's, and with its memory
  bool m_isBusy = false;
  Head m_head = Head::Narrow;
  DeviceInfo m_info;
  int m_logical = -1;
  QPoint m_pressed;
  bool m_held = false, m_dragging = false;
};

/// What the program calls a card: "cuda:0", and whether it is what "cuda" means now.
class LogicalCard : public QFrame {
  Q_OBJECT
 public:
  explicit LogicalCard(QWidget* parent = nullptr);
  void show(const DeviceInfo& info, bool current);

 private:
  DeviceBadge* m_badge;
  QLabel* m_name;
  QLabel* m_current;
};

}  // namespace todevice
