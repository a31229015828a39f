// SPDX-License-Identifier: GPL-3.0-or-later
// "Expected all tensors to be on the same device": who is where, since when, and who may move.
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <limits>

#include "explanation.h"
#include "joined.h"
#include "python_text.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// nn.DataParallel keeps its network on its first device; what it is given may come from anywhere.
bool isOfDataParallel(const QString& message) {
  return message.contains(QLatin1String("must have its parameters and buffers on device"));
}

bool isMismatch(const QString& message) {
  return message.contains(QLatin1String("to be on the same device")) ||
         message.contains(QLatin1String("indices should be either on cpu or on the same device")) ||
         message.contains(QLatin1String("are not at the same device")) || isOfDataParallel(message);
}

struct Party {
  const protocol::Named* named;
  const protocol::Origin* origin;
  QString device() const { return text(origin->device); }
};

QSet<QString> devicesOf(const std::vector<Party>& parties) {
  QSet<QString> devices;
  for (const Party& party : parties) devices << party.device();
  return devices;
}

/// Those of the failing expression that have a place. A single number may be anywhere, unless it is what
/// fails.
std::vector<Party> partiesOf(const protocol::ErrorFrame& frame) {
  std::vector<Party> all, without;
  for (const auto& named : frame.names) {
    for (const auto& origin : named.origins) {
      all.push_back({&named, &origin});
      if (!named.is_scalar) without.push_back(all.back());
    }
  }
  return devicesOf(without).size() > 1 ? without : all;
}

/// Where all should be: what the message asks for, else the GPU of the network, else the GPU of any; of none
/// that has a name, the GPU that the message names.
QString targetOf(const QString& message, const std::vector<Party>& parties) {
  static const QRegularExpression wanted(QStringLiteral(
      "same device as the indexed tensor \\((\\S+)\\)|parameters and buffers on device (\\S+)"));
  const auto match = wanted.match(message);
  if (match.hasMatch()) return match.captured(1) + match.captured(2);
  for (const bool networks : {true, false}) {
    for (const Party& party : parties) {
      if (logicalIndex(party.device()) >= 0 && (!networks || party.named->kind == "module"))
        return party.device();
    }
  }
  static const QRegularExpression gpu(QStringLiteral("\\bcuda:\\d+"));
  const auto named = gpu.match(message);
  if (named.hasMatch()) return named.captured();
  return parties.empty() ? QString() : parties.front().device();
}

const protocol::Named* sameIn(const protocol::ErrorFrame& frame, protocol::Address id) {
  const auto found = std::find_if(frame.names.begin(), frame.names.end(),
                                  [&](const protocol::Named& one) { return one.id == id; });
  return found == frame.names.end() ? nullptr : &*found;
}

/// The line of the last call that is a statement's own: what a lambda or a generator does, it does where it
/// is called, which may be long after it was written.
int callingLine(const Scene& scene) {
  const auto& frames = scene.error().frames;
  const auto own = std::find_if(frames.rbegin(), frames.rend(), [](const protocol::ErrorFrame& one) {
    return !one.function.starts_with('<');
  });
  return statementStart(scene.code, (own == frames.rend() ? frames.front() : *own).line);
}

/// `x = x.to(device)` before the line that failed: in the block where the block knows the thing, else inside
/// the function.
std::optional<CodeFix> moveBefore(const Scene& scene, const protocol::Named& named, const QString& target) {
  const PythonText python(scene.code);
  const auto* outer = sameIn(*scene.outer(), named.id);
  const QString name = text((outer ? outer : &named)->name);
  if (!isAssignable(name) || (named.kind != "tensor" && named.kind != "module")) return std::nullopt;
  if (!mayBeReplaced(scene, named.id)) return std::nullopt;
  int line = outer ? scene.outerLine() : callingLine(scene);
  // A name that the lambda or the generator gives is not known outside of it.
  if (!outer && line != statementStart(scene.code, scene.inner()->line) &&
      (!python.takesLineBefore(scene.inner()->line, name) || !python.assignment(name, line - 1)))
    return std::nullopt;
  if (named.kind == "tensor" && !python.ownsName(line, name)) {
    // The block's name, which the function only reads: an assignment inside would make another one.
    line = scene.outerLine();
    const auto* made = python.assignment(name, line - 1);
    if (!made || python.functionOf(made->first) || python.functionOf(line)) return std::nullopt;
  }
  if (!python.takesLineBefore(line, name)) return std::nullopt;
  const QString call = QStringLiteral("%1.to(%2)").arg(name, deviceCode(scene, target, line));
  const QString statement = named.kind == "module" ? call : QStringLiteral("%1 = %2").arg(name, call);
  return CodeFix{Explain::tr("Move `%1` before line %2").arg(name, QString::number(line)),
                 {{line, true, indentOf(lineOf(scene.code, line)) + statement}}};
}

/// Whether anything but the statement that failed speaks of a name from its making to the failure.
bool isUsedOnTheWay(const Scene& scene, const PythonText& python, const QString& name, int made) {
  const int inner = statementStart(scene.code, scene.inner()->line),
            last = std::max(inner, scene.outerLine());
  const QRegularExpression word(QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(name)));
  return std::any_of(python.statements().begin(), python.statements().end(),
                     [&](const PythonText::Statement& one) {
                       return one.first > made && one.first < last && one.first != inner &&
                              word.match(python.written(one)).hasMatch();
                     });
}

/// Whether the failure is in a loop and the name gets another value after a line: what mends the first turn
/// would not mend the next.
bool isGivenAnew(const Scene& scene, const QString& name, int line) {
  return PythonText(scene.code).isRepeated(scene.inner()->line) &&
         assignedAt(scene.code, name, std::numeric_limits<int>::max()) > line;
}

/// `torch.ones(3)` becomes `torch.ones(3, device=...)` where it is made.
std::optional<CodeFix> makeThere(const Scene& scene, const Party& party, const QString& target) {
  static const QString factory = QStringLiteral(
      "^\\s*%1\\s*=\\s*torch\\s*\\.\\s*(?:tensor|ones|zeros|rand|randn|randint|full|empty|arange|linspace|"
      "eye)\\s*\\(");
  // What may follow the call, and leaves its result where it is.
  static const QRegularExpression tail(
      QStringLiteral("^(?:\\s*\\.\\s*(?:double|float|half|long|int|requires_grad_|clone|t|reshape|view|"
                     "unsqueeze|squeeze|normal_|"
                     "uniform_)\\([^()]*\\))*$"));
  static const QRegularExpression other(
      QStringLiteral("^(?:\\*|(?:device|generator|out|pin_memory)\\s*=)|\\bfor\\b"));
  const int line = party.origin->made_line;
  if (line <= 0 || party.origin->moved_line > 0) return std::nullopt;
  const PythonText python(scene.code);
  const auto* made = python.at(line);
  if (!made) return std::nullopt;
  // The line must make this very thing, not something that it came from.
  const QString name = text(party.named->name);
  const auto [begin, end] = python.only(*made, factory.arg(QRegularExpression::escape(name)));
  const int close = python.partner(end - 1);
  // What else uses it on the way to the line that failed may need it where it is.
  if (begin < 0 || close < 0 || isGivenAnew(scene, name, line) ||
      isUsedOnTheWay(scene, python, name, made->first) ||
      !tail.match(python.bare().mid(close + 1, made->end - close - 1)).hasMatch())
    return std::nullopt;
  const auto arguments = python.arguments(end - 1);
  for (const auto& [from, to] : arguments) {
    if (other.match(python.bare().mid(from, to - from)).hasMatch()) return std::nullopt;
  }
  const int last = python.before(close);
  const QString before = last == end - 1                           ? QString()
                         : python.bare()[last] == QLatin1Char(',') ? QStringLiteral(" ")
                                                                   : QStringLiteral(", ");
  return CodeFix{
      Explain::tr("Make `%1` on %2 at line %3").arg(name, deviceName(target), QString::number(line)),
      python.spliced(
          {{last + 1, 0, before + QStringLiteral("device=") + deviceCode(scene, target, made->first)}})};
}

/// The statement that made an optimizer, anew before a line; it must still have its parameters: a generator
/// in a name of its own is empty by now.
std::optional<CodeFix> makeAnew(const Scene& scene, const QString& name, int line) {
  const PythonText python(scene.code);
  const auto* made = python.assignment(name, line - 1);
  if (!made || python.functionOf(made->first) || python.functionOf(line) || !python.takesLineBefore(line) ||
      // In a loop it would be new each time, and learn nothing.
      (python.isRepeated(line) && !python.isRepeated(made->first)))
    return std::nullopt;
  const QString bare = python.bare(*made);
  static const QRegularExpression again(QStringLiteral("\\.\\s*parameters\\s*\\(\\s*\\)|\\(\\s*\\["));
  static const QRegularExpression alone(QStringLiteral("^\\s*[\\w.]+\\s*=[^;]*$"));
  if (!again.match(bare).hasMatch() || !alone.match(bare).hasMatch()) return std::nullopt;
  CodeFix fix{Explain::tr("Make `%1` anew before line %2").arg(name, QString::number(line)), {}};
  QString indent = indentOf(lineOf(scene.code, line));
  for (const QString& row : python.written(*made).trimmed().split(QLatin1Char('\n'))) {
    fix.edits.push_back({line, true, indent + row});
    indent.clear();  // inside brackets the further lines stand where they like
  }
  return fix;
}

/// An optimizer's own numbers stay where its first step made them.
std::optional<Explanation> explainOptimizer(const Scene& scene) {
  const auto& names = scene.inner()->names;
  const auto optimizer = std::find_if(names.begin(), names.end(),
                                      [](const protocol::Named& one) { return one.kind == "optimizer"; });
  if (optimizer == names.end()) return std::nullopt;
  const QString name = text(optimizer->name);
  Explanation result;
  result.headline = Explain::tr("The optimizer's numbers were left behind");
  result.text =
      Explain::tr(
          "`%1` keeps numbers of its own for each parameter, and made them at its first step, where the "
          "network was then. The network has moved since; nothing moves what `%1` keeps.")
          .arg(name);
  const int line = scene.outerLine(), made = assignedAt(scene.code, name, line);
  if (made > 0) {
    result.notes.push_back({made, Explain::tr("%1 was made here").arg(name)});
    if (auto fix = makeAnew(scene, name, line)) result.fixes.push_back(std::move(*fix));
  }
  return result;
}

}  // namespace

std::optional<Explanation> explainMismatch(const Scene& scene) {
  if (!isMismatch(scene.message()) || !scene.inner()) return std::nullopt;
  auto parties = partiesOf(*scene.inner());
  const bool isWrapped = isOfDataParallel(scene.message());
  if (isWrapped) std::erase_if(parties, [](const Party& one) { return one.named->kind != "module"; });
  const QSet<QString> devices = devicesOf(parties);
  if (devices.size() < 2) {
    if (auto optimizer = explainOptimizer(scene)) return optimizer;
  }
  Explanation result;
  result.headline = isWrapped ? Explain::tr("The network is not on the first device")
                              : Explain::tr("Two devices in one operation");
  const QString expression = text(scene.inner()->expression).simplified();
  const QString target = targetOf(scene.message(), parties);
  QStringList stories;
  for (const Party& party : parties) {
    stories << story(*party.named, *party.origin);
    addNotes(result.notes, *party.named, *party.origin);
  }
  QStringList told;
  if (!stories.isEmpty()) told << withStop(asFacts(stories));
  told << (isWrapped
               ? Explain::tr("`nn.DataParallel` wants the network on its first device, %1: the first of "
                             "`device_ids`. The batch may come from anywhere.")
                     .arg(target)
               : Explain::tr("`%1` needs all of its tensors on one device; PyTorch moves none by itself.")
                     .arg(expression));
  // What has only one place and is not where the others should be is what may move.
  QSet<protocol::Address> done;
  std::vector<CodeFix> later;
  for (const Party& party : parties) {
    if (party.device() == target || done.contains(party.named->id)) continue;
    done << party.named->id;
    const auto* lost = lostMove(scene, *party.named, target);
    if (lost && party.origin->moved_line < lost->line) {
      told << Explain::tr("The result of `%1` at line %2 was not kept.")
                  .arg(QString::fromStdString(lost->source).trimmed(), QString::number(lost->line));
      result.notes.push_back({lost->line, Explain::tr("the result is not kept")});
      const QString name = text(party.named->name);
      const bool isLast = assignedAt(scene.code, name, scene.outerLine() - 1) < lost->line &&
                          !isGivenAnew(scene, name, lost->line);
      if (auto fix = isLast ? keepResult(scene, *lost) : std::nullopt) {
        result.fixes.push_back(std::move(*fix));
        continue;
      }
    }
    if (auto fix = moveBefore(scene, *party.named, target)) result.fixes.push_back(std::move(*fix));
    if (auto fix = makeThere(scene, party, target)) later.push_back(std::move(*fix));
  }
  result.text = asSentences(told);
  // Several of them that stay behind move together: one alone would meet the error again.
  if (done.size() > 1 && result.fixes.size() < std::size_t(done.size())) {
    result.fixes.clear();
  } else if (result.fixes.size() > 1) {
    CodeFix all{Explain::tr("Move all of them to %1").arg(deviceName(target)), {}};
    for (const auto& fix : result.fixes)
      all.edits.insert(all.edits.end(), fix.edits.begin(), fix.edits.end());
    std::stable_sort(all.edits.begin(), all.edits.end(),
                     [](const LineEdit& a, const LineEdit& b) { return a.line < b.line; });
    result.fixes = {all};
  } else {
    result.fixes.insert(result.fixes.end(), later.begin(), later.end());
  }
  return result;
}

}  // namespace todevice
