// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/language.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace todevice {

namespace {
QString now;
}

QString desktopLanguage() {
  return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

QString currentLanguage() {
  return now;
}

void setLanguage(const QString& wanted) {
  static QTranslator ours, qts;
  // Settings may name one that another version had.
  const bool chinese = wanted == QLatin1String("zh_CN");
  const QString language = chinese ? wanted : QStringLiteral("en");
  if (language == now) return;
  // The translators go with the application: another one begins anew.
  if (now.isEmpty()) QObject::connect(qApp, &QObject::destroyed, qApp, [] { now.clear(); });
  now = language;
  qApp->removeTranslator(&qts);
  qApp->removeTranslator(&ours);
  QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::China)
                              : QLocale(QLocale::English, QLocale::UnitedStates));
  const QString folder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
  if (chinese && qts.load(QStringLiteral("qtbase_zh_CN"), folder)) qApp->installTranslator(&qts);
  // The English file knows the plurals.
  if (ours.load(QStringLiteral(":/i18n/todevice_%1.qm").arg(language))) qApp->installTranslator(&ours);
}

}  // namespace todevice
