// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/workspace.h"

#include <csignal>

namespace todevice {

namespace {

constexpr int kMonitorInterval = 250;  // milliseconds

}  // namespace

Workspace::Workspace(QObject* parent)
    : QObject(parent),
      m_player(&m_session),
      m_autoPlay(&m_session, &m_player),
      m_names(m_session.timeline()),
      m_moves(m_session.timeline()),
      m_addresses(m_session.timeline()),
      m_records(m_session.timeline()),
      m_explainer(&m_session, [this] { return m_player.document(); }) {
  m_restart.setSingleShot(true);
  connectModels();
}

void Workspace::connectModels() {
  connect(&m_session, &Session::workerReady, this, [this](const protocol::Ready& ready) {
    m_gpus.setReady(ready);
    follow();
    emit devicesChanged();
  });
  connect(&m_gpus, &GpuMapModel::mismatchChanged, this, [this](const QString& words) {
    if (!words.isEmpty()) emit m_session.logLine(words);
  });
  connect(&m_check, &MachineCheck::answered, this,
          [this](const WorkerSettings& asked, const QString& complaint) {
            if (complaint.isEmpty()) return takeMachine(asked);
            emit machineRefused(machineFault(complaint));
          });
  connect(&m_session, &Session::deviceStats, &m_gpus, &GpuMapModel::setStats);
  connect(&m_session, &Session::metrics, &m_metrics, &MetricsStore::append);
  connect(&m_session, &Session::output, &m_console, &ConsoleBuffer::append);
  connect(&m_session, &Session::logLine, &m_console, &ConsoleBuffer::appendLog);
  connect(&m_session, &Session::outputCleared, &m_console, &ConsoleBuffer::clear);
  connect(&m_session, &Session::outputCleared, this, [this] { m_lostBy.clear(); });
  connect(&m_session, &Session::outputRepeats, &m_console, &ConsoleBuffer::beginAgain);
  connect(&m_session, &Session::workerLost, this, [this](const QString& reason) { m_lostBy = reason; });
  connect(&m_session, &Session::replayFinished, this,
          [this](bool complete) { m_console.endAgain(newProgramWords(complete)); });
  connect(&m_session, &Session::blocksChanged, this, &Workspace::dropStaleRuns);
  connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
    if (m_paused && state != Session::State::Running) {
      m_paused = false;
      emit pausedChanged(false);
    }
    if (!m_session.ready()) forgetCards();
  });
  connect(timeline(), &Timeline::cursorChanged, this, &Workspace::follow);
  connect(timeline(), &Timeline::recordsAppended, this, &Workspace::follow);
  connect(timeline(), &Timeline::cleared, this, &Workspace::follow);
  connect(&m_gpus, &GpuMapModel::settingsEdited, this, [this] {
    m_restart.start(m_hold);
    m_hold = 0;
  });
  connect(&m_restart, &QTimer::timeout, this, [this] {
    m_gpus.endTyping();  // what a worker gets is a value, and no longer on the way to one
    WorkerSettings settings = m_session.settings();
    m_gpus.applyTo(settings);
    if (!(settings == m_session.settings())) m_session.restart(settings);
  });
}

VariableStory Workspace::variables() const {
  const auto& ready = m_session.ready();
  VariableSetting start;
  if (ready && ready->visible_devices) start.visible = QString::fromStdString(*ready->visible_devices);
  if (ready && ready->device_order) start.order = QString::fromStdString(*ready->device_order);
  return variableStory(m_session.timeline()->state(), start, m_session.isReplacing());
}

/// For the console: what stands above was answered by another program. Nothing where nobody asked.
QString Workspace::newProgramWords(bool complete) {
  const QString lostBy = std::exchange(m_lostBy, {});
  if (lostBy.isEmpty() && !m_console.hasOwnLines()) return {};
  if (lostBy.isEmpty())
    return complete ? tr("A new program has run the code again up to here.")
                    : tr("A new program has taken over; not all of the code has run in it.");
  return (complete
              ? tr("The program was lost (%1). A new one has run the code again up to here.")
              : tr("The program was lost (%1). A new one has taken over; not all of the code has run in it."))
      .arg(lostBy);
}

void Workspace::follow() {
  if (m_session.ready()) m_gpus.setProcess(variables());
  const auto& uuids = timeline()->state().cudaUuids;
  m_directory = DeviceDirectory(m_session.ready(), uuids);
  // What another process found is nothing to hold this one's rules against.
  const auto found = m_session.isReplacing() ? std::vector<std::string>() : uuids;
  if (found == m_uuids) return;
  m_uuids = found;
  m_gpus.setReported(found);
  emit devicesChanged();
}

void Workspace::forgetCards() {
  if (m_gpus.rowCount() == 0) return;
  m_gpus.forgetMachine();
  follow();
  emit devicesChanged();
}

void Workspace::place(WorkerSettings& settings) const {
  m_connection.applyTo(settings);
  if (m_connection.kind == Connection::Kind::Here) settings.program = m_programHere;
}

bool Workspace::isUnreached() const {
  return m_connection.kind != Connection::Kind::Here &&
         (!m_session.ready() || m_session.state() == Session::State::Dead);
}

void Workspace::dropStaleRuns() {
  QStringList alive;
  for (const Block& block : m_session.blocks()) alive << block.run;
  const QStringList runs = m_metrics.runs();
  for (const QString& run : runs)
    if (!alive.contains(run)) m_metrics.clearRun(run);
}

QString Workspace::reality() const {
  const auto& ready = m_session.ready();
  if (!ready || ready->physical.empty()) return {};
  return realityWord(ready->physical.front().simulated);
}

void Workspace::retranslate() {
  if (m_session.ready()) m_gpus.setReady(*m_session.ready());
  emit timeline()->cursorChanged(timeline()->cursor());
}

void Workspace::start(const WorkerSettings& settings) {
  m_session.setMonitorInterval(kMonitorInterval);
  if (settings.launchPrefix.isEmpty()) m_programHere = settings.program;
  m_gpus.setSettings(settings.visibleDevices, settings.deviceOrder);
  m_session.start(settings);
}

WorkerSettings Workspace::withoutSetting() {
  m_check.forget();  // the last choice holds
  WorkerSettings settings = m_session.settings();
  settings.machine.clear();
  settings.busy.clear();
  settings.visibleDevices.reset();
  m_gpus.forgetBusy();
  m_gpus.setSettings(settings.visibleDevices, settings.deviceOrder);
  return settings;
}

void Workspace::setConnection(const Connection& connection) {
  WorkerSettings settings = withoutSetting();
  m_connection = connection;
  place(settings);
  settings.simulate = -1;
  m_session.start(settings);
  if (!m_session.ready()) forgetCards();
}

void Workspace::setMachine(const QString& machine) {
  WorkerSettings asked = m_session.settings();
  if (const bool file = machine.contains(QLatin1Char('/')); file || isUnreached()) {
    asked.launchPrefix.clear();
    asked.program = m_programHere;
  }
  asked.machine = machine;
  asked.busy.clear();
  asked.visibleDevices.reset();
  if (asked.launchPrefix.isEmpty()) return m_check.ask(asked);
  takeMachine(asked);
}

void Workspace::takeMachine(const WorkerSettings& asked) {
  if (asked.launchPrefix.isEmpty()) m_connection = {};
  WorkerSettings settings = withoutSetting();
  place(settings);
  settings.machine = asked.machine;
  m_session.restart(settings);
}

void Workspace::setSimulated(int count) {
  if (count >= 0 && isUnreached()) m_connection = {};
  WorkerSettings settings = withoutSetting();
  place(settings);
  settings.simulate = count;
  m_session.restart(settings);
}

int Workspace::gpusToSimulate() const {
  const auto& ready = m_session.ready();
  const Lesson* lesson = m_player.lesson();
  if (!ready || !lesson || int(ready->predicted_uuids.size()) >= lesson->gpus) return 0;
  return std::max(lesson->gpus, kDefaultSimulated);
}

bool Workspace::hidesGpus() const {
  const auto& ready = m_session.ready();
  const Lesson* lesson = m_player.lesson();
  return ready && lesson && int(ready->physical.size()) >= lesson->gpus && gpusToSimulate() > 0;
}

void Workspace::goBackTo(const WorkerSettings& settings) {
  m_gpus.forgetBusy();
  m_gpus.setSettings(settings.visibleDevices, settings.deviceOrder);
  m_session.restart(settings);
}

bool Workspace::canPause() const {
  // Only a process of this computer can be held by a signal.
  return m_session.settings().launchPrefix.isEmpty() && m_session.workerPid() > 0 &&
         m_session.state() == Session::State::Running;
}

void Workspace::setPaused(bool paused) {
  if (paused == m_paused || (paused && !canPause())) return;
  if (::kill(pid_t(m_session.workerPid()), paused ? SIGSTOP : SIGCONT) != 0) return;
  m_paused = paused;
  emit pausedChanged(paused);
}

void Workspace::stop() {
  setPaused(false);
  m_player.stop();
}

}  // namespace todevice
