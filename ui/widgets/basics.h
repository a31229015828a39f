// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QFrame>
#include <QLabel>
#include <QLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "models/device_info.h"
#include "widgets/look.h"

namespace todevice {

/// A label with a role of the style sheet.
QLabel* makeLabel(const QString& text = {}, const char* role = "", QWidget* parent = nullptr);

/// One line that is cut with an ellipsis where it does not fit, at its end unless told otherwise, or where
/// the text has more lines; the whole is its tool tip.
class ElideLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElideLabel(const char* role = "", QWidget* parent = nullptr);
  void setFullText(const QString& text, const QString& toolTip = {});
  QString fullText() const { return m_full; }
  void setElideMode(Qt::TextElideMode mode) { m_mode = mode; }
  QString firstLine() const;  ///< what it shows where there is room
  QString shownText() const;  ///< as it is cut now
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_full;
  Qt::TextElideMode m_mode = Qt::ElideRight;
};

/// As high in Chinese as in English: the line of a font that stands in for another does not make them higher.
class SmallButton : public QToolButton {
  Q_OBJECT
 public:
  explicit SmallButton(QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
};

class SmallCheckBox : public QCheckBox {
  Q_OBJECT
 public:
  using QCheckBox::QCheckBox;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
};

/// The look of a device: what the theme says for the physical card behind it.
DeviceInk inkOf(const DeviceInfo& info);
/// A small square with the card's letter; the CPU has none.
void paintBadge(QPainter& painter, const QRectF& rect, const DeviceInfo& info);
/// Fills an area in the device's colour and pattern.
void paintDeviceArea(QPainter& painter, const QRectF& rect, const DeviceInfo& info, qreal radius);
/// "cuda:1 on GPU 2 (C)", "cpu", for tool tips and screen readers.
QString deviceSentence(const DeviceInfo& info);

class DeviceBadge : public QWidget {
  Q_OBJECT
 public:
  explicit DeviceBadge(QWidget* parent = nullptr);
  void setDevice(const DeviceInfo& info);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  DeviceInfo m_info;
};

/// A message where the learner looks: what happened, and what to do as buttons.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);
  /// tone: "bad", "warn", "good", "accent". An empty text hides the bar.
  void show(const char* tone, const QString& text);
  void setAction(const QString& text);
  void setOtherAction(const QString& text);  ///< beside it; gone with the next message
  QString text() const { return m_text->text(); }
  bool isFor(const char* tone) const { return isVisible() && m_tone == tone; }

 signals:
  void actionTriggered();
  void otherActionTriggered();

 private:
  void tint();
  QLabel* m_icon;
  QLabel* m_text;
  QPushButton* m_action;
  QPushButton* m_other;
  QToolButton* m_close;
  QByteArray m_tone;
};

/// What an empty panel says: what will appear, and what to press.
class EmptyState : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyState(const QString& icon, QWidget* parent = nullptr);
  void setText(const QString& title, const QString& hint);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void tint();
  void fit();
  QString m_icon;
  QLabel* m_picture;
  QLabel* m_title;
  QLabel* m_hint;
};

/// Rows that break where the width ends.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent, int spacing) : QLayout(parent) { setSpacing(spacing); }
  ~FlowLayout() override;
  void addItem(QLayoutItem* item) override { m_items.append(item); }
  int count() const override { return int(m_items.size()); }
  QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
  QLayoutItem* takeAt(int index) override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
  void setGeometry(const QRect& rect) override;
  QSize sizeHint() const override { return minimumSize(); }
  QSize minimumSize() const override;

 private:
  int place(const QRect& rect, bool really) const;
  QList<QLayoutItem*> m_items;
};

}  // namespace todevice
