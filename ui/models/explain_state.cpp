// SPDX-License-Identifier: GPL-3.0-or-later
// Two things that are too much or too little: `module.` before a state's names, and bytes on a card.
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>

#include "address_format.h"
#include "explanation.h"
#include "joined.h"
#include "python_text.h"

namespace todevice {

namespace {

/// The only `.load_state_dict(` of the failing statement, changed.
std::optional<CodeFix> mendLoading(const Scene& scene, int line, bool takesPrefixOff) {
  const PythonText python(scene.code);
  const auto* statement = python.at(line);
  if (!statement) return std::nullopt;
  const auto [dot, open] = python.only(*statement, QStringLiteral("\\.\\s*load_state_dict\\s*\\("));
  if (dot < 0 || python.partner(open - 1) < 0) return std::nullopt;
  if (!takesPrefixOff)
    return CodeFix{Explain::tr("Load into the model inside, at line %1").arg(line),
                   python.spliced({{dot, 0, QStringLiteral(".module")}})};
  static const QRegularExpression named(QStringLiteral("^state_dict\\s*=\\s*")),
      other(QStringLiteral("^(?:\\*|\\w+\\s*=(?!=))|:=|\\b(?:yield|await)\\b"));
  for (auto [from, to] : python.arguments(open - 1)) {
    const auto keyword = named.match(python.bare().mid(from, to - from));
    from += int(keyword.capturedLength());
    const QString state = python.bare().mid(from, to - from);
    if (other.match(state).hasMatch()) continue;
    // A comment behind an argument of several lines must not swallow what follows.
    return CodeFix{
        Explain::tr("Take the prefix off while loading, at line %1").arg(line),
        python.spliced(
            {{from, 0, QStringLiteral("{name.removeprefix(\"module.\"): value for name, value in (")},
             {to, 0, QStringLiteral(").items()}")}})};
  }
  return std::nullopt;
}

/// Whether the prefix is all that the names differ by.
bool differByPrefix(const QStringList& wrapped, const QStringList& plain) {
  QSet<QString> bare;
  for (const QString& key : wrapped) bare << key.mid(7);
  return bare == QSet<QString>(plain.begin(), plain.end());
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
  bool isAlone = true;  ///< a tensor that no other name looks into, and no graph of gradients may hold
};

std::vector<Holding> holdingsOn(const State& state, const std::string& device) {
  std::vector<Holding> all;
  QSet<quint64> seen;
  QMap<quint64, int> owners;
  for (const auto id : state.names) {
    const auto object = state.objects.constFind(id);
    if (object != state.objects.cend() && object->tensor) ++owners[object->tensor->storage_serial];
  }
  for (auto it = state.names.cbegin(); it != state.names.cend(); ++it) {
    const auto object = state.objects.constFind(it.value());
    if (object == state.objects.cend()) continue;
    Holding holding{
        it.key(), 0,
        object->tensor && owners[object->tensor->storage_serial] == 1 && !object->tensor->requires_grad};
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

/// Whether a name can be given up before a statement: it holds its bytes alone, the statement is reached
/// once, and nothing from there on can use it.
bool canGiveUp(const Scene& scene, const Holding& holding, int line) {
  const PythonText python(scene.code);
  const auto* made = python.assignment(holding.name, line - 1);
  const auto* here = python.at(line);
  if (!made || !here || !isAssignable(holding.name) || !holding.isAlone || scene.error().frames.size() != 1 ||
      !python.takesLineBefore(line, holding.name))
    return false;
  static const QRegularExpression again(QStringLiteral("\\b(?:for|while)\\b"));
  if (!indentOf(python.written(*here)).isEmpty() || again.match(python.bare(*here)).hasMatch()) return false;
  const QRegularExpression word(QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(holding.name)));
  // A use that keeps no part of it.
  const QRegularExpression passing(
      QStringLiteral(
          "\\b%1\\b(?:\\s*\\.\\s*(?:sum|mean|shape|size|numel|item|dtype|device|min|max)\\b|\\s*=(?!=))")
          .arg(QRegularExpression::escape(holding.name)));
  return std::all_of(python.statements().begin(), python.statements().end(),
                     [&](const PythonText::Statement& one) {
                       const QString written = python.written(one);
                       const auto uses = written.count(word);
                       const bool runsLater = python.functionOf(one.first) || one.first >= line ||
                                              python.bare(one).contains(QLatin1String("lambda"));
                       return uses == 0 || (!runsLater && uses == written.count(passing));
                     });
}

qint64 bytesOf(const QString& words) {
  const QStringList parts = words.split(QLatin1Char(' '));
  static const QStringList units{QStringLiteral("bytes"), QStringLiteral("KiB"), QStringLiteral("MiB"),
                                 QStringLiteral("GiB"), QStringLiteral("TiB")};
  const auto power = std::max<qsizetype>(units.indexOf(parts.value(1)), 0);
  return qint64(parts.value(0).toDouble() * double(qint64(1) << (10 * power)));
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
  // A fix helps only where nothing else is wrong.
  const auto isAll = [&](const QStringList& one, const QStringList& other) {
    return differByPrefix(one, other) && !message.contains(QLatin1String("size mismatch"));
  };
  if (wrapped(unexpected)) {
    result.text =
        Explain::tr(
            "The state was saved from a model inside `DataParallel`, which puts `module.` before every name: "
            "`%1`. This model is not wrapped and calls it `%2`.")
            .arg(unexpected.front(), unexpected.front().mid(7));
    if (isAll(unexpected, missing))
      if (auto fix = mendLoading(scene, line, true)) result.fixes.push_back(std::move(*fix));
    return result;
  }
  result.text = Explain::tr(
                    "The model is wrapped in `DataParallel` and puts `module.` before every name: `%1`. The "
                    "state was saved "
                    "from the model itself, which calls it `%2`.")
                    .arg(missing.front(), missing.front().mid(7));
  if (isAll(missing, unexpected))
    if (auto fix = mendLoading(scene, line, false)) result.fixes.push_back(std::move(*fix));
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
  const qint64 asked = bytesOf(match.captured(1));
  const bool isTooLarge = memory.device_total > 0 && asked > memory.device_total;
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
  if (!largest.isEmpty()) sentences << withStop(asClauses(largest));
  const int line = scene.outerLine();
  for (const auto& holding : holdings) {
    const int made = assignedAt(scene.code, holding.name, line);
    if (result.notes.size() < 3 && made > 0)
      result.notes.push_back(
          {made, Explain::tr("%1: %2 since here").arg(holding.name, formatBytes(holding.bytes))});
    const qint64 after = memory.device_free + memory.reserved - memory.allocated + holding.bytes;
    if (result.fixes.empty() && !isTooLarge && after >= asked && canGiveUp(scene, holding, line))
      result.fixes.push_back(
          {Explain::tr("Give `%1` up before line %2: nothing uses it any more")
               .arg(holding.name, QString::number(line)),
           {{line, true, indentOf(lineOf(scene.code, line)) + QStringLiteral("del ") + holding.name}}});
  }
  if (isTooLarge) {
    sentences << Explain::tr("%1 can never fit a card of %2, whatever is given up: ask for less at once.")
                     .arg(match.captured(1), formatBytes(memory.device_total));
  } else if (result.fixes.empty()) {
    sentences << Explain::tr(
        "Take less at once (a smaller batch), or give up what is not needed any more by `del`.");
  }
  result.text = asSentences(sentences);
  return result;
}

}  // namespace todevice
