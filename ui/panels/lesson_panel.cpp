// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lesson_panel.h"

#include <QAbstractTextDocumentLayout>
#include <QFileInfo>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "models/joined.h"
#include "models/learner_book.h"
#include "panels/change_card.h"
#include "panels/prediction_card.h"
#include "panels/rich_text.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/step_dots.h"

namespace todevice {

namespace {

/// Its cards need that much, words broken where they may be.
constexpr int kNarrowest = 240;
/// However large everything is drawn, the other panels keep a place on the screen.
constexpr int kMostInsisted = 640;

/// Prose that is as high as its text: the panel scrolls as a whole, question included.
class Prose : public QTextBrowser {
 public:
  Prose() {
    setFrameShape(NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setOpenExternalLinks(true);
    document()->setDocumentMargin(0);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            [this](const QSizeF& size) { setFixedHeight(int(size.height()) + 2); });
  }

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

/// As high as the words in the width that the list has: the style's own hint does not know the padding.
class LessonDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    constexpr int kSides = 44, kAboveAndBelow = 34;
    const Look& look = Look::get();
    const auto* list = qobject_cast<const QListWidget*>(option.widget);
    if (!list) return QStyledItemDelegate::sizeHint(option, index);
    const int width = list->viewport()->width();
    const QRect text = list->fontMetrics().boundingRect(QRect(0, 0, width - look.px(kSides), look.px(2000)),
                                                        Qt::TextWordWrap, index.data().toString());
    return {width - 4 * list->spacing(), text.height() + look.px(kAboveAndBelow)};
  }
};

}  // namespace

LessonPanel::LessonPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_pages(new QStackedWidget), m_message(new MessageBar) {
  m_pages->addWidget(makeListPage());
  m_pages->addWidget(makeStepPage());
  auto* message = new QVBoxLayout;
  message->setContentsMargins(12, 0, 12, 0);
  message->addWidget(m_message);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(1, 0, 1, 1);
  outer->setSpacing(0);
  outer->addLayout(message);
  outer->addWidget(m_pages);
  LessonPlayer* player = m_workspace->player();
  connect(player, &LessonPlayer::lessonOpened, m_prediction, &PredictionCard::forget);
  connect(player, &LessonPlayer::begunAnew, m_prediction, &PredictionCard::forget);
  connect(player, &LessonPlayer::begunAnew, m_change, &ChangeCard::forget);
  connect(player, &LessonPlayer::stepChanged, this, [this] {
    showStep();
    m_scroll->verticalScrollBar()->setValue(0);
  });
  connect(player, &LessonPlayer::blockFinished, this, [this] {
    showButtons();
    showAfter();
    m_prediction->followRun();
  });
  connect(player, &LessonPlayer::outcomeReady, m_prediction, &PredictionCard::showOutcome);
  connect(player, &LessonPlayer::outcomeFailed, m_prediction, &PredictionCard::showFailure);
  connect(player, &LessonPlayer::outcomeMissed, m_prediction, &PredictionCard::showMissed);
  connect(player, &LessonPlayer::lessonOpened, m_change, &ChangeCard::forget);
  connect(player, &LessonPlayer::changeChecked, m_change, &ChangeCard::showCheck);
  connect(player, &LessonPlayer::changeMissing, m_change, &ChangeCard::showUntouched);
  connect(player, &LessonPlayer::workChanged, this, &LessonPanel::showButtons);
  connect(m_workspace->session(), &Session::stateChanged, this, &LessonPanel::showButtons);
  connect(m_workspace->session(), &Session::workerReady, this, [this] {
    if (m_offered > 0 || !m_workspace->hidesGpus()) offerGpus();
  });
  connect(m_message, &MessageBar::actionTriggered, this, [this] {
    if (m_offered > 0) m_workspace->setSimulated(m_offered);
  });
  const auto insist = [this] { setMinimumWidth(std::min(Look::get().px(kNarrowest), kMostInsisted)); };
  connect(&Look::get(), &Look::changed, this, insist);
  connect(&Look::get(), &Look::changed, this, &LessonPanel::showStep);
  insist();
  retranslate();
}

QWidget* LessonPanel::makeListPage() {
  auto* page = new QWidget;
  m_listTitle = makeLabel({}, "title");
  m_listHint = makeLabel({}, "muted");
  m_listHint->setWordWrap(true);
  m_list = new QListWidget;
  m_list->setObjectName(QStringLiteral("lessonList"));
  m_list->setWordWrap(true);
  m_list->setItemDelegate(new LessonDelegate(m_list));
  m_list->setResizeMode(QListView::Adjust);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setSpacing(2);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  column->addWidget(m_listTitle);
  column->addWidget(m_listHint);
  column->addWidget(m_list, 1);
  const auto openItem = [this](QListWidgetItem* item) { open(item->data(Qt::UserRole).toString()); };
  connect(m_list, &QListWidget::itemClicked, this, openItem);
  connect(m_list, &QListWidget::itemActivated, this, openItem);
  return page;
}

QWidget* LessonPanel::makeStepPage() {
  auto* page = new QWidget;
  m_all = new QToolButton;
  setRole(m_all, "tiny");
  m_lessonTitle = new ElideLabel("small");
  m_place = makeLabel({}, "small");
  m_dots = new StepDots;
  m_title = makeRichLabel({}, "title");
  m_title->setWordWrap(true);
  m_text = new Prose;
  m_text->setFocusPolicy(Qt::ClickFocus);
  m_after = new Prose;
  m_after->setObjectName(QStringLiteral("afterText"));
  m_after->setFocusPolicy(Qt::ClickFocus);
  m_prediction = new PredictionCard(m_workspace->player());
  m_change = new ChangeCard(m_workspace->player());
  m_back = new QPushButton;
  m_back->setObjectName(QStringLiteral("stepBack"));
  m_next = new QPushButton;
  m_next->setObjectName(QStringLiteral("stepNext"));
  setRole(m_next, "primary");

  auto* head = new QHBoxLayout;
  head->setSpacing(4);
  head->addWidget(m_all);
  head->addWidget(m_lessonTitle, 1);
  head->addWidget(m_place);

  auto* content = new QWidget;
  auto* text = new QVBoxLayout(content);
  text->setContentsMargins(16, 4, 16, 12);
  text->setSpacing(12);
  text->addWidget(m_title);
  text->addWidget(m_text);
  text->addWidget(m_prediction);
  text->addWidget(m_change);
  text->addWidget(m_after);
  text->addWidget(makeNotes());
  text->addStretch();
  m_scroll = new QScrollArea;
  m_scroll->setWidget(content);
  m_scroll->setWidgetResizable(true);
  m_scroll->viewport()->setAutoFillBackground(false);
  content->setAutoFillBackground(false);

  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(16, 8, 16, 12);
  buttons->setSpacing(8);
  buttons->addWidget(m_back);
  buttons->addStretch();
  buttons->addWidget(m_next);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(12, 8, 16, 8);
  top->setSpacing(6);
  top->addLayout(head);
  auto* dots = new QHBoxLayout;
  dots->setContentsMargins(4, 0, 0, 0);
  dots->addWidget(m_dots);
  top->addLayout(dots);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top);
  column->addWidget(m_scroll, 1);
  column->addLayout(buttons);
  connect(m_all, &QToolButton::clicked, this, &LessonPanel::showList);
  connect(m_back, &QPushButton::clicked, m_workspace->player(), &LessonPlayer::previous);
  connect(m_next, &QPushButton::clicked, this, &LessonPanel::goOn);
  return page;
}

QWidget* LessonPanel::makeNotes() {
  m_notesCard = new QFrame;
  m_notesCard->setObjectName(QStringLiteral("instructorNotes"));
  setRole(m_notesCard, "card");
  m_notesTitle = makeLabel({}, "subtitle");
  m_notes = new Prose;
  m_notes->setFocusPolicy(Qt::ClickFocus);
  auto* column = new QVBoxLayout(m_notesCard);
  column->setContentsMargins(12, 10, 12, 12);
  column->setSpacing(6);
  column->addWidget(m_notesTitle);
  column->addWidget(m_notes);
  m_notesCard->hide();
  return m_notesCard;
}

void LessonPanel::setNotesShown(bool on) {
  m_notesShown = on;
  showNotes();
}

void LessonPanel::showNotes() {
  const LessonStep* now = step();
  m_notesCard->setVisible(m_notesShown && now && !now->notes.trimmed().isEmpty());
  if (m_notesCard->isHidden()) return;
  showText(m_notes, now->notes);
}

void LessonPanel::setLanguage(const QString& language) {
  m_lessons = loadLessons(language);
  if (m_lessons.problems.empty()) {
    if (!m_hasProblem) {
      m_message->show("", {});
      offerGpus();
    }
  } else {
    const LessonProblem& first = m_lessons.problems.front();
    m_message->show("warn", tr("A lesson is left out: %1, line %2: %3")
                                .arg(first.path, QString::number(first.line), first.message));
  }
  fillList();
  showStep();
}

void LessonPanel::fillList() {
  const int row = m_list->currentRow();
  m_list->clear();
  for (const Lesson& lesson : m_lessons.lessons) {
    auto* item = new QListWidgetItem(
        tr("%1. %2\n%3 minutes")
            .arg(QString::number(lesson.number), plainText(lesson.title), QString::number(lesson.minutes)) +
        progressWords(lesson));
    item->setData(Qt::UserRole, lesson.id);
    item->setToolTip(listed(lesson.covers));
    m_list->addItem(item);
  }
  m_list->setCurrentRow(row);
}

const Lesson* LessonPanel::find(const QString& id) const {
  for (const Lesson& lesson : m_lessons.lessons)
    if (lesson.id == id) return &lesson;
  return nullptr;
}

void LessonPanel::open(const QString& id) {
  const Lesson* lesson = find(id);
  if (!lesson) return;
  const Lesson* before = m_workspace->player()->lesson();
  const bool goesOn = before && before->id == id && !m_foreign;
  m_foreign.reset();
  m_pages->setCurrentIndex(1);
  if (!goesOn) m_workspace->player()->open(*lesson, m_book ? m_book->kept(id) : Work());
  m_scroll->setFocus(Qt::OtherFocusReason);
  offerGpus();
  emit opened(id);
}

void LessonPanel::openForeign(const Lesson& lesson) {
  m_foreign = lesson;
  showProblems({}, {});
  m_pages->setCurrentIndex(1);
  m_workspace->player()->open(lesson, m_book ? m_book->kept(lesson.id) : Work());
  m_scroll->setFocus(Qt::OtherFocusReason);
  offerGpus();
  emit opened(lesson.id);
}

void LessonPanel::revise(const Lesson& lesson) {
  m_foreign = lesson;
  m_workspace->player()->revise(lesson);
}

void LessonPanel::showProblems(const QString& path, const std::vector<LessonProblem>& problems) {
  m_message->setAction({});
  m_hasProblem = !problems.empty();
  m_offered = 0;
  if (!m_hasProblem) {
    m_message->show("", {});
    return offerGpus();
  }
  const LessonProblem& first = problems.front();
  QString words =
      tr("%1, line %2: %3").arg(QFileInfo(path).fileName(), QString::number(first.line), first.message);
  if (problems.size() > 1)
    words += QLatin1Char(' ') + tr("(and %1 more: todevice --check %2 lists them)")
                                    .arg(problems.size() - 1)
                                    .arg(QFileInfo(path).fileName());
  m_message->show("warn", words);
}

/// A lesson says how many GPUs it uses. Where the program sees fewer, they can be simulated.
void LessonPanel::offerGpus() {
  const auto& ready = m_workspace->session()->ready();
  const Lesson* lesson = m_workspace->player()->lesson();
  if (!ready || !lesson || m_hasProblem) return;  // what is wrong with the file comes first
  const int before = std::exchange(m_offered, m_workspace->gpusToSimulate());
  if (!m_offered) {
    if (before) m_message->show("", {});
    return;
  }
  m_message->show("warn", tr("This lesson uses %1 GPUs, and the program sees %2.")
                              .arg(lesson->gpus)
                              .arg(ready->predicted_uuids.size()));
  m_message->setAction(tr("Simulate %1").arg(m_offered));
}

void LessonPanel::setBook(LearnerBook* book) {
  m_book = book;
  connect(book, &LearnerBook::changed, this, &LessonPanel::fillList);
  connect(m_prediction, &PredictionCard::handsCounted, book, [this](int at, const QList<int>& hands) {
    if (const Lesson* lesson = m_workspace->player()->lesson()) m_book->countHands(lesson->id, at, hands);
  });
  fillList();
}

QString LessonPanel::progressWords(const Lesson& lesson) const {
  const int reached = m_book ? m_book->reached(lesson.id) : -1;
  if (reached < 0) return {};
  if (m_book->finished(lesson.id)) return QStringLiteral(" · \u2713 ") + tr("done");
  return QStringLiteral(" · ") +
         tr("step %1 of %2").arg(std::min(reached + 1, int(lesson.steps.size()))).arg(lesson.steps.size());
}

void LessonPanel::showList() {
  m_pages->setCurrentIndex(0);
  m_list->setFocus();
  if (m_list->currentRow() < 0) m_list->setCurrentRow(0);
}

const Lesson* LessonPanel::nextLesson() const {
  const Lesson* open = m_workspace->player()->lesson();
  if (!open || m_foreign) return nullptr;
  const auto& all = m_lessons.lessons;
  const auto here = std::find_if(all.begin(), all.end(), [&](const Lesson& l) { return l.id == open->id; });
  return here == all.end() || here + 1 == all.end() ? nullptr : &*(here + 1);
}

void LessonPanel::goOn() {
  LessonPlayer* player = m_workspace->player();
  const bool last = player->stepIndex() + 1 >= player->stepCount();
  const Lesson* after = nextLesson();
  if (last && after && !player->answerIsDue()) return emit lessonWanted(after->id);
  player->next();
}

const Lesson* LessonPanel::shown() const {
  const Lesson* open = m_workspace->player()->lesson();
  if (!open || m_foreign) return open;
  const Lesson* own = find(open->id);
  return own ? own : open;
}

const LessonStep* LessonPanel::step() const {
  const LessonPlayer* player = m_workspace->player();
  const Lesson* lesson = shown();
  if (!lesson) return nullptr;
  const int at = player->stepIndex();
  return at >= 0 && at < int(lesson->steps.size()) ? &lesson->steps[size_t(at)] : nullptr;
}

QString LessonPanel::styleSheetOfText() const {
  const Look& look = Look::get();
  return QStringLiteral(
             "body, p, li { color: %1; line-height: 125%; }"
             "p { margin-top: 0; margin-bottom: %5px; } li { margin-bottom: %6px; }"
             "ul, ol { margin-top: 0; margin-bottom: %5px; margin-left: 0; -qt-list-indent: 1; }"
             "li ul, li ol { -qt-list-indent: 2; } li li ul, li li ol { -qt-list-indent: 3; }"
             "code { font-family: 'DejaVu Sans Mono'; font-size: %7px; color: %1; background-color: %3; }"
             "pre { font-family: 'DejaVu Sans Mono'; font-size: %7px; background-color: %3; margin: %6px 0; "
             "white-space: pre-wrap; }"
             "blockquote { color: %2; margin-left: %5px; }"
             "a { color: %4; } h1, h2, h3 { font-size: %8px; } table { border-color: %2; } td, th { padding: "
             "%6px; }")
      .arg(look.color("text").name(), look.color("muted").name(), look.color("raised").name(),
           look.color("accent").name())
      .arg(look.px(10))
      .arg(look.px(4))
      .arg(look.px(12))
      .arg(look.px(15));
}

void LessonPanel::showStep() {
  const LessonStep* now = step();
  showButtons();
  if (!now) return;
  const LessonPlayer* player = m_workspace->player();
  m_lessonTitle->setFullText(plainText(shown()->title));
  m_place->setText(tr("Step %1 of %2").arg(player->stepIndex() + 1).arg(player->stepCount()));
  m_dots->setPlace(player->stepIndex(), player->stepCount());
  m_title->setText(richWords(now->title));
  showText(m_text, now->prose);
  showText(m_after, now->after);
  m_text->setVisible(!now->prose.trimmed().isEmpty());
  showAfter();
  showNotes();
  m_title->setAccessibleName(plainText(now->title));
  m_text->setAccessibleName(plainText(now->title));
  m_prediction->ask(now->prediction);
  m_change->ask(now->change);
}

void LessonPanel::showText(QTextBrowser* browser, const QString& markdown) const {
  browser->document()->setDefaultStyleSheet(styleSheetOfText());
  browser->document()->setDefaultFont(Look::get().font());
  browser->setHtml(markdownToHtml(markdown));
}

/// What stands behind the code often tells how it ends: it comes when the code has run.
void LessonPanel::showAfter() {
  const LessonStep* now = step();
  const LessonPlayer* player = m_workspace->player();
  m_after->setVisible(now && !now->after.isEmpty() &&
                      (player->blockLineCount() == 0 || player->blockHasRun()));
}

void LessonPanel::showButtons() {
  const LessonPlayer* player = m_workspace->player();
  const bool last = player->stepIndex() + 1 >= player->stepCount();
  m_back->setEnabled(player->stepIndex() > 0);
  const auto state = m_workspace->session()->state();
  const Lesson* after = last ? nextLesson() : nullptr;
  const bool due = player->answerIsDue();
  const bool any = player->lesson() && (!last || after || due);
  m_next->setEnabled(any && state != Session::State::Running && state != Session::State::Replaying);
  m_next->setText(due     ? tr("See the answer")
                  : !last ? tr("Next")
                  : after ? tr("Next lesson")
                          : tr("Last step"));
  m_next->setToolTip(due     ? tr("Runs the code of this step: it answers the question")
                     : !last ? tr("The next step; what was not run of this one is run first")
                     : after ? tr("%1. %2").arg(after->number).arg(plainText(after->title))
                             : QString());
  m_all->setIcon(Look::get().icon(QStringLiteral("more"), "muted"));
  m_all->setIconSize(QSize(Look::get().px(16), Look::get().px(16)));
}

void LessonPanel::retranslate() {
  m_listTitle->setText(tr("Lessons"));
  m_listHint->setText(tr("Choose one. Each runs real code, line by line."));
  m_list->setAccessibleName(tr("Lessons"));
  m_all->setToolTip(tr("All lessons"));
  m_all->setAccessibleName(tr("All lessons"));
  m_notesTitle->setText(tr("For the instructor"));
  m_notes->setAccessibleName(tr("For the instructor"));
  m_back->setText(tr("Back"));
  m_back->setToolTip(tr("The step before"));
  showButtons();
}

void LessonPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace todevice
