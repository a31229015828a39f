// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/alias_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

#include "models/address_format.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {
constexpr int kRow = 28, kBox = 22, kWords = 22, kBetween = 12, kSide = 12;
}

AliasView::AliasView(Workspace* workspace, QWidget* parent)
    : QAbstractScrollArea(parent), m_workspace(workspace) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &AliasView::follow);
  connect(&Look::get(), &Look::changed, this, &AliasView::follow);
  follow();
}

void AliasView::follow() {
  if (!isVisible()) return;  // shown later: followed then
  m_groups = aliasGroups(m_workspace->timeline()->state());
  m_chosen = std::min(m_chosen, int(m_groups.size()) - 1);
  layOut();
  choose(m_chosen);
}

void AliasView::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  follow();
}

int AliasView::rowHeight() const {
  return Look::get().px(kRow);
}

void AliasView::layOut() {
  m_tops.clear();
  int top = Look::get().px(8);
  for (const AliasGroup& group : m_groups) {
    m_tops.push_back(top);
    int rows = 0;
    for (const auto& object : group.objects) rows += int(object.names.size());
    top += Look::get().px(kWords) + rows * rowHeight() + Look::get().px(kBetween);
  }
  m_tops.push_back(top);
  verticalScrollBar()->setRange(0, std::max(0, top - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(rowHeight());
  viewport()->update();
}

void AliasView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  layOut();
}

void AliasView::choose(int group) {
  m_chosen = group;
  const QString words = group >= 0 ? m_groups[std::size_t(group)].sentence
                        : m_groups.empty()
                            ? tr("nothing is shared")
                            : tr("%n group(s) of shared things", nullptr, int(m_groups.size()));
  setAccessibleName(tr("Shared: %1").arg(words));
  QAccessibleEvent changed(this, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&changed);
  viewport()->update();
  if (group < 0) return;
  QScrollBar* bar = verticalScrollBar();
  const int top = m_tops[std::size_t(group)], bottom = m_tops[std::size_t(group) + 1];
  if (top < bar->value()) bar->setValue(top);
  if (bottom > bar->value() + viewport()->height()) bar->setValue(bottom - viewport()->height());
}

int AliasView::groupAt(int y) const {
  const int at = y + verticalScrollBar()->value();
  const auto after = std::upper_bound(m_tops.begin(), m_tops.end(), at);
  const int group = int(after - m_tops.begin()) - 1;
  return group >= 0 && group < int(m_groups.size()) ? group : -1;
}

void AliasView::mousePressEvent(QMouseEvent* event) {
  choose(groupAt(int(event->position().y())));
}

void AliasView::keyPressEvent(QKeyEvent* event) {
  const int last = int(m_groups.size()) - 1;
  if (last < 0) return QAbstractScrollArea::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Up:
      return choose(std::max(0, m_chosen - 1));
    case Qt::Key_Down:
      return choose(std::min(last, m_chosen + 1));
    case Qt::Key_Home:
      return choose(0);
    case Qt::Key_End:
      return choose(last);
    default:
      QAbstractScrollArea::keyPressEvent(event);
  }
}

void AliasView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  const Look& look = Look::get();
  if (m_groups.empty()) {
    painter.setPen(look.color("muted"));
    painter.setFont(look.font());
    painter.drawText(viewport()->rect().adjusted(look.px(16), look.px(16), -look.px(16), 0),
                     Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap,
                     tr("Nothing is shared here: each object has one name and memory of its own. After `y = "
                        "x`, or a view such "
                        "as `x[1:]`, it appears here.")
                         .remove(QLatin1Char('`')));
    return;
  }
  const int shift = verticalScrollBar()->value();
  const auto first = std::upper_bound(m_tops.begin(), m_tops.end(), shift);
  for (int i = std::max(0, int(first - m_tops.begin()) - 1); i < int(m_groups.size()); ++i) {
    const int top = m_tops[std::size_t(i)] - shift;
    if (top > viewport()->height()) break;
    paintGroup(painter, m_groups[std::size_t(i)], top, i == m_chosen);
  }
}

void AliasView::paintBox(QPainter& painter, const QRectF& rect, const QString& text, bool mono) const {
  const Look& look = Look::get();
  painter.setPen(QPen(look.color("edge"), 1));
  painter.setBrush(look.color("raised"));
  painter.drawRoundedRect(rect, look.px(4), look.px(4));
  painter.setPen(look.color("text"));
  painter.setFont(mono ? look.mono(0.88) : look.mono(0.94, true));
  const QRectF inner = rect.adjusted(look.px(6), 0, -look.px(6), 0);
  painter.drawText(inner, Qt::AlignVCenter | Qt::AlignLeft,
                   painter.fontMetrics().elidedText(text, Qt::ElideMiddle, int(inner.width())));
}

void AliasView::paintGroup(QPainter& painter, const AliasGroup& group, int top, bool chosen) const {
  const Look& look = Look::get();
  const double side = look.px(kSide), width = viewport()->width() - 2 * side, gap = look.px(32);
  const double nameWidth = (width - 2 * gap) * 0.22, boxWidth = (width - 2 * gap) * 0.39;
  const double objectLeft = side + nameWidth + gap, memoryLeft = objectLeft + boxWidth + gap;
  painter.setFont(look.font(0.94, chosen));
  painter.setPen(look.color("text"));
  painter.drawText(
      QRectF(side, top, width, look.px(kWords)), Qt::AlignVCenter,
      painter.fontMetrics().elidedText(
          group.device.isEmpty() ? group.sentence : group.device + QStringLiteral(" · ") + group.sentence,
          Qt::ElideRight, int(width)));
  double y = top + look.px(kWords);
  int rows = 0;
  for (const auto& object : group.objects) rows += int(object.names.size());
  const double height = look.px(kBox), bottom = y + rows * rowHeight() - (rowHeight() - height);
  const QRectF memory(memoryLeft, y, boxWidth, bottom - y);
  if (group.address != 0) {
    const DeviceInfo info = m_workspace->directory().info(group.device);
    paintDeviceArea(painter, memory, info, look.px(4));
    const QRectF plate(memory.left() + look.px(6), memory.center().y() - look.px(9),
                       memory.width() - look.px(12), look.px(18));
    paintBox(painter, plate,
             QStringLiteral("%1 · %2").arg(formatAddress(group.address), formatBytes(group.bytes)), true);
  }
  for (const auto& object : group.objects) {
    const double middle = y + (object.names.size() - 1) * rowHeight() / 2.0;
    const QRectF box(objectLeft, middle, boxWidth, height);
    painter.setBrush(Qt::NoBrush);
    for (const QString& name : object.names) {
      const QRectF label(side, y, nameWidth, height);
      painter.setPen(QPen(look.color("text"), look.stroke()));
      painter.setBrush(Qt::NoBrush);
      painter.drawLine(QPointF(label.right(), label.center().y()), QPointF(box.left(), box.center().y()));
      paintBox(painter, label, name, false);
      y += rowHeight();
    }
    if (group.address != 0) {
      const double into = std::clamp(box.center().y(), memory.top() + 4, memory.bottom() - 4);
      painter.setPen(QPen(look.color("text"), look.stroke()));
      painter.drawLine(QPointF(box.right(), box.center().y()), QPointF(memory.left(), into));
    }
    paintBox(painter, box,
             QStringLiteral("id %1%2").arg(
                 formatAddress(object.id),
                 object.offset > 0 ? QStringLiteral(" +%1").arg(formatBytes(object.offset)) : QString()),
             true);
  }
  if (!chosen) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(look.color("accent"), look.stroke()));
  painter.drawRoundedRect(QRectF(side / 2, top, width + side, bottom - top + look.px(4)), look.px(4),
                          look.px(4));
}

bool AliasView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const int group = groupAt(help->pos().y());
    QToolTip::showText(help->globalPos(), group < 0 ? QString() : m_groups[std::size_t(group)].sentence,
                       this);
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void AliasView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) follow();
  QAbstractScrollArea::changeEvent(event);
}

}  // namespace todevice
