// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace todevice {

// How words are put together in the window's language: the one place that knows its separators. Code and
// what a file holds keep their own commas.

QString listed(const QStringList& names);         ///< "x, y"
QString listedWithAnd(const QStringList& names);  ///< "x, y and z"
/// The same of at most `most` of them, and how many more there are: "x, y and 4992 more".
QString firstListed(const QStringList& names, qsizetype most);
QString asClauses(const QStringList& clauses);  ///< "`x` holds 4 KiB, `y` holds 2 KiB": parts of a sentence
QString asFacts(const QStringList& facts);      ///< "x is on cpu; y is gone"
QString asSentences(const QStringList& sentences);
QString withStop(const QString& words);                         ///< with its full stop
QString withAside(const QString& words, const QString& aside);  ///< "copy (kernel)"
QString labelled(const QString& label, const QString& words);   ///< "line 5: x is on cpu"

}  // namespace todevice
