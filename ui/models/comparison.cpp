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
  std::vector<AlignedRow> rows;
  std::array<LineRuns, 2> lines;
  std::array<int, 2> lastRow{-1, -1};  ///< of each side, that it ran
  int cursor = 0;
  /// Worked out once, when a row comes or its cells change: a view asks again and again.
  std::vector<char> different;
  std::array<DeviceDirectory, 2> directories;

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
  int shown() const { return int(rows.size()); }
  int record(int side, int row) const {
    const auto& one = rows[std::size_t(row)];
    return side == Left ? one.left : one.right;
  }
  const protocol::Record& ran(int row) const {
    const int side = record(Left, row) >= 0 ? Left : Right;
    return timeline(side)->record(record(side, row));
  }
  /// The side has gone on past this row, or goes nowhere any more: it did not run the line.
  bool isPast(int side, int row) const { return ended(side) || row < lastRow[std::size_t(side)]; }
  /// One that is further down the code waits: the other may be in a loop, or in another branch.
  bool shouldStep(int side) const {
    const int other = side == Left ? Right : Left;
    if (!waits(side) || !waits(other)) return waits(side);
    return sessions[std::size_t(side)]->stoppedLine() <= sessions[std::size_t(other)]->stoppedLine();
  }
  const DeviceDirectory& directory(int side) const { return directories[std::size_t(side)]; }
  /// Returns whether a device now is another card than before: every cell may read otherwise.
  bool refreshDirectories() {
    bool changed = false;
    for (const int side : {Left, Right}) {
      auto& now = directories[std::size_t(side)];
      const auto old = cards(now);
      now = {sessions[std::size_t(side)]->ready(),
             timeline(side)->stateAt(timeline(side)->count()).cudaUuids};
      changed = changed || cards(now) != old;
    }
    return changed;
  }
  static std::vector<int> cards(const DeviceDirectory& directory) {
    std::vector<int> cards;
    for (const DeviceInfo& info : directory.logical()) cards.push_back(info.physical);
    return cards;
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
  d->rows.clear();
  d->lines = {};
  d->different.clear();
  d->directories = {};
  d->lastRow = {-1, -1};
  d->cursor = 0;
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
  return d->cursor < d->shown() || d->bothWait();
}

/// One side may have ended before the other: the other goes on alone.
void Comparison::step() {
  if (d->cursor < d->shown()) return setCursor(d->cursor + 1);
  if (!d->bothWait()) return;  // one line at a time, for both
  const std::array<bool, 2> steps{d->shouldStep(Left), d->shouldStep(Right)};
  for (std::size_t side = 0; side < 2; ++side)
    if (steps[side]) d->sessions[side]->step();
}

void Comparison::stepBack() {
  setCursor(d->cursor - 1);
}

void Comparison::runOn() {
  setCursor(d->shown());
  if (!d->bothWait()) return;
  for (Session* session : d->sessions)
    if (session->state() == Session::State::Stopped) session->continueRun();
}

int Comparison::cursor() const {
  return d->cursor;
}

void Comparison::setCursor(int cursor) {
  cursor = std::clamp(cursor, 0, d->shown());
  if (cursor == d->cursor) return;
  d->cursor = cursor;
  if (d->shown() > 0) emit dataChanged(index(0, 0), index(d->shown() - 1, ColumnCount - 1), {AtCursorRole});
  emit changed();
}

/// Puts what is new in its place. Returns the first row whose cells may read otherwise.
int Comparison::take(std::vector<AlignedRow> rows) {
  auto& old = d->rows;
  const auto common = std::mismatch(old.begin(), old.end(), rows.begin(), rows.end());
  const auto first = int(common.first - old.begin());
  int tail = 0;
  while (tail < std::min(int(old.size()), int(rows.size())) - first &&
         old[old.size() - 1 - std::size_t(tail)] == rows[rows.size() - 1 - std::size_t(tail)])
    ++tail;
  if (const int end = int(old.size()) - tail; first < end) {
    beginRemoveRows({}, first, end - 1);
    old.erase(old.begin() + first, old.begin() + end);
    endRemoveRows();
  }
  if (const int end = int(rows.size()) - tail; first < end) {
    beginInsertRows({}, first, end - 1);
    old = std::move(rows);
    endInsertRows();
  }
  // A side that was behind, above what is new, may turn out not to have run those lines.
  int from = first;
  while (from > 0 && (d->record(Left, from - 1) < 0 || d->record(Right, from - 1) < 0)) --from;
  return from;
}

/// A row stands once either side has run its line; the other's cell is filled when it follows.
void Comparison::follow() {
  for (int side : {Left, Right}) {
    LineRuns& lines = d->lines[std::size_t(side)];
    const Timeline* timeline = d->timeline(side);
    if (int(lines.runs().size()) > timeline->count()) lines = {};
    while (int(lines.runs().size()) < timeline->count())
      lines.append(timeline->record(int(lines.runs().size())).line);
  }
  auto rows = aligned(d->lines[Left], d->lines[Right]);
  const bool atEnd = d->cursor == d->shown();
  const int now = int(rows.size());
  const int changedFrom = take(std::move(rows));
  const int from = d->refreshDirectories() ? 0 : changedFrom;
  d->lastRow = {-1, -1};
  for (int row = 0; row < now; ++row) {
    for (const int side : {Left, Right})
      if (d->record(side, row) >= 0) d->lastRow[std::size_t(side)] = row;
  }
  d->different.resize(std::size_t(now));
  for (int row = from; row < now; ++row) d->different[std::size_t(row)] = judge(row) ? 1 : 0;
  d->cursor = atEnd ? now : std::min(d->cursor, now);
  if (now > 0)
    emit dataChanged(index(std::clamp(from, 0, std::max(0, now - 2)), 0), index(now - 1, ColumnCount - 1));
  emit changed();
}

Session* Comparison::session(Side side) const {
  return d->sessions[std::size_t(side)];
}

/// What a line did on one side, with cards rather than logical numbers: those are what may differ.
QString Comparison::cell(Side side, int row) const {
  const Timeline* timeline = d->timeline(side);
  const int at = d->record(side, row);
  if (at < 0) return d->isPast(side, row) ? tr("not run") : QString();
  const auto& record = timeline->record(at);
  const DeviceDirectory& directory = d->directory(side);
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
  const int before = at > 0 ? timeline->record(at - 1).current_device : -1;
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
  return (d->record(Left, row) < 0 && !d->isPast(Left, row)) ||
         (d->record(Right, row) < 0 && !d->isPast(Right, row));
}

bool Comparison::differs(int row) const {
  return row < int(d->different.size()) && d->different[std::size_t(row)] != 0;
}

bool Comparison::judge(int row) const {
  if (d->record(Left, row) < 0 || d->record(Right, row) < 0) return !isOpen(row);
  return cell(Left, row) != cell(Right, row);
}

int Comparison::lineOf(int row) const {
  return row >= 0 && row < d->shown() ? d->ran(row).line : 0;
}

int Comparison::differences() const {
  return int(std::count(d->different.begin(), d->different.end(), 1));
}

QString Comparison::mappingWords(Side side) const {
  QStringList words;
  const DeviceDirectory& directory = d->directory(side);
  for (const DeviceInfo& info : directory.logical())
    words << tr("%1 is GPU %2 (%3)").arg(info.text).arg(info.physical).arg(info.letter);
  return words.isEmpty() ? tr("no GPU is visible") : words.join(QStringLiteral(", "));
}

/// A line that ran again says so.
QVariant Comparison::lineWords(int row, bool inWords) const {
  const int side = d->record(Left, row) >= 0 ? Left : Right;
  const LineRun run = d->lines[std::size_t(side)].runs()[std::size_t(d->record(side, row))];
  if (run.time <= 1) return run.line;
  return inWords ? tr("line %1, run %2").arg(run.line).arg(run.time)
                 : QStringLiteral("%1 (%2)").arg(run.line).arg(run.time);
}

int Comparison::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : d->shown();
}
int Comparison::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant Comparison::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const int row = index.row();
  if (role == DiffersRole) return differs(row);
  if (role == AtCursorRole) return row == d->cursor - 1;
  if (role == NotRunRole) {
    const int side = index.column() == LeftDid ? Left : Right;
    return (index.column() == LeftDid || index.column() == RightDid) && d->record(side, row) < 0;
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case Line:
      return lineWords(row, role == Qt::ToolTipRole);
    case Code:
      return QString::fromStdString(d->ran(row).source).trimmed();
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
