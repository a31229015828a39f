// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/loss_plot.h"

#include <algorithm>

#include "models/metrics_store.h"
#include "widgets/look.h"

namespace todevice {

namespace {

constexpr int kFewPoints = 12;
constexpr int kHighEnough = 130;  ///< for the names of the axes

bool isShare(const QString& name) {
  return name.contains(QLatin1String("acc"), Qt::CaseInsensitive);
}

}  // namespace

LossPlot::LossPlot(MetricsStore* store, QWidget* parent) : QCustomPlot(parent), m_store(store) {
  setPlottingHint(QCP::phFastPolylines);
  setNoAntialiasingOnDrag(true);
  setFocusPolicy(Qt::StrongFocus);
  m_timer.setSingleShot(true);
  m_timer.setInterval(33);
  connect(&m_timer, &QTimer::timeout, this, &LossPlot::catchUp);
  connect(m_store, &MetricsStore::pointsAppended, this, [this] {
    if (!m_timer.isActive()) m_timer.start();
  });
  connect(m_store, &MetricsStore::seriesRemoved, this, &LossPlot::rebuild);
  connect(m_store, &QAbstractItemModel::modelReset, this, &LossPlot::rebuild);
  connect(&Look::get(), &Look::changed, this, &LossPlot::applyLook);
  rebuild();
}

int LossPlot::drawnPoints() const {
  int sum = 0;
  for (const int points : m_drawn) sum += points;
  return sum;
}

void LossPlot::rebuild() {
  clearGraphs();
  m_drawn.clear();
  catchUp();
}

void LossPlot::addSeries(int index) {
  const MetricSeries& series = m_store->series(index);
  QCPGraph* graph = addGraph(xAxis, isShare(series.name) ? yAxis2 : yAxis);
  graph->setAdaptiveSampling(true);
  m_drawn.append(0);
  applyLook();
}

void LossPlot::nameCurves() {
  for (int i = 0; i < graphCount(); ++i) graph(i)->setName(m_store->curveName(i));
}

void LossPlot::catchUp() {
  if (m_drawn.size() < m_store->seriesCount()) {
    while (m_drawn.size() < m_store->seriesCount()) addSeries(int(m_drawn.size()));
    nameCurves();  // a second run gives the first one's a number
  }
  for (int i = 0; i < int(m_drawn.size()); ++i) {
    const MetricSeries& series = m_store->series(i);
    const int from = m_drawn[i], count = int(series.x.size());
    if (from >= count) continue;
    const QVector<double> x(series.x.begin() + from, series.x.end());
    const QVector<double> y(series.y.begin() + from, series.y.end());
    graph(i)->addData(x, y, true);
    m_drawn[i] = count;
  }
  // A value that is logged once or twice has no line to be seen by.
  for (int i = 0; i < graphCount(); ++i) {
    const bool few = graph(i)->dataCount() <= kFewPoints;
    graph(i)->setScatterStyle(few ? QCPScatterStyle(QCPScatterStyle::ssDisc, Look::get().mark() * 0.8)
                                  : QCPScatterStyle());
  }
  fitAxes();
  replot(rpQueuedReplot);
}

void LossPlot::fitAxes() {
  bool share = false;
  for (int i = 0; i < graphCount(); ++i) share = share || graph(i)->valueAxis() == yAxis2;
  yAxis2->setVisible(share);
  legend->setVisible(graphCount() > 1);
  if (graphCount() == 0) return;
  xAxis->rescale(true);
  yAxis->rescale(true);
  if (xAxis->range().size() <= 0) xAxis->setRange(0, 1);
  // A loss is read against zero, and wants a little air above.
  if (yAxis->range().lower > 0) yAxis->setRangeLower(0);
  yAxis->setRangeUpper(yAxis->range().upper * 1.06 + 1e-9);
  yAxis2->setRange(0, 1.02);
}

void LossPlot::applyLook() {
  const Look& look = Look::get();
  const QColor text = look.color("muted"), line = look.color("border");
  setBackground(look.color("panel"));
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
    axis->setTickLabelFont(look.font(0.85));
    axis->setLabelFont(look.font(0.9));
    axis->setTickLabelColor(text);
    axis->setLabelColor(text);
    axis->setBasePen(QPen(look.color("edge"), 1));
    axis->setTickPen(QPen(look.color("edge"), 1));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(look.px(4));
    axis->grid()->setPen(QPen(line, 1, Qt::SolidLine));
    axis->grid()->setZeroLinePen(QPen(line, 1));
  }
  xAxis->grid()->setVisible(false);
  nameAxes();
  xAxis->setNumberFormat(QStringLiteral("f"));
  xAxis->setNumberPrecision(0);
  legend->setFont(look.font(0.85));
  legend->setTextColor(look.color("text"));
  legend->setBrush(look.color("panel"));
  legend->setBorderPen(QPen(line, 1));
  legend->setIconSize(look.px(24), look.px(12));
  static const std::pair<const char*, Qt::PenStyle> pens[] = {{"accent", Qt::SolidLine},
                                                              {"changedBar", Qt::DashLine},
                                                              {"good", Qt::DashDotLine},
                                                              {"keyword", Qt::DotLine}};
  for (int i = 0; i < graphCount(); ++i) {
    // From the fifth on, a colour comes again with another dash.
    const auto color = size_t(i) % 4, dash = (color + size_t(i) / 4) % 4;
    graph(i)->setPen(QPen(look.color(pens[color].first), look.stroke() * 1.1, pens[dash].second));
  }
  replot(rpQueuedReplot);
}

/// A low plot needs its height for the curves: their names stand in the panel's note.
void LossPlot::nameAxes() {
  const bool room = height() >= Look::get().px(kHighEnough);
  xAxis->setLabel(room ? tr("step") : QString());
  yAxis->setLabel(room ? tr("training loss") : QString());
  yAxis2->setLabel(room ? tr("accuracy") : QString());
  // No more numbers than stand apart from one another; there are about as many as are asked for.
  constexpr int kMost = 5;
  const int lines = height() / (3 * QFontMetrics(yAxis->tickLabelFont()).height());
  for (QCPAxis* axis : {yAxis, yAxis2}) axis->ticker()->setTickCount(std::clamp(lines, 1, kMost));
}

void LossPlot::resizeEvent(QResizeEvent* event) {
  nameAxes();
  QCustomPlot::resizeEvent(event);
}

void LossPlot::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    nameCurves();
    applyLook();
  }
  QCustomPlot::changeEvent(event);
}

}  // namespace todevice
