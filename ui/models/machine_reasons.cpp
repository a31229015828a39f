// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine_reasons.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

namespace todevice {

namespace {

struct MachineReasons {
  Q_DECLARE_TR_FUNCTIONS(todevice::MachineReasons)
};

// A sentence stands before one that it would fit as well.
constexpr const char* kSentences[] = {
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "this is no JSON: %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons",
                      "the %1 of this line is never closed: the file ends before"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "the file is empty"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "there are no comments in JSON: take this one away"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a text stands in double quotes, not in single ones"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons",
                      "the name of a field stands here, in double quotes, not %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a colon is missing behind the name %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons",
                      "nothing may stand behind the last bracket, but here is %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a comma or a closing bracket is missing behind %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a value is missing before this %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a value is missing before %1"),
    QT_TRANSLATE_NOOP(
        "todevice::MachineReasons",
        "%1 is no value: a text stands in double quotes, and else there are numbers, true, false and null"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "there is a comma with nothing behind it: take it away"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons",
                      "%1 stands here, but the %2 of line %3 is still open: %4 is missing"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "%1 closes nothing"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a backslash in a text is written twice: \\\\"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons",
                      "the text that begins with %1 has no closing quote on its line"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "too many brackets inside one another"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"%1\" is given twice"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a machine is an object {...}"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a GPU is an object {...}"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a MIG instance is an object {...}"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a machine has no field \"%1\"; there are %2"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a GPU has no field \"%1\"; there are %2"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a MIG instance has no field \"%1\"; there are %2"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a machine needs \"gpus\": [...]"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"gpus\" is a list of 1 to %1 GPUs"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a GPU needs \"memory\", such as \"24 GiB\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "a MIG instance needs \"memory\", such as \"10 GiB\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"mig\" is a list of 7 instances at most"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "the instances together have more memory than their GPU"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "two instances are number %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "two GPUs or instances are %1"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"busy\" is more than the GPU's \"memory\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"name\" has from 1 to 100 bytes"),
    QT_TRANSLATE_NOOP(
        "todevice::MachineReasons",
        "\"uuid\" is \"%1\" and 32 lower-case hex digits in groups of 8, 4, 4, 4 and 12, not \"%2\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"pci\" is a place such as \"0000:01:00.0\", not \"%1\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"%1\" is a whole number from 0 to %2"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"%1\" is a size such as \"24 GiB\" or a number of bytes"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"%1\" goes from %2 MiB to 1 TiB"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "\"%1\" is a text"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "--simulate: there is no file \"%1\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons",
                      "--simulate takes a number of GPUs from 0 to %1, a file that describes a machine, or a "
                      "ready machine (%2), not \"%3\""),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "%1 is a folder"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "%1 is no file that can be read to its end"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "%1 is too large for a machine's file"),
    QT_TRANSLATE_NOOP("todevice::MachineReasons", "%1 cannot be read"),
};

/// The sentence with what stands in its places taken out: "^a colon is missing behind the name (.*)$".
QRegularExpression formOf(const char* sentence) {
  QString form = QRegularExpression::escape(QString::fromUtf8(sentence));
  form.replace(QRegularExpression(QStringLiteral("\\\\%\\d")), QStringLiteral("(.*)"));
  return QRegularExpression(QLatin1Char('^') + form + QLatin1Char('$'),
                            QRegularExpression::DotMatchesEverythingOption);
}

/// All places at once: a name may have the sign of a place in it.
QString filled(const QString& words, const QRegularExpressionMatch& match) {
  QString out;
  for (qsizetype i = 0; i < words.size(); ++i) {
    const int place = words[i] == QLatin1Char('%') && i + 1 < words.size() ? words[i + 1].digitValue() : -1;
    if (place < 1) {
      out += words[i];
    } else {
      out += match.captured(place);
      ++i;
    }
  }
  return out;
}

}  // namespace

QString machineReason(const QString& english) {
  static const auto forms = [] {
    std::vector<QRegularExpression> all;
    for (const char* sentence : kSentences) all.push_back(formOf(sentence));
    return all;
  }();
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const auto match = forms[i].match(english);
    if (!match.hasMatch()) continue;
    const QString words = MachineReasons::tr(kSentences[i]);
    return i == 0 ? words.arg(machineReason(match.captured(1))) : filled(words, match);
  }
  return english;
}

}  // namespace todevice
