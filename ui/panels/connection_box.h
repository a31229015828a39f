// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "models/connection.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace todevice {

/// Asks where the worker is to run, and shows the command that this comes to. What was used before can be
/// chosen again, or forgotten.
class ConnectionBox : public QDialog {
  Q_OBJECT
 public:
  explicit ConnectionBox(const QList<Connection>& saved, QWidget* parent = nullptr);
  Connection connection() const;

 signals:
  void chosen(const todevice::Connection& connection);
  void forgotten(const todevice::Connection& connection);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void retranslate();
  void follow();
  void fit();            ///< as high as the lines of what is explained, at this width
  void take(int saved);  ///< the fields get what was saved; -1: nothing
  void forget();
  QList<Connection> m_saved;
  QFormLayout* m_form;
  QComboBox* m_before;
  QPushButton* m_forget;
  QWidget* m_beforeRow;
  QComboBox* m_kind;
  QLineEdit* m_target;
  QLineEdit* m_program;
  QLabel* m_hint;
  QLabel* m_command;
  QPushButton* m_connect;
  QPushButton* m_cancel;
};

}  // namespace todevice
