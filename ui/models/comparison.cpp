// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include <QStringList>
#include <algorithm>
#include <array>

#include "device_info.h"
#include "timeline.h"
#include "variable_story.h"

namespace todevice {

struct Comparison::Private {
  std::array<Session*, 2> sessions{};
  std::array<std::optional<QString>, 2> settings;
  QString code;
  std::array<bool, 2> began{};
  int rows = 0, cursor = 0;
  int settled = 0;  ///< rows that both sides have run and that were shown so
  bool toTheEnd = false;

  Timeline* timeline(int side) const { return sessions[std::size_t(side)]->timeline(); }
  bool waits(int side) const { return sessions[std::size_t(side)]->state() == Session::State::Stopped; }
  /// Both before a line; or one, and the other has ended.
  bool bothWait() const {
    return (waits(Left) || waits(Right)) && (waits(Left) || ended(Left)) && (waits(Right) || ended(Right));
  }
  /// Nothing more comes from this side.
  bool ended(int side) const {
    const Session* one = sessions[std::size_t(side)];
    return one->state() == Session::State::Dead ||
           (began[std::size_t(side)] && !one->blocks().empty() && one->blocks().back().ended);
  }
  DeviceDirectory directory(int side) const {
    return {sessions[std::size_t(side)]->ready(), timeline(side)->stateAt(timeline(side)->count()).cudaUuids};
  }
};

Comparison::Comparison(QObject* parent) : QAbstractTableModel(parent), d(std::make_unique<Private>()) {
  for (std::size_t side = 0; side < 2; ++side) {
    auto* session = d->sessions[side] = new Session(this);
    connect(session, &Session::stateChanged, this, [this, session, side](Session::State state) {
      if (state == Session::State::Idle && !std::exchange(d->began[side], true))
        session->runBlock(d->code, protocol::Mode::step);
      follow();
    });
    connect(session->timeline(), &Timeline::recordsAppended, this, &Comparison::follow);
    connect(session->timeline(), &Timeline::cleared, this, &Comparison::follow);
    connect(session, &Session::problem, this, &Comparison::problem);
  }
}
Comparison::~Comparison() = default;

void Comparison::start(const WorkerSettings& base, const std::optional<QString>& left,
                       const std::optional<QString>& right, const QString& code) {
  beginResetModel();
  d->rows = d->cursor = d->settled = 0;
  d->settings = {left, right};
  d->code = code;
  d->began = {false, false};
  endResetModel();
  for (std::size_t side = 0; side < 2; ++side) {
    WorkerSettings settings = base;
    settings.visibleDevices = d->settings[side];
    d->sessions[side]->start(settings);
  }
  emit changed();
}

/// Not while one waits and the other still starts or runs: it would stay behind.
bool Comparison::canStep() const {
  return d->cursor < d->rows || d->bothWait();
}

/// One side may have ended before the other: the other goes on alone.
void Comparison::step() {
  if (d->cursor < d->rows) return setCursor(d->cursor + 1);
  if (!d->bothWait()) return;  // one line at a time, for both
  for (Session* session : d->sessions)
    if (session->state() == Session::State::Stopped) session->step();
}

void Comparison::stepBack() {
  setCursor(d->cursor - 1);
}

void Comparison::runOn() {
  setCursor(d->rows);
  if (!d->bothWait()) return;
  for (Session* session : d->sessions)
    if (session->state() == Session::State::Stopped) session->continueRun();
}

int Comparison::cursor() const {
  return d->cursor;
}

void Comparison::setCursor(int cursor) {
  cursor = std::clamp(cursor, 0, d->rows);
  if (cursor == d->cursor) return;
  d->cursor = cursor;
  if (d->rows > 0) emit dataChanged(index(0, 0), index(d->rows - 1, ColumnCount - 1), {AtCursorRole});
  emit changed();
}

/// A row stands once either side has run its line; the other's cell is filled when it follows.
void Comparison::follow() {
  const int rows = std::max(d->timeline(Left)->count(), d->timeline(Right)->count());
  if (rows < d->rows) {
    beginResetModel();
    d->rows = rows;
    d->cursor = std::min(d->cursor, rows);
    endResetModel();
  } else if (rows > d->rows) {
    const bool atEnd = d->cursor == d->rows;
    beginInsertRows({}, d->rows, rows - 1);
    d->rows = rows;
    endInsertRows();
    if (atEnd) d->cursor = rows;
  }
  // The slower side may fill cells far above the last row.
  const int from = std::max(0, std::min(d->settled, d->rows - 2));
  d->settled = std::min(d->timeline(Left)->count(), d->timeline(Right)->count());
  if (d->rows > from) emit dataChanged(index(from, 0), index(d->rows - 1, ColumnCount - 1));
  emit changed();
}

Session* Comparison::session(Side side) const {
  return d->sessions[std::size_t(side)];
}

/// What a line did on one side, with cards rather than logical numbers: those are what may differ.
QString Comparison::cell(Side side, int row) const {
  const Timeline* timeline = d->timeline(side);
  if (row >= timeline->count()) return {};
  const auto& record = timeline->record(row);
  const DeviceDirectory directory = d->directory(side);
  const auto card = [&](const QString& device) {
    const DeviceInfo info = directory.info(device);
    return info.physical < 0 ? device : tr("%1 = GPU %2").arg(device).arg(info.physical);
  };
  QStringList words;
  for (const auto& binding : record.bound) {
    for (const auto& object : record.objects) {
      if (object.id != binding.id || !object.tensor) continue;
      words << tr("%1 on %2")
                   .arg(QString::fromStdString(binding.name),
                        card(QString::fromStdString(object.tensor->device)));
    }
  }
  const int before = row > 0 ? timeline->record(row - 1).current_device : -1;
  if (record.current_device >= 0 && record.current_device != before)
    words << tr("“cuda” is %1").arg(card(QStringLiteral("cuda:%1").arg(record.current_device)));
  const QString printed = QString::fromStdString(record.output).trimmed();
  if (!printed.isEmpty()) words << tr("prints %1").arg(printed);
  if (record.error)
    words << QString::fromStdString(record.error->type) + QStringLiteral(": ") +
                 QString::fromStdString(record.error->message).section(QLatin1Char('\n'), 0, 0);
  return words.join(QStringLiteral("; "));
}

bool Comparison::isOpen(int row) const {
  return (row >= d->timeline(Left)->count() && !d->ended(Left)) ||
         (row >= d->timeline(Right)->count() && !d->ended(Right));
}

bool Comparison::differs(int row) const {
  const int left = d->timeline(Left)->count(), right = d->timeline(Right)->count();
  if (row >= left || row >= right) return !isOpen(row);
  return d->timeline(Left)->record(row).line != d->timeline(Right)->record(row).line ||
         cell(Left, row) != cell(Right, row);
}

int Comparison::differences() const {
  int count = 0;
  for (int row = 0; row < d->rows; ++row) count += differs(row) ? 1 : 0;
  return count;
}

QString Comparison::mappingWords(Side side) const {
  QStringList words;
  const DeviceDirectory directory = d->directory(side);
  for (const DeviceInfo& info : directory.logical())
    words << tr("%1 is GPU %2 (%3)").arg(info.text).arg(info.physical).arg(info.letter);
  return words.isEmpty() ? tr("no GPU is visible") : words.join(QStringLiteral(", "));
}

int Comparison::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : d->rows;
}
int Comparison::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant Comparison::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const int row = index.row();
  if (role == DiffersRole) return differs(row);
  if (role == AtCursorRole) return row == d->cursor - 1;
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const Timeline* longer = row < d->timeline(Left)->count() ? d->timeline(Left) : d->timeline(Right);
  switch (index.column()) {
    case Line:
      return longer->record(row).line;
    case Code:
      return QString::fromStdString(longer->record(row).source).trimmed();
    case LeftDid:
      return cell(Left, row);
    case RightDid:
      return cell(Right, row);
    case Mark:
      if (isOpen(row)) return tr("… not yet");
      return differs(row) ? tr("≠ differs") : tr("= same");
    default:
      return {};
  }
}

QVariant Comparison::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  switch (section) {
    case Line:
      return tr("Line");
    case Code:
      return tr("Code");
    case LeftDid:
    case RightDid:
      return settingWords(d->settings[section == LeftDid ? 0 : 1]);
    default:
      return QString();
  }
}

}  // namespace todevice
