// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "explanation.h"

namespace todevice {

class Session;

/// What there is to explain about the record at the cursor.
class Explainer : public QObject {
  Q_OBJECT
 public:
  /// `document`: the lesson's code as it stands.
  Explainer(Session* session, std::function<QString()> document, QObject* parent = nullptr);

  const std::optional<Explanation>& current() const { return m_current; }
  /// The code that `current` speaks of: its fixes are for this text.
  const QString& code() const { return m_code; }
  void follow();  ///< anew, as when the language has changed

 signals:
  void changed();

 private:
  Session* m_session;
  std::function<QString()> m_document;
  std::optional<Explanation> m_current;
  QString m_code;
  int m_at = -1;  ///< the cursor at which m_code was taken
};

}  // namespace todevice
