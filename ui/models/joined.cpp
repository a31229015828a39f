// SPDX-License-Identifier: GPL-3.0-or-later
#include "joined.h"

#include <QCoreApplication>

namespace todevice {

namespace {

struct Joined {
  Q_DECLARE_TR_FUNCTIONS(todevice::Joined)
};

}  // namespace

QString listed(const QStringList& names) {
  return names.join(Joined::tr(", ", "between two in a list"));
}

QString listedWithAnd(const QStringList& names) {
  if (names.size() < 2) return listed(names);
  return Joined::tr("%1 and %2").arg(listed(names.mid(0, names.size() - 1)), names.last());
}

QString firstListed(const QStringList& names, qsizetype most) {
  if (names.size() <= most) return listedWithAnd(names);
  return Joined::tr("%1 and %2 more").arg(listed(names.mid(0, most)), QString::number(names.size() - most));
}

QString asClauses(const QStringList& clauses) {
  return clauses.join(Joined::tr(", ", "between two parts of a sentence"));
}

QString asFacts(const QStringList& facts) {
  return facts.join(Joined::tr("; ", "between two facts"));
}

/// A stop of Chinese has its own room after it.
QString asSentences(const QStringList& sentences) {
  QString all;
  for (const QString& sentence : sentences) {
    const bool hasRoom = all.isEmpty() || QStringLiteral("。！？").contains(all.back());
    all += hasRoom ? sentence : QLatin1Char(' ') + sentence;
  }
  return all;
}

QString withStop(const QString& words) {
  return words + Joined::tr(".", "end of a sentence");
}

QString withAside(const QString& words, const QString& aside) {
  return Joined::tr("%1 (%2)", "words, and more in brackets").arg(words, aside);
}

QString labelled(const QString& label, const QString& words) {
  return Joined::tr("%1: %2", "what it is about, and what is said").arg(label, words);
}

}  // namespace todevice
