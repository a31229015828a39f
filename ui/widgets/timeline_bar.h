// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSlider>

namespace todevice {

class RecordListModel;
class Timeline;

/// The scrubber under all panels: a mark for each record, shapes for what matters, and the cursor. A slider
/// for screen readers; arrows, Home and End move it, Space asks to play.
class TimelineBar : public QAbstractSlider {
  Q_OBJECT
 public:
  TimelineBar(Timeline* timeline, RecordListModel* records, QWidget* parent = nullptr);

  QString cursorWords() const;  ///< "line 5, record 12 of 40"
  QString toolTipAt(const QPoint& position) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void playAsked();  ///< play, or pause
  void touched();    ///< the learner moves the cursor

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void follow();
  QRect track() const;
  int xOf(int cursor) const;
  int cursorAt(int x) const;
  void paintMarks(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;
  Timeline* m_timeline;
  RecordListModel* m_records;
};

}  // namespace todevice
