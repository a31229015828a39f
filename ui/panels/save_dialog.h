// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace todevice {

/// Asks where to save; empty: nowhere. `filters`: "Python (*.py)", the first one chosen at first. A name
/// without a suffix gets that of the chosen filter before the question whether a file may be written over.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed,
                       const QStringList& filters);

}  // namespace todevice
