// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/look.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPalette>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QStyle>
#include <QSvgRenderer>
#include <QWidget>
#include <cmath>

namespace todevice {

namespace {

constexpr double kBasePixels = 13;

QByteArray readAll(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Qt::BrushStyle patternOf(const QString& letter) {
  static const QHash<QString, Qt::BrushStyle> patterns{
      {QStringLiteral("A"), Qt::BDiagPattern},   {QStringLiteral("B"), Qt::FDiagPattern},
      {QStringLiteral("C"), Qt::HorPattern},     {QStringLiteral("D"), Qt::VerPattern},
      {QStringLiteral("E"), Qt::CrossPattern},   {QStringLiteral("F"), Qt::DiagCrossPattern},
      {QStringLiteral("G"), Qt::Dense6Pattern},  {QStringLiteral("H"), Qt::Dense4Pattern},
      {QStringLiteral("cpu"), Qt::SolidPattern},
  };
  return patterns.value(letter, Qt::SolidPattern);
}

/// The desktop's font first; Chinese must not depend on the locale, so its family is named.
QStringList families(bool mono) {
  if (mono) return {QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans Mono CJK SC")};
  static const QString desktop = qApp->font().family();
  QStringList names{QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")};
  if (QFontDatabase::families().contains(desktop)) names.prepend(desktop);
  return names;
}

QFont makeFont(const QStringList& names, double pixels, bool bold) {
  QFont font;
  font.setFamilies(names);
  font.setPixelSize(qMax(6, qRound(pixels)));
  font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
  return font;
}

bool desktopIsDark() {
  static const bool dark = qApp->palette().color(QPalette::Window).lightness() < 128;
  return dark;
}

/// Settings may say anything, "nan" too.
double zoomWithin(double factor) {
  return std::isnan(factor) ? 1.0 : qBound(0.5, factor, 3.0);
}

}  // namespace

Look& Look::get() {
  static Look look;
  return look;
}

Look::Look() : m_theme(QStringLiteral("light")), m_tokens(loadTokens(m_theme)) {}

QStringList Look::themeNames() {
  return {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("high-contrast"),
          QStringLiteral("projector")};
}

ThemeTokens Look::loadTokens(const QString& theme) {
  const QJsonObject all =
      QJsonDocument::fromJson(readAll(QStringLiteral(":/themes/tokens.json"))).object()[theme].toObject();
  ThemeTokens tokens;
  const QJsonObject colors = all[QStringLiteral("colors")].toObject();
  for (auto it = colors.begin(); it != colors.end(); ++it) tokens.colors[it.key()] = QColor(it->toString());
  const QJsonObject devices = all[QStringLiteral("devices")].toObject();
  for (auto it = devices.begin(); it != devices.end(); ++it) {
    const QJsonArray ink = it->toArray();
    tokens.devices[it.key()] = {QColor(ink[0].toString()), QColor(ink[1].toString()),
                                QColor(ink[2].toString()), patternOf(it.key())};
  }
  tokens.stroke = all[QStringLiteral("stroke")].toDouble(tokens.stroke);
  tokens.mark = all[QStringLiteral("mark")].toDouble(tokens.mark);
  return tokens;
}

void Look::setTheme(const QString& name) {
  const bool dark = desktopIsDark();
  m_theme = themeNames().contains(name) ? name : QLatin1String(dark ? "dark" : "light");
  m_tokens = loadTokens(m_theme);
  apply();
}

void Look::prepare(const QString& theme, double zoom) {
  m_zoom = zoomWithin(zoom);
  setTheme(theme);
}

void Look::setZoom(double factor) {
  m_zoom = zoomWithin(factor);
  apply();
}

void Look::apply() {
  QPalette palette;
  const std::pair<QPalette::ColorRole, const char*> roles[] = {{QPalette::Window, "window"},
                                                               {QPalette::WindowText, "text"},
                                                               {QPalette::Base, "panel"},
                                                               {QPalette::AlternateBase, "raised"},
                                                               {QPalette::Text, "text"},
                                                               {QPalette::Button, "panel"},
                                                               {QPalette::ButtonText, "text"},
                                                               {QPalette::BrightText, "onAccent"},
                                                               {QPalette::Highlight, "accent"},
                                                               {QPalette::HighlightedText, "onAccent"},
                                                               {QPalette::ToolTipBase, "raised"},
                                                               {QPalette::ToolTipText, "text"},
                                                               {QPalette::PlaceholderText, "muted"},
                                                               {QPalette::Link, "accent"},
                                                               {QPalette::LinkVisited, "accent"},
                                                               {QPalette::Mid, "border"},
                                                               {QPalette::Dark, "edge"},
                                                               {QPalette::Light, "raised"}};
  for (const auto& [role, token] : roles) palette.setColor(role, color(token));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, color("muted"));
  qApp->setPalette(palette);
  qApp->setFont(font());
  qApp->setStyleSheet(styleSheet());
  emit changed();
}

QString Look::styleSheet() const {
  // A check mark tinted for the theme has to be a file: style sheets take pictures only by address.
  const QString cache = QStandardPaths::writableLocation(QStandardPaths::TempLocation);
  const QString check = QStringLiteral("%1/todevice-check-%2-%3.png").arg(cache, m_theme).arg(px(16));
  if (!QFile::exists(check)) pixmap(QStringLiteral("check"), px(16), "onAccent").save(check);
  QString sheet = QString::fromUtf8(readAll(QStringLiteral(":/themes/style.qss")));
  sheet.replace(QLatin1String("@check"), check);
  static const QRegularExpression token(QStringLiteral("@([a-zA-Z]+)"));
  static const QRegularExpression length(QStringLiteral("\\b(\\d+)\\.px"));
  QString out;
  qsizetype from = 0;
  for (auto it = token.globalMatch(sheet); it.hasNext();) {
    const auto match = it.next();
    out += sheet.mid(from, match.capturedStart() - from) + m_tokens.colors.value(match.captured(1)).name();
    from = match.capturedEnd();
  }
  sheet = out + sheet.mid(from);
  out.clear();
  from = 0;
  for (auto it = length.globalMatch(sheet); it.hasNext();) {
    const auto match = it.next();
    out += sheet.mid(from, match.capturedStart() - from) +
           QStringLiteral("%1px").arg(px(match.captured(1).toDouble()));
    from = match.capturedEnd();
  }
  return out + sheet.mid(from);
}

QColor Look::color(const char* token) const {
  return m_tokens.colors.value(QLatin1String(token));
}

DeviceInk Look::device(const QString& letter) const {
  return m_tokens.devices.value(letter, m_tokens.devices.value(QStringLiteral("cpu")));
}

QFont Look::font(double relative, bool bold) const {
  return makeFont(families(false), kBasePixels * m_zoom * relative, bold);
}

QFont Look::mono(double relative, bool bold) const {
  return makeFont(families(true), kBasePixels * m_zoom * relative, bold);
}

QPixmap Look::pixmap(const QString& name, int size, const char* token) const {
  QByteArray svg = readAll(QStringLiteral(":/icons/%1.svg").arg(name));
  svg.replace("currentColor", color(token).name().toLatin1());
  svg.replace("stroke-width=\"1.5\"", "stroke-width=\"" + QByteArray::number(m_tokens.stroke) + "\"");
  QSvgRenderer renderer(svg);
  const qreal ratio = qApp->devicePixelRatio();
  QPixmap pixmap(QSize(size, size) * ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  renderer.render(&painter);
  painter.end();
  pixmap.setDevicePixelRatio(ratio);
  return pixmap;
}

QIcon Look::icon(const QString& name, const char* token) const {
  QIcon icon(pixmap(name, px(18), token));
  icon.addPixmap(pixmap(name, px(18), "edge"), QIcon::Disabled);
  return icon;
}

ThemeForAWhile::ThemeForAWhile(const QString& theme) : m_before(Look::get().theme()), m_now(theme) {
  if (isAnother()) Look::get().setTheme(m_now);
}

ThemeForAWhile::~ThemeForAWhile() {
  if (isAnother()) Look::get().setTheme(m_before);
}

void setRole(QWidget* widget, const char* role, const char* tone) {
  widget->setProperty("role", QString::fromLatin1(role));
  setTone(widget, tone);
}

void setTone(QWidget* widget, const char* tone) {
  const QString text = QString::fromLatin1(tone);
  if (widget->property("tone").toString() == text) return;
  widget->setProperty("tone", text);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace todevice
