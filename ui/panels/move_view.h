// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QScrollArea>

#include "models/device_info.h"
#include "models/move_model.h"

class QGridLayout;

namespace todevice {

class Workspace;

/// One before -> after card: what `.to()` gave, with ids and addresses side by side.
class MoveCardView : public QFrame {
  Q_OBJECT
 public:
  MoveCardView(const MoveCard& card, const QString& line, const DeviceDirectory& devices,
               QWidget* parent = nullptr);

 private:
  void addTensor(const MoveCard& card, const DeviceDirectory& devices);
  void addModule(const MoveCard& card, const DeviceDirectory& devices);
};

/// The cards of the line at the cursor; hidden where it moved nothing.
class MoveView : public QScrollArea {
  Q_OBJECT
 public:
  explicit MoveView(Workspace* workspace, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  Workspace* m_workspace;
  QWidget* m_content;
};

}  // namespace todevice
