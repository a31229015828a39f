// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace todevice {

/// How far a lesson is: a short bar for each step, the present one wider.
class StepDots : public QWidget {
  Q_OBJECT
 public:
  explicit StepDots(QWidget* parent = nullptr);
  void setPlace(int step, int count);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int m_step = 0, m_count = 0;
};

}  // namespace todevice
