// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/code_panel.h"

#include <QEvent>
#include <QVBoxLayout>

#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"

namespace todevice {

CodePanel::CodePanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_editor(new CodeEditor), m_message(new MessageBar) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 0, 1, 6);
  column->setSpacing(4);
  auto* message = new QVBoxLayout;
  message->setContentsMargins(12, 0, 12, 0);
  message->addWidget(m_message);
  column->addLayout(message);
  column->addWidget(m_editor, 1);
  LessonPlayer* player = m_workspace->player();
  connect(m_editor, &QsciScintilla::textChanged, this, [this] {
    m_workspace->player()->setDocument(m_editor->text());
    m_workspace->session()->setBreakpoints(m_editor->breakpoints());
  });
  connect(m_editor, &CodeEditor::breakpointAsked, player, &LessonPlayer::toggleBreakpoint);
  connect(m_workspace->session(), &Session::breakpointsChanged, this,
          [this] { m_editor->setBreakpoints(m_workspace->session()->breakpoints()); });
  connect(player, &LessonPlayer::documentChanged, this, &CodePanel::takeDocument);
  connect(player, &LessonPlayer::lessonOpened, this, &CodePanel::takeDocument);
  connect(player, &LessonPlayer::stepChanged, this, &CodePanel::takeDocument);
  connect(m_workspace->session(), &Session::lineReached, this, &CodePanel::follow);
  connect(m_workspace->session(), &Session::stateChanged, this, &CodePanel::follow);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &CodePanel::follow);
  connect(m_workspace->timeline(), &Timeline::cleared, this, &CodePanel::follow);
  connect(m_workspace->timeline(), &Timeline::recordsAppended, this, &CodePanel::follow);
  m_editor->setAccessibleName(tr("Code of the lesson"));
}

void CodePanel::takeDocument() {
  const LessonPlayer* player = m_workspace->player();
  if (m_editor->text() != player->document()) {
    const QSignalBlocker blocker(m_editor);
    m_editor->setText(player->document());
    m_editor->setBreakpoints(m_workspace->session()->breakpoints());
  }
  m_editor->setBlock(player->blockFirstLine(), player->blockLineCount());
  follow();
  m_editor->ensureLineVisible(player->blockFirstLine() + player->blockLineCount() - 2);
}

void CodePanel::follow() {
  const Session* session = m_workspace->session();
  const protocol::Record* record = m_workspace->timeline()->current();
  int next = session->lineAtCursor();
  const LessonPlayer* player = m_workspace->player();
  if (next == 0 && !player->blockHasRun() && session->state() == Session::State::Idle &&
      player->blockLineCount() > 0 && m_workspace->timeline()->atEnd()) {
    next = player->blockFirstLine();
  }
  m_editor->setNextLine(next);
  const bool failed = record && record->error;
  m_editor->setLastLine(record ? record->line : 0, failed);
  if (failed) {
    const QString text = QStringLiteral("%1: %2").arg(QString::fromStdString(record->error->type),
                                                      QString::fromStdString(record->error->message));
    m_editor->showError(record->error->line > 0 ? record->error->line : record->line, text.trimmed());
  } else {
    m_editor->clearError();
  }
  emit noteChanged();
}

QString CodePanel::note() const {
  if (m_editor->nextLine() <= 0) return {};
  const Session* session = m_workspace->session();
  if (session->goesOnAtCursor()) return tr("line %1 goes on").arg(m_editor->nextLine());
  return tr("next: line %1").arg(m_editor->nextLine());
}

void CodePanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    m_editor->setAccessibleName(tr("Code of the lesson"));
    emit noteChanged();
  }
  QWidget::changeEvent(event);
}

}  // namespace todevice
