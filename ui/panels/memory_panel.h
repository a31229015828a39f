// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace todevice {

class AddressMapView;
class EmptyState;
class MoveView;
class NamesView;
class Workspace;

/// Where everything lives at the cursor: what the line moved, the names, and each device's addresses.
class MemoryPanel : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryPanel(Workspace* workspace, QWidget* parent = nullptr);
  QString note() const;

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();
  void follow();
  QPushButton* makeSegment(int page);
  Workspace* m_workspace;
  MoveView* m_moves;
  NamesView* m_names;
  QStackedWidget* m_pages;
  QPushButton* m_segments[3];
  QWidget* m_filled;
  EmptyState* m_empty;
};

}  // namespace todevice
