// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace todevice {

class ElideLabel;
class EmptyState;
class LossPlot;
class Workspace;

/// The loss as it falls. The buttons run the lesson's own training block, which is named beside them: there
/// is no other trainer.
class TrainingPanel : public QWidget {
  Q_OBJECT
 public:
  explicit TrainingPanel(Workspace* workspace, QWidget* parent = nullptr);
  QString note() const;
  LossPlot* plot() const { return m_plot; }
  /// Index of the lesson step that logs values; -1: the lesson has none.
  int trainingStep() const;

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void retranslate();
  void follow();
  void startOrGo();
  QString codeWords() const;
  QString emptyWords() const;
  void fitPages();  ///< high enough for the words
  Workspace* m_workspace;
  LossPlot* m_plot;
  EmptyState* m_empty;
  QStackedWidget* m_pages;
  QPushButton* m_start;
  QPushButton* m_pause;
  QPushButton* m_stop;
  QPushButton* m_table;
  ElideLabel* m_code;
};

}  // namespace todevice
