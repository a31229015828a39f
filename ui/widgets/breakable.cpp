// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/breakable.h"

namespace todevice {

namespace {

constexpr qsizetype kMost = 2000;  ///< letters
constexpr int kLongestWord = 20;

}  // namespace

QString breakable(const QString& code) {
  static const QString marks = QStringLiteral(".([,='\"-");
  QString out;
  int word = 0;
  for (const QChar c : shortened(code, kMost)) {
    out += c;
    word = c.isSpace() ? 0 : word + 1;
    const bool atMark = marks.contains(c) && word >= kLongestWord / 2;
    if (c.isHighSurrogate() || (!atMark && word < kLongestWord)) continue;
    out += QChar(0x200b);
    word = 0;
  }
  return out;
}

QString shortened(const QString& text, qsizetype most) {
  return text.size() <= most ? text : text.left(most) + QStringLiteral("…");
}

}  // namespace todevice
