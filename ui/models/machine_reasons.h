// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace todevice {

/// What the worker finds wrong with a machine's file, in the window's language. The worker has none: it
/// writes its sentences in English, on a terminal too, and they are the keys here, with their places for
/// names and signs. A sentence that is not known stays as it is.
QString machineReason(const QString& english);

}  // namespace todevice
