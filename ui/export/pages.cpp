// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/pages.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextBlock>
#include <QTextLayout>

#include "export/pdf_letters.h"

namespace todevice {

namespace {

constexpr int kDotsPerInch = 96;
constexpr double kPadding = 8;      ///< inside a box
constexpr double kFooter = 26;      ///< below the text
constexpr double kSmallest = 0.72;  ///< of a picture that is made smaller to fit
constexpr double kFewLines = 44;    ///< of a text: what stays together at both ends of a page

/// The end of the last line of a text that lies above `most`.
double lineEnd(const QTextDocument& text, double most) {
  double end = 0;
  for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
    const QPointF at = text.documentLayout()->blockBoundingRect(block).topLeft();
    for (int i = 0; i < block.layout()->lineCount(); ++i) {
      const QRectF line = block.layout()->lineAt(i).naturalTextRect().translated(at);
      if (line.bottom() <= most) end = std::max(end, line.bottom());
    }
  }
  return end;
}

/// In the colours of paper, whatever theme the window has.
void draw(QTextDocument& text, QPainter& painter, const QColor& ink, const QRectF& part = {}) {
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, ink);
  painter.save();
  if (part.isValid()) painter.setClipRect(part);
  context.clip = part;
  text.documentLayout()->draw(&painter, context);
  painter.restore();
}

QPageLayout layout() {
  constexpr int kMargin = 15;
  return {QPageSize(QPageSize::A4), QPageLayout::Portrait, QMarginsF(kMargin, kMargin, kMargin, kMargin),
          QPageLayout::Millimeter};
}

}  // namespace

void Pages::add(Kind kind, const QString& html, const QColor& color) {
  if (html.trimmed().isEmpty()) return;
  Piece piece;
  piece.kind = kind;
  piece.color = color;
  piece.keep = m_keep || kind == Kind::Title;
  piece.text = std::make_unique<QTextDocument>();
  piece.text->setUndoRedoEnabled(false);
  piece.text->setUseDesignMetrics(true);
  piece.text->setDocumentMargin(0);
  piece.text->setDefaultStyleSheet(m_style);
  piece.text->setHtml(html);
  m_pieces.push_back(std::move(piece));
}

void Pages::title(const QString& html) {
  add(Kind::Title, html);
}
void Pages::text(const QString& html) {
  add(html.contains(QLatin1String("<table")) ? Kind::Whole : Kind::Text, html);
}
void Pages::whole(const QString& html) {
  add(Kind::Whole, html);
}
void Pages::box(const QString& html, const QColor& color) {
  add(Kind::Box, html, color);
}
void Pages::picture(const QImage& image) {
  if (image.isNull()) return;
  Piece piece;
  piece.kind = Kind::Picture;
  piece.keep = m_keep;
  piece.image = image;
  m_pieces.push_back(std::move(piece));
}
void Pages::newPage() {
  Piece piece;
  piece.kind = Kind::Break;
  m_pieces.push_back(std::move(piece));
}

double Pages::padding(const Piece& piece) {
  return piece.kind == Kind::Box ? kPadding : 0;
}

double Pages::heightOf(const Piece& piece, double width) {
  if (piece.kind == Kind::Picture) return width * piece.image.height() / piece.image.width();
  if (!piece.text) return 0;
  piece.text->setTextWidth(width - 2 * padding(piece));
  return piece.text->size().height() + 2 * padding(piece);
}

/// Finds the place of each piece.
class Pages::Setter {
 public:
  Setter(const std::vector<Piece>& pieces, double gaps, double width, double height)
      : m_pieces(pieces), m_gaps(gaps), m_width(width), m_height(height) {}

  std::vector<Place> set() {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) place(i);
    return std::move(m_places);
  }

 private:
  double gap(const Piece& piece) const { return m_gaps * (piece.kind == Kind::Title ? 18 : 9); }
  double room() const { return m_height - m_y; }

  /// What has to fit for a piece to begin here.
  double least(std::size_t at) const {
    const Piece& piece = m_pieces[at];
    const double height = heightOf(piece, m_width);
    if (piece.kind == Kind::Picture) return std::min(height, m_height) * kSmallest;
    return piece.kind == Kind::Text ? std::min(height, kFewLines) : std::min(height, m_height);
  }

  /// The same with what has to stay with it, as far as all of it fits on a page.
  double together(std::size_t at) const {
    double all = least(at), most = 0;
    for (; at + 1 < m_pieces.size() && m_pieces[at].keep && all <= m_height; ++at) {
      most = all;
      all += heightOf(m_pieces[at], m_width) - least(at) + gap(m_pieces[at + 1]) + least(at + 1);
    }
    return all <= m_height ? all : most;
  }

  void place(std::size_t at) {
    const Piece& piece = m_pieces[at];
    if (piece.kind == Kind::Break) return turn();
    if (m_y > 0) m_y += gap(piece);
    if (m_y > 0 && together(at) > room()) turn();
    double left = heightOf(piece, m_width), from = 0;
    if (piece.kind == Kind::Picture) {  // leaves room for what stays with it
      const bool keeps = piece.keep && at + 1 < m_pieces.size();
      const double below = keeps ? gap(m_pieces[at + 1]) + least(at + 1) : 0;
      left = std::min({left, room(), std::max(least(at), room() - below)});
    }
    while (left > room()) {  // running text, or what is longer than a page
      double end = lineEnd(*piece.text, from + room() - padding(piece));
      if (left - (end - from) < kFewLines && piece.kind == Kind::Text)
        end = lineEnd(*piece.text, from + left - kFewLines);
      if (end <= from) end = from + room();
      add(at, end - from, from);
      left -= end - from;
      from = end;
      turn();
    }
    add(at, left, from);
  }

  void add(std::size_t at, double height, double from) {
    m_places.push_back({int(at), m_page, m_y, height, from});
    m_y += height;
  }

  void turn() {
    if (m_y == 0) return;
    ++m_page;
    m_y = 0;
  }

  const std::vector<Piece>& m_pieces;
  std::vector<Place> m_places;
  double m_gaps, m_width, m_height, m_y = 0;
  int m_page = 0;
};

std::vector<Pages::Place> Pages::places(double width, double height) const {
  return Setter(m_pieces, m_gaps, width, height).set();
}

int Pages::pageCount() const {
  const QSize page = layout().paintRectPixels(kDotsPerInch).size();
  const std::vector<Place> all = places(page.width(), page.height() - kFooter);
  return all.empty() ? 1 : all.back().page + 1;
}

QString Pages::words(int piece) const {
  const auto& text = m_pieces[std::size_t(piece)].text;
  return text ? text->toPlainText() : QString();
}

bool Pages::write(const QString& path, const QString& footer) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  QBuffer bytes;
  bytes.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&bytes);
  pdf.setPageLayout(layout());
  pdf.setResolution(kDotsPerInch);
  pdf.setTitle(footer);
  pdf.setCreator(QStringLiteral("ToDevice"));
  const double width = pdf.width(), height = pdf.height() - kFooter;
  const std::vector<Place> all = places(width, height);
  const int pages = pageCount();
  QPainter painter(&pdf);
  if (!painter.isActive()) return false;
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  int page = -1;
  QHash<ushort, ushort> letters;
  for (const Place& part : all) {
    while (page < part.page) {
      if (++page > 0) pdf.newPage();
      QTextDocument line;
      line.setUseDesignMetrics(true);
      line.setDocumentMargin(0);
      line.setDefaultStyleSheet(m_style);
      line.setTextWidth(width);
      line.setHtml(QStringLiteral("<p class=\"small\" align=\"right\">%1 · %2 / %3</p>")
                       .arg(footer.toHtmlEscaped(), QString::number(page + 1), QString::number(pages)));
      painter.save();
      painter.translate(0, pdf.height() - line.size().height());
      draw(line, painter, m_ink);
      letters.insert(lettersOfRadicals(line));
      painter.restore();
    }
    const Piece& piece = m_pieces[std::size_t(part.piece)];
    const QRectF place(0, part.top, width, part.height);
    if (piece.kind == Kind::Picture) {
      const double shown = part.height * piece.image.width() / piece.image.height();
      const QRectF frame((width - shown) / 2, part.top, shown, part.height);
      painter.drawImage(frame, piece.image);
      painter.setPen(QPen(QColor(0xc8, 0xce, 0xd8), 0.5));
      painter.drawRect(frame);
      continue;
    }
    painter.save();
    if (piece.color.isValid()) painter.fillRect(place, piece.color);
    const double inside = padding(piece);
    painter.translate(inside, part.top - part.from + inside);
    const double shown = piece.kind == Kind::Text || part.from > 0 || part.height < heightOf(piece, width)
                             ? part.height
                             : piece.text->size().height();
    draw(*piece.text, painter, m_ink, QRectF(0, part.from, width - 2 * inside, shown));
    painter.restore();
    letters.insert(lettersOfRadicals(*piece.text));
  }
  painter.end();
  file.write(withLettersForRadicals(bytes.data(), letters));
  return file.commit();
}

}  // namespace todevice
