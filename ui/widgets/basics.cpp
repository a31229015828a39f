// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/basics.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

namespace todevice {

namespace {

/// `hint`, of something with `text` in one line, as high as its own font asks for.
QSize withOwnLine(QSize hint, const QFontMetrics& font, const QString& text) {
  const int line = font.size(Qt::TextShowMnemonic, text).height();
  return {hint.width(), hint.height() - std::max(0, line - font.height())};
}

}  // namespace

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  if (*role) setRole(label, role);
  if (QLatin1String(role) == QLatin1String("chip"))
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  label->setTextFormat(Qt::PlainText);
  return label;
}

SmallButton::SmallButton(QWidget* parent) : QToolButton(parent) {
  setRole(this, "small");
}

QSize SmallButton::sizeHint() const {
  return withOwnLine(QToolButton::sizeHint(), fontMetrics(), text());
}

QSize SmallCheckBox::sizeHint() const {
  return withOwnLine(QCheckBox::sizeHint(), fontMetrics(), text());
}

ElideLabel::ElideLabel(const char* role, QWidget* parent) : QLabel(parent) {
  if (*role) setRole(this, role);
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElideLabel::setFullText(const QString& text, const QString& toolTip) {
  setToolTip(toolTip.isEmpty() ? text : toolTip);
  setAccessibleName(text);
  if (m_full == text) return;
  m_full = text;
  updateGeometry();
  update();
}

/// Of a text with more lines the first stands for all.
QString ElideLabel::firstLine() const {
  const QString line = m_full.section(QLatin1Char('\n'), 0, 0);
  return line.size() == m_full.size() ? line : line.trimmed() + QStringLiteral(" …");
}

QSize ElideLabel::sizeHint() const {
  ensurePolished();
  return {fontMetrics().horizontalAdvance(firstLine()) + 2, fontMetrics().height() + Look::get().px(2)};
}

QSize ElideLabel::minimumSizeHint() const {
  return {Look::get().px(24), sizeHint().height()};
}

QString ElideLabel::shownText() const {
  return fontMetrics().elidedText(firstLine(), m_mode, contentsRect().width());
}

void ElideLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  const QString shown = shownText();
  // Two letters and an ellipsis say nothing.
  if (shown != firstLine() && shown.size() < 5) return;
  painter.drawText(contentsRect(), int(Qt::AlignVCenter | (alignment() & Qt::AlignHorizontal_Mask)), shown);
}

DeviceInk inkOf(const DeviceInfo& info) {
  if (info.colorIndex <= 0) return Look::get().device(QStringLiteral("cpu"));
  return Look::get().device(QString(QChar('A' + info.colorIndex - 1)));
}

void paintBadge(QPainter& painter, const QRectF& rect, const DeviceInfo& info) {
  const DeviceInk ink = inkOf(info);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(ink.line, Look::get().stroke() * 0.8));
  painter.setBrush(ink.fill);
  const qreal inset = Look::get().stroke() * 0.5;
  painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), rect.height() * 0.2,
                          rect.height() * 0.2);
  painter.setPen(ink.ink);
  QFont font = Look::get().font(1, true);
  font.setPixelSize(qMax(6, int(rect.height() * (info.letter.size() > 1 ? 0.5 : 0.66))));
  painter.setFont(font);
  if (!info.letter.isEmpty()) painter.drawText(rect, Qt::AlignCenter, info.letter);
  painter.restore();
}

void paintDeviceArea(QPainter& painter, const QRectF& rect, const DeviceInfo& info, qreal radius) {
  const DeviceInk ink = inkOf(info);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink.fill);
  painter.drawRoundedRect(rect, radius, radius);
  if (ink.pattern != Qt::SolidPattern) {
    QColor hatch = ink.ink;
    hatch.setAlpha(70);
    painter.setBrush(QBrush(hatch, ink.pattern));
    painter.drawRoundedRect(rect, radius, radius);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(ink.line, Look::get().stroke() * 0.8));
  painter.drawRoundedRect(rect, radius, radius);
}

QString deviceSentence(const DeviceInfo& info) {
  if (info.isCpu || info.physical < 0) return info.text;
  const QString card = QObject::tr("GPU %1 (%2)").arg(info.physical).arg(info.letter);
  return info.text.isEmpty() ? card : QObject::tr("%1 on %2").arg(info.text, card);
}

DeviceBadge::DeviceBadge(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&Look::get(), &Look::changed, this, [this] { updateGeometry(); });
}

void DeviceBadge::setDevice(const DeviceInfo& info) {
  m_info = info;
  setAccessibleName(deviceSentence(info));
  update();
}

QSize DeviceBadge::sizeHint() const {
  return {Look::get().px(20), Look::get().px(20)};
}

void DeviceBadge::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintBadge(painter, rect(), m_info);
}

FlowLayout::~FlowLayout() {
  while (QLayoutItem* item = takeAt(0)) delete item;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

int FlowLayout::place(const QRect& outer, bool really) const {
  const QMargins margins = contentsMargins();
  const QRect rect = outer.adjusted(margins.left(), margins.top(), -margins.right(), 0);
  int x = rect.x(), y = rect.y(), row = 0;
  for (QLayoutItem* item : m_items) {
    const QSize size = item->sizeHint();
    if (x > rect.x() && x + size.width() > rect.right() + 1) {
      x = rect.x();
      y += row + spacing();
      row = 0;
    }
    if (really) item->setGeometry({QPoint(x, y), size.boundedTo({rect.width(), size.height()})});
    x += size.width() + spacing();
    row = qMax(row, size.height());
  }
  return y + row - outer.y() + margins.bottom();
}

}  // namespace todevice
