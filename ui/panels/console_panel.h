// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;

namespace todevice {

class EmptyState;
class Workspace;

/// What the lesson printed, and a line to ask the program for a value.
class ConsolePanel : public QWidget {
  Q_OBJECT
 public:
  explicit ConsolePanel(Workspace* workspace, QWidget* parent = nullptr);
  QPlainTextEdit* text() const { return m_text; }
  QLineEdit* input() const { return m_input; }
  QString note() const;

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void retranslate();
  void applyLook();
  void take(int removed, int firstChanged);
  void catchUp();
  void followCursor();
  void keepEnd();
  void ask();
  Workspace* m_workspace;
  QStackedWidget* m_pages;
  EmptyState* m_empty;
  QPlainTextEdit* m_text;
  QLabel* m_prompt;
  QLineEdit* m_input;
  QTimer m_timer, m_toEnd;
  int m_removed = 0;
  int m_firstChanged = 0;
  int m_hidden = 0;  ///< lines at the end, printed after the timeline's cursor
};

}  // namespace todevice
