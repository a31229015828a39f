// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code_editor.h"

#include <Qsci/qscilexerpython.h>
#include <Qsci/qscistyle.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScreen>
#include <QTextLayout>

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

/// Scintilla does not wrap what stands under a line. Beyond kMostRows the rest is left out.
QString wrapped(const QString& text, const QFont& font, int width) {
  constexpr int kMostRows = 6;
  QStringList rows;
  for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
    QTextLayout layout(paragraph, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine row = layout.createLine(); row.isValid(); row = layout.createLine()) {
      row.setLineWidth(width);
      rows << paragraph.mid(row.textStart(), row.textLength()).trimmed();
      if (rows.size() > kMostRows) break;
    }
    layout.endLayout();
    if (rows.size() > kMostRows) break;
  }
  if (rows.size() > kMostRows) rows = rows.mid(0, kMostRows) << QStringLiteral("…");
  return rows.join(QLatin1Char('\n'));
}

/// Scintilla counts letters, Qt counts those beyond the first 65536 twice.
int letters(const QString& text) {
  return int(text.toUcs4().size());
}

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
  keepInView();
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
  showLine(line);
}

void CodeEditor::showLine(int line) {
  const long at = SendScintilla(SCI_POSITIONFROMLINE, line - 1);
  SendScintilla(SCI_SCROLLRANGE, at, at);
}

bool CodeEditor::isAmongRows(int line, long rows) const {
  const long row = SendScintilla(SCI_VISIBLEFROMDOCLINE, line - 1);
  const long first = SendScintilla(SCI_GETFIRSTVISIBLELINE);
  return row >= first && row < first + rows;
}

bool CodeEditor::isInView(int line) const {
  return line > 0 && isAmongRows(line, SendScintilla(SCI_LINESONSCREEN));
}

/// After the room or the letters' size changed. A line that ran last and was scrolled away stays away.
void CodeEditor::keepInView() {
  SendScintilla(SCI_TEXTHEIGHT, 0UL);  // the rows are counted with the letters of now
  const bool wasSeen = m_last > 0 && isAmongRows(m_last, m_rows);
  m_rows = SendScintilla(SCI_LINESONSCREEN);
  if (m_errorLine == 0 && m_next == 0 && wasSeen) showLine(m_last);
  if (m_next > 0) showLine(m_next);
  if (m_errorLine > 0) showErrorLine();
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  if (m_annotated) writeNotes();
  keepInView();
}

void CodeEditor::setLastLine(int line, bool failed) {
  markerDeleteAll(kLastBar);
  markerDeleteAll(kFailedBar);
  m_last = line;
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
  m_error = text;
  writeNotes();
  underline(line - 1);
  showErrorLine();
}

void CodeEditor::showNotes(const std::vector<LineNote>& notes) {
  m_notes = notes;
  std::erase_if(m_notes, [this](const LineNote& note) { return note.line <= 0 || note.line > lines(); });
  for (const LineNote& note : m_notes) {
    m_annotated = true;
    markerAdd(note.line - 1, kNoteMark);
  }
  writeNotes();
  if (m_errorLine > 0) showErrorLine();
}

/// From the first letter to the last. Scintilla counts bytes here: a Chinese letter has three, an emoji four.
void CodeEditor::underline(int line) {
  const long from = SendScintilla(SCI_GETLINEINDENTPOSITION, line);
  const long end = SendScintilla(SCI_GETLINEENDPOSITION, line);
  indicatorDefine(SquiggleIndicator, kErrorIndicator);
  setIndicatorForegroundColor(Look::get().color("bad"), kErrorIndicator);
  SendScintilla(SCI_SETINDICATORCURRENT, kErrorIndicator);
  SendScintilla(SCI_INDICATORFILLRANGE, from, end - from);
}

/// All that stands under lines, as wide as there is room now.
void CodeEditor::writeNotes() {
  const Look& look = Look::get();
  const QFont font = inPoints(look.font(0.94));
  if (m_errorLine > 0)
    write(m_errorLine, m_error,
          QsciStyle(kErrorStyle, QStringLiteral("error"), look.color("bad"), look.color("badSoft"), font));
  for (const LineNote& note : m_notes)
    write(note.line, note.words,
          QsciStyle(kNoteStyle, QStringLiteral("note"), look.color("warn"), look.color("warnSoft"), font));
}

void CodeEditor::write(int line, const QString& words, const QsciStyle& style) {
  int width = viewport()->width() - int(SendScintilla(SCI_GETMARGINLEFT)) - Look::get().px(12);
  for (int margin = 0; margin < margins(); ++margin) width -= marginWidth(margin);
  const QString shown = wrapped(words, style.font(), qMax(width, Look::get().px(80)));
  if (annotation(line - 1) != shown) annotate(line - 1, shown, style);
}

/// With what is written under it, as far as there is room.
void CodeEditor::showErrorLine() {
  ensureLineVisible(m_errorLine - 1);
  const long under = SendScintilla(SCI_ANNOTATIONGETLINES, m_errorLine - 1);
  const long row = SendScintilla(SCI_VISIBLEFROMDOCLINE, m_errorLine - 1);
  const long first = qMin(row, row + under - SendScintilla(SCI_LINESONSCREEN) + 1);
  const long now = SendScintilla(SCI_GETFIRSTVISIBLELINE);
  if (first > now || row < now) SendScintilla(SCI_SETFIRSTVISIBLELINE, first);
}

void CodeEditor::setText(const QString& text) {
  QsciScintilla::setText(text);
  // The width that is tracked grows only.
  setScrollWidth(1);
  SendScintilla(SCI_SETXOFFSET, 0UL);
}

void CodeEditor::apply(const CodeFix& fix) {
  beginUndoAction();
  for (auto edit = fix.edits.rbegin(); edit != fix.edits.rend(); ++edit) {
    const int line = edit->line - 1;
    if (line < 0 || line >= lines()) continue;
    if (edit->inserts) {
      insertAt(edit->text + QLatin1Char('\n'), line, 0);
    } else {
      setSelection(line, 0, line, letters(text(line).remove(QLatin1Char('\n'))));
      replaceSelectedText(edit->text);
    }
  }
  endUndoAction();
  if (!fix.edits.empty()) setCursorPosition(fix.edits.front().line - 1, letters(fix.edits.front().text));
}

void CodeEditor::clearError() {
  if (!m_annotated) return;
  m_annotated = false;
  m_errorLine = 0;
  m_error.clear();
  m_notes.clear();
  markerDeleteAll(kNoteMark);
  clearAnnotations();
  SendScintilla(SCI_SETINDICATORCURRENT, kErrorIndicator);
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
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
