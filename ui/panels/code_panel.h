// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/lesson_player.h"

class QScrollArea;

namespace todevice {

class CodeEditor;
class ExplanationCard;
class MessageBar;
class Workspace;
struct CodeFix;

/// The lesson's code so far, as the learner left it; the editor follows the session and the cursor.
class CodePanel : public QWidget {
  Q_OBJECT
 public:
  explicit CodePanel(Workspace* workspace, QWidget* parent = nullptr);
  CodeEditor* editor() const { return m_editor; }
  MessageBar* message() const { return m_message; }
  MessageBar* aside() const { return m_aside; }
  QString note() const;

 signals:
  void noteChanged();
  void bringBackWanted();  ///< the code that was set aside last

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void takeDocument();
  void tellAside();
  void follow();
  void edited();   ///< by the learner, or by a fix
  void explain();  ///< what the explainer says now
  void mark();     ///< the error and what has to do with it, in the code
  void apply(const CodeFix& fix);
  void takeBack();
  void makeRoom();  ///< for the card and the lines that it speaks of
  Workspace* m_workspace;
  CodeEditor* m_editor;
  MessageBar* m_message;
  MessageBar* m_aside;
  LessonPlayer::Reason m_asideFor = LessonPlayer::Reason::Reset;
  QScrollArea* m_cardScroll;  ///< where the window is low
  ExplanationCard* m_card;
  bool m_stale = false;  ///< what is shown is of the code before a change
};

}  // namespace todevice
