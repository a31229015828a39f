// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "protocol/messages.h"

namespace todevice {

// What a worker tells by a code, in the window's language.

/// Why there is no real GPU; empty when nothing is to be said.
QString noGpuWords(const protocol::Ready& ready);
/// No GPU works any more in the program's process; `reason` in CUDA's own words.
QString gpuFaultWords(const QString& reason);
/// A text that the program wrote, with what the worker itself said in it in the window's language.
QString ownWords(QString text);
/// Why a record has no calls; `reason` as the worker words it.
QString noCallsWords(const QString& reason);

}  // namespace todevice
