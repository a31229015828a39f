// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <functional>

#include "checker/check.h"

namespace todevice {

/// One go of the worker through blocks of code, in a folder of its own that is gone afterwards.
struct BlocksRun {
  /// One for each block that ended: "error" (type, message, line) and "values", one for each of its
  /// expressions: "error" with "asked" (how often it had gone well before), or "value" (JSON, null when it
  /// has no such form), "text", "true", and "again", its text a second time.
  QList<QJsonObject> results;
  QString complaint;  ///< why there are not more
  int asked = -1;     ///< the expression of the last block that was evaluated last; -1: still its code
  bool stopped = false;
};

/// `blocks`: objects with "code", its first "line" in the file `path`, "raises" and "expressions". It ends
/// after the first block that ends otherwise than it says. `began`: called with the index of a block before
/// it runs.
BlocksRun runBlocks(const QString& path, const QJsonArray& blocks, const CheckSettings& settings, int gpus,
                    const std::function<void(int)>& began);

}  // namespace todevice
