// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QString>
#include <QTextDocument>
#include <memory>
#include <vector>

namespace todevice {

/// Text, boxes and pictures one under the other on A4 pages (lengths in 1/96 inch). A box, a piece of code or
/// a table is never cut unless it is longer than a page; running text is, but not with one line alone; a
/// title stays with what it is the title of; a picture that nearly fits is made a little smaller.
class Pages {
 public:
  /// `style`: a style sheet for all texts. `ink`: of what it gives no colour. `gaps`: how far apart the
  /// pieces stand, 1 as a rule.
  explicit Pages(QString style, const QColor& ink = Qt::black, double gaps = 1)
      : m_style(std::move(style)), m_ink(ink), m_gaps(gaps) {}

  void title(const QString& html);
  void text(const QString& html);  ///< may go on on the next page
  void whole(const QString& html);
  void box(const QString& html, const QColor& color);
  void picture(const QImage& image);  ///< as wide as the text
  /// What is added from now on stands on one page with what is added next, where a page is long enough.
  void keep(bool together) { m_keep = together; }
  void newPage();  ///< what follows begins one

  /// `footer` stands under each page, with its number. Returns whether the file could be written.
  bool write(const QString& path, const QString& footer);

  /// What was added, in order.
  enum class Kind { Title, Text, Whole, Box, Picture, Break };
  int count() const { return int(m_pieces.size()); }
  Kind kind(int piece) const { return m_pieces[std::size_t(piece)].kind; }
  QString words(int piece) const;
  double height(int piece, double width) const { return heightOf(m_pieces[std::size_t(piece)], width); }

  /// Where it comes to stand on pages of a size. A piece may have several places, one for each page.
  struct Place {
    int piece, page;
    double top, height;  ///< there
    double from;         ///< of the piece, from its top
  };
  std::vector<Place> places(double width, double height) const;
  int pageCount() const;  ///< of what `write` writes

 private:
  struct Piece {
    Kind kind = Kind::Text;
    std::unique_ptr<QTextDocument> text{};
    QImage image{};
    QColor color{};
    bool keep = false;  ///< with the next one
  };
  class Setter;
  void add(Kind kind, const QString& html, const QColor& color = {});
  static double padding(const Piece& piece);
  static double heightOf(const Piece& piece, double width);
  std::vector<Piece> m_pieces;
  QString m_style;
  QColor m_ink;
  double m_gaps;
  bool m_keep = false;
};

}  // namespace todevice
