// SPDX-License-Identifier: Apache-2.0
#include "loader/line_breaks.h"

#include <QStringView>

namespace todevice {

namespace {

bool isWithin(char16_t c, char16_t first, char16_t last) {
  return first <= c && c <= last;
}

/// Full-width signs and forms: 、。《》【】，：（）
bool isSign(char16_t c) {
  return isWithin(c, 0x3000, 0x3004) || isWithin(c, 0x3008, 0x3020) || isWithin(c, 0xFF01, 0xFF65);
}

/// Chinese and Japanese letters; either half of those beyond 16 bits (planes 2 and 3).
bool isLetter(char16_t c) {
  return isWithin(c, 0x2E80, 0x2FDF) || isWithin(c, 0x3005, 0x3007) || isWithin(c, 0x3021, 0x9FFF) ||
         isWithin(c, 0xF900, 0xFAFF) || isWithin(c, 0xD840, 0xD8FF) || isWithin(c, 0xDC00, 0xDFFF);
}

/// Signs of both scripts.
bool isShared(char16_t c) {
  return QStringView(u"“”‘’—…·").contains(QChar(c));
}

}  // namespace

bool breakIsNothing(QChar before, QChar after) {
  const char16_t a = before.unicode(), b = after.unicode();
  if (isSign(a) || isSign(b)) return true;
  const bool first = isLetter(a) || isShared(a), second = isLetter(b) || isShared(b);
  return first && second && (isLetter(a) || isLetter(b));
}

}  // namespace todevice
