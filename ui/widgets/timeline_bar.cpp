// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline_bar.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QToolTip>

#include "models/record_list_model.h"
#include "models/timeline.h"
#include "widgets/look.h"

namespace todevice {

namespace {

/// Each kind of mark has a shape and a colour of its own: shape alone is enough to tell them apart.
void paintMark(QPainter& painter, Marker kind, const QPointF& at, double size) {
  const Look& look = Look::get();
  const double r = size / 2;
  const QColor panel = look.color("panel");
  if (kind == Marker::Error) {
    painter.setPen(QPen(look.color("bad"), look.stroke() * 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at + QPointF(-r, -r) * 0.8, at + QPointF(r, r) * 0.8);
    painter.drawLine(at + QPointF(-r, r) * 0.8, at + QPointF(r, -r) * 0.8);
    return;
  }
  if (kind == Marker::Printed) {
    painter.setPen(QPen(look.color("muted"), look.stroke() * 1.4, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(at + QPointF(-r, 0) * 0.7, at + QPointF(r, 0) * 0.7);
    return;
  }
  if (kind == Marker::VariableRead) {  // hollow: CUDA is not there yet
    painter.setPen(
        QPen(look.color("accent"), look.stroke() * 1.4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(panel);
    painter.drawPolygon(
        QPolygonF({at + QPointF(-r, -r * 0.8), at + QPointF(r, -r * 0.8), at + QPointF(0, r)}));
    return;
  }
  painter.setPen(QPen(panel, look.stroke()));
  painter.setBrush(look.color(kind == Marker::Copy ? "changedBar" : "accent"));
  if (kind == Marker::CudaInitialized) {
    painter.drawEllipse(at, r, r);
  } else {
    const double d = r * 1.15;
    painter.drawPolygon(
        QPolygonF({at + QPointF(0, -d), at + QPointF(d, 0), at + QPointF(0, d), at + QPointF(-d, 0)}));
  }
}

}  // namespace

TimelineBar::TimelineBar(Timeline* timeline, RecordListModel* records, QWidget* parent)
    : QAbstractSlider(parent), m_timeline(timeline), m_records(records) {
  setOrientation(Qt::Horizontal);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(false);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(this, &QAbstractSlider::valueChanged, m_timeline, &Timeline::setCursor);
  connect(m_timeline, &Timeline::cursorChanged, this, &TimelineBar::follow);
  connect(m_timeline, &Timeline::recordsAppended, this, &TimelineBar::follow);
  connect(m_timeline, &Timeline::cleared, this, &TimelineBar::follow);
  follow();
}

void TimelineBar::follow() {
  const QSignalBlocker blocker(this);
  setRange(m_timeline->first(), m_timeline->count());
  setPageStep(qMax(1, (maximum() - minimum()) / 10));
  setValue(m_timeline->cursor());
  setAccessibleDescription(cursorWords());
  update();
}

QString TimelineBar::cursorWords() const {
  if (m_timeline->count() == 0) return tr("nothing has run yet");
  const protocol::Record* record = m_timeline->current();
  const int gone = m_timeline->first();
  QString words = record ? tr("line %1, record %2 of %3")
                               .arg(record->line)
                               .arg(m_timeline->cursor())
                               .arg(m_timeline->count())
                  : gone > 0 ? tr("before the oldest record that is kept")
                             : tr("before the first line, %1 records").arg(m_timeline->count());
  if (gone > 0) words += QStringLiteral(" · ") + tr("the first %1 are no longer kept").arg(gone);
  return words;
}

QSize TimelineBar::sizeHint() const {
  return {Look::get().px(320), Look::get().px(44)};
}

QRect TimelineBar::track() const {
  const Look& look = Look::get();
  return {look.px(12), 0, width() - look.px(24), look.px(26)};
}

int TimelineBar::xOf(int cursor) const {
  const QRect area = track();
  const int span = maximum() - minimum();
  return span == 0 ? area.left() : area.left() + int(qint64(cursor - minimum()) * area.width() / span);
}

int TimelineBar::cursorAt(int x) const {
  const QRect area = track();
  if (area.width() <= 0) return minimum();
  const double share = double(x - area.left()) / area.width();
  return qBound(minimum(), minimum() + qRound(share * (maximum() - minimum())), maximum());
}

void TimelineBar::paintEvent(QPaintEvent*) {
  const Look& look = Look::get();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect area = track();
  const double middle = area.center().y() + 0.5;
  painter.setPen(QPen(look.color("border"), look.px(4), Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle));
  if (maximum() > 0) {
    painter.setPen(QPen(look.color("accent"), look.px(4), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(area.left(), middle), QPointF(xOf(value()), middle));
  }
  paintMarks(painter);
  const QRectF handle(xOf(value()) - look.px(4), middle - look.px(10), look.px(8), look.px(20));
  painter.setPen(QPen(look.color(hasFocus() ? "text" : "panel"), look.stroke()));
  painter.setBrush(look.color(maximum() > 0 ? "accent" : "edge"));
  painter.drawRoundedRect(handle, look.px(3), look.px(3));
  paintLegend(painter);
}

void TimelineBar::paintMarks(QPainter& painter) const {
  const Look& look = Look::get();
  const double middle = track().center().y() + 0.5;
  const int span = maximum() - minimum();
  const bool roomForDots = span > 0 && track().width() / span >= look.px(7);
  QHash<int, int> lastAt;  // thousands of marks on one pixel are one mark
  for (int i = minimum() + 1; i <= maximum(); ++i) {
    const QPointF at(xOf(i), middle);
    const Markers markers = m_records->markers(i - 1);
    if (!markers && roomForDots) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look.color(i <= value() ? "panel" : "edge"));
      painter.drawEllipse(at, look.px(2) * 0.75, look.px(2) * 0.75);
    }
    // Text stands below the line, so that a mark on the line does not hide it.
    for (const Marker kind :
         {Marker::Printed, Marker::Copy, Marker::VariableRead, Marker::CudaInitialized, Marker::Error}) {
      if (!markers.testFlag(kind) || lastAt.value(int(kind), -1) == int(at.x())) continue;
      lastAt[int(kind)] = int(at.x());
      const bool both =
          (kind == Marker::CudaInitialized || kind == Marker::VariableRead) && markers.testFlag(Marker::Copy);
      const QPointF place = kind == Marker::Printed ? at + QPointF(0, look.px(9))
                            : both                  ? at - QPointF(look.mark(), 0)
                                                    : at;
      paintMark(painter, kind, place, look.mark());
    }
  }
}

void TimelineBar::paintLegend(QPainter& painter) const {
  const Look& look = Look::get();
  painter.setFont(look.font(0.88));
  const int top = look.px(26), height = look.px(16);
  const QString words = cursorWords();
  const int wordsWidth = painter.fontMetrics().horizontalAdvance(words);
  painter.setPen(look.color("text"));
  painter.drawText(QRect(width() - look.px(12) - wordsWidth, top, wordsWidth, height), Qt::AlignVCenter,
                   words);
  int x = look.px(12);
  const std::pair<Marker, QString> legend[] = {{Marker::VariableRead, tr("variable read")},
                                               {Marker::CudaInitialized, tr("CUDA initialised")},
                                               {Marker::Copy, tr("copy")},
                                               {Marker::Printed, tr("printed text")},
                                               {Marker::Error, tr("error")}};
  for (const auto& [kind, text] : legend) {
    const int textWidth = painter.fontMetrics().horizontalAdvance(text);
    if (x + look.px(18) + textWidth > width() - look.px(24) - wordsWidth) break;
    paintMark(painter, kind, QPointF(x + look.px(5), top + height / 2.0), look.px(9));
    painter.setPen(look.color("muted"));
    painter.drawText(QRect(x + look.px(14), top, textWidth + 2, height), Qt::AlignVCenter, text);
    x += look.px(30) + textWidth;
  }
}

QString TimelineBar::toolTipAt(const QPoint& position) const {
  const int cursor = cursorAt(position.x());
  if (cursor == minimum() || !track().contains(position)) return {};
  return tr("record %1: %2").arg(cursor).arg(m_records->sentence(cursor - 1));
}

bool TimelineBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
  }
  if (event->type() == QEvent::LanguageChange) {
    setAccessibleName(tr("Timeline"));
    follow();
  }
  if (event->type() == QEvent::StyleChange) updateGeometry();
  return QAbstractSlider::event(event);
}

void TimelineBar::mousePressEvent(QMouseEvent* event) {
  emit touched();
  if (event->button() == Qt::LeftButton) setValue(cursorAt(int(event->position().x())));
}

void TimelineBar::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) setValue(cursorAt(int(event->position().x())));
}

void TimelineBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space) return emit playAsked();
  emit touched();
  // The editor's way round: Up is back in time, not "more".
  if (event->key() == Qt::Key_Up) return setValue(value() - 1);
  if (event->key() == Qt::Key_Down) return setValue(value() + 1);
  QAbstractSlider::keyPressEvent(event);
}

}  // namespace todevice
