// SPDX-License-Identifier: GPL-3.0-or-later
// Errors that one word in the failing call mends: .numpy(), a pin, an optimizer's parameters.
#include <QRegularExpression>
#include <algorithm>

#include "explanation.h"

namespace todevice {

namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

int innerLine(const Scene& scene) {
  return scene.inner() ? scene.inner()->line : scene.outerLine();
}

/// The line that failed with `before` replaced; no fix where it has none.
void replaceInLine(const Scene& scene, Explanation& result, const QString& before, const QString& after,
                   const QString& words) {
  const int line = innerLine(scene);
  QString row = lineOf(scene.code, line);
  if (!row.contains(before)) return;
  result.fixes.push_back({words, {{line, false, row.replace(before, after)}}});
}

void tell(const Scene& scene, Explanation& result, bool (*about)(const protocol::Named&)) {
  if (!scene.inner()) return;
  QStringList stories;
  for (const auto& named : scene.inner()->names) {
    if (named.kind == "module" || named.origins.empty() || !about(named)) continue;
    stories << story(named, named.origins.front());
    addNotes(result.notes, named, named.origins.front());
  }
  if (!stories.isEmpty())
    result.text = stories.join(Explain::tr("; ", "between two facts")) +
                  Explain::tr(".", "end of a sentence") + Explain::tr(" ", "between two sentences");
}

bool isOnGpu(const protocol::Named& named) {
  return named.origins.front().device != "cpu";
}

/// An assignment of the name, after which its value can be made a leaf.
std::optional<CodeFix> leafAfter(const Scene& scene, const QString& name) {
  const int made = assignedAt(scene.code, name, scene.outerLine() - 1);
  if (made == 0 || !isAssignable(name)) return std::nullopt;
  int next = made + 1;
  while (statementStart(scene.code, next) == made) ++next;
  return CodeFix{Explain::tr("Make `%1` a leaf after line %2").arg(name).arg(next - 1),
                 {{next, true,
                   QStringLiteral("%1%2 = %2.detach().requires_grad_()")
                       .arg(indentOf(lineOf(scene.code, made)), name)}}};
}

}  // namespace

std::optional<Explanation> explainNumpy(const Scene& scene) {
  const QString message = scene.message();
  const bool gpu = message.contains(QLatin1String("device type tensor to numpy"));
  const bool grad = message.contains(QLatin1String("Can't call numpy() on Tensor that requires grad"));
  if (!gpu && !grad) return std::nullopt;
  Explanation result;
  result.kind = Explanation::Numpy;
  if (grad) {
    result.headline = Explain::tr("NumPy knows no gradients");
    result.text = Explain::tr(
        "An array shares its numbers with the tensor, and changes to it would pass autograd by. "
        "`.detach()` gives the numbers without the history.");
    replaceInLine(scene, result, QStringLiteral(".numpy("), QStringLiteral(".detach().numpy("),
                  Explain::tr("Detach it first: `.detach().numpy()`"));
    return result;
  }
  result.headline = Explain::tr("NumPy reads the memory of the CPU only");
  tell(scene, result, isOnGpu);
  result.text += Explain::tr(
      "`.numpy()` copies nothing, so the numbers must be in the computer's own memory: `.cpu()` copies "
      "them there.");
  replaceInLine(scene, result, QStringLiteral(".numpy("), QStringLiteral(".cpu().numpy("),
                Explain::tr("Copy it first: `.cpu().numpy()`"));
  replaceInLine(scene, result, QStringLiteral(".numpy("), QStringLiteral(".detach().cpu().numpy("),
                Explain::tr("Copy it without its gradients: `.detach().cpu().numpy()`"));
  return result;
}

std::optional<Explanation> explainNonLeaf(const Scene& scene) {
  if (!scene.message().contains(QLatin1String("can't optimize a non-leaf Tensor"))) return std::nullopt;
  Explanation result;
  result.kind = Explanation::NonLeaf;
  result.headline = Explain::tr("An optimizer trains leaves only");
  QStringList sentences;
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
                   .arg(name)
                   .arg(origin.moved_line)
                   .arg(deviceName(text(origin.device)));
        result.notes.push_back(
            {origin.moved_line, Explain::tr("%1 is made from another tensor here").arg(name)});
      } else {
        sentences << Explain::tr(
                         "`%1` is the result of an operation, not a tensor that begins the computation.")
                         .arg(name);
        if (origin.made_line > 0)
          result.notes.push_back({origin.made_line, Explain::tr("%1 is computed here").arg(name)});
      }
      if (auto fix = leafAfter(scene, name)) result.fixes.push_back(std::move(*fix));
    }
  }
  sentences << Explain::tr("Move first, then ask for gradients; or make it on its device at once.");
  result.text = sentences.join(Explain::tr(" ", "between two sentences"));
  return result;
}

std::optional<Explanation> explainPinned(const Scene& scene) {
  const QString message = scene.message();
  const bool isThere = message.contains(QLatin1String("only dense CPU tensors can be pinned"));
  const int line = innerLine(scene);
  const QString row = lineOf(scene.code, line);
  const bool asks = row.contains(QLatin1String("pin_memory"));
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
  QString mended = row;
  mended.remove(QStringLiteral(".pin_memory()"));
  mended.remove(QRegularExpression(QStringLiteral(",\\s*pin_memory=True")));
  if (mended != row)
    result.fixes.push_back(
        {Explain::tr("Leave the pinning out at line %1").arg(line), {{line, false, mended}}});
  return result;
}

}  // namespace todevice
