// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/code_panel.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "panels/explanation_card.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"

namespace todevice {

namespace {

constexpr int kHeightBesideCard = 124;  // of the code: five lines and a scroll bar
constexpr int kCardSides = 8;
constexpr double kMostOfWindow = 0.45;  // that the panel insists on

}  // namespace

CodePanel::CodePanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_editor(new CodeEditor),
      m_message(new MessageBar),
      m_aside(new MessageBar),
      m_cardScroll(new QScrollArea),
      m_card(new ExplanationCard) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 0, 1, 6);
  column->setSpacing(4);
  auto* message = new QVBoxLayout;
  message->setContentsMargins(12, 0, 12, 0);
  message->addWidget(m_message);
  message->addWidget(m_aside);
  m_aside->setObjectName(QStringLiteral("asideBar"));
  column->addLayout(message);
  column->addWidget(m_editor, 1);
  m_cardScroll->setWidget(m_card);
  m_cardScroll->setWidgetResizable(true);
  m_cardScroll->setFrameShape(QFrame::NoFrame);
  m_cardScroll->setFocusPolicy(Qt::NoFocus);
  m_cardScroll->viewport()->setAutoFillBackground(false);
  m_card->hide();  // becoming its widget may have shown it
  m_cardScroll->hide();
  auto* card = new QVBoxLayout;
  card->setContentsMargins(kCardSides, 0, kCardSides, 0);
  card->addWidget(m_cardScroll);
  column->addLayout(card);
  LessonPlayer* player = m_workspace->player();
  connect(m_editor, &QsciScintilla::textChanged, this, [this] {
    m_workspace->player()->setDocument(m_editor->text());
    m_workspace->session()->setBreakpoints(m_editor->breakpoints());
  });
  connect(m_editor, &QsciScintilla::textChanged, this, &CodePanel::edited);
  connect(player, &LessonPlayer::workSetAside, this, [this](const Work&, LessonPlayer::Reason reason) {
    m_asideFor = reason;
    tellAside();
  });
  connect(player, &LessonPlayer::lessonOpened, m_aside, &QWidget::hide);
  connect(m_aside, &MessageBar::actionTriggered, this, &CodePanel::bringBackWanted);
  // Undo goes on behind the point where other code took the place of the learner's.
  connect(m_editor, &CodeEditor::nothingToUndo, this, [this] {
    if (m_aside->isVisibleTo(this)) emit bringBackWanted();
  });
  connect(m_workspace->explainer(), &Explainer::changed, this, &CodePanel::explain);
  connect(m_card, &ExplanationCard::fixChosen, this, &CodePanel::apply);
  connect(m_card, &ExplanationCard::runWanted, player, &LessonPlayer::run);
  connect(m_card, &ExplanationCard::undoWanted, this, &CodePanel::takeBack);
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

void CodePanel::tellAside() {
  switch (m_asideFor) {
    case LessonPlayer::Reason::Reset:
      m_aside->show("accent", tr("The lesson's own code is here again. Yours is kept."));
      break;
    case LessonPlayer::Reason::Solution:
      m_aside->show("accent", tr("This is a solution. Your code is kept."));
      break;
    case LessonPlayer::Reason::LessonChanged:
      m_aside->show("accent", tr("The lesson has other code now than when you wrote yours. Yours is kept."));
      break;
    case LessonPlayer::Reason::BroughtBack:
      return m_aside->hide();
  }
  m_aside->setAction(tr("Bring back my code"));
}

void CodePanel::follow() {
  const Session* session = m_workspace->session();
  const protocol::Record* record = m_workspace->timeline()->current();
  int next = session->lineAtCursor();
  const LessonPlayer* player = m_workspace->player();
  m_stale = player->isStale();
  if (next == 0 && !player->blockHasRun() && session->state() == Session::State::Idle &&
      player->blockLineCount() > 0 && m_workspace->timeline()->atEnd()) {
    next = player->blockFirstLine();
  }
  // Lines are no longer where they were: a run of the changed code begins with the step.
  if (m_stale) next = player->blockLineCount() > 0 ? player->blockFirstLine() : 0;
  m_editor->setNextLine(next);
  m_editor->setLastLine(record && !m_stale ? record->line : 0, record && record->error);
  mark();
  emit noteChanged();
}

void CodePanel::mark() {
  m_editor->clearError();
  const protocol::Record* record = m_workspace->timeline()->current();
  const auto& explanation = m_workspace->explainer()->current();
  // Once the code has changed, lines are no longer where they were.
  if (record == nullptr || (explanation && m_editor->text() != m_workspace->explainer()->code())) return;
  if (record->error) {
    const QString error = errorWords(*record->error);
    // Where it is explained, Python's own first line is enough here; the console has the rest.
    const QString words = explanation ? error.section(QLatin1Char('\n'), 0, 0) : error;
    m_editor->showError(record->error->line > 0 ? record->error->line : record->line, words);
  }
  if (explanation) m_editor->showNotes(explanation->notes);
}

void CodePanel::explain() {
  const auto& explanation = m_workspace->explainer()->current();
  if (explanation) {
    m_card->show(*explanation);
  } else {
    m_card->hide();
  }
  makeRoom();
  mark();
}

void CodePanel::edited() {
  if (m_workspace->player()->isStale() || m_stale) follow();
  const auto& explanation = m_workspace->explainer()->current();
  if (!explanation) return;
  if (m_editor->text() == m_workspace->explainer()->code()) {
    m_card->show(*explanation);
  } else {
    m_card->showEdited(tr("The code has changed."), m_editor->isUndoAvailable());
  }
  makeRoom();
  mark();
}

// Neither is cut: the dock takes height from its neighbours. A label's height follows from its width, which
// layouts do not ask for outside of the window's own.
void CodePanel::makeRoom() {
  m_cardScroll->setVisible(!m_card->isHidden());
  if (m_card->isHidden()) return setMinimumHeight(0);
  // Of the width that the card will have: it may not have been laid out yet.
  const int least = Look::get().px(kHeightBesideCard), most = int(window()->height() * kMostOfWindow);
  const int width = this->width() - 2 * (kCardSides + 1);
  int card = m_card->layout()->totalHeightForWidth(width);
  const bool scrolls = card + least > most;
  if (scrolls)
    card =
        m_card->layout()->totalHeightForWidth(width - m_cardScroll->verticalScrollBar()->sizeHint().width());
  setMinimumHeight(scrolls ? most : card + least);
  m_card->setMinimumHeight(card);  // a label does not say how high it is: the card would be squeezed
  m_cardScroll->setFixedHeight(scrolls ? qMax(most - least, most * 3 / 5) : card);
}

void CodePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  makeRoom();
}

void CodePanel::apply(const CodeFix& fix) {
  if (m_editor->text() != m_workspace->explainer()->code()) return;
  m_editor->apply(fix);
  m_card->focusRun();
}

void CodePanel::takeBack() {
  while (m_editor->isUndoAvailable() && m_editor->text() != m_workspace->explainer()->code())
    m_editor->undo();
}

QString CodePanel::note() const {
  if (m_workspace->player()->isStale()) return tr("changed since it ran");
  if (m_editor->nextLine() <= 0) return {};
  const Session* session = m_workspace->session();
  if (session->goesOnAtCursor()) return tr("line %1 goes on").arg(m_editor->nextLine());
  return tr("next: line %1").arg(m_editor->nextLine());
}

void CodePanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    m_editor->setAccessibleName(tr("Code of the lesson"));
    if (m_aside->isVisibleTo(this)) tellAside();
    emit noteChanged();
  }
  QWidget::changeEvent(event);
}

}  // namespace todevice
