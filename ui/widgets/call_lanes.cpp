// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/call_lanes.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/basics.h"

namespace todevice {

namespace {
using Lane = CallModel::Row::Lane;
constexpr int kSide = 12, kTitle = 15, kBar = 15, kLane = 32, kLeast = 3;
}  // namespace

CallLanes::CallLanes(CallModel* model, QWidget* parent) : QWidget(parent), m_model(model) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(m_model, &QAbstractItemModel::modelReset, this, &CallLanes::follow);
  connect(&Look::get(), &Look::changed, this, [this] {
    updateGeometry();
    update();
  });
  follow();
}

void CallLanes::setDirectory(const DeviceDirectory& directory) {
  m_directory = directory;
  update();
}

void CallLanes::follow() {
  m_current = -1;
  say();
  update();
}

void CallLanes::say() {
  setAccessibleName(tr("Calls over time"));
  setAccessibleDescription(m_current >= 0 ? m_model->sentence(m_current) : m_model->totals());
}

void CallLanes::setCurrent(int row) {
  const bool placed =
      row >= 0 && row < m_model->rowCount() && m_model->rows()[size_t(row)].lane != Lane::None;
  if (!placed) row = -1;
  if (row == m_current) return;
  m_current = row;
  say();
  update();
  emit currentChanged(row);
}

QSize CallLanes::sizeHint() const {
  const Look& look = Look::get();
  return {look.px(200), look.px(4) + 2 * look.px(kLane)};
}

QRectF CallLanes::laneRect(Lane lane) const {
  const Look& look = Look::get();
  const int top = look.px(4) + (lane == Lane::Gpu ? look.px(kLane) : 0) + look.px(kTitle);
  return {double(look.px(kSide)), double(top), double(width() - 2 * look.px(kSide)), double(look.px(kBar))};
}

QRectF CallLanes::rowRect(int row) const {
  const CallModel::Row& r = m_model->rows()[size_t(row)];
  if (r.lane == Lane::None || m_model->timeSpan() <= 0) return {};
  const QRectF lane = laneRect(r.lane);
  const double least = Look::get().px(kLeast);
  const double room = lane.width() - least;
  const double left = lane.left() + r.begin / m_model->timeSpan() * room;
  return {left, lane.top(), std::max(least, r.microseconds / m_model->timeSpan() * room), lane.height()};
}

int CallLanes::rowAt(const QPointF& at) const {
  int found = -1;
  for (int i = 0; i < m_model->rowCount(); ++i) {
    // Short ones stand on top of long ones, and are hard to hit.
    if (rowRect(i).adjusted(-2, 0, 2, 0).contains(at) &&
        (found < 0 || rowRect(i).width() <= rowRect(found).width()))
      found = i;
  }
  return found;
}

QString CallLanes::laneWords(Lane lane) const {
  if (lane == Lane::Cpu) return tr("Calls on the CPU");
  return m_model->isMeasured() ? tr("Work on the GPU, measured") : tr("Work on the simulated GPU");
}

void CallLanes::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Lane lane : {Lane::Cpu, Lane::Gpu}) paintLane(painter, lane);
  for (int i = 0; i < m_model->rowCount(); ++i) paintRow(painter, i);
  if (m_current >= 0) {
    const Look& look = Look::get();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color("text"), look.stroke() * 1.4));
    painter.drawRoundedRect(rowRect(m_current).adjusted(-2, -2, 2, 2), look.px(3), look.px(3));
  }
  paintScale(painter);
}

void CallLanes::paintLane(QPainter& painter, Lane lane) const {
  const Look& look = Look::get();
  const QRectF rect = laneRect(lane);
  painter.setFont(look.font(0.86));
  painter.setPen(look.color("muted"));
  painter.drawText(QRectF(rect.left(), rect.top() - look.px(kTitle), rect.width(), look.px(kTitle)),
                   Qt::AlignLeft | Qt::AlignVCenter, laneWords(lane));
  painter.setPen(QPen(look.color(hasFocus() ? "accent" : "border"), 1));
  painter.setBrush(look.color("raised"));
  painter.drawRoundedRect(rect, look.px(2), look.px(2));
}

/// A call is a plain bar; work has its card's colour and pattern.
void CallLanes::paintRow(QPainter& painter, int row) const {
  const Look& look = Look::get();
  const CallModel::Row& r = m_model->rows()[size_t(row)];
  if (r.lane == Lane::None) return;
  const QRectF rect = rowRect(row).adjusted(0, 1, 0, -1);
  if (r.lane == Lane::Cpu) {
    painter.setPen(QPen(look.color("panel"), 1));
    painter.setBrush(look.color("accent"));
    painter.drawRect(rect);
  } else {
    paintDeviceArea(painter, rect, m_directory.info(r.device), 1);
  }
  painter.setFont(look.font(0.8));
  const double width = painter.fontMetrics().horizontalAdvance(r.name) + look.px(6);
  if (width > rect.width() - look.px(4)) return;
  const QRectF plate(rect.center().x() - width / 2, rect.top() + 1, width, rect.height() - 2);
  painter.setPen(Qt::NoPen);
  painter.setBrush(look.color("panel"));
  painter.drawRoundedRect(plate, look.px(2), look.px(2));
  painter.setPen(look.color("text"));
  painter.drawText(plate, Qt::AlignCenter, r.name);
}

/// How long it all took, above the end of the lanes.
void CallLanes::paintScale(QPainter& painter) const {
  const Look& look = Look::get();
  const QRectF lane = laneRect(Lane::Cpu);
  painter.setFont(look.font(0.86));
  painter.setPen(look.color("muted"));
  painter.drawText(QRectF(lane.left(), lane.top() - look.px(kTitle), lane.width(), look.px(kTitle)),
                   Qt::AlignRight | Qt::AlignVCenter,
                   tr("0 to %1").arg(formatMicroseconds(m_model->timeSpan())));
}

QString CallLanes::toolTipAt(const QPointF& at) const {
  const int row = rowAt(at);
  return row < 0 ? QString() : m_model->index(row, 0).data(Qt::ToolTipRole).toString();
}

void CallLanes::keyPressEvent(QKeyEvent* event) {
  std::vector<int> placed;
  int at = -1;
  for (int i = 0; i < m_model->rowCount(); ++i) {
    if (m_model->rows()[size_t(i)].lane == Lane::None) continue;
    if (i == m_current) at = int(placed.size());
    placed.push_back(i);
  }
  const int last = int(placed.size()) - 1;
  if (last < 0) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Right:
      return setCurrent(placed[size_t(std::min(at + 1, last))]);
    case Qt::Key_Left:
      return setCurrent(placed[size_t(std::max(at - 1, 0))]);
    case Qt::Key_Home:
      return setCurrent(placed.front());
    case Qt::Key_End:
      return setCurrent(placed.back());
    default:
      QWidget::keyPressEvent(event);
  }
}

void CallLanes::mousePressEvent(QMouseEvent* event) {
  setCurrent(rowAt(event->position()));
}

bool CallLanes::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
  }
  if (event->type() == QEvent::LanguageChange) {
    say();
    update();
  }
  return QWidget::event(event);
}

}  // namespace todevice
