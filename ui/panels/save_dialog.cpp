// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/save_dialog.h"

#include <QFileDialog>
#include <QFileInfo>

namespace todevice {

namespace {

/// "py" of "Python (*.py)".
QString suffixOf(const QString& filter) {
  return filter.section(QStringLiteral("*."), 1, 1).section(QLatin1Char(')'), 0, 0);
}

}  // namespace

QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed,
                       const QStringList& filters) {
  QFileDialog dialog(parent, title, QFileInfo(proposed).path());
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setNameFilters(filters);
  dialog.setDefaultSuffix(suffixOf(filters.first()));
  QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                   [&](const QString& filter) { dialog.setDefaultSuffix(suffixOf(filter)); });
  dialog.selectFile(QFileInfo(proposed).fileName());
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

}  // namespace todevice
