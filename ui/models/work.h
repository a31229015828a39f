// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QString>

namespace todevice {

/// What a learner has made of a lesson: where they are, which code they changed, what they predicted last.
/// Steps count from 0; in the file from 1.
struct Work {
  struct Changed {
    QString was;  ///< the lesson's own code of the step at that time
    QString is;   ///< the learner's
    bool operator==(const Changed&) const = default;
  };
  int step = 0;
  QMap<int, Changed> code;  ///< of the steps that differ from the lesson
  QMap<int, QString> predicted;
  QMap<int, int> choices;  ///< of these, which of the lesson's choices: the same in each language
  QString when;            ///< set aside; ISO 8601, UTC

  QJsonObject toJson() const;
  static Work fromJson(const QJsonObject& json);
};

}  // namespace todevice
