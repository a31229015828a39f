// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace todevice {

/// Code for a label that wraps: it may break behind any of its marks, and without an end it ends. So a long
/// name or a megabyte of text does not make a panel wider. For the eye alone: what is copied must be the text
/// itself.
QString breakable(const QString& code);
/// The beginning of a text, with an ellipsis where there is more.
QString shortened(const QString& text, qsizetype most = 48);

}  // namespace todevice
