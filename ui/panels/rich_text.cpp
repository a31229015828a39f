// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rich_text.h"

#include <QLabel>
#include <QLayout>
#include <QWidget>

#include "loader/lesson.h"
#include "widgets/basics.h"

namespace todevice {

QString richWords(const QString& markdown) {
  QString html = markdownToHtml(markdown).trimmed();
  html.replace(QLatin1String("<p>"), QString()).replace(QLatin1String("</p>"), QString());
  html.replace(QLatin1String("<code>"), QStringLiteral("<code style=\"font-family:'DejaVu Sans Mono'\">"));
  return html;
}

QLabel* makeRichLabel(const QString& markdown, const char* role) {
  auto* label = new QLabel;
  if (*role) setRole(label, role);
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setText(richWords(markdown));
  return label;
}

QString plainText(const QString& markdown) {
  return QString(markdown).remove(QLatin1Char('`')).remove(QLatin1String("**"));
}

void clearLayout(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (item->layout()) clearLayout(item->layout());
    if (item->widget()) item->widget()->deleteLater();
    if (item->widget()) item->widget()->hide();
    delete item;
  }
}

}  // namespace todevice
