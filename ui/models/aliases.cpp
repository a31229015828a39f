// SPDX-License-Identifier: GPL-3.0-or-later
#include "aliases.h"

#include <QCoreApplication>
#include <QMap>
#include <algorithm>

#include "joined.h"
#include "paths.h"

namespace todevice {

namespace {

struct Aliases {
  Q_DECLARE_TR_FUNCTIONS(todevice::Aliases)
};

using Names = QHash<quint64, QStringList>;  ///< by id

Names namesOf(const State& state) {
  Names names;
  for (auto it = state.names.cbegin(); it != state.names.cend(); ++it) {
    names[it.value()] << it.key();
    const auto object = state.objects.constFind(it.value());
    if (object == state.objects.cend()) continue;
    forEachPath(state, *object,
                [&](const PathStep& step) { names[step.object->id] << joinedPath(it.key(), step.path); });
  }
  return names;
}

QString sentenceOf(const AliasGroup& group) {
  if (group.objects.size() == 1)
    return Aliases::tr("%1: %2 names for one object")
        .arg(listedWithAnd(group.objects.front().names))
        .arg(group.objects.front().names.size());
  QStringList firsts;
  for (const auto& object : group.objects) firsts << object.names.first();
  return Aliases::tr("%1: %2 objects on one memory, what is written through one is seen through the others")
      .arg(listedWithAnd(firsts))
      .arg(group.objects.size());
}

bool isShared(const AliasGroup& group) {
  return group.objects.size() > 1 || (group.objects.size() == 1 && group.objects.front().names.size() > 1);
}

}  // namespace

std::vector<AliasGroup> aliasGroups(const State& state) {
  QMap<quint64, AliasGroup> storages;
  std::vector<AliasGroup> groups;
  const Names names = namesOf(state);
  for (auto it = names.cbegin(); it != names.cend(); ++it) {
    const auto object = state.objects.constFind(it.key());
    if (object == state.objects.cend()) continue;
    AliasObject one{it.key(), it.value(), 0, 0};
    std::sort(one.names.begin(), one.names.end());
    if (object->tensor) {
      const auto& tensor = *object->tensor;
      one.offset = qint64(tensor.address - tensor.storage);
      one.bytes = tensor.bytes;
      AliasGroup& group = storages[tensor.storage_serial];
      group.device = QString::fromStdString(tensor.device);
      group.address = tensor.storage;
      group.bytes = tensor.storage_bytes;
      group.objects.push_back(std::move(one));
    } else if (object->kind == "module") {
      groups.push_back({{}, 0, 0, {std::move(one)}, {}});
    }
  }
  groups.insert(groups.end(), storages.cbegin(), storages.cend());
  std::erase_if(groups, [](const AliasGroup& group) { return !isShared(group); });
  for (auto& group : groups) {
    std::sort(group.objects.begin(), group.objects.end(), [](const AliasObject& a, const AliasObject& b) {
      return std::pair(a.offset, a.names.first()) < std::pair(b.offset, b.names.first());
    });
    group.sentence = sentenceOf(group);
  }
  std::sort(groups.begin(), groups.end(), [](const AliasGroup& a, const AliasGroup& b) {
    return a.objects.front().names.first() < b.objects.front().names.first();
  });
  return groups;
}

}  // namespace todevice
