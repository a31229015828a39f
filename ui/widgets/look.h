// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>
#include <QStringList>

namespace todevice {

/// Colours of one device: the fill, a line that stands out from every background, and what is written on the
/// fill. The pattern tells devices apart without colour.
struct DeviceInk {
  QColor fill, line, ink;
  Qt::BrushStyle pattern = Qt::SolidPattern;
};

/// One theme as it stands in resources/themes/tokens.json.
struct ThemeTokens {
  QHash<QString, QColor> colors;
  QHash<QString, DeviceInk> devices;  ///< "cpu", "A" to "H"
  double stroke = 1.5;                ///< of lines and icons, pixels at 100 %
  double mark = 10;                   ///< size of marks, pixels at 100 %
};

/// How everything looks now: one theme and one zoom factor for the whole program.
class Look : public QObject {
  Q_OBJECT
 public:
  static Look& get();
  static QStringList themeNames();
  static ThemeTokens loadTokens(const QString& theme);

  QString theme() const { return m_theme; }
  void setTheme(const QString& name);  ///< "auto" follows the desktop
  double zoom() const { return m_zoom; }
  void setZoom(double factor);                      ///< held between 0.5 and 3
  void prepare(const QString& theme, double zoom);  ///< both at once, before there is a window
  void apply();  ///< gives the application its palette, font and style sheet

  QColor color(const char* token) const;
  DeviceInk device(const QString& letter) const;  ///< "" and "cpu" are the CPU
  int px(double atHundredPercent) const { return qRound(atHundredPercent * m_zoom); }
  double stroke() const { return m_tokens.stroke * m_zoom; }
  double mark() const { return m_tokens.mark * m_zoom; }
  QFont font(double relative = 1.0, bool bold = false) const;
  QFont mono(double relative = 1.0, bool bold = false) const;
  QIcon icon(const QString& name, const char* token = "text") const;
  QPixmap pixmap(const QString& name, int size, const char* token = "text") const;

 signals:
  void changed();

 private:
  Look();
  QString styleSheet() const;
  QString m_theme;
  ThemeTokens m_tokens;
  double m_zoom = 1.0;
};

/// Another theme for what is printed: the one before comes back when this goes. Costs nothing where it is the
/// same.
class ThemeForAWhile {
 public:
  explicit ThemeForAWhile(const QString& theme);
  ~ThemeForAWhile();
  Q_DISABLE_COPY_MOVE(ThemeForAWhile)
  /// Some widgets build themselves anew for it, and are seen once events were processed.
  bool isAnother() const { return m_now != m_before; }

 private:
  QString m_before, m_now;
};

/// Gives a widget a role of the style sheet ("title", "card", "chip") and a tone ("good", "bad").
void setRole(QWidget* widget, const char* role, const char* tone = "");
void setTone(QWidget* widget, const char* tone);

}  // namespace todevice
