// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace todevice {

class CodeEditor;
class MessageBar;
class Workspace;

/// The lesson's code so far, as the learner left it; the editor follows the session and the cursor.
class CodePanel : public QWidget {
  Q_OBJECT
 public:
  explicit CodePanel(Workspace* workspace, QWidget* parent = nullptr);
  CodeEditor* editor() const { return m_editor; }
  MessageBar* message() const { return m_message; }
  QString note() const;

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void takeDocument();
  void follow();
  Workspace* m_workspace;
  CodeEditor* m_editor;
  MessageBar* m_message;
};

}  // namespace todevice
