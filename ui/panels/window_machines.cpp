// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs, and where: the button with the machine's name, and its menu.
#include <QActionGroup>
#include <QFileInfo>

#include "models/worker_words.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& text, bool inForce) {
  QAction* action = menu->addAction(text);
  group->addAction(action);
  action->setCheckable(true);
  action->setChecked(inForce);
  return action;
}

void addTitle(QMenu* menu, const QString& text) {
  QAction* title = menu->addAction(text);
  title->setEnabled(false);
}

}  // namespace

/// Which GPUs, and where when that is not here.
void MainWindow::showMachine() {
  const Session* session = m_workspace->session();
  const auto& ready = session->ready();
  const Connection& there = m_workspace->connection();
  const bool elsewhere = there.kind != Connection::Kind::Here;
  const bool dead = session->state() == Session::State::Dead;
  QString words = ready ? machineWords(ready) : dead ? tr("no worker") : tr("looking for GPUs");
  if (elsewhere && dead) words = tr("not reached");
  if (elsewhere) words = tr("%1: %2").arg(there.shortName(), words);
  QString tip = ready && !ready->note.empty() ? noGpuWords(*ready) : tr("Which GPUs the program has");
  if (elsewhere) {
    tip = (m_workspace->isUnreached() ? tr("%1 was asked for and does not answer")
                                      : tr("The program runs on %1"))
              .arg(there.name()) +
          QLatin1Char('\n') + tip;
  }
  m_actions->machine->setToolTip(tip);
  const WorkerSettings& settings = session->settings();
  const QString shown =
      QStringList{there.toText(), settings.machine, QString::number(settings.simulate), realMachineWords()}
          .join(QLatin1Char('\n'));
  // Not now: this may be called by one of the menu's own entries.
  if (std::exchange(m_machineShown, shown) != shown)
    QMetaObject::invokeMethod(this, &MainWindow::fillMachineMenu, Qt::QueuedConnection);
  if (words == m_actions->machine->text()) return;
  m_actions->machine->setText(words);
  fitToolBar();
}

/// "This machine" means the one where the program runs: it is named.
QString MainWindow::realMachineWords() const {
  const Connection& there = m_workspace->connection();
  if (there.kind != Connection::Kind::Here) return tr("The GPUs of %1").arg(there.shortName());
  const Session* session = m_workspace->session();
  const bool standIns = session->ready() && !session->settings().simulates() &&
                        !session->ready()->physical.empty() && session->ready()->physical.front().simulated;
  return standIns ? tr("The GPUs of this computer (it has none: simulated ones stand in)")
                  : tr("The GPUs of this computer");
}

void MainWindow::fillMachineMenu() {
  QMenu* menu = m_actions->machineMenu;
  menu->clear();
  const WorkerSettings& settings = m_workspace->session()->settings();
  const bool described = !settings.machine.isEmpty();
  addTitle(menu, tr("Which GPUs"));
  auto* gpus = new QActionGroup(menu);
  connect(addChoice(menu, gpus, realMachineWords(), !settings.simulates()), &QAction::triggered, this,
          [this] { m_workspace->setSimulated(-1); });
  for (const int count : {1, 2, 4, 8}) {
    const QString text = count == 1 ? tr("1 simulated GPU") : tr("%1 simulated GPUs").arg(count);
    connect(addChoice(menu, gpus, text, !described && settings.simulate == count), &QAction::triggered, this,
            [this, count] { m_workspace->setSimulated(count); });
  }
  const std::pair<const char*, QString> ready[] = {
      {"laptop", tr("A laptop (simulated)")},
      {"workstation", tr("A workstation with two unlike cards (simulated)")},
      {"server", tr("A server with eight cards, some of them busy (simulated)")},
      {"mig", tr("Two cards, one cut into MIG instances (simulated)")}};
  bool found = false;
  for (const auto& [name, text] : ready) {
    const bool inForce = settings.machine == QLatin1String(name);
    found = found || inForce;
    connect(addChoice(menu, gpus, text, inForce), &QAction::triggered, this,
            [this, machine = QString::fromLatin1(name)] { m_workspace->setMachine(machine); });
  }
  if (described && !found) {
    const QString file = QFileInfo(settings.machine).fileName();
    connect(addChoice(menu, gpus, tr("%1 (simulated)").arg(file), true), &QAction::triggered, this,
            [this, machine = settings.machine] { m_workspace->setMachine(machine); });
  }
  connect(menu->addAction(tr("A simulated machine from a file...")), &QAction::triggered, this,
          &MainWindow::chooseMachineFile);
  menu->addSeparator();
  addTitle(menu, tr("Where the program runs"));
  auto* places = new QActionGroup(menu);
  const Connection& there = m_workspace->connection();
  const bool here = there.kind == Connection::Kind::Here;
  connect(addChoice(menu, places, here ? tr("This computer") : tr("Back to this computer"), here),
          &QAction::triggered, this, [this] {
            if (m_workspace->connection().kind != Connection::Kind::Here) connectTo({});
          });
  for (const Connection& connection : std::as_const(m_connections)) {
    connect(addChoice(menu, places, tr("On %1").arg(connection.name()), connection == there),
            &QAction::triggered, this, [this, connection] { connectTo(connection); });
  }
  connect(menu->addAction(tr("Another computer...")), &QAction::triggered, this,
          &MainWindow::chooseConnection);
}

}  // namespace todevice
