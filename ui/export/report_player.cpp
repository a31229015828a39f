// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/report_player.h"

#include <QFile>

#include "export/panel_picture.h"
#include "export/picture.h"
#include "export/played_records.h"
#include "panels/lesson_panel.h"
#include "panels/main_window.h"
#include "panels/training_panel.h"
#include "panels/workspace.h"
#include "widgets/dock.h"

namespace todevice {

namespace {

/// Panels gather what arrives for some 30 ms before they draw it.
constexpr int kSettleMs = 120;
constexpr int kPatienceMs = 120000;
constexpr int kManyPoints = 3;  ///< of a curve: fewer make no picture

}  // namespace

ReportPlayer::ReportPlayer(MainWindow* window, const QStringList& lessons, const QString& folder,
                           QObject* parent)
    : QObject(parent), m_window(window), m_waiting(lessons), m_folder(folder) {
  m_report["lessons"] = nlohmann::json::array();
  for (QTimer* timer : {&m_patience, &m_pictureSoon, &m_stepSoon}) timer->setSingleShot(true);
  connect(&m_pictureSoon, &QTimer::timeout, this, &ReportPlayer::takePicture);
  connect(&m_stepSoon, &QTimer::timeout, this, &ReportPlayer::finishStep);
  m_patience.setInterval(kPatienceMs);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    fail(tr("nothing happened for %1 s").arg(kPatienceMs / 1000));
    finishLesson();
  });
  LessonPlayer* player = m_window->workspace()->player();
  Session* session = m_window->workspace()->session();
  connect(player, &LessonPlayer::blockFinished, this, &ReportPlayer::blockFinished);
  connect(player, &LessonPlayer::outcomeReady, this, &ReportPlayer::outcome);
  connect(player, &LessonPlayer::outcomeFailed, this, [this](int, const QString& error) {
    if (!m_playing || m_outcomeDone) return;
    fail(tr("the prediction has no answer: %1").arg(error));
    m_outcomeDone = true;
    maybeFinishStep();
  });
  connect(player, &LessonPlayer::changeChecked, this, &ReportPlayer::changeChecked);
  // Its code would only end the next worker, too.
  connect(session, &Session::workerLost, this, [this](const QString& reason) {
    fail(reason);
    finishLesson();
  });
  connect(session, &Session::problem, this, [this](const QString& message) {
    fail(message);
    if (m_window->workspace()->session()->state() == Session::State::Dead) finishLesson();
  });
}

void ReportPlayer::start() {
  m_folder.mkpath(QStringLiteral("."));
  openNext();
}

QString ReportPlayer::here() const {
  const LessonPlayer* player = m_window->workspace()->player();
  const QString lesson = player->lesson() ? player->lesson()->id : tr("no lesson");
  return tr("%1, step %2").arg(lesson, QString::number(player->stepIndex() + 1));
}

void ReportPlayer::fail(const QString& what) {
  const QString line = QStringLiteral("%1: %2").arg(here(), what);
  m_problems << line;
  emit progress(line);
}

void ReportPlayer::openNext() {
  if (m_waiting.isEmpty()) {
    writeRecords();
    emit finished(m_problems.isEmpty());
    return;
  }
  if (m_before) m_window->workspace()->goBackTo(*std::exchange(m_before, {}));
  const QString next = m_waiting.takeFirst();
  if (!m_window->openLesson(next) && !openFile(next)) return openNext();
  const Lesson* lesson = m_window->workspace()->player()->lesson();
  m_lesson = {{"id", lesson->id.toStdString()},
              {"language", lesson->language.toStdString()},
              {"steps", nlohmann::json::array()}};
  m_handout.clear();
  m_firstRecord = 0;
  m_playing = true;
  runStep();
}

/// A lesson from elsewhere; one with mistakes is not played.
bool ReportPlayer::openFile(const QString& path) {
  const LessonResult result = loadLesson(path);
  for (const LessonProblem& problem : result.problems) {
    m_problems
        << QStringLiteral("%1:%2: %3").arg(problem.path, QString::number(problem.line), problem.message);
    emit progress(m_problems.last());
  }
  if (result.lesson) m_window->openLessonFile(path);
  return result.lesson.has_value();
}

bool ReportPlayer::simulateGpus() {
  Workspace* work = m_window->workspace();
  const int count = m_before ? 0 : work->gpusToSimulate();
  if (count == 0) return false;
  emit progress(tr("%1: the GPUs that the program sees (%3) are fewer than the lesson uses (%2): it is "
                   "played on %4 simulated ones")
                    .arg(work->player()->lesson()->id)
                    .arg(work->player()->lesson()->gpus)
                    .arg(work->session()->ready()->predicted_uuids.size())
                    .arg(count));
  m_before = work->session()->settings();
  work->setSimulated(count);
  return true;
}

void ReportPlayer::runStep() {
  m_patience.start();
  Workspace* work = m_window->workspace();
  LessonPlayer* player = work->player();
  const Session::State state = work->session()->state();
  if (state != Session::State::Idle || simulateGpus()) {
    if (state == Session::State::Dead) return;
    // The worker is still starting: go on when it is ready.
    connect(work->session(), &Session::stateChanged, this, &ReportPlayer::runStep,
            Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
    return;
  }
  const LessonStep& step = player->lesson()->steps[size_t(player->stepIndex())];
  m_step = {{"title", step.title.toStdString()}, {"code", step.code.toStdString()}};
  m_blockDone = player->blockLineCount() == 0;
  m_outcomeDone = !step.prediction;
  m_changeDone = !step.change;
  m_solving = false;
  m_firstRecord = work->timeline()->count();
  m_firstPoint = work->metrics()->pointCount();
  if (m_blockDone) {
    m_step["ok"] = true;
    m_outcomeDone = m_changeDone = true;
    return maybeFinishStep();
  }
  if (step.prediction || step.change) takeQuestion();
  m_window->training()->trainingStep() == player->stepIndex() ? player->runWhole() : player->run();
}

/// As a learner sees the step first: what the answer looks like stands in the step's other picture.
void ReportPlayer::takeQuestion() {
  const LessonPlayer* player = m_window->workspace()->player();
  const QString image = QStringLiteral("%1/step-%2-asked.png")
                            .arg(player->lesson()->id)
                            .arg(player->stepIndex() + 1, 2, 10, QLatin1Char('0'));
  if (!savePicture(m_window, m_folder.filePath(image))) fail(tr("%1 could not be written").arg(image));
  m_step["asked"] = image.toStdString();
}

void ReportPlayer::blockFinished(int, bool ok) {
  if (!m_playing) return;
  LessonPlayer* player = m_window->workspace()->player();
  const LessonStep& step = player->lesson()->steps[size_t(player->stepIndex())];
  const bool wanted = !m_solving && !step.raises.isEmpty();
  const protocol::Record* record = m_window->workspace()->timeline()->current();
  const QString error = record && record->error ? QString::fromStdString(record->error->type) : QString();
  const bool asDeclared = ok ? !wanted : wanted && error == step.raises;
  m_step["ok"] = asDeclared;
  if (!ok && !error.isEmpty())
    m_step["raised"] = {{"type", record->error->type}, {"message", record->error->message}};
  if (!asDeclared) {
    fail(ok ? tr("the code ended without the %1 that the lesson declares").arg(step.raises)
            : tr("the code failed: %1")
                  .arg(error.isEmpty()
                           ? tr("it did not finish")
                           : QString::fromStdString(record->error->type + ": " + record->error->message)));
    m_outcomeDone = m_changeDone = true;
  } else if (step.change && !m_solving) {
    return applySolution();
  }
  m_blockDone = true;
  maybeFinishStep();
}

/// The learner's change is made as the lesson's author would make it.
void ReportPlayer::applySolution() {
  m_solving = true;
  LessonPlayer* player = m_window->workspace()->player();
  const auto& change = player->lesson()->steps[size_t(player->stepIndex())].change;
  m_step["task"] = change->task.toStdString();
  for (const QString& hint : change->hints) m_step["hints"].push_back(hint.toStdString());
  m_step["solution"] = change->solution.toStdString();
  player->solve();
  QTimer::singleShot(0, player, &LessonPlayer::run);
}

void ReportPlayer::changeChecked(int, bool done, const QString& error) {
  if (!m_playing || !m_solving) return;
  if (!done)
    fail(error.isEmpty() ? tr("the solution is not what the check wants")
                         : tr("the check failed: %1").arg(error));
  m_step["changed"] = done;
  m_changeDone = true;
  maybeFinishStep();
}

void ReportPlayer::outcome(int, const QString& answer, bool predicted, bool right) {
  if (!m_playing || m_outcomeDone) return;
  const LessonPlayer* player = m_window->workspace()->player();
  const auto& prediction = player->lesson()->steps[size_t(player->stepIndex())].prediction;
  if (!prediction) return;
  // Answered by the right answer, as a learner who knows it would, and that has to count.
  if (!predicted) return m_window->workspace()->player()->predict(answer);
  if (!right) fail(tr("the right answer \"%1\" does not count as right").arg(answer));
  m_step["prediction"] = {{"question", prediction->question.toStdString()},
                          {"answer", answer.toStdString()},
                          {"right", right},
                          {"choices", repliesJson(*prediction)}};
  const bool known = prediction->picks() ? prediction->choices.contains(answer) : !answer.isEmpty();
  if (!known) fail(tr("the answer \"%1\" is none of the choices").arg(answer));
  m_outcomeDone = true;
  maybeFinishStep();
}

void ReportPlayer::maybeFinishStep() {
  if (!m_blockDone || !m_outcomeDone || !m_changeDone) return;
  m_blockDone = false;
  m_pictureSoon.start(0);
}

void ReportPlayer::takePicture() {
  // The line that failed or moved something is the one to look at.
  Timeline* timeline = m_window->workspace()->timeline();
  m_panels.clear();
  const int move = lastMove(*timeline, m_firstRecord);
  m_looksAgain = move >= 0 && !logsMany() && changesNamedTensor(*timeline, move + 1);
  if (move >= 0) timeline->setCursor(move + 1);
  m_stepSoon.start(kSettleMs);
}

bool ReportPlayer::logsMany() const {
  Workspace* work = m_window->workspace();
  return m_window->training()->trainingStep() == work->player()->stepIndex() ||
         work->metrics()->pointCount() - m_firstPoint >= kManyPoints;
}

/// The window's picture in its own theme, those for paper in the light one.
void ReportPlayer::finishStep() {
  Workspace* work = m_window->workspace();
  LessonPlayer* player = work->player();
  Timeline* timeline = work->timeline();
  if (m_stage == Stage::Window) {
    const QString image = QStringLiteral("%1/step-%2.png")
                              .arg(player->lesson()->id)
                              .arg(player->stepIndex() + 1, 2, 10, QLatin1Char('0'));
    if (!savePicture(m_window, m_folder.filePath(image))) fail(tr("%1 could not be written").arg(image));
    emit progress(QStringLiteral("%1  %2").arg(here(), image));
    m_step["image"] = image.toStdString();
    m_stage = Stage::Paper;
    m_paper.emplace(QStringLiteral("light"));
    if (m_paper->isAnother()) return m_stepSoon.start(kSettleMs);
  }
  if (m_stage == Stage::Paper) {
    if (player->blockLineCount() > 0) m_panels.push_back(panelPicture(m_window, logsMany()));
    timeline->setCursor(timeline->count());
    // What came after the move, at the step's end.
    if (std::exchange(m_looksAgain, false)) return m_stepSoon.start(kSettleMs);
    m_stage = Stage::Done;
    const bool another = m_paper->isAnother();
    m_paper.reset();
    if (another) return m_stepSoon.start(kSettleMs);
  }
  m_stage = Stage::Window;
  m_handout.push_back({player->lesson()->steps[size_t(player->stepIndex())], player->outcome(),
                       printedFrom(*timeline, m_firstRecord), m_panels, player->blockFirstLine()});
  m_step["records"] = recordsJson(*timeline, m_firstRecord);
  m_lesson["steps"].push_back(m_step);
  if (player->stepIndex() + 1 >= player->stepCount()) return finishLesson();
  connect(player, &LessonPlayer::stepChanged, this, &ReportPlayer::runStep,
          Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
  player->next();
}

void ReportPlayer::finishLesson() {
  if (!m_playing) return;
  m_playing = false;
  Workspace* work = m_window->workspace();
  // What still waits for this lesson must not meet the next one.
  for (QTimer* timer : {&m_patience, &m_pictureSoon, &m_stepSoon}) timer->stop();
  m_stage = Stage::Window;
  m_paper.reset();
  disconnect(work->session(), &Session::stateChanged, this, &ReportPlayer::runStep);
  disconnect(work->player(), &LessonPlayer::stepChanged, this, &ReportPlayer::runStep);
  m_lesson["names"] = namesJson(work->timeline()->state());
  m_lesson["metrics"] = nlohmann::json::object();
  for (int i = 0; i < work->metrics()->seriesCount(); ++i) {
    const MetricSeries& series = work->metrics()->series(i);
    m_lesson["metrics"][work->metrics()->curveName(i).toStdString()] = {{"x", series.x}, {"y", series.y}};
  }
  if (const auto& ready = work->session()->ready()) {
    nlohmann::json worker;
    protocol::to_json(worker, *ready);
    m_lesson["worker"] = worker;
  }
  m_report["lessons"].push_back(m_lesson);
  writeLessonHandout();
  QTimer::singleShot(0, this, &ReportPlayer::openNext);
}

void ReportPlayer::writeLessonHandout() {
  const Lesson* lesson = m_window->workspace()->player()->lesson();
  const QString machine = machineWords(m_window->workspace()->session()->ready());
  m_folder.mkpath(lesson->id);  // no picture may have made it
  const auto write = [&](const char* kind, Reader reader) {
    const QString name = QStringLiteral("%1/%2.pdf").arg(lesson->id, QLatin1String(kind));
    if (writeHandout(*lesson, m_handout, machine, m_folder.filePath(name), reader))
      m_report["lessons"].back()[kind] = name.toStdString();
    else
      fail(tr("%1 could not be written").arg(name));
  };
  write("handout", Reader::Learner);
  if (m_withNotes) write("instructor", Reader::Instructor);
}

void ReportPlayer::writeRecords() {
  m_report["problems"] = nlohmann::json::array();
  for (const QString& problem : m_problems) m_report["problems"].push_back(problem.toStdString());
  QFile file(m_folder.filePath(QStringLiteral("records.json")));
  const std::string text = m_report.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()))
    fail(tr("%1 could not be written").arg(file.fileName()));
}

}  // namespace todevice
