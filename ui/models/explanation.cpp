// SPDX-License-Identifier: GPL-3.0-or-later
#include "explanation.h"

#include <QRegularExpression>
#include <algorithm>

#include "joined.h"
#include "python_text.h"

namespace todevice {

const protocol::ErrorFrame* Scene::inner() const {
  return error().frames.empty() ? nullptr : &error().frames.back();
}

const protocol::ErrorFrame* Scene::outer() const {
  return error().frames.empty() ? nullptr : &error().frames.front();
}

int Scene::outerLine() const {
  const int line = outer() ? outer()->line : error().line > 0 ? error().line : record.line;
  return statementStart(code, line);
}

std::optional<Explanation> explain(const Scene& scene) {
  if (!scene.record.error) return remarkNotKept(scene);
  for (const auto& kind : {explainMismatch, explainPinned, explainOrdinal, explainNumpy, explainNonLeaf,
                           explainPrefix, explainComputer, explainMemory, explainOwn}) {
    auto explanation = kind(scene);
    if (!explanation) continue;
    const auto* inner = scene.inner();
    explanation->line = inner ? inner->line : scene.outerLine();
    std::erase_if(explanation->notes,
                  [&](const LineNote& note) { return note.line <= 0 || note.line == explanation->line; });
    return explanation;
  }
  return std::nullopt;
}

QString deviceName(const QString& device) {
  return device == QLatin1String("cpu") ? Explain::tr("the CPU") : device;
}

namespace {

QString subject(const protocol::Named& named, const protocol::Origin& origin) {
  const QString name = QStringLiteral("`%1`").arg(QString::fromStdString(named.name));
  if (named.origins.size() < 2) return name;
  return Explain::tr("`%1` of %2").arg(QString::fromStdString(origin.part), name);
}

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

}  // namespace

QString story(const protocol::Named& named, const protocol::Origin& origin) {
  const QString who = subject(named, origin), here = deviceName(text(origin.device));
  if (origin.moved_line > 0)
    return Explain::tr("%1 moved to %2 at line %3").arg(who, here, QString::number(origin.moved_line));
  if (origin.made_line > 0 && origin.made_on == origin.device)
    return Explain::tr("%1 was made on %2 at line %3 and never moved")
        .arg(who, here, QString::number(origin.made_line));
  return Explain::tr("%1 is on %2").arg(who, here);
}

void addNotes(std::vector<LineNote>& notes, const protocol::Named& named, const protocol::Origin& origin) {
  const QString who = subject(named, origin).remove(QLatin1Char('`'));
  LineNote note;
  if (origin.moved_line > 0) {
    note = {origin.moved_line, Explain::tr("%1 moved to %2 here").arg(who, deviceName(text(origin.device)))};
  } else if (origin.made_line > 0) {
    note = {origin.made_line,
            Explain::tr("%1 was made here, on %2").arg(who, deviceName(text(origin.made_on)))};
  }
  const auto same =
      std::find_if(notes.begin(), notes.end(), [&](const LineNote& one) { return one.line == note.line; });
  if (same == notes.end()) {
    notes.push_back(note);
  } else if (!same->words.contains(note.words)) {
    same->words = asFacts({same->words, note.words});
  }
}

QString deviceCode(const Scene& scene, const QString& device, int line) {
  const PythonText python(scene.code);
  const int index = logicalIndex(device);
  for (auto it = scene.state.names.cbegin(); it != scene.state.names.cend(); ++it) {
    const auto object = scene.state.objects.constFind(it.value());
    if (object == scene.state.objects.cend() || object->kind != "device" || !isAssignable(it.key())) continue;
    const auto* made = python.assignment(it.key(), line - 1);
    const auto* function = python.functionOf(line);
    // Known by then, and not another of the same name inside the function.
    if (!made || python.functionOf(made->first) || (function && python.ownsName(line, it.key()))) continue;
    const QString says = text(object->summary);
    const bool bare = says.contains(QLatin1String("cuda")) && !says.contains(QLatin1String("index"));
    const bool means = index < 0 ? says.contains(QLatin1String("'cpu'"))
                       : bare    ? index == scene.state.currentDevice
                                 : says.contains(QStringLiteral("index=%1)").arg(index));
    if (means) return it.key();
  }
  return QStringLiteral("\"%1\"").arg(device);
}

bool mayBeReplaced(const Scene& scene, protocol::Address id) {
  const auto object = scene.state.objects.constFind(id);
  if (object == scene.state.objects.cend() || !object->tensor) return true;
  return object->kind != "parameter" && !(object->tensor->requires_grad && object->tensor->grad_fn.empty());
}

QString settingWords(const Scene& scene) {
  const auto& variable = scene.ready->visible_devices;
  return variable ? Explain::tr("`CUDA_VISIBLE_DEVICES=%1`").arg(text(*variable)) : QString();
}

bool isAssignable(const QString& name) {
  static const QRegularExpression form(QStringLiteral("^[^\\W\\d]\\w*(\\.[^\\W\\d]\\w*)*$"),
                                       QRegularExpression::UseUnicodePropertiesOption);
  return form.match(name).hasMatch();
}

}  // namespace todevice
