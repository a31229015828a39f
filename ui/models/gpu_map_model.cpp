// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu_map_model.h"

#include <QStringList>
#include <QVariantList>
#include <algorithm>
#include <utility>

#include "address_format.h"
#include "gpu_words.h"
#include "worker_settings.h"

namespace todevice {

namespace {

std::optional<std::string> utf8(const std::optional<QString>& text) {
  return text ? std::optional(text->toStdString()) : std::nullopt;
}

std::optional<QString> qt(const std::optional<std::string>& text) {
  return text ? std::optional(QString::fromStdString(*text)) : std::nullopt;
}

std::vector<visibility::PhysicalGpu> gpusOf(const std::vector<protocol::PhysicalDevice>& devices) {
  std::vector<visibility::PhysicalGpu> gpus;
  for (const auto& device : devices) {
    visibility::PhysicalGpu gpu;
    gpu.index = device.index;
    gpu.name = device.name;
    gpu.uuid = device.uuid;
    gpu.pci_bus_id = device.pci_bus_id;
    gpu.total_memory = std::size_t(device.total_memory);
    gpu.speed_class = device.speed_class;
    for (const auto& mig : device.mig) {
      gpu.mig.push_back(
          {mig.uuid, mig.gpu_instance, mig.compute_instance, mig.name, std::size_t(mig.total_memory)});
    }
    gpus.push_back(std::move(gpu));
  }
  return gpus;
}

/// One character more or less at one place; a text that takes the place of another is a value of its own.
bool isOneKey(const QString& before, const QString& after) {
  const QString& shorter = before.size() < after.size() ? before : after;
  const QString& longer = before.size() < after.size() ? after : before;
  if (longer.size() != shorter.size() + 1) return false;
  const auto differ = std::mismatch(shorter.begin(), shorter.end(), longer.begin());
  return std::equal(differ.first, shorter.end(), differ.second + 1);
}

constexpr qsizetype kHistory = 240;      ///< a minute at four times a second
constexpr std::size_t kMostSteps = 200;  ///< to undo

}  // namespace

struct GpuMapModel::Private {
  /// What undo goes back to.
  struct Step {
    VariableSetting setting;
    std::vector<int> busy, rows;
  };
  Step step() const { return {{variable, order}, busy, rows}; }

  std::vector<protocol::PhysicalDevice> machine;  ///< in PCI order
  std::vector<visibility::PhysicalGpu> gpus;
  std::vector<int> rows;  ///< places in `machine`
  std::optional<QString> variable, order;
  std::vector<int> busy;
  std::optional<VariableSetting> overruling;  ///< what the code made of the setting, at the cursor
  std::vector<Step> before, after;            ///< to undo and to redo
  bool typing = false;                        ///< the last edit was a key in the text
  std::vector<QVariantList> history;          ///< used bytes, by place in `machine`
  bool unconfirmed = false;      ///< edited here; the present worker still has the setting before
  visibility::Result result;     ///< of the setting
  visibility::Result effective;  ///< of what holds in the process
  std::vector<int> enumeration;  ///< physical indices as CUDA counts them under the present order
  std::optional<protocol::Ready> ready;
  std::vector<std::string> reported;
  QString mismatch;

  const protocol::PhysicalDevice& card(int row) const { return machine[std::size_t(rows[std::size_t(row)])]; }

  const protocol::PhysicalDevice* physical(int index) const {
    const auto found =
        std::find_if(machine.begin(), machine.end(), [&](const auto& card) { return card.index == index; });
    return found == machine.end() ? nullptr : &*found;
  }

  static int placeIn(const std::vector<int>& list, int index) {
    const auto found = std::find(list.begin(), list.end(), index);
    return found == list.end() ? -1 : int(found - list.begin());
  }
  int logicalOf(int index) const { return placeIn(effective.logical, index); }
  int settingPlaceOf(int index) const { return placeIn(result.logical, index); }

  int cudaIndexOf(int index) const {
    const auto found = std::find(enumeration.begin(), enumeration.end(), index);
    return found == enumeration.end() ? index : int(found - enumeration.begin());
  }

  void resolve() {
    result = visibility::resolve(utf8(variable), utf8(order), gpus);
    effective =
        overruling ? visibility::resolve(utf8(overruling->visible), utf8(overruling->order), gpus) : result;
    enumeration = visibility::enumeration(utf8(order), gpus).value_or(std::vector<int>());
  }

  bool namesByUuid() const { return variable && variable->startsWith(QLatin1String("GPU-")); }
};

GpuMapModel::GpuMapModel(QObject* parent) : QAbstractListModel(parent), d(std::make_unique<Private>()) {
  d->resolve();
}
GpuMapModel::~GpuMapModel() = default;

// ---- what the worker said

void GpuMapModel::setReady(const protocol::Ready& ready) {
  const auto sameCard = [](const auto& a, const auto& b) { return a.uuid == b.uuid && a.index == b.index; };
  const bool sameMachine = std::equal(d->machine.begin(), d->machine.end(), ready.physical.begin(),
                                      ready.physical.end(), sameCard);
  d->ready = ready;
  d->reported.clear();
  if (!sameMachine) {
    beginResetModel();
    d->machine = ready.physical;
    d->gpus = gpusOf(d->machine);
    d->rows.resize(d->machine.size());
    for (std::size_t i = 0; i < d->rows.size(); ++i) d->rows[i] = int(i);
    d->history.assign(d->machine.size(), {});
    d->before.clear();
    d->after.clear();
    endResetModel();
  } else {
    d->machine = ready.physical;
  }
  const auto variable = qt(ready.visible_devices), order = qt(ready.device_order);
  if (variable == d->variable && order == d->order) d->unconfirmed = false;
  if (!d->unconfirmed) {
    d->variable = variable;
    d->order = order;
  }
  resolve();
  checkReport();
}

void GpuMapModel::forgetMachine() {
  if (d->machine.empty()) return;
  beginResetModel();
  d->machine.clear();
  d->gpus.clear();
  d->rows.clear();
  d->history.clear();
  d->before.clear();
  d->after.clear();
  d->ready.reset();
  d->reported.clear();
  d->overruling.reset();
  endResetModel();
  resolve();
  checkReport();
}

void GpuMapModel::setStats(const protocol::DeviceStats& stats) {
  for (const auto& news : stats.devices) {
    for (int row = 0; row < rowCount(); ++row) {
      const auto place = std::size_t(d->rows[std::size_t(row)]);
      auto& card = d->machine[place];
      if (card.uuid != news.uuid) continue;
      card.used_memory = news.used_memory;
      card.own_memory = news.own_memory;
      card.load = news.load;
      card.temperature = news.temperature;
      card.power = news.power;
      auto& history = d->history[place];
      history << QVariant(qint64(news.used_memory));
      if (history.size() > kHistory) history.removeFirst();
      emit dataChanged(index(row), index(row), {UsedMemoryRole, HistoryRole});
    }
  }
}

void GpuMapModel::setReported(const std::vector<std::string>& uuids) {
  d->reported = uuids;
  checkReport();
}

void GpuMapModel::setProcess(const VariableStory& story) {
  std::optional<VariableSetting> overruling = story.used ? story.used : story.written;
  if (d->ready && overruling == VariableSetting{qt(d->ready->visible_devices), qt(d->ready->device_order)})
    overruling.reset();
  if (overruling == d->overruling || (d->unconfirmed && overruling)) return;
  d->overruling = overruling;
  resolve();
  checkReport();
}

bool GpuMapModel::isOverruled() const {
  return d->overruling.has_value();
}

/// What the rules here say for the worker's own setting, against what its process found.
void GpuMapModel::checkReport() {
  QString words;
  if (d->ready) {
    const VariableSetting began{qt(d->ready->visible_devices), qt(d->ready->device_order)};
    const VariableSetting holds = d->reported.empty() ? began : d->overruling.value_or(began);
    const auto result = visibility::resolve(utf8(holds.visible), utf8(holds.order), d->gpus);
    const auto& predicted = result.uuids;
    const auto& actual = d->reported.empty() ? d->ready->predicted_uuids : d->reported;
    if (predicted != actual) words = mismatchWords(predicted, actual, d->machine);
  }
  if (words == d->mismatch) return;
  d->mismatch = words;
  emit mismatchChanged(words);
}

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

void GpuMapModel::edit(const std::optional<QString>& variable, const std::optional<QString>& order,
                       bool typing) {
  if (variable == d->variable && order == d->order) return;
  const bool goesOn = typing && d->typing && isOneKey(d->variable.value_or(QString()), *variable);
  remember(goesOn);
  d->typing = typing;
  setSettings(variable, order);
  emit settingsEdited(variable, order);
}

// ---- undo

/// A text that is being typed is one step, not one for each key.
void GpuMapModel::remember(bool goesOn) {
  d->after.clear();
  d->typing = false;
  if (goesOn) return;
  d->before.push_back(d->step());
  if (d->before.size() > kMostSteps) d->before.erase(d->before.begin());
}

void GpuMapModel::restore(bool forward) {
  auto& from = forward ? d->after : d->before;
  auto& to = forward ? d->before : d->after;
  if (from.empty()) return;
  to.push_back(d->step());
  const Private::Step step = from.back();
  from.pop_back();
  d->typing = false;
  if (d->rows != step.rows && step.rows.size() == d->machine.size()) {
    beginResetModel();
    d->rows = step.rows;
    endResetModel();
  }
  d->busy = step.busy;
  setSettings(step.setting.visible, step.setting.order);
  emit settingsEdited(step.setting.visible, step.setting.order);
}

void GpuMapModel::endTyping() {
  d->typing = false;
}

bool GpuMapModel::canUndo() const {
  return !d->before.empty();
}
bool GpuMapModel::canRedo() const {
  return !d->after.empty();
}
void GpuMapModel::undo() {
  restore(false);
}
void GpuMapModel::redo() {
  restore(true);
}

void GpuMapModel::setBusy(int row, bool busy) {
  if (row < 0 || row >= rowCount() || !d->card(row).simulated) return;
  const int physical = d->card(row).index;
  if ((std::find(d->busy.begin(), d->busy.end(), physical) != d->busy.end()) == busy) return;
  remember(false);
  if (busy)
    d->busy.push_back(physical);
  else
    std::erase(d->busy, physical);
  std::sort(d->busy.begin(), d->busy.end());
  emit dataChanged(index(row), index(row), {BusyRole});
  emit settingsEdited(d->variable, d->order);
  emit settingsChanged();
}

const std::vector<int>& GpuMapModel::busy() const {
  return d->busy;
}

void GpuMapModel::orderByFreeMemory() {
  std::vector<int> list;
  for (const auto& card : d->machine) list.push_back(card.index);
  const auto free = [this](int physical) {
    const auto* card = d->physical(physical);
    return card == nullptr ? std::int64_t{0} : card->total_memory - card->used_memory;
  };
  std::sort(list.begin(), list.end());
  std::stable_sort(list.begin(), list.end(), [&](int a, int b) { return free(a) > free(b); });
  if (list.empty()) return;
  QStringList words;
  for (const int index : list) words << QString::number(index);
  edit(words.join(QLatin1Char(',')), QStringLiteral("PCI_BUS_ID"));
}

void GpuMapModel::editVariable(const std::optional<QString>& text, bool typing) {
  std::optional<QString> possible = text;
  // What an environment variable can hold: bytes other than zero. Half a surrogate pair has no bytes.
  if (possible) possible = QString::fromUtf8(possible->toUtf8()).remove(QChar(0));
  edit(possible, d->order, typing);
}
void GpuMapModel::editDeviceOrder(const std::optional<QString>& order) {
  edit(d->variable, order);
}

void GpuMapModel::setVisible(int row, bool visible) {
  if (row < 0 || row >= rowCount()) return;
  const int physical = d->card(row).index;
  if ((d->settingPlaceOf(physical) >= 0) == visible) return;
  edit(textFor(withCardPlaced(physical, visible)), d->order);
}

void GpuMapModel::moveCard(int from, int to) {
  if (from == to || from < 0 || to < 0 || from >= rowCount() || to >= rowCount()) return;
  const int physical = d->card(from).index;
  const bool shown = d->settingPlaceOf(physical) >= 0;
  const auto before = d->step();
  beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
  const int place = d->rows[std::size_t(from)];
  d->rows.erase(d->rows.begin() + from);
  d->rows.insert(d->rows.begin() + to, place);
  endMoveRows();
  const auto steps = d->before.size();
  if (shown) edit(textFor(withCardPlaced(physical, true)), d->order);
  if (d->before.size() == steps) remember(false);
  d->before.back() = before;
  emit settingsChanged();
}

/// The logical list with this card taken out, or put before the next visible card below it.
std::vector<int> GpuMapModel::withCardPlaced(int physical, bool visible) const {
  std::vector<int> list = d->result.logical;
  std::erase(list, physical);
  if (!visible) return list;
  auto place = list.end();
  for (int row = rowOfPhysical(physical) + 1; row < rowCount() && place == list.end(); ++row) {
    place = std::find(list.begin(), list.end(), d->card(row).index);
  }
  list.insert(place, physical);
  return list;
}

QString GpuMapModel::textFor(const std::vector<int>& physical) const {
  QStringList words;
  for (const int index : physical) {
    const auto* card = d->physical(index);
    words << (d->namesByUuid() && card != nullptr ? QString::fromStdString(card->uuid)
                                                  : QString::number(d->cudaIndexOf(index)));
  }
  return words.join(QLatin1Char(','));
}

void GpuMapModel::resolve() {
  d->resolve();
  if (rowCount() > 0) emit dataChanged(index(0), index(rowCount() - 1));
  emit settingsChanged();
}

// ---- what the rules make of it

std::vector<TokenVerdict> GpuMapModel::tokens() const {
  std::vector<TokenVerdict> out;
  for (const auto& token : d->result.tokens) {
    TokenVerdict verdict;
    verdict.text = QString::fromStdString(token.text);
    verdict.verdict = token.verdict;
    verdict.physical = token.physical.value_or(-1);
    verdict.odd = token.remark != visibility::Remark::none;
    verdict.why = verdictWords(token, d->settingPlaceOf(verdict.physical));
    out.push_back(std::move(verdict));
  }
  return out;
}

const std::vector<int>& GpuMapModel::logical() const {
  return d->effective.logical;
}
int GpuMapModel::torchDeviceCount() const {
  return d->result.torch_device_count;
}
QString GpuMapModel::mismatch() const {
  return d->mismatch;
}

int GpuMapModel::rowOfPhysical(int physical) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (d->card(row).index == physical) return row;
  }
  return -1;
}

QString GpuMapModel::errorWords() const {
  if (d->machine.empty()) return tr("This machine has no GPU.");
  return driverErrorWords(d->result);
}

QString GpuMapModel::torchWords() const {
  return torchDifferenceWords(d->result);
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
