// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_list_model.h"

#include <QStringList>

#include "move_cards.h"
#include "timeline.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

Markers markersOf(const protocol::Record& record) {
  Markers markers;
  if (record.cuda_uuids || record.variables_read) markers |= Marker::CudaInitialized;
  if (!record.copies.empty()) markers |= Marker::Copy;
  if (record.error) markers |= Marker::Error;
  return markers;
}

QString deviceOf(const protocol::Record& record, protocol::Address id) {
  for (const auto& object : record.objects) {
    if (object.id == id && object.tensor) return text(object.tensor->device);
  }
  return {};
}

QStringList bindingWords(const protocol::Record& record) {
  QStringList words;
  for (const auto& binding : record.bound) {
    const QString device = deviceOf(record, binding.id);
    if (!device.isEmpty()) {
      words << RecordListModel::tr("%1 is on %2").arg(text(binding.name), device);
    } else {
      words << RecordListModel::tr("%1 is set").arg(text(binding.name));
    }
  }
  for (const auto& binding : record.unbound)
    words << RecordListModel::tr("%1 is gone").arg(text(binding.name));
  return words;
}

/// What a record did, in a few words: the error, else the moves, else the names.
QString whatHappened(const protocol::Record& record) {
  if (record.error) return errorWords(*record.error);
  QStringList words;
  for (const auto& card : moveCards(record)) words << card.sentence;
  if (words.isEmpty()) words = bindingWords(record);
  if (record.cuda_uuids)
    words << RecordListModel::tr("CUDA is initialised from here on");
  else if (record.variables_read)
    words << RecordListModel::tr("CUDA has read CUDA_VISIBLE_DEVICES: later changes have no effect");
  for (const auto& change : record.variables) {
    if (change.late)
      words << RecordListModel::tr("%1 changed too late: CUDA had read it").arg(text(change.name));
  }
  if (record.merged > 0) {
    words << RecordListModel::tr("with %n more line(s) that ran meanwhile", nullptr, int(record.merged));
  }
  return words.join(QStringLiteral("; "));
}

QString timeWords(double microseconds) {
  if (microseconds < 1000) return QStringLiteral("%1 µs").arg(microseconds, 0, 'f', 0);
  if (microseconds < 1e6) return QStringLiteral("%1 ms").arg(microseconds / 1000, 0, 'f', 1);
  return QStringLiteral("%1 s").arg(microseconds / 1e6, 0, 'f', 2);
}

}  // namespace

QString errorWords(const protocol::Error& error) {
  const QString message = text(error.message).trimmed();
  return message.isEmpty() ? text(error.type) : text(error.type) + QStringLiteral(": ") + message;
}

QString markerWords(Markers markers) {
  QStringList words;
  if (markers & Marker::CudaInitialized) words << RecordListModel::tr("CUDA initialised");
  if (markers & Marker::Copy) words << RecordListModel::tr("copy");
  if (markers & Marker::Error) words << RecordListModel::tr("error");
  return words.join(QStringLiteral(", "));
}

struct RecordListModel::Private {
  Timeline* timeline = nullptr;
  int rows = 0;
  int cursor = 0;
};

RecordListModel::RecordListModel(Timeline* timeline, QObject* parent)
    : QAbstractTableModel(parent), d(std::make_unique<Private>()) {
  d->timeline = timeline;
  d->rows = timeline->count();
  d->cursor = timeline->cursor();
  connect(timeline, &Timeline::recordsAppended, this, [this](int first, int last) {
    beginInsertRows({}, first, last);
    d->rows = last + 1;
    endInsertRows();
  });
  connect(timeline, &Timeline::cleared, this, [this] {
    beginResetModel();
    d->rows = d->cursor = 0;
    endResetModel();
  });
  connect(timeline, &Timeline::cursorChanged, this, [this](int cursor) {
    const int before = std::exchange(d->cursor, cursor);
    for (const int row : {before - 1, cursor - 1}) {
      if (row >= 0 && row < d->rows)
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1), {AtCursorRole});
    }
  });
}
RecordListModel::~RecordListModel() = default;

Markers RecordListModel::markers(int row) const {
  return markersOf(d->timeline->record(row));
}

QString RecordListModel::sentence(int row) const {
  const auto& record = d->timeline->record(row);
  const QString what = whatHappened(record);
  return what.isEmpty() ? tr("line %1").arg(record.line) : tr("line %1: %2").arg(record.line).arg(what);
}

int RecordListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : d->rows;
}
int RecordListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant RecordListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == MarkersRole) return markers(index.row()).toInt();
  if (role == AtCursorRole) return index.row() == d->cursor - 1;
  if (role == SentenceRole) return sentence(index.row());
  if (role != Qt::DisplayRole) return {};
  const auto& record = d->timeline->record(index.row());
  switch (index.column()) {
    case Number:
      return index.row() + 1;
    case Line:
      return record.line;
    case Source:
      return text(record.source).trimmed();
    case What:
      return markerWords(markers(index.row()));
    case Time:
      return timeWords(record.microseconds);
    case Output:
      return text(record.output).trimmed();
    default:
      return {};
  }
}

QVariant RecordListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
    return QAbstractTableModel::headerData(section, orientation, role);
  }
  switch (section) {
    case Number:
      return tr("Record");
    case Line:
      return tr("Line");
    case Source:
      return tr("Code");
    case What:
      return tr("What");
    case Time:
      return tr("Time");
    case Output:
      return tr("Printed");
    default:
      return {};
  }
}

}  // namespace todevice
