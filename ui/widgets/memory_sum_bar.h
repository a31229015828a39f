// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/device_info.h"
#include "models/memory_sums.h"

namespace todevice {

/// The three numbers of a GPU's memory as one bar: what the tensors take, what the pool keeps beside them,
/// what else the driver counts, and what is free. Small parts are drawn wider than they are; the words have
/// the bytes.
class MemorySumBar : public QWidget {
  Q_OBJECT
 public:
  explicit MemorySumBar(QWidget* parent = nullptr);
  void show(const MemorySum& sum, const DeviceInfo& info);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  MemorySum m_sum;
  DeviceInfo m_info;
};

}  // namespace todevice
