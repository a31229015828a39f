// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QLayout;

namespace todevice {

/// A label for a lesson's short texts: Markdown with at most code in it.
QLabel* makeRichLabel(const QString& markdown, const char* role = "");
/// The words of such a label.
QString richWords(const QString& markdown);
/// The same without marks, for screen readers and buttons.
QString plainText(const QString& markdown);
/// Empties a layout; its widgets go once nothing runs in them any more.
void clearLayout(QLayout* layout);

}  // namespace todevice
