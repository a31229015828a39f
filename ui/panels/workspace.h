// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "models/address_map.h"
#include "models/auto_play.h"
#include "models/connection.h"
#include "models/console_buffer.h"
#include "models/device_info.h"
#include "models/explainer.h"
#include "models/gpu_map_model.h"
#include "models/lesson_player.h"
#include "models/machine_check.h"
#include "models/memory_table_model.h"
#include "models/metrics_store.h"
#include "models/move_model.h"
#include "models/record_list_model.h"
#include "models/session.h"
#include "models/timeline.h"
#include "models/variable_story.h"

namespace todevice {

/// What all panels look at: the session, the lesson's player and one model of each kind, wired to one
/// another. A panel gets this and never another panel.
class Workspace : public QObject {
  Q_OBJECT
 public:
  explicit Workspace(QObject* parent = nullptr);

  Session* session() { return &m_session; }
  Timeline* timeline() { return m_session.timeline(); }
  LessonPlayer* player() { return &m_player; }
  AutoPlay* autoPlay() { return &m_autoPlay; }
  GpuMapModel* gpus() { return &m_gpus; }
  MemoryTableModel* names() { return &m_names; }
  MoveModel* moves() { return &m_moves; }
  AddressMap* addresses() { return &m_addresses; }
  MetricsStore* metrics() { return &m_metrics; }
  ConsoleBuffer* console() { return &m_console; }
  RecordListModel* records() { return &m_records; }
  Explainer* explainer() { return &m_explainer; }

  /// Which card each logical device is at the cursor.
  const DeviceDirectory& directory() const { return m_directory; }
  /// "simulated", "real", or empty while that is not known.
  QString reality() const;
  /// The learner is still typing: the next edit of the variable starts its worker only when typing rests.
  void holdRestart() { m_hold = 400; }

  /// The models that keep words make them anew, in the language of now.
  void retranslate();

  void start(const WorkerSettings& settings);
  /// -1: the machine's own. A computer that was not reached cannot simulate either: another count is for this
  /// computer then, and so is a described machine.
  void setSimulated(int count);
  /// How many GPUs to simulate where the program sees fewer than the open lesson uses; 0: it sees enough, or
  /// that is not known yet.
  int gpusToSimulate() const;
  /// The machine has the GPUs that the open lesson uses, and the setting hides some: whoever hides them does
  /// not want others.
  bool hidesGpus() const;
  /// As settings() once were, for the GPUs of before.
  void goBackTo(const WorkerSettings& settings);
  /// A ready simulated machine, or a file of this computer that describes one. One that no worker can read
  /// changes nothing: machineRefused() says why.
  void setMachine(const QString& machine);
  /// The worker runs there from now on; the lesson begins anew.
  void setConnection(const Connection& connection);
  const Connection& connection() const { return m_connection; }
  /// Another computer was asked for, and none of its workers has answered, or none does any more.
  bool isUnreached() const;
  /// What the code did to CUDA_VISIBLE_DEVICES up to the cursor.
  VariableStory variables() const;
  /// The last lines held: a worker that was stopped by a signal lies still until it is let go.
  bool isPaused() const { return m_paused; }
  bool canPause() const;
  void setPaused(bool paused);
  void stop();  ///< ends the run, a paused one too

 signals:
  void devicesChanged();  ///< other cards, or another mapping
  void pausedChanged(bool paused);
  void machineRefused(const QString& why);

 private:
  void connectModels();
  void follow();
  void dropStaleRuns();
  QString newProgramWords(bool complete);
  void takeMachine(const WorkerSettings& asked);
  void forgetCards();                          ///< of a machine that is left, or was never reached
  void place(WorkerSettings& settings) const;  ///< where m_connection says
  /// What is the same for every change of the machine: nothing of the old one's setting is kept.
  WorkerSettings withoutSetting();
  Session m_session;
  LessonPlayer m_player;
  AutoPlay m_autoPlay;
  GpuMapModel m_gpus;
  MachineCheck m_check;
  Connection m_connection;
  QString m_programHere;  ///< this computer's worker, where it is not the one beside this program
  MemoryTableModel m_names;
  MoveModel m_moves;
  AddressMap m_addresses;
  MetricsStore m_metrics;
  ConsoleBuffer m_console;
  RecordListModel m_records;
  Explainer m_explainer;
  DeviceDirectory m_directory;
  std::vector<std::string> m_uuids;
  QTimer m_restart;
  QString m_lostBy;  ///< why the worker was lost whose code runs again
  int m_hold = 0;    ///< milliseconds
  bool m_paused = false;
};

}  // namespace todevice
