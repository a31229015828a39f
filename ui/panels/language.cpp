// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/language.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace todevice {

namespace {
QString now = QStringLiteral("en");
}

QString desktopLanguage() {
  return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

QString currentLanguage() {
  return now;
}

void setLanguage(const QString& language) {
  static QTranslator ours, qts;
  if (language == now) return;
  now = language;
  qApp->removeTranslator(&ours);
  qApp->removeTranslator(&qts);
  QLocale::setDefault(language == QLatin1String("zh_CN") ? QLocale(QLocale::Chinese, QLocale::China)
                                                         : QLocale(QLocale::English));
  if (language != QLatin1String("zh_CN")) return;
  if (qts.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    qApp->installTranslator(&qts);
  if (ours.load(QStringLiteral(":/i18n/todevice_zh_CN.qm"))) qApp->installTranslator(&ours);
}

}  // namespace todevice
