// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics_store.h"

#include <QHash>
#include <algorithm>

namespace todevice {

namespace {

/// Points that came together: rows of the table without an entry for each row.
struct Chunk {
  int firstRow = 0;
  int series = 0;
  int firstPoint = 0;
  int count = 0;
};

}  // namespace

struct MetricsStore::Private {
  std::vector<MetricSeries> series;
  std::vector<Chunk> chunks;
  int rows = 0;

  const Chunk& chunkOf(int row) const {
    const auto after = std::upper_bound(chunks.begin(), chunks.end(), row,
                                        [](int r, const Chunk& chunk) { return r < chunk.firstRow; });
    return *std::prev(after);
  }

  void addPoints(int index, const protocol::Metrics::Series& points) {
    auto& target = series[std::size_t(index)];
    const int count = int(std::min(points.x.size(), points.y.size()));
    if (count == 0) return;
    const int first = int(target.x.size());
    target.x.insert(target.x.end(), points.x.begin(), points.x.begin() + count);
    target.y.insert(target.y.end(), points.y.begin(), points.y.begin() + count);
    const bool grows = !chunks.empty() && chunks.back().series == index;
    if (grows) {
      chunks.back().count += count;
    } else {
      chunks.push_back({rows, index, first, count});
    }
    rows += count;
  }

  /// Rows of the other runs keep their order; their series get new numbers.
  void dropRun(const QString& run) {
    std::vector<int> newIndex(series.size(), -1);
    std::vector<MetricSeries> kept;
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (series[i].run == run) continue;
      newIndex[i] = int(kept.size());
      kept.push_back(std::move(series[i]));
    }
    series = std::move(kept);
    std::erase_if(chunks, [&](const Chunk& chunk) { return newIndex[std::size_t(chunk.series)] < 0; });
    rows = 0;
    for (auto& chunk : chunks) {
      chunk.series = newIndex[std::size_t(chunk.series)];
      chunk.firstRow = rows;
      rows += chunk.count;
    }
  }
};

MetricsStore::MetricsStore(QObject* parent) : QAbstractTableModel(parent), d(std::make_unique<Private>()) {}
MetricsStore::~MetricsStore() = default;

int MetricsStore::seriesCount() const {
  return int(d->series.size());
}
const MetricSeries& MetricsStore::series(int index) const {
  return d->series.at(std::size_t(index));
}
qint64 MetricsStore::pointCount() const {
  return d->rows;
}

int MetricsStore::find(const QString& run, const QString& name) const {
  const auto found = std::find_if(d->series.begin(), d->series.end(), [&](const MetricSeries& series) {
    return series.run == run && series.name == name;
  });
  return found == d->series.end() ? -1 : int(found - d->series.begin());
}

QStringList MetricsStore::runs() const {
  QStringList runs;
  for (const auto& series : d->series) {
    if (!runs.contains(series.run)) runs << series.run;
  }
  return runs;
}

QString MetricsStore::curveName(int index) const {
  const MetricSeries& one = series(index);
  const QStringList all = runs();
  return all.size() < 2 ? one.name
                        : tr("%1, run %2").arg(one.name, QString::number(all.indexOf(one.run) + 1));
}

int MetricsStore::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : d->rows;
}
int MetricsStore::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant MetricsStore::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == Qt::TextAlignmentRole && index.column() >= X) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const Chunk& chunk = d->chunkOf(index.row());
  const auto& series = d->series[std::size_t(chunk.series)];
  const auto point = std::size_t(chunk.firstPoint + index.row() - chunk.firstRow);
  switch (index.column()) {
    case Run:
      return int(runs().indexOf(series.run)) + 1;  // as curveName() counts them
    case Series:
      return series.name;
    case X:
      return series.x[point];
    default:
      return series.y[point];
  }
}

QVariant MetricsStore::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return QAbstractTableModel::headerData(section, orientation, role);
  }
  switch (section) {
    case Run:
      return tr("Run");
    case Series:
      return tr("Series");
    case X:
      return tr("Step");
    case Y:
      return tr("Value");
    default:
      return {};
  }
}

void MetricsStore::append(const protocol::Metrics& batch) {
  const QString run = QString::fromStdString(batch.run);
  int added = 0;
  std::vector<int> targets;
  for (const auto& points : batch.series) {
    added += int(std::min(points.x.size(), points.y.size()));
    const QString name = QString::fromStdString(points.name);
    int index = find(run, name);
    if (index < 0) {
      index = seriesCount();
      d->series.push_back({run, name, {}, {}});
    }
    targets.push_back(index);
  }
  const auto addAll = [&] {
    for (std::size_t i = 0; i < targets.size(); ++i) d->addPoints(targets[i], batch.series[i]);
  };
  if (added > 0) {
    beginInsertRows({}, d->rows, d->rows + added - 1);
    addAll();
    endInsertRows();
  }
  emit pointsAppended();
}

void MetricsStore::clearRun(const QString& run) {
  beginResetModel();
  d->dropRun(run);
  endResetModel();
  emit seriesRemoved();
}

void MetricsStore::clear() {
  beginResetModel();
  d->series.clear();
  d->chunks.clear();
  d->rows = 0;
  endResetModel();
  emit seriesRemoved();
}

}  // namespace todevice
