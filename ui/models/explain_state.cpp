// SPDX-License-Identifier: GPL-3.0-or-later
// Two things that are too much or too little: `module.` before a state's names, and bytes on a card.
#include <QRegularExpression>
#include <algorithm>

#include "address_format.h"
#include "explanation.h"

namespace todevice {

namespace {

/// `net.load_state_dict(state)`: who loads, and what.
struct Loading {
  QString target, state;
};

std::optional<Loading> loadingOf(const QString& row) {
  static const QRegularExpression form(QStringLiteral("([\\w.]+)\\.load_state_dict\\("));
  const auto match = form.match(row);
  if (!match.hasMatch()) return std::nullopt;
  const int open = int(match.capturedEnd()) - 1, end = closing(row, open);
  if (end < 0) return std::nullopt;
  return Loading{match.captured(1), row.mid(open + 1, end - open - 2)};
}

QStringList keysAfter(const QString& message, const QString& words) {
  QStringList keys;
  const int at = int(message.indexOf(words));
  if (at < 0) return keys;
  const QString list = message.mid(at).section(QLatin1Char('\n'), 0, 0);
  auto found = QRegularExpression(QStringLiteral("\"([^\"]+)\"")).globalMatch(list);
  while (found.hasNext()) keys << found.next().captured(1);
  return keys;
}

/// What a device holds, largest first; views count with what they look into.
struct Holding {
  QString name;
  qint64 bytes = 0;
};

std::vector<Holding> holdingsOn(const State& state, const std::string& device) {
  std::vector<Holding> all;
  QSet<quint64> seen;
  for (auto it = state.names.cbegin(); it != state.names.cend(); ++it) {
    const auto object = state.objects.constFind(it.value());
    if (object == state.objects.cend()) continue;
    Holding holding{it.key(), 0};
    const auto add = [&](const protocol::Object& one) {
      if (!one.tensor || one.tensor->device != device || seen.contains(one.tensor->storage_serial)) return;
      seen << one.tensor->storage_serial;
      holding.bytes += one.tensor->storage_bytes;
    };
    add(*object);
    for (const auto& part : object->parts) {
      if (const auto found = state.objects.constFind(part.id); found != state.objects.cend()) add(*found);
    }
    if (holding.bytes > 0) all.push_back(std::move(holding));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Holding& a, const Holding& b) { return a.bytes > b.bytes; });
  return all;
}

bool isMentioned(const QString& name, const QString& code, int from) {
  const QRegularExpression word(QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(name)));
  const QStringList lines = code.split(QLatin1Char('\n'));
  return std::any_of(lines.begin() + std::min<qsizetype>(from - 1, lines.size()), lines.end(),
                     [&](const QString& row) { return word.match(row).hasMatch(); });
}

}  // namespace

std::optional<Explanation> explainPrefix(const Scene& scene) {
  const QString message = scene.message();
  if (!message.contains(QLatin1String("loading state_dict"))) return std::nullopt;
  const QStringList unexpected = keysAfter(message, QStringLiteral("Unexpected key(s)")),
                    missing = keysAfter(message, QStringLiteral("Missing key(s)"));
  const auto wrapped = [](const QStringList& keys) {
    return !keys.isEmpty() && std::all_of(keys.begin(), keys.end(), [](const QString& key) {
      return key.startsWith(QLatin1String("module."));
    });
  };
  if (!wrapped(unexpected) && !wrapped(missing)) return std::nullopt;
  Explanation result;
  result.kind = Explanation::Prefix;
  result.headline = Explain::tr("The names differ by `module.`").remove(QLatin1Char('`'));
  const int line = scene.inner() ? scene.inner()->line : scene.outerLine();
  const QString row = lineOf(scene.code, line);
  const auto loading = loadingOf(row);
  if (wrapped(unexpected)) {
    result.text =
        Explain::tr(
            "The state was saved from a model inside `DataParallel`, which puts `module.` before every name: "
            "`%1`. This model is not wrapped and calls it `%2`.")
            .arg(unexpected.front(), unexpected.front().mid(7));
    if (loading) {
      const QString mended =
          QStringLiteral("{name.removeprefix(\"module.\"): value for name, value in %1.items()}")
              .arg(loading->state);
      result.fixes.push_back({Explain::tr("Take the prefix off while loading, at line %1").arg(line),
                              {{line, false,
                                changedCall(row, loading->target + QStringLiteral(".load_state_dict"),
                                            [&](const QString&) { return mended; })}}});
    }
    return result;
  }
  result.text = Explain::tr(
                    "The model is wrapped in `DataParallel` and puts `module.` before every name: `%1`. The "
                    "state was saved "
                    "from the model itself, which calls it `%2`.")
                    .arg(missing.front(), missing.front().mid(7));
  if (loading) {
    QString mended = row;
    mended.replace(loading->target + QStringLiteral(".load_state_dict("),
                   loading->target + QStringLiteral(".module.load_state_dict("));
    result.fixes.push_back(
        {Explain::tr("Load into the model inside, at line %1").arg(line), {{line, false, mended}}});
  }
  return result;
}

std::optional<Explanation> explainMemory(const Scene& scene) {
  static const QRegularExpression form(
      QStringLiteral("out of memory\\. Tried to allocate ([\\d.]+ \\w+)\\. GPU (\\d+)"));
  const auto match = form.match(scene.message());
  if (!match.hasMatch()) return std::nullopt;
  const QString device = QStringLiteral("cuda:") + match.captured(2);
  Explanation result;
  result.kind = Explanation::OutOfMemory;
  result.headline = Explain::tr("%1 is full").arg(device);
  QStringList sentences;
  const auto memory = scene.state.memory.value(device);
  sentences << Explain::tr("This line asks for %1 more, and no piece of that size is free on %2.")
                   .arg(match.captured(1), device);
  if (memory.device_total > 0)
    sentences << Explain::tr("The card has %1; the program's tensors hold %2 of it.")
                     .arg(formatBytes(memory.device_total), formatBytes(memory.allocated));
  const auto holdings = holdingsOn(scene.state, device.toStdString());
  QStringList largest;
  for (const auto& holding : holdings) {
    if (largest.size() < 3)
      largest << Explain::tr("`%1` holds %2").arg(holding.name, formatBytes(holding.bytes));
  }
  if (!largest.isEmpty())
    sentences << largest.join(Explain::tr(", ", "between two facts")) + Explain::tr(".", "end of a sentence");
  const int line = scene.outerLine();
  for (const auto& holding : holdings) {
    const int made = assignedAt(scene.code, holding.name, line);
    if (result.notes.size() < 3 && made > 0)
      result.notes.push_back(
          {made, Explain::tr("%1: %2 since here").arg(holding.name, formatBytes(holding.bytes))});
    if (result.fixes.empty() && isAssignable(holding.name) && !isMentioned(holding.name, scene.code, line))
      result.fixes.push_back(
          {Explain::tr("Give `%1` up before line %2: nothing uses it any more").arg(holding.name).arg(line),
           {{line, true, indentOf(lineOf(scene.code, line)) + QStringLiteral("del ") + holding.name}}});
  }
  if (result.fixes.empty())
    sentences << Explain::tr(
        "Take less at once (a smaller batch), or give up what is not needed any more by `del`.");
  result.text = sentences.join(Explain::tr(" ", "between two sentences"));
  return result;
}

}  // namespace todevice
