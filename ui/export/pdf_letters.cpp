// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/pdf_letters.h"

#include <QGlyphRun>
#include <QRawFont>
#include <QSet>
#include <QTextBlock>
#include <QTextLayout>

namespace todevice {

namespace {

constexpr char32_t kFirstRadical = 0x2e80, kEnd = 0x2fe0, kFirstLetter = 0x3400, kLastLetter = 0x9fff;

/// A document keeps no glyphs: its pieces are laid out once more.
QList<QRawFont> fontsOf(const QTextDocument& text) {
  QList<QRawFont> fonts;
  for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
    for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
      QTextLayout line(piece.fragment().text(), piece.fragment().charFormat().font());
      line.beginLayout();
      line.createLine();
      line.endLayout();
      for (const QGlyphRun& run : line.glyphRuns())
        if (!fonts.contains(run.rawFont())) fonts << run.rawFont();
    }
  return fonts;
}

quint32 glyphOf(const QRawFont& font, char32_t letter) {
  return font.glyphIndexesForString(QString::fromUcs4(&letter, 1)).value(0);
}

}  // namespace

QHash<ushort, ushort> lettersOfRadicals(const QTextDocument& text) {
  QSet<char32_t> letters, radicals;
  for (const QChar c : text.toPlainText()) {
    if (c.unicode() >= kFirstLetter && c.unicode() <= kLastLetter) letters << c.unicode();
    if (c.unicode() >= kFirstRadical && c.unicode() < kEnd) radicals << c.unicode();
  }
  QHash<ushort, ushort> found;
  if (letters.isEmpty()) return found;
  for (const QRawFont& font : fontsOf(text)) {
    QHash<quint32, char32_t> ofGlyph;
    for (const char32_t letter : letters) ofGlyph.insert(glyphOf(font, letter), letter);
    ofGlyph.remove(0);  // the font has no such letter
    if (ofGlyph.isEmpty()) continue;
    for (char32_t radical = kFirstRadical; radical < kEnd; ++radical)
      if (const char32_t letter = ofGlyph.value(glyphOf(font, radical));
          letter && !radicals.contains(radical))
        found.insert(ushort(radical), ushort(letter));
  }
  return found;
}

QByteArray withLettersForRadicals(QByteArray pdf, const QHash<ushort, ushort>& letters) {
  constexpr int kCode = 6, kHex = 16;  // "<2F00>"
  for (qsizetype from = pdf.indexOf("\nbegincmap\n"); from >= 0; from = pdf.indexOf("\nbegincmap\n", from)) {
    const qsizetype end = pdf.indexOf("\nendcmap\n", from);
    if (end < 0) break;
    // What stands in [ ] are code points, one for each glyph.
    for (qsizetype at = pdf.indexOf('[', from); at >= 0 && at < end; at = pdf.indexOf('[', at))
      for (; at < end && pdf[at] != ']'; ++at) {
        if (pdf[at] != '<' || pdf[at + kCode - 1] != '>') continue;
        const ushort letter = letters.value(pdf.mid(at + 1, kCode - 2).toUShort(nullptr, kHex));
        if (letter) pdf.replace(at + 1, kCode - 2, QByteArray::number(letter, kHex).toUpper());
      }
    from = end;
  }
  return pdf;
}

}  // namespace todevice
