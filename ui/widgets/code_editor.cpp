// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code_editor.h"

#include <Qsci/qscilexerpython.h>
#include <Qsci/qscistyle.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScreen>

#include "widgets/look.h"

namespace todevice {

namespace {

enum Margin { kNumbers, kSymbols };
enum Mark { kNextBackground, kLastBar, kFailedBar, kBlockBar, kBreakpoint, kNoteMark, kArrow };
constexpr int kSymbolMarks = (1 << kArrow) | (1 << kLastBar) | (1 << kFailedBar) | (1 << kBlockBar) |
                             (1 << kBreakpoint) | (1 << kNoteMark);
constexpr int kErrorStyle = 60;
constexpr int kNoteStyle = 61;
constexpr int kErrorIndicator = 8;

/// Scintilla counts in points only.
QFont inPoints(QFont font) {
  font.setPointSizeF(font.pixelSize() * 72.0 / qApp->primaryScreen()->logicalDotsPerInchY());
  return font;
}

}  // namespace

/// Python 3.11's words, coloured by the theme.
class PythonLexer : public QsciLexerPython {
 public:
  using QsciLexerPython::QsciLexerPython;

  const char* keywords(int set) const override {
    if (set == 1) {
      return "False None True and as assert async await break class continue def del elif else except "
             "finally "
             "for from global if import in is lambda nonlocal not or pass raise return try while with yield "
             "match case";
    }
    return set == 2 ? "print range len id int float str bool list dict tuple set type isinstance next zip "
                      "enumerate sum min max abs open super self torch nn optim"
                    : nullptr;
  }

  void applyLook() {
    const Look& look = Look::get();
    const QColor panel = look.color("panel");
    setDefaultPaper(panel);
    setDefaultColor(look.color("text"));
    setDefaultFont(inPoints(look.mono()));
    const QHash<int, const char*> tokens{{Comment, "comment"},
                                         {CommentBlock, "comment"},
                                         {Number, "number"},
                                         {DoubleQuotedString, "string"},
                                         {SingleQuotedString, "string"},
                                         {TripleSingleQuotedString, "string"},
                                         {TripleDoubleQuotedString, "string"},
                                         {DoubleQuotedFString, "string"},
                                         {SingleQuotedFString, "string"},
                                         {TripleSingleQuotedFString, "string"},
                                         {TripleDoubleQuotedFString, "string"},
                                         {UnclosedString, "bad"},
                                         {Keyword, "keyword"},
                                         {ClassName, "function"},
                                         {FunctionMethodName, "function"},
                                         {Decorator, "function"},
                                         {HighlightedIdentifier, "number"}};
    for (int style = 0; style <= 20; ++style) {
      setPaper(panel, style);
      setColor(look.color(tokens.value(style, "text")), style);
      setFont(inPoints(look.mono(1, style == Keyword)), style);
      setEolFill(false, style);
    }
  }
};

CodeEditor::CodeEditor(QWidget* parent) : QsciScintilla(parent), m_lexer(new PythonLexer(this)) {
  setUtf8(true);
  setLexer(m_lexer);
  setEolMode(EolUnix);
  setIndentationsUseTabs(false);
  setIndentationWidth(4);
  setTabWidth(4);
  setAutoIndent(true);
  setBackspaceUnindents(true);
  setBraceMatching(SloppyBraceMatch);
  setFrameShape(QFrame::NoFrame);
  setMarginType(kNumbers, NumberMargin);
  setMarginType(kSymbols, SymbolMargin);
  setMarginWidth(2, 0);
  setMarginMarkerMask(kNumbers, 0);
  setMarginMarkerMask(kSymbols, kSymbolMarks);
  setMarginSensitivity(kNumbers, true);
  setMarginSensitivity(kSymbols, true);
  connect(this, &QsciScintilla::marginClicked, this, [this](int, int line) {
    if (const int at = lineWithCode(line + 1); at > 0) emit breakpointAsked(at);
  });
  setAnnotationDisplay(AnnotationStandard);
  setWrapMode(WrapNone);
  setScrollWidth(1);
  setScrollWidthTracking(true);
  SendScintilla(SCI_SETEXTRAASCENT, 1);
  SendScintilla(SCI_SETEXTRADESCENT, 2);
  // Ctrl+wheel and the editor's own zoom keys would part the text from the program's one zoom factor.
  SendScintilla(SCI_CLEARCMDKEY, '+' + (SCMOD_CTRL << 16));
  SendScintilla(SCI_CLEARCMDKEY, '-' + (SCMOD_CTRL << 16));
  SendScintilla(SCI_CLEARCMDKEY, '/' + (SCMOD_CTRL << 16));
  connect(&Look::get(), &Look::changed, this, &CodeEditor::applyLook);
  connect(this, &QsciScintilla::linesChanged, this, &CodeEditor::fitMargin);
  applyLook();
}

void CodeEditor::applyLook() {
  const Look& look = Look::get();
  m_lexer->applyLook();
  setPaper(look.color("panel"));
  setColor(look.color("text"));
  setFont(inPoints(look.mono()));
  setMarginsBackgroundColor(look.color("panel"));
  setMarginsForegroundColor(look.color("muted"));
  setMarginsFont(inPoints(look.mono(0.92)));
  setCaretForegroundColor(look.color("accent"));
  setCaretWidth(qMax(1, look.px(2)));
  setSelectionBackgroundColor(look.color("accentSoft"));
  setSelectionForegroundColor(look.color("text"));
  setMatchedBraceBackgroundColor(look.color("accentSoft"));
  setMatchedBraceForegroundColor(look.color("accent"));
  // Scintilla draws the greater number on top: the arrow stands out from a breakpoint by its shape.
  markerDefine(look.pixmap(QStringLiteral("breakpoint"), look.px(16), "bad"), kBreakpoint);
  markerDefine(look.pixmap(QStringLiteral("arrow"), look.px(15), "changedBar"), kArrow);
  markerDefine(look.pixmap(QStringLiteral("info"), look.px(14), "warn"), kNoteMark);
  markerDefine(Background, kNextBackground);
  setMarkerBackgroundColor(look.color("currentLine"), kNextBackground);
  for (const auto& [mark, token] :
       {std::pair{kLastBar, "good"}, std::pair{kFailedBar, "bad"}, std::pair{kBlockBar, "border"}}) {
    markerDefine(LeftRectangle, mark);
    setMarkerBackgroundColor(look.color(token), mark);
    setMarkerForegroundColor(look.color(token), mark);
  }
  setMarginWidth(kSymbols, look.px(20));
  fitMargin();
  SendScintilla(SCI_SETMARGINLEFT, 0, look.px(4));
}

void CodeEditor::fitMargin() {
  setMarginWidth(kNumbers, QStringLiteral("0").repeated(lines() < 100 ? 3 : 5));
}

void CodeEditor::setBreakpoints(const QList<int>& lines) {
  markerDeleteAll(kBreakpoint);
  for (const int line : lines)
    if (line <= this->lines()) markerAdd(line - 1, kBreakpoint);
}

QList<int> CodeEditor::breakpoints() const {
  QList<int> found;
  for (int at = markerFindNext(0, 1 << kBreakpoint); at >= 0; at = markerFindNext(at + 1, 1 << kBreakpoint))
    found << at + 1;
  return found;
}

int CodeEditor::lineWithCode(int line) const {
  for (int at = line; at <= lines(); ++at) {
    const QString words = text(at - 1).trimmed();
    if (!words.isEmpty() && !words.startsWith(QLatin1Char('#'))) return at;
  }
  return 0;
}

void CodeEditor::contextMenuEvent(QContextMenuEvent* event) {
  const int line = lineAt(mapFromGlobal(event->globalPos()));
  if (line >= 0 && event->reason() == QContextMenuEvent::Mouse && !hasSelectedText())
    setCursorPosition(line, 0);
  QMenu* menu = createStandardContextMenu();
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (!menu->actions().isEmpty()) {
    QAction* first = menu->actions().first();
    menu->insertActions(first, m_lineActions);
    menu->insertSeparator(first);
  }
  menu->popup(event->globalPos());
}

void CodeEditor::setNextLine(int line) {
  markerDeleteAll(kArrow);
  markerDeleteAll(kNextBackground);
  m_next = line;
  if (line <= 0) return;
  markerAdd(line - 1, kArrow);
  markerAdd(line - 1, kNextBackground);
  showNextLine();
}

void CodeEditor::showNextLine() {
  const long at = SendScintilla(SCI_POSITIONFROMLINE, m_next - 1);
  SendScintilla(SCI_SCROLLRANGE, at, at);
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  if (m_next > 0) showNextLine();
  if (m_errorLine > 0) showErrorLine();
}

void CodeEditor::setLastLine(int line, bool failed) {
  markerDeleteAll(kLastBar);
  markerDeleteAll(kFailedBar);
  if (line > 0) markerAdd(line - 1, failed ? kFailedBar : kLastBar);
}

void CodeEditor::setBlock(int first, int count) {
  markerDeleteAll(kBlockBar);
  for (int i = 0; i < count; ++i) markerAdd(first - 1 + i, kBlockBar);
}

void CodeEditor::showError(int line, const QString& text) {
  clearError();
  if (line <= 0 || line > lines()) return;
  m_annotated = true;
  m_errorLine = line;
  const Look& look = Look::get();
  annotate(line - 1, text,
           QsciStyle(kErrorStyle, QStringLiteral("error"), look.color("bad"), look.color("badSoft"),
                     inPoints(look.font(0.94))));
  indicatorDefine(SquiggleIndicator, kErrorIndicator);
  setIndicatorForegroundColor(look.color("bad"), kErrorIndicator);
  fillIndicatorRange(line - 1, 0, line - 1, lineLength(line - 1), kErrorIndicator);
  showErrorLine();
}

void CodeEditor::showNotes(const std::vector<LineNote>& notes) {
  const Look& look = Look::get();
  const QsciStyle style(kNoteStyle, QStringLiteral("note"), look.color("warn"), look.color("warnSoft"),
                        inPoints(look.font(0.94)));
  for (const LineNote& note : notes) {
    if (note.line <= 0 || note.line > lines()) continue;
    m_annotated = true;
    markerAdd(note.line - 1, kNoteMark);
    annotate(note.line - 1, note.words, style);
  }
  if (m_errorLine > 0) showErrorLine();
}

/// With what is written under it.
void CodeEditor::showErrorLine() {
  ensureLineVisible(m_errorLine - 1);
  const long under = SendScintilla(SCI_ANNOTATIONGETLINES, m_errorLine - 1);
  const long last = SendScintilla(SCI_VISIBLEFROMDOCLINE, m_errorLine - 1) + under;
  const long first = last - SendScintilla(SCI_LINESONSCREEN) + 1;
  if (first > SendScintilla(SCI_GETFIRSTVISIBLELINE)) SendScintilla(SCI_SETFIRSTVISIBLELINE, first);
}

void CodeEditor::apply(const CodeFix& fix) {
  beginUndoAction();
  for (auto edit = fix.edits.rbegin(); edit != fix.edits.rend(); ++edit) {
    const int line = edit->line - 1;
    if (line < 0 || line >= lines()) continue;
    if (edit->inserts) {
      insertAt(edit->text + QLatin1Char('\n'), line, 0);
    } else {
      setSelection(line, 0, line, int(text(line).remove(QLatin1Char('\n')).size()));
      replaceSelectedText(edit->text);
    }
  }
  endUndoAction();
  if (!fix.edits.empty()) setCursorPosition(fix.edits.front().line - 1, int(fix.edits.front().text.size()));
}

void CodeEditor::clearError() {
  if (!m_annotated) return;
  m_annotated = false;
  m_errorLine = 0;
  markerDeleteAll(kNoteMark);
  clearAnnotations();
  clearIndicatorRange(0, 0, lines() - 1, lineLength(lines() - 1), kErrorIndicator);
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Undo) && !isUndoAvailable()) {
    emit nothingToUndo();
    return event->accept();
  }
  // Esc, then Tab leaves the editor; any other key makes Tab an indent again.
  if (event->key() == Qt::Key_Escape) {
    m_tabLeaves = true;
  } else if (m_tabLeaves && (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab)) {
    // While it can be edited the editor passes no focus on; the panel around it does.
    QKeyEvent tab(QEvent::KeyPress, event->key(), event->modifiers());
    QCoreApplication::sendEvent(parentWidget(), &tab);
    return;
  } else if (event->key() != Qt::Key_Shift) {  // it comes before Shift+Tab
    m_tabLeaves = false;
  }
  QsciScintilla::keyPressEvent(event);
}

void CodeEditor::focusOutEvent(QFocusEvent* event) {
  m_tabLeaves = false;
  QsciScintilla::focusOutEvent(event);
}

}  // namespace todevice
