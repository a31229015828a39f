// SPDX-License-Identifier: GPL-3.0-or-later
#include "explainer.h"

#include "session.h"

namespace todevice {

Explainer::Explainer(Session* session, std::function<QString()> document, QObject* parent)
    : QObject(parent), m_session(session), m_document(std::move(document)) {
  connect(session->timeline(), &Timeline::cursorChanged, this, &Explainer::follow);
  connect(session->timeline(), &Timeline::cleared, this, &Explainer::follow);
}

void Explainer::follow() {
  const Timeline* timeline = m_session->timeline();
  const protocol::Record* record = timeline->current();
  const bool had = m_current.has_value();
  m_current.reset();
  if (!record) m_at = -1;
  if (record && (record->error || !record->moves.empty())) {
    const State& state = timeline->state();
    if (m_at != timeline->cursor()) m_code = m_document();  // the learner may have edited it since
    m_at = timeline->cursor();
    m_current = explain({*record, state, *timeline, m_code,
                         DeviceDirectory(m_session->ready(), state.cudaUuids), m_session->ready()});
  }
  if (had || m_current) emit changed();
}

}  // namespace todevice
