// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QWidget>
#include <vector>

namespace todevice {

class GpuCard;
class LogicalCard;

/// The lines from the cards on the left to what the program calls them on the right.
class GpuLinks : public QWidget {
  Q_OBJECT
 public:
  explicit GpuLinks(QWidget* parent = nullptr);
  void setEnds(std::vector<GpuCard*> cards, std::vector<LogicalCard*> logical);
  QSize sizeHint() const override;
  void setNarrow(bool narrow);
  /// From the middle of a card to that of what the program calls it, in this widget; null for a hidden card.
  QLineF lineOf(const GpuCard* card) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<GpuCard*> m_cards;
  std::vector<LogicalCard*> m_logical;
  bool m_narrow = false;
};

}  // namespace todevice
