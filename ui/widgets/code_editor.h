// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>

#include "models/explanation.h"

namespace todevice {

class PythonLexer;

/// The lesson's code: editable, with the next line marked by an arrow and a background, the line that ran
/// last by a bar at its left, and an error under its line. A click in the margin puts a breakpoint there.
class CodeEditor : public QsciScintilla {
  Q_OBJECT
 public:
  explicit CodeEditor(QWidget* parent = nullptr);

  void setNextLine(int line);               ///< from 1; 0: none
  void setLastLine(int line, bool failed);  ///< the line of the record at the cursor; 0: none
  void setBlock(int first, int count);      ///< the present step's lines
  void showError(int line, const QString& text);
  /// Lines that have to do with the error, or with a remark: a mark beside each, and the words under it.
  void showNotes(const std::vector<LineNote>& notes);
  void clearError();  ///< and the notes
  /// The whole text anew. What was wide before makes no scroll bar any more.
  void setText(const QString& text) override;
  /// Puts a change into the text, as one thing to undo.
  void apply(const CodeFix& fix);
  int nextLine() const { return m_next; }
  bool isInView(int line) const;
  /// Breakpoints move with their lines as the text is edited.
  void setBreakpoints(const QList<int>& lines);
  QList<int> breakpoints() const;
  /// The line with code at or after `line`, which is where a breakpoint can be; 0: none.
  int lineWithCode(int line) const;
  /// Shown on top of the menu of a line, which has the cursor by then.
  void setLineActions(const QList<QAction*>& actions) { m_lineActions = actions; }

 signals:
  void breakpointAsked(int line);  ///< on or off
  void nothingToUndo();            ///< undo was asked for all the same

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void applyLook();
  void showLine(int line);
  void showErrorLine();
  void keepInView();
  bool isAmongRows(int line, long rows) const;
  void write(int line, const QString& words, const QsciStyle& style);
  void writeNotes();
  void underline(int line);
  void fitMargin();
  PythonLexer* m_lexer;
  QList<QAction*> m_lineActions;
  int m_next = 0;
  int m_last = 0;
  long m_rows = 0;  ///< on the screen, before there was more or less room
  int m_errorLine = 0;
  QString m_error;
  std::vector<LineNote> m_notes;
  bool m_annotated = false;
  bool m_tabLeaves = false;
};

}  // namespace todevice
