// SPDX-License-Identifier: GPL-3.0-or-later
#include "move_model.h"

#include "move_cards.h"
#include "timeline.h"

namespace todevice {

namespace {

/// There is no id 0.
QString idWords(quint64 id) {
  return id == 0 ? QStringLiteral("—") : formatAddress(id);
}

QString display(const MoveCard& card, int column) {
  switch (column) {
    case MoveModel::Name:
      return card.name;
    case MoveModel::ObjectWords:
      return card.objectWords;
    case MoveModel::BeforeId:
      return idWords(card.beforeId);
    case MoveModel::AfterId:
      return idWords(card.afterId);
    case MoveModel::AddressWords:
      return card.addressWords;
    case MoveModel::BeforeAddress:
      return card.address.before;
    case MoveModel::AfterAddress:
      return card.address.after;
    case MoveModel::BeforeDevice:
      return card.beforeDevice;
    case MoveModel::AfterDevice:
      return card.afterDevice;
    case MoveModel::BeforeDType:
      return card.beforeDType;
    case MoveModel::AfterDType:
      return card.afterDType;
    case MoveModel::Bytes:
      return formatBytes(card.bytes);
    default:
      return {};
  }
}

bool isAddress(int column) {
  return column == MoveModel::BeforeId || column == MoveModel::AfterId ||
         column == MoveModel::BeforeAddress || column == MoveModel::AfterAddress;
}

}  // namespace

struct MoveModel::Private {
  Timeline* timeline = nullptr;
  std::vector<MoveCard> cards;

  const MoveCard& card(const QModelIndex& index) const {
    const auto parent = index.internalId();
    return parent == 0 ? cards[std::size_t(index.row())] : cards[parent - 1].parts[std::size_t(index.row())];
  }
};

MoveModel::MoveModel(Timeline* timeline, QObject* parent)
    : QAbstractItemModel(parent), d(std::make_unique<Private>()) {
  d->timeline = timeline;
  const auto follow = [this] {
    const auto* record = d->timeline->current();
    auto cards = record == nullptr ? std::vector<MoveCard>() : moveCards(*record);
    if (cards.empty() && d->cards.empty()) return;
    beginResetModel();
    d->cards = std::move(cards);
    endResetModel();
    emit cardsChanged();
  };
  connect(timeline, &Timeline::cursorChanged, this, follow);
  follow();
}
MoveModel::~MoveModel() = default;

const std::vector<MoveCard>& MoveModel::cards() const {
  return d->cards;
}

/// The internal id is 0 for a card and the card's row + 1 for its parts.
QModelIndex MoveModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : quintptr(0));
}

QModelIndex MoveModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == 0) return {};
  return createIndex(int(child.internalId() - 1), 0, quintptr(0));
}

int MoveModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return int(d->cards.size());
  if (parent.internalId() != 0 || parent.column() > 0) return 0;
  return int(d->cards[std::size_t(parent.row())].parts.size());
}

int MoveModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant MoveModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const MoveCard& card = d->card(index);
  switch (role) {
    case Qt::DisplayRole:
      return display(card, index.column());
    case SentenceRole:
      return card.sentence;
    case CopyRole:
      return isAddress(index.column()) ? display(card, index.column()).remove(QLatin1Char(' '))
                                       : display(card, index.column());
    default:
      return {};
  }
}

QVariant MoveModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Name:
      return tr("Name");
    case ObjectWords:
      return tr("Object");
    case BeforeId:
      return tr("id() before");
    case AfterId:
      return tr("id() after");
    case AddressWords:
      return tr("Memory");
    case BeforeAddress:
      return tr("Address before");
    case AfterAddress:
      return tr("Address after");
    case BeforeDevice:
      return tr("Device before");
    case AfterDevice:
      return tr("Device after");
    case BeforeDType:
      return tr("Type before");
    case AfterDType:
      return tr("Type after");
    case Bytes:
      return tr("Bytes");
    default:
      return {};
  }
}

}  // namespace todevice
