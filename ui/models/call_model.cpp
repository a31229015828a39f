// SPDX-License-Identifier: GPL-3.0-or-later
#include "call_model.h"

#include <algorithm>

#include "address_format.h"
#include "joined.h"
#include "timeline.h"

namespace todevice {

namespace {

using Lane = CallModel::Row::Lane;

QString kindWord(const std::string& kind) {
  if (kind == "api") return CallModel::tr("call");
  if (kind == "kernel") return CallModel::tr("kernel");
  if (kind == "copy") return CallModel::tr("copy");
  if (kind == "set") return CallModel::tr("fill");
  return QString::fromStdString(kind);
}

/// What the simulator names in its own words is said in the learner's language; CUDA's names stay.
QString nameWord(const QString& name) {
  if (name == QLatin1String("copy to the GPU")) return CallModel::tr("copy to the GPU");
  if (name == QLatin1String("copy to the CPU")) return CallModel::tr("copy to the CPU");
  if (name == QLatin1String("copy to another GPU")) return CallModel::tr("copy to another GPU");
  if (name == QLatin1String("reserve memory")) return CallModel::tr("reserve memory");
  if (name == QLatin1String("give memory back")) return CallModel::tr("give memory back");
  return name;
}

}  // namespace

QString formatMicroseconds(double microseconds) {
  if (microseconds < 1) return QStringLiteral("%1 ns").arg(microseconds * 1000, 0, 'f', 0);
  if (microseconds < 1000) return QStringLiteral("%1 µs").arg(microseconds, 0, 'f', 1);
  if (microseconds < 1e6) return QStringLiteral("%1 ms").arg(microseconds / 1000, 0, 'f', 2);
  return QStringLiteral("%1 s").arg(microseconds / 1e6, 0, 'f', 2);
}

CallModel::CallModel(Timeline* timeline, QObject* parent)
    : QAbstractTableModel(parent), m_timeline(timeline) {
  connect(timeline, &Timeline::cursorChanged, this, &CallModel::follow);
  connect(timeline, &Timeline::recordsAppended, this, &CallModel::follow);
  connect(timeline, &Timeline::cleared, this, &CallModel::follow);
  follow();
}

void CallModel::follow() {
  beginResetModel();
  m_rows.clear();
  m_span = 0;
  m_measured = false;
  m_leftOut = m_copiesLeftOut = m_copiedAtLeast = 0;
  m_note.clear();
  if (const protocol::Record* record = m_timeline->current()) {
    m_leftOut = record->calls_left_out;
    m_note = QString::fromStdString(record->calls_note);
    addCalls(*record);
    addCopies(*record);
    addMemory(*record, false);
    addMemory(*record, true);
  }
  endResetModel();
}

void CallModel::addMemory(const protocol::Record& record, bool freed) {
  const QString name = freed ? tr("give back") : tr("allocate"), kind = tr("memory");
  for (const auto& block : record.allocations) {
    if (block.freed != freed) continue;
    Row row;
    row.name = name;
    row.kind = kind;
    row.device = QString::fromStdString(block.device);
    row.bytes = block.bytes;
    row.address = block.address;
    m_rows.push_back(row);
  }
}

/// The engine's own word on copies, for lines of which nothing closer is known.
void CallModel::addCopies(const protocol::Record& record) {
  if (record.calls_left_out > 0 || record.copies_left_out > 0) {
    m_copiedAtLeast = record.copies_left_out_bytes;
    for (const auto& copy : record.copies) m_copiedAtLeast += copy.bytes;
  }
  const bool known = std::any_of(record.calls.begin(), record.calls.end(),
                                 [](const auto& call) { return call.kind == "copy"; });
  if (known) return;
  m_copiesLeftOut = record.copies_left_out;
  for (const auto& copy : record.copies) {
    Row row;
    row.name = tr("copy");
    row.kind = kindWord("copy");
    row.device =
        QStringLiteral("%1 → %2").arg(QString::fromStdString(copy.from), QString::fromStdString(copy.to));
    row.bytes = copy.bytes;
    row.microseconds = copy.microseconds;
    row.address = copy.to_address;
    m_rows.push_back(row);
  }
}

void CallModel::addCalls(const protocol::Record& record) {
  for (const auto& call : record.calls) {
    Row row;
    row.name = nameWord(QString::fromStdString(call.name));
    row.detail = QString::fromStdString(call.detail);
    row.kind = kindWord(call.kind);
    row.device = QString::fromStdString(call.device);
    row.stream = call.stream;
    row.bytes = call.bytes;
    row.begin = call.begin;
    row.microseconds = call.microseconds;
    row.correlation = call.correlation;
    row.lane = call.kind == "api" ? Lane::Cpu : Lane::Gpu;
    m_measured = m_measured || call.measured;
    m_span = std::max(m_span, call.begin + call.microseconds);
    m_rows.push_back(row);
  }
}

bool CallModel::hasCalls() const {
  return std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.lane != Lane::None; });
}
bool CallModel::isMeasured() const {
  return m_measured;
}

QString CallModel::totals() const {
  int onCpu = 0, onGpu = 0;
  double cpu = 0, gpu = 0;
  qint64 copied = 0;
  for (const Row& row : m_rows) {
    if (row.lane == Lane::Cpu) {
      ++onCpu;
      cpu += row.microseconds;
    } else if (row.lane == Lane::Gpu) {
      ++onGpu;
      gpu += row.microseconds;
      if (row.kind == kindWord("copy")) copied += row.bytes;
    }
  }
  copied = std::max(copied, m_copiedAtLeast);
  QStringList words;
  if (onCpu > 0)
    words << tr("%n call(s) on the CPU", nullptr, onCpu) + QLatin1Char(' ') + formatMicroseconds(cpu);
  if (onGpu > 0)
    words << tr("%n piece(s) of GPU work", nullptr, onGpu) + QLatin1Char(' ') + formatMicroseconds(gpu);
  if (copied > 0) words << tr("%1 copied").arg(formatBytes(copied));
  if (m_copiesLeftOut > 0) words << tr("%n more copies left out", nullptr, int(m_copiesLeftOut));
  if (m_leftOut > 0) words << tr("%n more left out", nullptr, int(m_leftOut));
  if (onCpu + onGpu > 0) words << (m_measured ? tr("measured") : tr("simulated"));
  return words.join(QStringLiteral(" · "));
}

QString CallModel::sentence(int row) const {
  const Row& r = m_rows[size_t(row)];
  QStringList words{withAside(r.name, r.kind)};
  if (!r.device.isEmpty()) words << r.device;
  if (r.stream >= 0) words << tr("stream %1").arg(r.stream);
  if (r.bytes > 0) words << formatBytes(r.bytes);
  if (r.microseconds >= 0) words << formatMicroseconds(r.microseconds);
  if (r.lane != Lane::None) words << tr("begins at %1").arg(formatMicroseconds(r.begin));
  if (r.address != 0) words << formatAddress(r.address);
  return asClauses(words);
}

int CallModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(m_rows.size());
}
int CallModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString CallModel::text(const Row& row, int column) const {
  switch (column) {
    case Name:
      return row.name;
    case Kind:
      return row.kind;
    case Device:
      return row.device.isEmpty() ? QStringLiteral("cpu") : row.device;
    case Stream:
      return row.stream >= 0 ? QString::number(row.stream) : QString();
    case Bytes:
      return row.bytes > 0 ? formatBytes(row.bytes) : QString();
    case Duration:
      return row.microseconds >= 0 ? formatMicroseconds(row.microseconds) : QString();
    default:
      return {};
  }
}

QVariant CallModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = m_rows[size_t(index.row())];
  if (role == Qt::DisplayRole) return text(row, index.column());
  if (role == Qt::TextAlignmentRole && index.column() >= Duration)
    return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    return row.detail.isEmpty() ? sentence(index.row())
                                : sentence(index.row()) + QLatin1Char('\n') + row.detail;
  }
  if (role != SortRole) return {};
  if (index.column() == Stream) return row.stream;
  if (index.column() == Bytes) return row.bytes;
  if (index.column() == Duration) return row.microseconds;
  return text(row, index.column());
}

QVariant CallModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole && section >= Duration) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QStringList names{tr("Name"), tr("Kind"), tr("Device"), tr("Duration"), tr("Bytes"), tr("Stream")};
  return names.value(section);
}

CallFilter::CallFilter(CallModel* model, QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(CallModel::SortRole);
  setSourceModel(model);
}

void CallFilter::setWords(const QString& words) {
  m_words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

bool CallFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
    for (int column = 0; column < CallModel::ColumnCount; ++column) {
      const QString text = sourceModel()->index(row, column, parent).data().toString();
      if (text.contains(word, Qt::CaseInsensitive)) return true;
    }
    return false;
  });
}

}  // namespace todevice
