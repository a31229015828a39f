// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "models/comparison.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace todevice {

/// The same code under two settings, side by side: two workers, one cursor, differences marked.
class CompareWindow : public QDialog {
  Q_OBJECT
 public:
  /// `visible`: how many GPUs a program with these settings sees; with fewer than two it begins with two.
  CompareWindow(const WorkerSettings& base, const QString& code, QWidget* parent = nullptr, int visible = 0);
  Comparison* comparison() const { return m_comparison; }
  void compare();  ///< anew, with the settings in the two fields

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();
  void follow();
  void narrow();
  void fitRows();
  void followFields();
  void followReality();
  void tell(const QString& message);
  QString beforeRows() const;
  QString summary() const;
  WorkerSettings m_base;
  QString m_code;
  Comparison* m_comparison;
  QLineEdit* m_settings[2];
  QLabel* m_mappings[2];
  std::optional<QString> m_applied[2];  ///< the settings of the two programs
  QTableView* m_table;
  QLabel* m_intro;
  QLabel* m_chip;
  QStringList m_told;  ///< since the two began
  QLabel* m_notice;
  QLabel* m_summary;
  QPushButton* m_anew;
  QPushButton* m_back;
  QPushButton* m_step;
  QPushButton* m_run;
  QPushButton* m_stop;
};

}  // namespace todevice
