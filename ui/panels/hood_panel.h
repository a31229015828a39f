// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QStackedWidget;

namespace todevice {

class EmptyState;
class Workspace;

/// What the line at the cursor caused: copies and allocations, in the order in which the worker told them.
class HoodModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { What, Where, Bytes, Time, Address, ColumnCount };
  explicit HoodModel(Workspace* workspace, QObject* parent = nullptr);
  void follow();
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  Workspace* m_workspace;
  QList<QStringList> m_rows;
};

class HoodPanel : public QWidget {
  Q_OBJECT
 public:
  explicit HoodPanel(Workspace* workspace, QWidget* parent = nullptr);
  QString note() const;

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void follow();
  Workspace* m_workspace;
  HoodModel* m_model;
  EmptyState* m_empty;
  QStackedWidget* m_pages;
  QLabel* m_calls;
};

}  // namespace todevice
