// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/address_map_view.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "models/address_format.h"
#include "models/joined.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {
constexpr int kLane = 66, kBarTop = 24, kBarHeight = 26, kSide = 12;
constexpr double kZoomStep = 1.5;
constexpr double kLeastBlock = 1e-5;  // of the drawing: more is nowhere needed to see one
}  // namespace

AddressMapView::AddressMapView(Workspace* workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace) {
  setFocusPolicy(Qt::StrongFocus);
  connect(m_workspace->addresses(), &AddressMap::mapChanged, this, &AddressMapView::follow);
  connect(m_workspace, &Workspace::devicesChanged, this, &AddressMapView::follow);
  connect(&Look::get(), &Look::changed, this, &AddressMapView::follow);
  follow();
}

void AddressMapView::follow() {
  QStringList words;
  for (const AddressRange& range : m_workspace->addresses()->ranges())
    words << tr("%1: %2 in %3 blocks").arg(range.device, formatBytes(range.bytes)).arg(range.blocks.size());
  const QString sentence = chosenSentence();
  setAccessibleName(sentence.isEmpty() ? tr("Address map") : tr("Address map: %1").arg(sentence));
  setAccessibleDescription(asFacts(words));
  emit chosen(sentence);
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

double AddressMapView::xOf(const QRectF& lane, double place) const {
  return lane.left() + (place - m_start) * m_scale * lane.width();
}

QRectF AddressMapView::blockRect(int range, int block) const {
  const QRectF lane = laneRect(range);
  const AddressBlock& b = m_workspace->addresses()->ranges()[size_t(range)].blocks[size_t(block)];
  return {xOf(lane, b.left), lane.top(), qMax(3.0, b.width * m_scale * lane.width()), lane.height()};
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
  painter.save();
  painter.setClipRect(lane.adjusted(-1, -2, 1, 2));
  painter.setPen(QPen(look.color("edge"), 1, Qt::DotLine));
  const auto gap = std::lower_bound(r.gaps.begin(), r.gaps.end(), m_start,
                                    [](const AddressGap& g, double at) { return g.left + g.width < at; });
  double drawn = lane.left() - 2;
  for (auto g = gap; g != r.gaps.end() && xOf(lane, g->left) < lane.right(); ++g) {
    const double middle = xOf(lane, g->left + g->width / 2);
    if (middle < drawn + 1.5) continue;
    drawn = middle;
    painter.drawLine(QPointF(middle, lane.top() + look.px(4)), QPointF(middle, lane.bottom() - look.px(4)));
  }
  paintBlocks(painter, range, info);
  painter.restore();
  const auto ends = endsInView(range);
  if (!ends) return;
  painter.setFont(look.mono(0.8));
  painter.setPen(look.color("muted"));
  const QRectF under(lane.left(), lane.bottom() + 1, lane.width(), look.px(14));
  const QString from = formatAddress(ends->first), to = formatAddress(ends->second);
  painter.drawText(under, Qt::AlignLeft | Qt::AlignVCenter, from);
  const int both = painter.fontMetrics().horizontalAdvance(from + to) + look.px(10);
  if (both <= under.width()) painter.drawText(under, Qt::AlignRight | Qt::AlignVCenter, to);
}

std::optional<std::pair<quint64, quint64>> AddressMapView::endsInView(int range) const {
  const auto& blocks = m_workspace->addresses()->ranges()[size_t(range)].blocks;
  const auto first =
      std::lower_bound(blocks.begin(), blocks.end(), m_start,
                       [](const AddressBlock& b, double at) { return b.left + b.width <= at; });
  const auto end = std::upper_bound(first, blocks.end(), m_start + 1 / m_scale,
                                    [](double at, const AddressBlock& b) { return at < b.left; });
  if (first == end) return std::nullopt;
  const AddressBlock& last = *std::prev(end);
  return std::pair(first->address, last.address + quint64(last.bytes));
}

/// Where many blocks share a pixel one is painted for all, unless it is what the line changed or what is
/// chosen.
void AddressMapView::paintBlocks(QPainter& painter, int range, const DeviceInfo& info) const {
  const auto& blocks = m_workspace->addresses()->ranges()[size_t(range)].blocks;
  const QRectF lane = laneRect(range);
  const auto first = std::lower_bound(blocks.begin(), blocks.end(), m_start,
                                      [](const AddressBlock& b, double at) { return b.left + b.width < at; });
  double drawn = lane.left() - 10;
  for (auto b = first; b != blocks.end() && xOf(lane, b->left) < lane.right(); ++b) {
    const double left = xOf(lane, b->left);
    const bool matters = b->isNew || b->isFreed || b->serial == m_chosen;
    if (!matters && left < drawn + 2) continue;
    drawn = left;
    paintBlock(painter, range, int(b - blocks.begin()), info);
  }
}

void AddressMapView::paintBlock(QPainter& painter, int range, int block, const DeviceInfo& info) const {
  const Look& look = Look::get();
  const AddressBlock& b = m_workspace->addresses()->ranges()[size_t(range)].blocks[size_t(block)];
  const QRectF whole = blockRect(range, block);
  const double side = whole.width() > 6 ? 1 : 0;
  const QRectF rect = whole.adjusted(side, 2, -side, -2);
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
  if (b.serial == m_chosen) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color("text"), look.stroke() * 1.6));
    painter.drawRect(rect.adjusted(-1, -1, 1, 1));
  }
  if (rect.width() < look.px(14)) return;
  QString label = listed(b.names);
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

const AddressBlock& AddressMapView::block(At at) const {
  return m_workspace->addresses()->ranges()[size_t(at.range)].blocks[size_t(at.block)];
}

QString AddressMapView::sentence(At at) const {
  if (at.block < 0) return {};
  const AddressBlock& b = block(at);
  QStringList words{b.names.isEmpty() ? tr("no name in your code") : listed(b.names),
                    m_workspace->addresses()->ranges()[size_t(at.range)].device, formatAddress(b.address),
                    formatBytes(b.bytes)};
  if (b.line > 0) words << tr("made by line %1").arg(b.line);
  if (b.isNew) words << tr("new");
  if (b.isFreed) words << tr("freed");
  return words.join(QStringLiteral(" · "));
}

AddressMapView::At AddressMapView::find(quint64 serial) const {
  const auto& ranges = m_workspace->addresses()->ranges();
  for (int r = 0; r < int(ranges.size()); ++r) {
    const auto& blocks = ranges[size_t(r)].blocks;
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const AddressBlock& b) { return serial != 0 && b.serial == serial; });
    if (found != blocks.end()) return {r, int(found - blocks.begin())};
  }
  return {};
}

AddressMapView::At AddressMapView::blockAt(const QPointF& at) const {
  const auto& ranges = m_workspace->addresses()->ranges();
  for (int r = 0; r < int(ranges.size()); ++r) {
    const QRectF lane = laneRect(r);
    if (!lane.contains(at)) continue;
    const double place = m_start + (at.x() - lane.left()) / lane.width() / m_scale;
    const auto& blocks = ranges[size_t(r)].blocks;
    auto after = std::upper_bound(blocks.begin(), blocks.end(), place,
                                  [](double x, const AddressBlock& b) { return x < b.left; });
    if (after == blocks.begin()) return {r, -1};
    const int index = int(std::prev(after) - blocks.begin());
    return {r, blockRect(r, index).contains(at) ? index : -1};
  }
  return {};
}

QString AddressMapView::chosenSentence() const {
  return sentence(find(m_chosen));
}

void AddressMapView::choose(At at) {
  m_chosen = at.block < 0 ? 0 : block(at).serial;
  follow();
  QAccessibleEvent changed(this, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&changed);
}

bool AddressMapView::showStorage(quint64 serial) {
  const At at = find(serial);
  choose(at);
  if (at.block < 0) return false;
  showChosen();
  return true;
}

/// Wide enough to be seen, and inside of the view.
void AddressMapView::showChosen() {
  const At at = find(m_chosen);
  if (at.block < 0) return;
  const AddressBlock& b = block(at);
  const double lane = qMax(1.0, laneRect(at.range).width()), wanted = Look::get().px(10);
  if (b.width * m_scale * lane < wanted) m_scale = wanted / lane / qMax(kLeastBlock, b.width);
  const double shown = 1 / m_scale;
  if (b.left < m_start || b.left + b.width > m_start + shown) m_start = b.left + b.width / 2 - shown / 2;
  pan(0);
}

void AddressMapView::zoom(double factor, double x) {
  const double at = m_start + x / m_scale;
  m_scale = qBound(1.0, m_scale * factor, 1 / kLeastBlock);
  m_start = at - x / m_scale;
  pan(0);
}

void AddressMapView::pan(double by) {
  m_start = qBound(0.0, m_start + by / m_scale, 1 - 1 / m_scale);
  update();
}

void AddressMapView::stepToBlock(int by) {
  const auto& ranges = m_workspace->addresses()->ranges();
  At at = find(m_chosen);
  if (at.block < 0) {
    if (!ranges.empty() && !ranges.front().blocks.empty()) choose({0, 0});
  } else {
    const int last = int(ranges[size_t(at.range)].blocks.size()) - 1;
    at.block = qBound(0, at.block + by, last);
    choose(at);
  }
  showChosen();
}

void AddressMapView::stepToLane(int by) {
  const auto& ranges = m_workspace->addresses()->ranges();
  const At at = find(m_chosen);
  const int lane = at.block < 0 ? 0 : qBound(0, at.range + by, int(ranges.size()) - 1);
  if (lane < int(ranges.size()) && lane != (at.block < 0 ? -1 : at.range) &&
      !ranges[size_t(lane)].blocks.empty())
    choose({lane, 0});
  showChosen();
}

void AddressMapView::keyPressEvent(QKeyEvent* event) {
  constexpr int kAll = 1 << 30;
  switch (event->key()) {
    case Qt::Key_Left:
      return stepToBlock(-1);
    case Qt::Key_Right:
      return stepToBlock(1);
    case Qt::Key_Home:
      return stepToBlock(-kAll / 2);
    case Qt::Key_End:
      return stepToBlock(kAll / 2);
    case Qt::Key_Up:
      return stepToLane(-1);
    case Qt::Key_Down:
      return stepToLane(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kZoomStep, 0.5);
    case Qt::Key_Minus:
      return zoom(1 / kZoomStep, 0.5);
    case Qt::Key_0:
      return zoom(0, 0);
    default:
      QWidget::keyPressEvent(event);
  }
}

void AddressMapView::wheelEvent(QWheelEvent* event) {
  const double steps = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
  const QRectF lane = laneRect(0);
  if (event->modifiers() & Qt::ControlModifier) {
    zoom(std::pow(kZoomStep, steps), qBound(0.0, (event->position().x() - lane.left()) / lane.width(), 1.0));
  } else if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().x() != 0) {
    pan(-steps / 8);
  } else {
    return event->ignore();  // the lanes scroll
  }
  event->accept();
}

void AddressMapView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->position();
  m_startPressed = m_start;
  m_dragged = false;
}

void AddressMapView::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const double by = event->position().x() - m_pressed.x();
  if (!m_dragged && qAbs(by) < 4) return;
  m_dragged = true;
  m_start = m_startPressed - by / qMax(1.0, laneRect(0).width()) / m_scale;
  pan(0);
}

void AddressMapView::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_dragged) choose(blockAt(event->position()));
}

bool AddressMapView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), sentence(blockAt(help->pos())), this);
    return true;
  }
  if (event->type() == QEvent::LanguageChange) follow();
  return QWidget::event(event);
}

}  // namespace todevice
