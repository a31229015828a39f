// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "models/connection.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace todevice {

/// Asks where the worker is to run, and shows the command that this comes to.
class ConnectionBox : public QDialog {
  Q_OBJECT
 public:
  explicit ConnectionBox(const Connection& last, QWidget* parent = nullptr);
  Connection connection() const;

 signals:
  void chosen(const todevice::Connection& connection);

 private:
  void follow();
  QComboBox* m_kind;
  QLineEdit* m_target;
  QLineEdit* m_program;
  QLabel* m_hint;
  QLabel* m_command;
  QPushButton* m_connect;
};

}  // namespace todevice
