// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "models/variable_code.h"

class QLabel;
class QToolButton;

namespace todevice {

/// The setting as code, ready to be copied: in the shell, in Python, on the command line; and how to ask for
/// the GPU with the most free memory. Folded away until asked for.
class VariableCodeView : public QWidget {
  Q_OBJECT
 public:
  explicit VariableCodeView(QWidget* parent = nullptr);
  void show(const VariableSetting& setting);
  void retranslate();

 private:
  struct Way {
    QLabel* title;
    QLabel* code;
    QToolButton* copy;
  };
  void unfold(bool open);
  QToolButton* m_fold;
  QWidget* m_body;
  std::vector<Way> m_ways;
  QStringList m_codes;  ///< as they are copied; what is shown may break where these do not
};

}  // namespace todevice
