// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/console_panel.h"

#include <QEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>
#include <QVBoxLayout>
#include <limits>

#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

ConsolePanel::ConsolePanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_pages(new QStackedWidget),
      m_empty(new EmptyState(QStringLiteral("console"))),
      m_text(new QPlainTextEdit),
      m_prompt(makeLabel(QStringLiteral(">>>"))),
      m_input(new QLineEdit),
      m_firstChanged(std::numeric_limits<int>::max()) {
  m_text->setReadOnly(true);
  m_text->setUndoRedoEnabled(false);
  m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);  // an error is read to its end
  m_text->document()->setDocumentMargin(8);
  m_text->viewport()->installEventFilter(this);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_text);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 8);
  row->setSpacing(8);
  row->addWidget(m_prompt);
  row->addWidget(m_input, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 0, 1, 1);
  column->setSpacing(0);
  column->addWidget(m_pages, 1);
  column->addLayout(row);
  m_timer.setSingleShot(true);
  m_timer.setInterval(30);
  connect(&m_timer, &QTimer::timeout, this, &ConsolePanel::catchUp);
  m_toEnd.setSingleShot(true);
  connect(&m_toEnd, &QTimer::timeout, this,
          [this] { m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum()); });
  connect(m_workspace->console(), &ConsoleBuffer::changed, this, &ConsolePanel::take);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &ConsolePanel::followCursor);
  connect(m_workspace->console(), &ConsoleBuffer::cleared, this, [this] {
    m_removed = 0;
    m_firstChanged = m_hidden = 0;
    m_text->clear();
    m_pages->setCurrentIndex(0);
    emit noteChanged();
  });
  connect(m_input, &QLineEdit::returnPressed, this, &ConsolePanel::ask);
  connect(m_workspace->session(), &Session::evaluatingChanged, this, &ConsolePanel::noteChanged);
  connect(&Look::get(), &Look::changed, this, &ConsolePanel::applyLook);
  applyLook();
  retranslate();
}

void ConsolePanel::take(int removed, int firstChanged) {
  m_removed += removed;
  const int shifted =
      m_firstChanged == std::numeric_limits<int>::max() ? m_firstChanged : qMax(0, m_firstChanged - removed);
  m_firstChanged = qMin(shifted, firstChanged);
  if (!m_timer.isActive()) m_timer.start();
}

void ConsolePanel::catchUp() {
  const auto& lines = m_workspace->console()->lines();
  QScrollBar* bar = m_text->verticalScrollBar();
  const bool atEnd = bar->value() >= bar->maximum() - 1;
  QTextDocument* document = m_text->document();
  QTextCursor cursor(document);
  cursor.beginEditBlock();
  if (m_removed > 0) {
    cursor.movePosition(QTextCursor::Start);
    const QTextBlock kept = document->findBlockByNumber(m_removed);
    cursor.setPosition(kept.isValid() ? kept.position() : document->characterCount() - 1,
                       QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
  }
  const QTextBlock block = document->findBlockByNumber(m_firstChanged);
  cursor.setPosition(block.isValid() ? block.position() : document->characterCount() - 1);
  cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
  for (size_t i = size_t(qMax(0, m_firstChanged)); i < lines.size(); ++i) {
    QTextCharFormat format;
    const auto kind = lines[i].kind;
    format.setForeground(Look::get().color(kind == ConsoleBuffer::Kind::Error ? "bad"
                                           : kind == ConsoleBuffer::Kind::Log ? "muted"
                                                                              : "text"));
    if (cursor.position() > 0 && !cursor.atBlockStart())
      cursor.insertBlock();
    else if (i > 0 && int(i) >= document->blockCount())
      cursor.insertBlock();
    // Words of the worker itself are told from what the lesson printed by more than their colour.
    const bool isLog = kind == ConsoleBuffer::Kind::Log;
    cursor.insertText(isLog ? tr("[worker] %1").arg(lines[i].text) : lines[i].text, format);
  }
  cursor.endEditBlock();
  m_removed = 0;
  m_firstChanged = std::numeric_limits<int>::max();
  m_pages->setCurrentIndex(lines.empty() ? 0 : 1);
  m_hidden = 0;
  followCursor();
  if (atEnd) bar->setValue(bar->maximum());
  emit noteChanged();
}

/// Going back shows what had been printed by then, as all panels do.
void ConsolePanel::followCursor() {
  if (m_timer.isActive()) return;  // it comes back here
  const Timeline* timeline = m_workspace->timeline();
  const int count = int(m_workspace->console()->lines().size());
  const int shown = timeline->atEnd() ? count : m_workspace->console()->linesAt(timeline->cursor());
  const int hidden = count - shown;
  if (hidden == m_hidden) return;
  QTextDocument* document = m_text->document();
  const int first = qMin(shown, count - m_hidden), last = qMax(shown, count - m_hidden);
  QTextBlock block = document->findBlockByNumber(first);
  const int from = block.position();
  int end = from;
  for (int at = first; at < last && block.isValid(); ++at, block = block.next()) {
    block.setVisible(at < shown);
    end = block.position() + block.length();
  }
  m_hidden = hidden;
  document->markContentsDirty(from, end - from);
  m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
  emit noteChanged();
}

void ConsolePanel::ask() {
  const QString expression = m_input->text().trimmed();
  if (expression.isEmpty()) return;
  ConsoleBuffer* console = m_workspace->console();
  console->append(QStringLiteral(">>> %1\n").arg(expression), false);
  m_workspace->session()->evaluate(
      expression, [self = QPointer(this), console = QPointer(console)](const protocol::EvaluateReply& reply) {
        if (!self || !console) return;
        console->append(QString::fromStdString(reply.text) + QLatin1Char('\n'), !reply.ok);
      });
  m_input->clear();
}

/// What was printed last stays in view when there is less room, or the letters grow.
void ConsolePanel::keepEnd() {
  const QScrollBar* bar = m_text->verticalScrollBar();
  if (bar->value() >= bar->maximum() - 1) m_toEnd.start(0);
}

bool ConsolePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) keepEnd();
  return QWidget::eventFilter(watched, event);
}

void ConsolePanel::applyLook() {
  keepEnd();
  const Look& look = Look::get();
  m_text->setFont(look.mono(0.94));
  m_input->setFont(look.mono(0.94));
  m_prompt->setFont(look.mono(0.94, true));
  // Formats hold colours of the old theme: write the text anew.
  m_firstChanged = 0;
  catchUp();
}

void ConsolePanel::retranslate() {
  m_empty->setText(tr("What the code prints"), tr("Press Run (F5) or Step (F6), or ask for a value below."));
  m_text->setAccessibleName(tr("Printed text"));
  m_input->setPlaceholderText(tr("an expression, for example x_gpu.device"));
  m_input->setAccessibleName(tr("Ask for the value of an expression"));
}

QString ConsolePanel::note() const {
  if (m_workspace->session()->isEvaluating()) return tr("a value is being computed: Stop ends it");
  if (m_hidden > 0) return tr("text of later lines is not shown");
  const qint64 dropped = m_workspace->console()->dropped();
  return dropped > 0 ? tr("the first %1 lines are left out").arg(dropped) : QString();
}

void ConsolePanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace todevice
