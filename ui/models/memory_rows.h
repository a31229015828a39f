// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "memory_table_model.h"
#include "timeline.h"

namespace todevice {

/// One line of the memory table, or a part of a module under it.
struct MemoryRow {
  QString name;
  protocol::Object object;
  Change change = Change::None;
  QString value;        ///< what stands for it in one line
  QString words;        ///< "moved from cpu to cuda:0"
  QStringList devices;  ///< of a module: those of its parts
  QString device;       ///< the same as words
  qint64 bytes = 0;     ///< of a module: of all its parts
  quint64 beforeAddress = 0;
  QString beforeDevice;
  std::vector<MemoryRow> parts;
  int partsLeftOut = 0;  ///< further ones, beyond kMostParts
  bool isHeld = false;   ///< of a part: no parameter or buffer of a module
  bool isGrad = false;   ///< of a part: the gradient of another

  static constexpr int kMostParts = 500;

  quint64 address() const { return object.tensor ? object.tensor->address : 0; }
};

/// A name that has a row.
struct MemoryName {
  QString name;
  bool isGone = false;    ///< freed by the record at the cursor
  bool hasParts = false;  ///< its row has parts
};

/// What no learner looks for among the values: `__x__`, functions, classes and imported modules. `object`:
/// what the name stands for; null: not known.
bool isNoise(const QString& name, const protocol::Object* object);

/// The rows at a timeline's cursor: which there are, and what stands in one of them when it is asked for.
/// What is noise has none.
class MemoryRows {
 public:
  explicit MemoryRows(const Timeline* timeline) : m_timeline(timeline) {}
  std::vector<MemoryName> names() const;  ///< in their order
  /// With what the record at the cursor did to it.
  MemoryRow row(const MemoryName& name) const;

 private:
  bool isBoundNow(const QString& name) const;
  std::vector<MemoryName> goneNames() const;

  const Timeline* m_timeline;
  mutable std::optional<QSet<protocol::Address>> m_dead;  ///< of the record; found when first needed
  mutable std::optional<QSet<QString>> m_bound;           ///< the same
};

}  // namespace todevice
