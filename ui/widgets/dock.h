// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

class QLabel;
class QToolButton;

namespace todevice {

class ElideLabel;

/// A dock with a quiet title: its name, one sentence about its present state, the chip that says whether its
/// devices are real, and buttons. Standing among tabs it does not repeat its name.
class Dock : public QDockWidget {
  Q_OBJECT
 public:
  Dock(const QString& name, const QString& icon, QWidget* panel, QWidget* parent);

  void setNote(const QString& note);
  /// "simulated" or "real"; empty for a panel that shows no device.
  void setChip(const QString& word, const QString& toolTip);
  void setShownTitle(const QString& title);
  void setTabbed(bool tabbed);
  QString chip() const;
  /// Opens the dock and puts it before the others of its place.
  void bringUp();

 private:
  void tint();
  QString m_icon;
  QLabel* m_picture;
  QLabel* m_title;
  ElideLabel* m_note;
  QLabel* m_chip;
  QToolButton* m_float;
  QToolButton* m_close;
};

}  // namespace todevice
