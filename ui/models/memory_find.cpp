// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_find.h"

#include <algorithm>

#include "paths.h"

namespace todevice {

namespace {

constexpr int kFewDigits = 4;  ///< "0x75" begins too many addresses

/// What is looked for: a number, where the text is one, and the text itself.
struct Wanted {
  QString text;
  quint64 number = 0;
  QString beginning;  ///< of an address in hexadecimal digits

  explicit Wanted(const QString& typed) : text(typed.trimmed()) {
    QString digits = text;
    digits.remove(QLatin1Char(' '));
    bool ok = false;
    if (digits.startsWith(QLatin1String("0x"), Qt::CaseInsensitive))
      number = digits.mid(2).toULongLong(&ok, 16);
    if (ok && digits.size() > kFewDigits) beginning = digits.mid(2).toLower();
    // id() as Python prints it
    if (!ok && digits.size() > 6) number = digits.toULongLong(&ok, 10);
    if (!ok) number = 0;
  }

  bool begins(quint64 address) const {
    return !beginning.isEmpty() && QString::number(address, 16).startsWith(beginning);
  }

  bool means(const QString& name, const protocol::Object& object) const {
    if (name.contains(text, Qt::CaseInsensitive)) return true;
    if (number == 0) return false;
    if (object.id == number || begins(object.id)) return true;
    if (object.tensor && (begins(object.tensor->address) || begins(object.tensor->storage))) return true;
    return object.tensor && number >= object.tensor->storage &&
           number < object.tensor->storage + quint64(std::max<qint64>(1, object.tensor->storage_bytes));
  }
};

quint64 serialOf(const protocol::Object& object) {
  return object.tensor ? object.tensor->storage_serial : 0;
}

}  // namespace

std::vector<MemoryHit> findInMemory(const State& state, const QString& text) {
  const Wanted wanted(text);
  std::vector<MemoryHit> first, then;
  if (wanted.text.isEmpty()) return first;
  const auto look = [&](const QString& shown, const protocol::Object& object, const MemoryHit& hit) {
    if (!wanted.means(shown, object)) return;
    (shown.startsWith(wanted.text, Qt::CaseInsensitive) ? first : then).push_back(hit);
  };
  for (auto it = state.names.cbegin(); it != state.names.cend(); ++it) {
    const auto object = state.objects.constFind(it.value());
    if (object == state.objects.cend()) continue;
    if (!object->tensor && object->kind != "module" && object->parts.empty()) continue;
    look(it.key(), *object, {it.key(), {}, serialOf(*object)});
    forEachPath(state, *object, [&](const PathStep& step) {
      look(joinedPath(it.key(), step.path), *step.object, {it.key(), step.path, serialOf(*step.object)});
    });
  }
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

}  // namespace todevice
