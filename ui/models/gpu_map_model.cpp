// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu_map_model.h"

#include "address_format.h"
#include "gpu_map_p.h"
#include "gpu_words.h"
#include "worker_settings.h"

namespace todevice {

GpuMapModel::GpuMapModel(QObject* parent) : QAbstractListModel(parent), d(std::make_unique<Private>()) {
  d->resolve();
}
GpuMapModel::~GpuMapModel() = default;

// ---- the setting

std::optional<QString> GpuMapModel::variable() const {
  return d->variable;
}
std::optional<QString> GpuMapModel::deviceOrder() const {
  return d->order;
}

void GpuMapModel::setSettings(const std::optional<QString>& variable,
                              const std::optional<QString>& deviceOrder) {
  d->unconfirmed = variable != d->variable || deviceOrder != d->order;
  if (d->unconfirmed) d->overruling.reset();
  d->variable = variable;
  d->order = deviceOrder;
  resolve();
}

void GpuMapModel::applyTo(WorkerSettings& settings) const {
  settings.visibleDevices = d->variable;
  settings.deviceOrder = d->order;
  settings.busy = d->busy;
}

void GpuMapModel::forgetBusy() {
  d->busy.clear();
}

const std::vector<int>& GpuMapModel::busy() const {
  return d->busy;
}

// ---- the item model

int GpuMapModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(d->rows.size());
}

QVariant GpuMapModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto& card = d->card(index.row());
  const int logical = d->logicalOf(card.index);
  switch (role) {
    case Qt::DisplayRole:
      return tr("GPU %1").arg(card.index);
    case Qt::CheckStateRole:
      return d->settingPlaceOf(card.index) >= 0 ? Qt::Checked : Qt::Unchecked;
    case PhysicalRole:
      return card.index;
    case CudaIndexRole:
      return d->cudaIndexOf(card.index);
    case LogicalRole:
      return logical;
    case WordsRole:
      return visibleWords(logical, d->settingPlaceOf(card.index) >= 0);
    case LetterRole:
      return deviceLetter(card.index);
    case ColorIndexRole:
      return deviceColorIndex(card.index);
    case NameRole:
      return QString::fromStdString(card.name);
    case UuidRole:
      return QString::fromStdString(card.uuid);
    case PciRole:
      return QString::fromStdString(card.pci_bus_id);
    case TotalMemoryRole:
      return qint64(card.total_memory);
    case UsedMemoryRole:
      return qint64(card.used_memory);
    case FreeMemoryRole:
      return qint64(std::max<std::int64_t>(0, card.total_memory - card.used_memory));
    case OwnMemoryRole:
      return qint64(card.own_memory.value_or(-1));
    case LoadWordsRole:
      return loadWords(card);
    case MigWordsRole:
      return migWords(card, d->effective.uuids);
    case BusyRole:
      return std::find(d->busy.begin(), d->busy.end(), card.index) != d->busy.end();
    case HistoryRole:
      return d->history[std::size_t(d->rows[std::size_t(index.row())])];
    case SimulatedRole:
      return card.simulated;
    case Qt::AccessibleTextRole:
    case SentenceRole:
      return cardSentence(card, visibleWords(logical, d->settingPlaceOf(card.index) >= 0));
    default:
      return {};
  }
}

bool GpuMapModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  setVisible(index.row(), value.toInt() == Qt::Checked);
  return true;
}

Qt::ItemFlags GpuMapModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled |
         Qt::ItemNeverHasChildren;
}

bool GpuMapModel::moveRows(const QModelIndex& from, int row, int count, const QModelIndex& to, int child) {
  const bool inside = row >= 0 && row < rowCount() && child >= 0 && child <= rowCount();
  if (from.isValid() || to.isValid() || count != 1 || !inside || child == row || child == row + 1)
    return false;
  moveCard(row, child > row ? child - 1 : child);
  return true;
}

}  // namespace todevice
