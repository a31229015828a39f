// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantList>
#include <QWidget>

#include "models/device_info.h"

namespace todevice {

/// How full a card is: a bar with this program's share (the card's colour) apart from the others' (hatched),
/// and the last minute of it as a line above. The words that say the same stand beside it.
class MemoryGauge : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryGauge(QWidget* parent = nullptr);
  /// Bytes. `own` below 0: not known, counted as others'. `history`: used bytes, oldest first.
  void show(const DeviceInfo& card, qint64 total, qint64 used, qint64 own, const QVariantList& history);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  DeviceInfo m_card;
  qint64 m_total = 0, m_used = 0, m_own = 0;
  QVariantList m_history;
};

}  // namespace todevice
