// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/training_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <cmath>

#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/loss_plot.h"
#include "widgets/tables.h"

namespace todevice {

namespace {

enum Page { kEmpty, kPlot, kTable };

bool logs(const LessonStep& step) {
  return step.code.contains(QLatin1String("todevice.log"));
}

}  // namespace

TrainingPanel::TrainingPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_plot(new LossPlot(workspace->metrics())),
      m_empty(new EmptyState(QStringLiteral("training"))),
      m_pages(new QStackedWidget),
      m_start(new QPushButton),
      m_pause(new QPushButton),
      m_stop(new QPushButton),
      m_table(new QPushButton),
      m_code(new ElideLabel("small")) {
  m_pages->addWidget(m_empty);
  m_pages->addWidget(m_plot);
  m_pages->addWidget(makeTable(workspace->metrics(), {90, 90, 90}));
  m_start->setObjectName(QStringLiteral("trainStart"));
  m_pause->setObjectName(QStringLiteral("trainPause"));
  m_stop->setObjectName(QStringLiteral("trainStop"));
  setRole(m_table, "segment");
  m_table->setCheckable(true);
  auto* tools = new QWidget;
  auto* row = new FlowLayout(tools, 6);  // two rows where one is too narrow: no button may be cut
  row->setContentsMargins(12, 8, 12, 4);
  for (QPushButton* button : {m_start, m_pause, m_stop, m_table}) row->addWidget(button);
  row->addWidget(m_code);
  auto* content = new QWidget;  // scrolls where it is too high: neither a button nor a word may be cut
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(tools);
  column->addWidget(m_pages, 1);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidgetResizable(true);
  scroll->setWidget(content);
  scroll->viewport()->setAutoFillBackground(false);
  content->setAutoFillBackground(false);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(1, 0, 1, 2);
  outer->addWidget(scroll);
  connect(m_start, &QPushButton::clicked, this, &TrainingPanel::startOrGo);
  connect(m_pause, &QPushButton::clicked, this, [this] { m_workspace->setPaused(!m_workspace->isPaused()); });
  connect(m_stop, &QPushButton::clicked, m_workspace, &Workspace::stop);
  connect(m_table, &QPushButton::clicked, this, &TrainingPanel::follow);
  connect(m_workspace, &Workspace::pausedChanged, this, &TrainingPanel::follow);
  connect(m_workspace->metrics(), &MetricsStore::pointsAppended, this, &TrainingPanel::follow);
  connect(m_workspace->metrics(), &MetricsStore::seriesRemoved, this, &TrainingPanel::follow);
  connect(m_workspace->metrics(), &QAbstractItemModel::modelReset, this, &TrainingPanel::follow);
  connect(m_workspace->session(), &Session::stateChanged, this, &TrainingPanel::follow);
  connect(m_workspace->player(), &LessonPlayer::stepChanged, this, &TrainingPanel::follow);
  connect(m_workspace->player(), &LessonPlayer::lessonOpened, this, &TrainingPanel::follow);
  connect(&Look::get(), &Look::changed, this, &TrainingPanel::retranslate);
  retranslate();
}

int TrainingPanel::trainingStep() const {
  const Lesson* lesson = m_workspace->player()->lesson();
  for (int i = 0; lesson && i < int(lesson->steps.size()); ++i)
    if (logs(lesson->steps[size_t(i)])) return i;
  return -1;
}

void TrainingPanel::startOrGo() {
  LessonPlayer* player = m_workspace->player();
  const Lesson* lesson = player->lesson();
  if (!lesson) return;
  if (logs(lesson->steps[size_t(player->stepIndex())])) {
    player->runWhole();
  } else if (trainingStep() >= 0) {
    player->goTo(trainingStep());
  }
}

QString TrainingPanel::codeWords() const {
  const LessonPlayer* player = m_workspace->player();
  if (trainingStep() < 0 || player->stepIndex() != trainingStep()) return {};
  const int first = player->blockFirstLine();
  return tr("lines %1 to %2").arg(first).arg(first + player->blockLineCount() - 1);
}

void TrainingPanel::follow() {
  const LessonPlayer* player = m_workspace->player();
  const Session::State state = m_workspace->session()->state();
  const int at = trainingStep();
  const bool here = at >= 0 && player->stepIndex() == at;
  const bool busy = state == Session::State::Running || state == Session::State::Replaying;
  m_start->setText(at >= 0 && !here ? tr("Go to step %1").arg(at + 1) : tr("Start"));
  m_start->setEnabled(at >= 0 && !busy && state != Session::State::Dead && state != Session::State::Starting);
  m_pause->setEnabled(m_workspace->isPaused() || m_workspace->canPause());
  m_pause->setText(m_workspace->isPaused() ? tr("Go on") : tr("Pause"));
  m_stop->setEnabled(busy);
  m_code->setFullText(codeWords());
  const bool any = m_workspace->metrics()->pointCount() > 0;
  m_table->setEnabled(any);
  m_pages->setCurrentIndex(!any ? kEmpty : m_table->isChecked() ? kTable : kPlot);
  m_empty->setText(tr("The training loss, live"), emptyWords());
  fitPages();
  emit noteChanged();
}

QString TrainingPanel::emptyWords() const {
  const int at = trainingStep();
  if (at < 0)
    return tr(
        "Open the lesson that trains, go to its training step and press Start. Code that calls "
        "todevice.log(loss=...) draws here too.");
  return m_workspace->player()->stepIndex() == at
             ? tr("Press Start: the loss of this step's training is drawn here as it falls.")
             : tr("This lesson trains in step %1: go there and press Start.").arg(at + 1);
}

void TrainingPanel::fitPages() {
  constexpr int kLeastPlot = 90;
  m_pages->setMinimumHeight(m_pages->currentIndex() == kEmpty ? m_empty->heightForWidth(m_pages->width())
                                                              : Look::get().px(kLeastPlot));
}

void TrainingPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitPages();
}

QString TrainingPanel::note() const {
  const MetricsStore* metrics = m_workspace->metrics();
  QStringList words;
  for (int i = qMax(0, metrics->seriesCount() - 2); i < metrics->seriesCount(); ++i) {
    const MetricSeries& series = metrics->series(i);
    if (!series.y.empty())
      words << QStringLiteral("%1 %2").arg(metrics->curveName(i), QString::number(series.y.back(), 'g', 3));
  }
  return words.join(QStringLiteral(" · "));
}

void TrainingPanel::retranslate() {
  m_stop->setText(tr("Stop"));
  m_table->setAccessibleName(tr("Table"));
  m_table->setToolTip(tr("Show the points as a table"));
  m_start->setToolTip(tr("Runs the lesson's training block as it stands in the code panel"));
  m_pause->setToolTip(tr("Holds the program where it is; Go on lets it run again"));
  m_stop->setToolTip(tr("Ends the run with a KeyboardInterrupt"));
  m_plot->setAccessibleName(tr("Plot of the training loss"));
  const Look& look = Look::get();
  for (const auto& [button, icon] : {std::pair{m_start, "play"}, std::pair{m_pause, "pause"},
                                     std::pair{m_stop, "stop"}, std::pair{m_table, "table"}}) {
    button->setIcon(look.icon(QLatin1String(icon)));
    button->setIconSize(QSize(look.px(14), look.px(14)));
  }
  m_table->setMinimumHeight(m_start->sizeHint().height());
  follow();
}

void TrainingPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace todevice
