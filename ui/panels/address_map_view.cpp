// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/address_map_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include "models/address_format.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {
constexpr int kLane = 66, kBarTop = 24, kBarHeight = 26, kSide = 12;
}

AddressMapView::AddressMapView(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace) {
  connect(m_workspace->addresses(), &AddressMap::mapChanged, this, &AddressMapView::follow);
  connect(m_workspace, &Workspace::devicesChanged, this, &AddressMapView::follow);
  connect(&Look::get(), &Look::changed, this, &AddressMapView::follow);
  follow();
}

void AddressMapView::follow() {
  QStringList words;
  for (const AddressRange& range : m_workspace->addresses()->ranges())
    words << tr("%1: %2 in %3 blocks").arg(range.device, formatBytes(range.bytes)).arg(range.blocks.size());
  setAccessibleName(tr("Address map"));
  setAccessibleDescription(words.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

QSize AddressMapView::sizeHint() const {
  const Look& look = Look::get();
  const int lanes = int(m_workspace->addresses()->ranges().size());
  return {look.px(240), look.px(8) + lanes * look.px(kLane)};
}

QRectF AddressMapView::laneRect(int range) const {
  const Look& look = Look::get();
  const double top = look.px(8) + range * look.px(kLane) + look.px(kBarTop);
  return {double(look.px(kSide)), top, double(width() - 2 * look.px(kSide)), double(look.px(kBarHeight))};
}

QRectF AddressMapView::blockRect(int range, int block) const {
  const QRectF lane = laneRect(range);
  const AddressBlock& b = m_workspace->addresses()->ranges()[size_t(range)].blocks[size_t(block)];
  return {lane.left() + b.left * lane.width(), lane.top(), qMax(3.0, b.width * lane.width()), lane.height()};
}

void AddressMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto& ranges = m_workspace->addresses()->ranges();
  for (int i = 0; i < int(ranges.size()); ++i) paintLane(painter, i);
  for (const AddressArrow& arrow : m_workspace->addresses()->arrows()) paintArrow(painter, arrow);
}

void AddressMapView::paintLane(QPainter& painter, int range) const {
  const Look& look = Look::get();
  const AddressRange& r = m_workspace->addresses()->ranges()[size_t(range)];
  const DeviceInfo info = m_workspace->directory().info(r.device);
  const QRectF lane = laneRect(range);
  const double titleTop = lane.top() - look.px(kBarTop);
  double x = lane.left();
  if (!info.isCpu) {
    paintBadge(painter, QRectF(x, titleTop + look.px(2), look.px(16), look.px(16)), info);
    x += look.px(22);
  }
  painter.setPen(look.color("text"));
  painter.setFont(look.font(0.94, true));
  const double height = look.px(20);
  painter.drawText(QRectF(x, titleTop, lane.width(), height), Qt::AlignVCenter, r.device);
  x += painter.fontMetrics().horizontalAdvance(r.device) + look.px(10);
  painter.setFont(look.font(0.88));
  painter.setPen(look.color("muted"));
  const QString bytes = formatBytes(r.bytes);
  const QString words = r.blocks.size() == 1 ? tr("%1 in 1 block").arg(bytes)
                                             : tr("%1 in %2 blocks").arg(bytes).arg(r.blocks.size());
  painter.drawText(QRectF(x, titleTop, lane.right() - x, height), Qt::AlignVCenter, words);
  painter.setPen(QPen(look.color("border"), 1));
  painter.setBrush(look.color("raised"));
  painter.drawRoundedRect(lane, look.px(3), look.px(3));
  painter.setPen(QPen(look.color("edge"), 1, Qt::DotLine));
  for (const AddressGap& gap : r.gaps) {
    const double middle = lane.left() + (gap.left + gap.width / 2) * lane.width();
    painter.drawLine(QPointF(middle, lane.top() + look.px(4)), QPointF(middle, lane.bottom() - look.px(4)));
  }
  for (int i = 0; i < int(r.blocks.size()); ++i) paintBlock(painter, range, i, info);
  if (r.blocks.empty()) return;
  painter.setFont(look.mono(0.8));
  painter.setPen(look.color("muted"));
  painter.drawText(QRectF(lane.left(), lane.bottom() + 1, lane.width(), look.px(14)),
                   Qt::AlignLeft | Qt::AlignVCenter, formatAddress(r.blocks.front().address));
  if (r.blocks.size() > 1) {
    painter.drawText(QRectF(lane.left(), lane.bottom() + 1, lane.width(), look.px(14)),
                     Qt::AlignRight | Qt::AlignVCenter, formatAddress(r.blocks.back().address));
  }
}

void AddressMapView::paintBlock(QPainter& painter, int range, int block, const DeviceInfo& info) const {
  const Look& look = Look::get();
  const AddressBlock& b = m_workspace->addresses()->ranges()[size_t(range)].blocks[size_t(block)];
  const QRectF rect = blockRect(range, block).adjusted(1, 2, -1, -2);
  if (b.isFreed) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color("edge"), look.stroke(), Qt::DashLine));
    painter.drawRoundedRect(rect, look.px(3), look.px(3));
  } else {
    paintDeviceArea(painter, rect, info, look.px(3));
  }
  if (b.isNew) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color("changedBar"), look.stroke() * 1.6));
    painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), look.px(3), look.px(3));
  }
  QString label = b.names.join(QStringLiteral(", "));
  if (b.isNew) label = label.isEmpty() ? tr("new") : tr("%1 · new").arg(label);
  if (b.isFreed) label = tr("freed");
  painter.setFont(look.font(0.82, b.isNew));
  const double width = painter.fontMetrics().horizontalAdvance(label) + look.px(8);
  if (label.isEmpty() || width > rect.width() - look.px(4)) return;
  const QRectF plate(rect.center().x() - width / 2, rect.center().y() - look.px(8), width, look.px(16));
  painter.setPen(Qt::NoPen);
  painter.setBrush(look.color("panel"));
  painter.drawRoundedRect(plate, look.px(3), look.px(3));
  painter.setPen(look.color("text"));
  painter.drawText(plate, Qt::AlignCenter, label);
}

void AddressMapView::paintArrow(QPainter& painter, const AddressArrow& arrow) const {
  if (arrow.fromRange < 0 || arrow.toRange < 0 || arrow.fromRange == arrow.toRange) return;
  const Look& look = Look::get();
  const bool down = arrow.toRange > arrow.fromRange;
  const auto anchor = [&](int range, int block, bool bottom) {
    const QRectF rect = block >= 0 ? blockRect(range, block) : laneRect(range);
    return QPointF(rect.center().x(), bottom ? rect.bottom() : rect.top());
  };
  const QPointF from = anchor(arrow.fromRange, arrow.fromBlock, down);
  const QPointF to = anchor(arrow.toRange, arrow.toBlock, !down);
  const double bend = (down ? 1 : -1) * look.px(20);
  QPainterPath path(from);
  path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(look.color("changedBar"), look.stroke() * 1.4));
  painter.drawPath(path);
  const double head = look.px(6), side = down ? -head : head;
  painter.setBrush(look.color("changedBar"));
  painter.setPen(Qt::NoPen);
  painter.drawPolygon(QPolygonF({to, to + QPointF(-head * 0.7, side), to + QPointF(head * 0.7, side)}));
}

QString AddressMapView::toolTipAt(const QPointF& at) const {
  const auto& ranges = m_workspace->addresses()->ranges();
  for (int i = 0; i < int(ranges.size()); ++i) {
    for (int j = 0; j < int(ranges[size_t(i)].blocks.size()); ++j) {
      if (!blockRect(i, j).contains(at)) continue;
      const AddressBlock& b = ranges[size_t(i)].blocks[size_t(j)];
      const QString names =
          b.names.isEmpty() ? tr("no name of the lesson") : b.names.join(QStringLiteral(", "));
      return QStringLiteral("%1\n%2\n%3").arg(names, formatAddress(b.address), formatBytes(b.bytes));
    }
  }
  return {};
}

bool AddressMapView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
  }
  if (event->type() == QEvent::LanguageChange) follow();
  return QWidget::event(event);
}

}  // namespace todevice
