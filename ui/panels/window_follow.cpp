// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's frame shows of the session: enabled actions, notes and chips of the docks, the status
// line.
#include <QApplication>
#include <QTabBar>
#include <map>
#include <string>

#include "models/address_format.h"
#include "panels/code_panel.h"
#include "panels/console_panel.h"
#include "panels/gpu_panel.h"
#include "panels/hood_panel.h"
#include "panels/lesson_panel.h"
#include "panels/memory_panel.h"
#include "panels/training_panel.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"
#include "widgets/dock.h"
#include "widgets/status_line.h"
#include "widgets/timeline_bar.h"

namespace todevice {

namespace {

using Holdings = std::map<std::string, HeldTensors::Sum>;

/// The CPU's only where no GPU has any.
Holdings holdings(const State& state) {
  Holdings devices = state.objects.held().byDevice();
  if (devices.size() > 1) devices.erase("cpu");
  return devices;
}

/// "3 tensors, 108 B on cuda:0", for each device.
QStringList tensorWords(const Holdings& devices) {
  QStringList words;
  for (const auto& [device, held] : devices) {
    const auto& [count, bytes] = held;
    const QString where = QString::fromStdString(device);
    words << (count == 1 ? MainWindow::tr("1 tensor, %1 on %2").arg(formatBytes(bytes), where)
                         : MainWindow::tr("%1 tensors, %2 on %3").arg(count).arg(formatBytes(bytes), where));
  }
  return words;
}

/// "7 tensors, 432 B on 4 GPUs": there is no room for each.
QString sumWords(const Holdings& devices) {
  int count = 0;
  qint64 bytes = 0;
  for (const auto& [device, held] : devices) {
    count += held.tensors;
    bytes += held.bytes;
  }
  return MainWindow::tr("%1 tensors, %2 on %3 GPUs").arg(count).arg(formatBytes(bytes)).arg(devices.size());
}

}  // namespace

void MainWindow::follow() {
  Session* session = m_workspace->session();
  const LessonPlayer* player = m_workspace->player();
  const Session::State state = session->state();
  const bool busy = state == Session::State::Running || state == Session::State::Replaying;
  const bool evaluates = session->isEvaluating();
  const bool alive = !evaluates && (state == Session::State::Idle || state == Session::State::Stopped);
  const bool behind = !m_workspace->timeline()->atEnd();
  const bool code = player->lesson() && player->blockLineCount() > 0;
  const bool codeLeft = code && (!player->blockHasRun() || m_edited || state == Session::State::Stopped);
  m_actions->back->setEnabled(m_workspace->timeline()->cursor() > m_workspace->timeline()->first() && !busy);
  m_actions->step->setEnabled((alive && codeLeft) || (behind && !busy));
  m_actions->into->setEnabled(m_actions->step->isEnabled());
  m_actions->out->setEnabled(session->depthAtCursor() > 0 && !busy);
  m_actions->run->setEnabled(alive && code);
  m_actions->runTo->setEnabled(alive && code);
  m_actions->breakpoint->setEnabled(code);
  m_actions->noBreakpoints->setEnabled(!session->breakpoints().isEmpty());
  m_actions->play->setEnabled(m_workspace->timeline()->count() > 0 || (alive && codeLeft));
  m_actions->stop->setEnabled(busy || evaluates || state == Session::State::Stopped);
  m_actions->reset->setEnabled(player->lesson() != nullptr && state != Session::State::Starting);
  showMachine();
  QStringList facts{statusWords(), variableWords()};
  if (!m_workspace->reality().isEmpty()) facts << m_workspace->reality();
  const Holdings held = holdings(m_workspace->timeline()->state());
  const QStringList tensors = tensorWords(held), details = facts + tensors;
  if (!held.empty()) facts << (held.size() == 1 ? tensors.first() : sumWords(held));
  m_status->setFacts(facts, details.join(QLatin1Char('\n')));
  const int cursor = m_workspace->timeline()->cursor();
  const QString sentence =
      m_workspace->timeline()->current() ? m_workspace->records()->sentence(cursor - 1) : QString();
  m_status->setSentence(player->isStale() && !sentence.isEmpty() ? tr("Before the change: %1").arg(sentence)
                                                                 : sentence);
  followNotes();
}

/// As the program began with it, unless its code has changed it by the line that is shown.
QString MainWindow::variableWords() const {
  std::optional<QString> value = m_workspace->gpus()->variable();
  QString by;
  for (const VariableEvent& event : m_workspace->timeline()->state().variables) {
    const auto& change = event.change;
    if (!change || change->name != "CUDA_VISIBLE_DEVICES" || change->how == "kept") continue;
    value = change->after ? std::optional(QString::fromStdString(*change->after)) : std::nullopt;
    by = change->late ? tr(" (by the code, too late)") : tr(" (by the code)");
  }
  return (value ? QStringLiteral("CUDA_VISIBLE_DEVICES=%1").arg(shortened(*value))
                : tr("CUDA_VISIBLE_DEVICES is unset")) +
         by;
}

void MainWindow::followNotes() {
  const QString word = m_workspace->reality();
  const bool simulated = m_workspace->directory().simulated();
  const QString tip =
      simulated ? realityHint(true) : tr("These are real GPUs, of %1").arg(m_workspace->connection().name());
  for (Dock* dock : m_docks) {
    const bool showsDevices = dock->objectName() != QLatin1String("lesson") &&
                              dock->objectName() != QLatin1String("code") &&
                              dock->objectName() != QLatin1String("console");
    dock->setChip(showsDevices ? word : QString(), tip);
  }
  dock("code")->setNote(m_code->note());
  const bool stale = m_workspace->player()->isStale();
  dock("memory")->setNote(stale ? tr("of the code before the change") : m_memory->note());
  dock("gpus")->setNote(m_gpu->note());
  dock("training")->setNote(m_training->note());
  dock("console")->setNote(m_console->note());
  dock("hood")->setNote(m_hood->note());
}

void MainWindow::followTabs() {
  for (Dock* dock : m_docks) dock->setTabbed(!dock->isFloating() && !tabifiedDockWidgets(dock).isEmpty());
  const auto bars = findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
  for (QTabBar* bar : bars) {
    bar->setElideMode(Qt::ElideNone);
    bar->setUsesScrollButtons(true);
    bar->setExpanding(false);
    bar->setDocumentMode(true);
    bar->setDrawBase(false);
    bar->setAccessibleName(tr("Panels that share this place"));
  }
}

void MainWindow::followLook() {
  tint();
  m_timeline->updateGeometry();
  followTabs();
  m_actions->zoom->setText(QStringLiteral("%1 %").arg(qRound(Look::get().zoom() * 100)));
  fitToolBar();
}

}  // namespace todevice
