// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace todevice {

class CallFilter;
class CallLanes;
class CallModel;
class ElideLabel;
class EmptyState;
class Workspace;

/// Under the hood: what the line at the cursor caused below Python, over time and as a table.
class HoodPanel : public QWidget {
  Q_OBJECT
 public:
  explicit HoodPanel(Workspace* workspace, QWidget* parent = nullptr);
  QString note() const;
  CallModel* model() const { return m_model; }
  CallLanes* lanes() const { return m_lanes; }
  QTableView* table() const { return m_table; }
  QLineEdit* filter() const { return m_words; }

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build();
  void joinLanesAndTable();
  void follow();
  void sayNothing();
  QString remark() const;
  QString origin() const;
  Workspace* m_workspace;
  CallModel* m_model;
  CallFilter* m_filter;
  EmptyState* m_empty;
  QStackedWidget* m_pages;
  CallLanes* m_lanes;
  QTableView* m_table;
  QLineEdit* m_words;
  ElideLabel* m_totals;
  QLabel* m_remark;
};

}  // namespace todevice
