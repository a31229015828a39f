// SPDX-License-Identifier: GPL-3.0-or-later
#include <QStringList>
#include <algorithm>

#include "comparison_p.h"
#include "variable_story.h"

namespace todevice {

namespace {

constexpr qsizetype kLongestValue = 60;  ///< characters in a cell

QString shortened(const QString& text) {
  return text.size() <= kLongestValue ? text : text.first(kLongestValue - 1) + QChar(u'…');
}

}  // namespace

QString Comparison::cardWords(Side side, const QString& device) const {
  const DeviceInfo info = d->directories[std::size_t(side)].info(device);
  return info.physical < 0 ? device : tr("%1 = GPU %2").arg(device).arg(info.physical);
}

/// What the names that either side's line bound stand for on this one. A name that is bound to the very
/// object that it stood for already is not bound anew.
QStringList Comparison::valueWords(Side side, int row, Length length) const {
  const int at = d->record(side, row);
  const BoundValues& values = *d->values[std::size_t(side)];
  const bool failed = d->recordOf(side, at).error.has_value();
  std::vector<QString> names;
  for (const int one : {Left, Right}) {
    if (one != side && failed) continue;  // it has not come to bind them
    for (const QString& name : d->values[std::size_t(one)]->boundBy(d->record(one, row)))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  QStringList words;
  for (const QString& key : names) {
    const BoundValue value = values.after(at, key);
    const QString name = key.section(QStringLiteral(": "), -1);
    QStringList devices;
    for (const QString& device : value.devices) devices << cardWords(side, device);
    const QString places = devices.join(tr(", ", "between two in a list"));
    if (!places.isEmpty() && value.type.isEmpty())
      words << tr("%1 on %2").arg(name, places);
    else if (!places.isEmpty())
      words << tr("%1 (%2) on %3").arg(name, value.type, places);
    else if (const QString text = value.text.isEmpty() ? value.type : value.text; !text.isEmpty())
      words << name + QStringLiteral(" = ") + (length == Length::Short ? shortened(text) : text);
  }
  return words;
}

/// What a line did on one side, with cards rather than logical numbers: those are what may differ.
QString Comparison::cell(Side side, int row, Length length) const {
  const int at = d->record(side, row);
  switch (d->seen(side, row)) {
    case Private::Seen::Ran:
      break;
    case Private::Seen::NotRun:
      return tr("not run");
    case Private::Seen::NotYet:
      return {};
    case Private::Seen::Stopped:
      return at < 0 ? tr("stopped before this") : tr("stopped here");
    case Private::Seen::Forgotten:
      return tr("no longer kept");
    case Private::Seen::Unrecorded:
      return length == Length::Short ? tr("not recorded")
                                     : tr("not recorded: of a run of more than 100,000 lines, one time in "
                                          "ten or fewer has a record");
  }
  const auto& record = d->recordOf(side, at);
  QStringList words = valueWords(side, row, length);
  const int before = at > 0 ? d->recordOf(side, at - 1).current_device : -1;
  if (record.current_device >= 0 && record.current_device != before)
    words << tr("“cuda” is %1").arg(cardWords(side, QStringLiteral("cuda:%1").arg(record.current_device)));
  const QString printed = QString::fromStdString(record.output).trimmed();
  if (!printed.isEmpty()) words << tr("prints %1").arg(printed);
  if (record.error)
    words << QString::fromStdString(record.error->type) + QStringLiteral(": ") +
                 QString::fromStdString(record.error->message).section(QLatin1Char('\n'), 0, 0);
  return words.join(tr("; ", "between two facts"));
}

QString Comparison::mappingWords(Side side) const {
  QStringList words;
  const DeviceDirectory& directory = d->directories[std::size_t(side)];
  for (const DeviceInfo& info : directory.logical())
    words << tr("%1 is GPU %2 (%3)").arg(info.text).arg(info.physical).arg(info.letter);
  return words.isEmpty() ? tr("no GPU is visible") : words.join(tr(", ", "between two in a list"));
}

/// A line that ran again says so.
QVariant Comparison::lineWords(int row, bool inWords) const {
  const LineRun& run = d->runOf(row);
  if (run.time <= 1) return run.line;
  return inWords ? tr("line %1, run %2").arg(run.line).arg(run.time)
                 : QStringLiteral("%1 (%2)").arg(run.line).arg(run.time);
}

QString Comparison::sourceOf(int row) const {
  const int side = d->sideThatRan(row);
  return QString::fromStdString(d->recordOf(side, d->record(side, row)).source).trimmed();
}

QVariant Comparison::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const int row = index.row();
  if (role == DiffersRole) return differs(row);
  if (role == AtCursorRole) return row == d->cursor - 1;
  if (role == NotRunRole) {
    const int side = index.column() == LeftDid ? Left : Right;
    return (index.column() == LeftDid || index.column() == RightDid) &&
           d->seen(side, row) != Private::Seen::Ran;
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case Line:
      return lineWords(row, role == Qt::ToolTipRole);
    case Code:
      return sourceOf(row);
    case LeftDid:
    case RightDid:
      return cell(index.column() == LeftDid ? Left : Right, row,
                  role == Qt::ToolTipRole ? Length::Whole : Length::Short);
    case Mark:
      if (d->isUnknown(row)) return tr("? not compared");
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
