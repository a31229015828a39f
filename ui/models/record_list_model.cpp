// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_list_model.h"

#include <QMap>
#include <QSet>
#include <QStringList>
#include <algorithm>

#include "address_format.h"
#include "joined.h"
#include "move_cards.h"
#include "state_change.h"
#include "timeline.h"
#include "told_changes.h"
#include "worker_words.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

Markers markersOf(const protocol::Record& record) {
  Markers markers;
  if (record.cuda_uuids)
    markers |= Marker::CudaInitialized;
  else if (record.variables_read)
    markers |= Marker::VariableRead;
  if (!record.copies.empty()) markers |= Marker::Copy;
  if (record.error) markers |= Marker::Error;
  if (!record.output.empty()) markers |= Marker::Printed;
  return markers;
}

constexpr qsizetype kMostFacts = 8;  ///< in a sentence

/// What a record bound a name to: where that is, or which name it had already.
QString bindingWord(const protocol::Binding& binding, const State& before, const State& after) {
  const QString name = text(binding.name);
  const auto object = after.objects.constFind(binding.id);
  const bool isTensor = object != after.objects.cend() && object->tensor;
  if (isTensor || (object != after.objects.cend() && object->kind == "module")) {
    const QString key = nameKey(binding), scope = key.left(key.size() - name.size());
    for (auto it = before.names.cbegin(); it != before.names.cend(); ++it) {
      const bool inSight =
          !it.key().contains(QLatin1String(": ")) || (!scope.isEmpty() && it.key().startsWith(scope));
      const QString other = it.key().section(QLatin1String(": "), -1);
      // The name still stands for it, and it is not an id that was given out again.
      if (it.value() != binding.id || !inSight || other == name || after.names.value(it.key()) != binding.id)
        continue;
      return RecordListModel::tr("%1 is the same object as %2").arg(name, other);
    }
  }
  return isTensor ? RecordListModel::tr("%1 is on %2").arg(name, text(object->tensor->device))
                  : RecordListModel::tr("%1 is set").arg(name);
}

/// `told`: names of which another sentence tells. Nobody reads five thousand names, and the status line would
/// lay them all out.
QStringList bindingWords(const protocol::Record& record, const State& before, const State& after,
                         const QSet<QString>& told) {
  QStringList words;
  qsizetype more = 0;
  const auto add = [&](const protocol::Binding& binding, const auto& say) {
    if (words.size() == kMostFacts && told.isEmpty()) {
      ++more;
      return;
    }
    const QString name = text(binding.name);
    if (told.contains(name)) return;
    if (words.size() < kMostFacts)
      words << say(name);
    else
      ++more;
  };
  for (const auto& binding : record.bound) {
    add(binding, [&](const QString&) { return bindingWord(binding, before, after); });
  }
  for (const auto& binding : record.unbound)
    add(binding, [](const QString& name) { return RecordListModel::tr("%1 is gone").arg(name); });
  if (more > 0) words << RecordListModel::tr("and %n more name(s)", nullptr, int(more));
  return words;
}

/// Of copies that no `.to()` asked for.
QStringList copyWords(const protocol::Record& record) {
  if (!record.moves.empty()) return {};
  QMap<QString, qint64> bytes;  // by the way that they took
  for (const auto& copy : record.copies)
    bytes[RecordListModel::tr("%1 to %2", "from one device to another")
              .arg(text(copy.from), text(copy.to))] += copy.bytes;
  QStringList words;
  for (auto it = bytes.cbegin(); it != bytes.cend(); ++it)
    words << RecordListModel::tr("%1 copied, %2").arg(formatBytes(it.value()), it.key());
  return words;
}

QStringList firstOf(const QStringList& words) {
  const auto more = words.size() - kMostFacts;
  return more <= 0 ? words
                   : words.mid(0, kMostFacts) << RecordListModel::tr("and %n more", nullptr, int(more));
}

/// The first line that a record printed.
QString printedWords(const protocol::Record& record) {
  constexpr qsizetype kMostLetters = 48;
  // Of what may be much, as much as can be shown: a letter has at most four bytes.
  const QString begin = ownWords(text(record.output.substr(0, 16 * kMostLetters))).trimmed();
  QString line = begin.section(QLatin1Char('\n'), 0, 0);
  if (line.isEmpty()) return {};
  const bool isCut = line.size() > kMostLetters;
  if (isCut) line.truncate(line[kMostLetters - 1].isHighSurrogate() ? kMostLetters - 1 : kMostLetters);
  if (isCut || line.size() < begin.size()) line += QChar(0x2026);
  return RecordListModel::tr("prints %1").arg(line);
}

/// What a record did, in a few words: the error, else the moves, the names, and what changed in place.
QString whatHappened(const protocol::Record& record, const State& before, const State& after) {
  if (record.error) {
    QStringList words{errorWords(*record.error)};
    if (record.merged > 0)
      words << RecordListModel::tr("%n statement(s) before it had run", nullptr, int(record.merged));
    return asFacts(words);
  }
  QStringList words;
  if (!record.entered.empty()) words << RecordListModel::tr("calls %1").arg(text(record.entered));
  if (!record.raised.empty()) {
    words << RecordListModel::tr("%1 leaves %2")
                 .arg(text(record.raised).section(QLatin1Char(':'), 0, 0), text(record.function));
  }
  QStringList moved;
  QSet<QString> told;
  for (const auto& card : moveCards(record)) {
    moved << card.sentence;
    told << card.name;
  }
  const ToldChanges changes = toldChanges(before, after, record, told);
  told += changes.names;
  words +=
      firstOf(moved) + bindingWords(record, before, after, told) + firstOf(changes.words) + copyWords(record);
  if (record.cuda_uuids)
    words << RecordListModel::tr("CUDA is initialised from here on");
  else if (record.variables_read)
    words << RecordListModel::tr("CUDA has read CUDA_VISIBLE_DEVICES: later changes have no effect");
  for (const auto& change : record.variables) {
    if (change.late)
      words << RecordListModel::tr("%1 changed too late: CUDA had read it").arg(text(change.name));
  }
  // Of a block that ran whole these are the statements of the block, however often their lines ran.
  if (record.merged > 0)
    words << RecordListModel::tr("with %n more statement(s) before it", nullptr, int(record.merged));
  return words.isEmpty() ? printedWords(record) : asFacts(words);
}

QString timeWords(double microseconds) {
  if (microseconds < 1000) return QStringLiteral("%1 µs").arg(microseconds, 0, 'f', 0);
  if (microseconds < 1e6) return QStringLiteral("%1 ms").arg(microseconds / 1000, 0, 'f', 1);
  return QStringLiteral("%1 s").arg(microseconds / 1e6, 0, 'f', 2);
}

}  // namespace

QString errorWords(const protocol::Error& error) {
  const QString message = text(error.message).trimmed();
  if (error.type == "KeyboardInterrupt" && message.isEmpty())
    return RecordListModel::tr("Stopped. The Stop button ends code with a KeyboardInterrupt.");
  return message.isEmpty() ? text(error.type) : text(error.type) + QStringLiteral(": ") + message;
}

QString markerWords(Markers markers) {
  QStringList words;
  if (markers & Marker::CudaInitialized) words << RecordListModel::tr("CUDA initialised");
  if (markers & Marker::VariableRead) words << RecordListModel::tr("variable read");
  if (markers & Marker::Copy) words << RecordListModel::tr("copy");
  if (markers & Marker::Error) words << RecordListModel::tr("error");
  if (markers & Marker::Printed) words << RecordListModel::tr("printed text");
  return listed(words);
}

struct RecordListModel::Private {
  Timeline* timeline = nullptr;
  int rows = 0;
  int first = 0;  ///< index of the record in row 0
  int cursor = 0;
};

RecordListModel::RecordListModel(Timeline* timeline, QObject* parent)
    : QAbstractTableModel(parent), d(std::make_unique<Private>()) {
  d->timeline = timeline;
  d->first = timeline->first();
  d->rows = timeline->count() - d->first;
  d->cursor = timeline->cursor();
  connect(timeline, &Timeline::recordsDropped, this, [this](int first) {
    const int gone = std::min(first - d->first, d->rows);
    if (gone > 0) beginRemoveRows({}, 0, gone - 1);
    d->rows -= gone;
    d->first = first;
    if (gone > 0) endRemoveRows();
  });
  connect(timeline, &Timeline::recordsAppended, this, [this](int, int last) {
    beginInsertRows({}, d->rows, last - d->first);
    d->rows = last + 1 - d->first;
    endInsertRows();
  });
  connect(timeline, &Timeline::cleared, this, [this] {
    beginResetModel();
    d->rows = d->first = d->cursor = 0;
    endResetModel();
  });
  connect(timeline, &Timeline::cursorChanged, this, [this](int cursor) {
    const int before = std::exchange(d->cursor, cursor);
    for (const int record : {before - 1, cursor - 1}) {
      const int row = record - d->first;
      if (row >= 0 && row < d->rows)
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1), {AtCursorRole});
    }
  });
}
RecordListModel::~RecordListModel() = default;

Markers RecordListModel::markers(int record) const {
  return markersOf(d->timeline->record(record));
}

QString RecordListModel::sentence(int at) const {
  const auto& record = d->timeline->record(at);
  const bool isCurrent = at == d->timeline->cursor() - 1;
  const QString what = isCurrent
                           ? whatHappened(record, d->timeline->before(), d->timeline->state())
                           : whatHappened(record, d->timeline->stateAt(at), d->timeline->stateAt(at + 1));
  const QString where = record.function.empty()
                            ? tr("line %1").arg(record.line)
                            : tr("line %1 in %2").arg(record.line).arg(text(record.function));
  return what.isEmpty() ? where : labelled(where, what);
}

int RecordListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : d->rows;
}
int RecordListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant RecordListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const int at = d->first + index.row();
  if (role == MarkersRole) return markers(at).toInt();
  if (role == AtCursorRole) return at == d->cursor - 1;
  if (role == SentenceRole) return sentence(at);
  if (role != Qt::DisplayRole) return {};
  const auto& record = d->timeline->record(at);
  switch (index.column()) {
    case Number:
      return at + 1;
    case Line:
      return record.line;
    case Source:
      return text(record.source).trimmed();
    case What:
      return markerWords(markers(at));
    case Time:
      return timeWords(record.microseconds);
    case Output:
      return ownWords(text(record.output)).trimmed();
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
