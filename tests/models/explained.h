// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include "explainer.h"
#include "session.h"

namespace todevice {

/// Code that a real worker runs, and what is explained of how it ended.
class Explained {
 public:
  /// `machine`: a simulated one, instead of so many equal GPUs.
  explicit Explained(const QString& code, int gpus = 2, const std::optional<QString>& visible = std::nullopt,
                     const QString& machine = {})
      : m_code(code), m_explainer(&m_session, [this] { return m_code; }) {
    WorkerSettings settings;
    settings.program = qEnvironmentVariable("TODEVICE_WORKER");
    settings.simulate = gpus;
    settings.visibleDevices = visible;
    settings.machine = machine;
    m_session.start(settings);
    run();
  }

  bool has() const { return m_explainer.current().has_value(); }
  const Explanation& now() const { return *m_explainer.current(); }
  const QString& code() const { return m_code; }
  Session& session() { return m_session; }
  Explainer& explainer() { return m_explainer; }
  bool failed() const {
    const auto* record = m_session.timeline()->current();
    return record == nullptr || record->error.has_value();
  }

  QString message() const {
    const auto* record = m_session.timeline()->current();
    return record && record->error ? QString::fromStdString(record->error->message) : QString();
  }

  /// One click and a run from the beginning: true when nothing fails any more.
  bool passesAfter(int fix = 0) {
    if (!has() || int(now().fixes.size()) <= fix) return false;
    m_code = applied(m_code, now().fixes[std::size_t(fix)]);
    m_session.reset();
    run();
    return !failed();
  }

  QString noteAt(int line) const {
    for (const auto& note : now().notes)
      if (note.line == line) return note.words;
    return {};
  }

 private:
  void run() {
    const auto is = [this](Session::State state) {
      return QTest::qWaitFor([&] { return m_session.state() == state; }, 20000);
    };
    QVERIFY(is(Session::State::Idle));
    const int before = m_session.timeline()->count();
    m_session.runBlock(m_code, protocol::Mode::record);
    QVERIFY(QTest::qWaitFor(
        [&] { return m_session.state() == Session::State::Idle && m_session.timeline()->count() > before; },
        20000));
  }

  QString m_code;
  Session m_session;
  Explainer m_explainer;
};

}  // namespace todevice
