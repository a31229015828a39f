// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

class QLabel;
class QLayout;
class QWidget;

namespace todevice {

/// A label for a lesson's short texts: Markdown with at most code in it.
QLabel* makeRichLabel(const QString& markdown, const char* role = "");
/// The words of such a label.
QString richWords(const QString& markdown);
/// The same without marks, for screen readers and buttons.
QString plainText(const QString& markdown);
/// Empties a layout; its widgets go once nothing runs in them any more.
void clearLayout(QLayout* layout);

/// While a card is built anew: the keyboard focus that was in it stays in it, on the child whose property
/// "keepsFocus" says so, else on the card; and Tab goes through what is new from the card on.
class KeepFocus {
 public:
  explicit KeepFocus(QWidget* card);
  ~KeepFocus();
  Q_DISABLE_COPY_MOVE(KeepFocus)

 private:
  QWidget* m_card;
  bool m_inside;
};

}  // namespace todevice
