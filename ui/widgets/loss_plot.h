// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <QTimer>

namespace todevice {

class MetricsStore;

/// The live curves of everything that the lesson logs. Points come in batches and are drawn at most 30 times
/// a second; accuracies have an axis of their own on the right.
class LossPlot : public QCustomPlot {
  Q_OBJECT
 public:
  explicit LossPlot(MetricsStore* store, QWidget* parent = nullptr);
  int drawnPoints() const;  ///< of all curves

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void addSeries(int index);
  void nameCurves();
  void catchUp();
  void fitAxes();
  void applyLook();
  void nameAxes();
  MetricsStore* m_store;
  QTimer m_timer;
  QList<int> m_drawn;  ///< points taken over, by series
};

}  // namespace todevice
