// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QTextDocument>

namespace todevice {

/// Radicals of Chinese letters (U+2E80 to U+2FDF) that have the glyph of a letter in a text, by the fonts
/// that the text is laid out in: U+2F00 and U+4E00 are drawn as one. A radical that the text has is left out.
QHash<ushort, ushort> lettersOfRadicals(const QTextDocument& text);

/// A PDF of Qt's tells a reader what letter a glyph is by the font's first code point with that glyph, which
/// is the radical: what is copied or searched for would not be what was written. Puts the letters in their
/// places, in the same number of bytes.
QByteArray withLettersForRadicals(QByteArray pdf, const QHash<ushort, ushort>& letters);

}  // namespace todevice
