// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <memory>

#include "address_format.h"
#include "protocol/messages.h"

namespace todevice {

class Timeline;

/// One before -> after card, in words and numbers.
struct MoveCard {
  QString name;  ///< the learner's name for it, else "a tensor", "a parameter" or "a module"
  bool isModule = false;
  bool sameObject = false, sameStorage = false;
  quint64 beforeId = 0, afterId = 0;  ///< 0: Python has, or had, no object for it that is known
  QString beforeDevice, afterDevice, beforeDType, afterDType;
  AddressPair address;   ///< of a module: of its first part
  qint64 bytes = 0;      ///< copied or converted; 0 when nothing was
  QString objectWords;   ///< "same object", "new object", or "not kept" where no object is known
  QString addressWords;  ///< "same address" or "different address"
  QString sentence;      ///< the whole in one sentence, for screen readers and the status bar
  std::vector<MoveCard> parts;
};

/// The cards of the record at the cursor; a module's parts are child rows. Columns are the table behind them.
class MoveModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column {
    Name,
    ObjectWords,
    BeforeId,
    AfterId,
    AddressWords,
    BeforeAddress,
    AfterAddress,
    BeforeDevice,
    AfterDevice,
    BeforeDType,
    AfterDType,
    Bytes,
    ColumnCount
  };
  enum Role { SentenceRole = Qt::UserRole + 1, CopyRole };

  explicit MoveModel(Timeline* timeline, QObject* parent = nullptr);
  ~MoveModel() override;

  const std::vector<MoveCard>& cards() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void cardsChanged();

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace todevice
