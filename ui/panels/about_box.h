// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace todevice {

/// Version, licences, and every library and data set that is used, as resources/licenses lists them.
class AboutBox : public QDialog {
  Q_OBJECT
 public:
  explicit AboutBox(QWidget* parent = nullptr);
};

/// Every key and what it does.
class ShortcutsBox : public QDialog {
  Q_OBJECT
 public:
  ShortcutsBox(const QList<std::pair<QString, QString>>& keys, QWidget* parent = nullptr);
};

}  // namespace todevice
