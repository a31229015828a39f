// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "models/explanation.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace todevice {

/// What went wrong in the learner's words, and the ways out as buttons: each puts its change into the code;
/// then the code can be run again, or the change taken back.
class ExplanationCard : public QFrame {
  Q_OBJECT
 public:
  explicit ExplanationCard(QWidget* parent = nullptr);

  void show(const Explanation& explanation);
  /// The code is no longer the one that failed: run it again, or take the change back.
  void showEdited(const QString& words, bool canUndo);
  void focusRun();  ///< a key runs the mended code

 signals:
  void fixChosen(const todevice::CodeFix& fix);
  void runWanted();
  void undoWanted();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void rebuild();
  void addFixes();
  void addAfterEdit();
  void tint();
  QPushButton* addButton(const QString& text, const char* name);
  Explanation m_explanation;
  QString m_edited;
  bool m_canUndo = false;
  QLabel* m_icon;
  QLabel* m_headline;
  QLabel* m_text;
  QWidget* m_buttons = nullptr;
  QVBoxLayout* m_column;
};

}  // namespace todevice
