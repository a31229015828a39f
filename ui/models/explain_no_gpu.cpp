// SPDX-License-Identifier: GPL-3.0-or-later
// A process that sees no GPU: why, and the same code on the CPU.
#include <QRegularExpression>
#include <algorithm>

#include "explanation.h"
#include "joined.h"
#include "python_text.h"

namespace todevice {

namespace {

/// The places of a statement that ask for a GPU, asking for the CPU.
std::vector<Splice> onCpu(const PythonText& python, const PythonText::Statement& statement) {
  static const QRegularExpression text(QStringLiteral("([\"'])cuda(?::\\d+)?\\1")),
      place(QStringLiteral(
          "(?:\\bdevice\\s*=\\s*|\\.\\s*to\\s*\\(\\s*|\\bdevice\\s*\\(\\s*|^\\s*[\\w.]+\\s*=\\s*)$")),
      call(QStringLiteral("\\.\\s*(cuda)\\s*\\(([^()]*)\\)"));
  const QString bare = python.bare(statement);
  std::vector<Splice> splices;
  for (auto it = text.globalMatch(python.written(statement)); it.hasNext();) {
    const auto match = it.next();
    if (place.match(bare.left(match.capturedStart())).hasMatch())
      splices.push_back({statement.begin + int(match.capturedStart()), int(match.capturedLength()),
                         QStringLiteral("\"cpu\"")});
  }
  for (auto it = call.globalMatch(bare); it.hasNext();) {
    const auto match = it.next();
    const int end = int(match.capturedEnd(2));
    splices.push_back({statement.begin + int(match.capturedStart(1)), 4, QStringLiteral("cpu")});
    if (match.capturedLength(2) > 0)
      splices.push_back(
          {statement.begin + int(match.capturedStart(2)), end - int(match.capturedStart(2)), {}});
  }
  return splices;
}

/// Every statement that asks for a GPU, on the CPU; none where one of them does something that only a GPU
/// can do, or says which GPU in a way that cannot be told.
std::optional<CodeFix> allOnCpu(const Scene& scene) {
  static const QRegularExpression harmless(QStringLiteral("\\bis_available\\s*\\("));
  static const QRegularExpression gpuOnly(
      QStringLiteral("\\bcuda\\s*\\.\\s*(?!is_available|device_count|manual_seed)\\w|\\bpin_memory\\b"));
  static const QRegularExpression unclear(
      QStringLiteral("[\"']cuda:?(?:[{%]|[\"']\\s*[+%])|\\bdevice\\s*\\(\\s*[\"']cuda[\"']\\s*,\\s*[^0\\s]"));
  const PythonText python(scene.code);
  const int failed = scene.inner() ? scene.inner()->line : scene.outerLine();
  std::vector<Splice> splices;
  QStringList lines;
  bool mends = false;
  for (const auto& one : python.statements()) {
    if (harmless.match(python.bare(one)).hasMatch()) continue;
    if (gpuOnly.match(python.bare(one)).hasMatch() || unclear.match(python.written(one)).hasMatch())
      return std::nullopt;
    const auto here = onCpu(python, one);
    if (here.empty()) continue;
    splices.insert(splices.end(), here.begin(), here.end());
    lines << QString::number(one.first);
    mends = mends || (one.first <= failed && failed <= one.last);
    // A name of the device is given it elsewhere.
    if (!mends && scene.inner())
      mends = std::any_of(scene.inner()->names.begin(), scene.inner()->names.end(),
                          [&](const protocol::Named& named) {
                            return named.text.starts_with("cuda") &&
                                   python.assignment(QString::fromStdString(named.name), failed) == &one;
                          });
  }
  auto edits = python.spliced(std::move(splices));
  if (!mends || edits.empty()) return std::nullopt;
  const QString words = lines.size() == 1 ? Explain::tr("Use the CPU at line %1").arg(lines.front())
                                          : Explain::tr("Use the CPU at lines %1").arg(listed(lines));
  return CodeFix{words, std::move(edits)};
}

}  // namespace

Explanation explainNoGpu(const Scene& scene) {
  Explanation result;
  result.kind = Explanation::NoGpu;
  result.headline = Explain::tr("This process sees no GPU");
  const auto cards = scene.devices.cards().size();
  const QString setting = settingWords(scene);
  if (cards == 0) {
    result.text = Explain::tr("This machine has no GPU, so nothing can be put on one.");
  } else if (setting.isEmpty()) {
    result.text = Explain::tr("The machine has GPUs, but CUDA gives this process none.");
  } else {
    result.text =
        Explain::tr(
            "%1 hides every GPU of this machine: an entry that names no card ends the list, and none "
            "stands before it.")
            .arg(setting);
  }
  result.text = asSentences(
      {result.text,
       Explain::tr("Code that should run everywhere asks first, by `torch.cuda.is_available()`.")});
  if (auto fix = allOnCpu(scene)) result.fixes.push_back(std::move(*fix));
  return result;
}

}  // namespace todevice
