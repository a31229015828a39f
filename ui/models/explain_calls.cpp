// SPDX-License-Identifier: GPL-3.0-or-later
// Errors that one word in the failing call mends: .numpy(), a pin, an optimizer's parameters.
#include <QRegularExpression>
#include <algorithm>

#include "explanation.h"
#include "joined.h"
#include "python_text.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

int innerLine(const Scene& scene) {
  return scene.inner() ? scene.inner()->line : scene.outerLine();
}

/// The statement that failed with `words` before each of its `.numpy(`; no fix where it has none.
void putBeforeNumpy(const Scene& scene, Explanation& result, const QString& words, const QString& told) {
  static const QRegularExpression call(QStringLiteral("\\.\\s*numpy\\s*\\("));
  const PythonText python(scene.code);
  const auto* statement = python.at(innerLine(scene));
  if (!statement) return;
  std::vector<Splice> splices;
  auto found = call.globalMatch(python.bare(*statement));
  while (found.hasNext()) splices.push_back({statement->begin + int(found.next().capturedStart()), 0, words});
  if (!splices.empty()) result.fixes.push_back({told, python.spliced(std::move(splices))});
}

/// The statement that failed with `.tolist()` in place of each of its `.numpy()`.
void listInstead(const Scene& scene, Explanation& result) {
  static const QRegularExpression call(QStringLiteral("\\.\\s*(numpy)\\s*\\(\\s*\\)"));
  const PythonText python(scene.code);
  const auto* statement = python.at(innerLine(scene));
  if (!statement) return;
  std::vector<Splice> splices;
  auto found = call.globalMatch(python.bare(*statement));
  while (found.hasNext()) {
    const auto match = found.next();
    splices.push_back({statement->begin + int(match.capturedStart(1)), int(match.capturedLength(1)),
                       QStringLiteral("tolist")});
  }
  if (!splices.empty())
    result.fixes.push_back(
        {Explain::tr("Take a list instead: `.tolist()`"), python.spliced(std::move(splices))});
}

bool isWithoutNumpy(const Scene& scene) {
  return scene.ready && !scene.ready->numpy;
}

/// Whether all that the failing expression names is known to have no gradients.
bool hasNoGradients(const Scene& scene) {
  const auto* frame = scene.inner();
  if (!frame || frame->names.empty()) return false;
  return std::all_of(frame->names.begin(), frame->names.end(), [&](const protocol::Named& named) {
    const auto object = scene.state.objects.constFind(named.id);
    return object != scene.state.objects.cend() && (!object->tensor || !object->tensor->requires_grad);
  });
}

void tell(const Scene& scene, Explanation& result, bool (*about)(const protocol::Named&)) {
  if (!scene.inner()) return;
  QStringList stories;
  for (const auto& named : scene.inner()->names) {
    if (named.kind == "module" || named.origins.empty() || !about(named)) continue;
    stories << story(named, named.origins.front());
    addNotes(result.notes, named, named.origins.front());
  }
  if (!stories.isEmpty()) result.text = asSentences({withStop(asFacts(stories)), QString()});
}

bool isOnGpu(const protocol::Named& named) {
  return named.origins.front().device != "cpu";
}

/// An assignment of the name, after which its value can be made a leaf.
std::optional<CodeFix> leafAfter(const Scene& scene, const QString& name, int line) {
  const PythonText python(scene.code);
  const auto* made = python.assignment(name, line - 1);
  if (!made || !isAssignable(name) || python.functionOf(made->first) != python.functionOf(line))
    return std::nullopt;
  return CodeFix{Explain::tr("Make `%1` a leaf after line %2").arg(name, QString::number(made->last)),
                 {{made->last + 1, true,
                   QStringLiteral("%1%2 = %2.detach().requires_grad_()")
                       .arg(indentOf(lineOf(scene.code, made->first)), name)}}};
}

/// The statement of a line with its pins left out.
std::vector<LineEdit> withoutPins(const Scene& scene, int line) {
  static const QRegularExpression pin(QStringLiteral(
      "\\.\\s*pin_memory\\s*\\(\\s*\\)|,[ \\t]*pin_memory\\s*=\\s*True\\b|\\bpin_memory\\s*=\\s*(True)\\b"));
  const PythonText python(scene.code);
  const auto* statement = python.at(line);
  if (!statement) return {};
  std::vector<Splice> splices;
  auto found = pin.globalMatch(python.bare(*statement));
  while (found.hasNext()) {
    const auto match = found.next();
    const int group = match.hasCaptured(1) ? 1 : 0;
    splices.push_back({statement->begin + int(match.capturedStart(group)), int(match.capturedLength(group)),
                       group == 1 ? QStringLiteral("False") : QString()});
  }
  return python.spliced(std::move(splices));
}

}  // namespace

std::optional<Explanation> explainNumpy(const Scene& scene) {
  const QString message = scene.message();
  const bool gpu = message.contains(QLatin1String("device type tensor to numpy"));
  const bool grad = message.contains(QLatin1String("Can't call numpy() on Tensor that requires grad"));
  const bool missing = message.contains(QLatin1String("Numpy is not available"));
  if (!gpu && !grad && !missing) return std::nullopt;
  Explanation result;
  result.kind = Explanation::Numpy;
  const QString none = Explain::tr(
      "The Python that runs this code has no NumPy. `.tolist()` gives the same numbers as a list, from any "
      "device.");
  if (missing) {
    result.headline = Explain::tr("NumPy is not installed here");
    result.text = none;
    listInstead(scene, result);
    return result;
  }
  if (grad) {
    result.headline = Explain::tr("NumPy knows no gradients");
    result.text = Explain::tr(
        "An array shares its numbers with the tensor, and changes to it would pass autograd by. "
        "`.detach()` gives the numbers without the history.");
    if (isWithoutNumpy(scene)) {
      result.text = asSentences({result.text, none});
      listInstead(scene, result);
      return result;
    }
    putBeforeNumpy(scene, result, QStringLiteral(".detach()"),
                   Explain::tr("Detach it first: `.detach().numpy()`"));
    return result;
  }
  result.headline = Explain::tr("NumPy reads the memory of the CPU only");
  tell(scene, result, isOnGpu);
  result.text += Explain::tr(
      "`.numpy()` copies nothing, so the numbers must be in the computer's own memory: `.cpu()` copies "
      "them there.");
  if (isWithoutNumpy(scene)) {
    result.text = asSentences({result.text, none});
    listInstead(scene, result);
  } else if (hasNoGradients(scene)) {
    putBeforeNumpy(scene, result, QStringLiteral(".cpu()"), Explain::tr("Copy it first: `.cpu().numpy()`"));
  } else {
    putBeforeNumpy(scene, result, QStringLiteral(".detach().cpu()"),
                   Explain::tr("Copy it without its gradients: `.detach().cpu().numpy()`"));
  }
  return result;
}

std::optional<Explanation> explainNonLeaf(const Scene& scene) {
  if (!scene.message().contains(QLatin1String("can't optimize a non-leaf Tensor"))) return std::nullopt;
  Explanation result;
  result.kind = Explanation::NonLeaf;
  result.headline = Explain::tr("An optimizer trains leaves only");
  QStringList sentences;
  int leaves = 0;
  for (const auto& frame : scene.error().frames) {
    for (const auto& named : frame.names) {
      if (named.is_leaf || named.origins.empty()) continue;
      const auto& origin = named.origins.front();
      const QString name = text(named.name);
      if (origin.moved_line > 0) {
        sentences
            << Explain::tr(
                   "`%1` is not the tensor that `requires_grad` was asked for: `.to()` at line %2 made a new "
                   "one on %3, computed from it.")
                   .arg(name, QString::number(origin.moved_line), deviceName(text(origin.device)));
        result.notes.push_back(
            {origin.moved_line, Explain::tr("%1 is made from another tensor here").arg(name)});
      } else {
        sentences << Explain::tr(
                         "`%1` is the result of an operation, not a tensor that begins the computation.")
                         .arg(name);
        if (origin.made_line > 0)
          result.notes.push_back({origin.made_line, Explain::tr("%1 is computed here").arg(name)});
      }
      if (auto fix = leafAfter(scene, name, statementStart(scene.code, frame.line)))
        result.fixes.push_back(std::move(*fix));
      ++leaves;
    }
  }
  // One alone would meet the error again.
  if (leaves > 1) result.fixes.clear();
  sentences << Explain::tr("Move first, then ask for gradients; or make it on its device at once.");
  result.text = asSentences(sentences);
  return result;
}

std::optional<Explanation> explainPinned(const Scene& scene) {
  const QString message = scene.message();
  const bool isThere = message.contains(QLatin1String("nly dense CPU tensors can be pinned"));
  const int line = innerLine(scene);
  const auto mended = withoutPins(scene, line);
  const bool asks = !mended.empty();
  const bool noGpu = asks && (message.contains(QLatin1String("No CUDA GPUs")) ||
                              message.contains(QLatin1String("NVIDIA driver")) ||
                              message.contains(QLatin1String("provide pin_memory allocator")));
  if (!isThere && !noGpu) return std::nullopt;
  Explanation result;
  result.kind = Explanation::Pinned;
  if (isThere) {
    result.headline = Explain::tr("Only the CPU's memory can be pinned");
    tell(scene, result, isOnGpu);
    result.text += Explain::tr(
        "Pinning fixes numbers in the computer's own memory so that a GPU can fetch them; these are on the "
        "GPU already.");
  } else {
    result.headline = Explain::tr("Pinning needs a GPU");
    result.text = Explain::tr(
        "Pinned memory is given out by the driver of a GPU, for copies to that GPU. Here there is none, and "
        "nothing to gain from it.");
  }
  if (asks) result.fixes.push_back({Explain::tr("Leave the pinning out at line %1").arg(line), mended});
  return result;
}

}  // namespace todevice
