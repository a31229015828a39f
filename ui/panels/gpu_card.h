// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QFrame>
#include <QModelIndex>

#include "models/device_info.h"

class QLabel;

namespace todevice {

class DeviceBadge;
class ElideLabel;

/// A physical card: its box, what its being ticked means in words, and what it is.
class GpuCard : public QFrame {
  Q_OBJECT
 public:
  explicit GpuCard(QWidget* parent = nullptr);
  void show(const QModelIndex& card);
  QCheckBox* box() const { return m_box; }
  int logical() const { return m_logical; }
  DeviceInfo info() const { return m_info; }

 signals:
  void toggled(bool visible);

 private:
  DeviceBadge* m_badge;
  QLabel* m_name;
  QCheckBox* m_box;
  ElideLabel* m_facts;
  ElideLabel* m_place;
  DeviceInfo m_info;
  int m_logical = -1;
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
