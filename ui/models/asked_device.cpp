// SPDX-License-Identifier: GPL-3.0-or-later
#include "asked_device.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "code_fix.h"
#include "python_text.h"

namespace todevice {

namespace {

constexpr QLatin1String kNumberOrName("(?<value>[\\w.]+(?:\\[\\w+\\])?)");

/// Where a device stands that is one number or one name.
const std::vector<QRegularExpression>& singleForms() {
  static const std::vector<QRegularExpression> forms = [] {
    const QStringList patterns{
        QStringLiteral("[\"']cuda:(?<value>\\d+)[\"']"),
        QStringLiteral("\\bf[\"']cuda:\\{%1\\}[\"']"),
        QStringLiteral("[\"']cuda:[\"']\\s*\\+\\s*str\\(%1\\)"),
        QStringLiteral("\\.(?:cuda|to)\\(%1\\s*[,)]"),
        QStringLiteral("\\b(?:device|output_device|src_device)\\s*=\\s*%1\\s*[,)]"),
        QStringLiteral("\\bdevice\\(\\s*[\"']cuda[\"']\\s*,\\s*%1\\s*\\)"),
        QStringLiteral("\\b(?:set_device|cuda\\.device|torch\\.device|get_device_name|get_device_capability|"
                       "get_device_properties|mem_get_info|synchronize|current_stream|default_stream|Stream|"
                       "cuda\\.\\w*memory\\w*)\\(%1\\s*[,)]")};
    std::vector<QRegularExpression> all;
    for (const QString& pattern : patterns) {
      all.emplace_back(pattern.contains(QLatin1String("%1")) ? pattern.arg(kNumberOrName) : pattern,
                       QRegularExpression::UseUnicodePropertiesOption);
    }
    return all;
  }();
  return forms;
}

/// Where a list of devices stands: its items, or the list's name.
const std::vector<QRegularExpression>& listForms() {
  static const std::vector<QRegularExpression> forms = [] {
    const auto option = QRegularExpression::UseUnicodePropertiesOption;
    std::vector<QRegularExpression> all;
    all.emplace_back(
        QStringLiteral("\\b(?:device_ids|devices)\\s*=\\s*(?:\\[(?<items>[^\\[\\]]*)\\]|(?<name>\\w+))"),
        option);
    all.emplace_back(QStringLiteral("\\b(?:scatter|replicate|broadcast|DataParallel|data_parallel)\\(.*,\\s*"
                                    "(?:\\[(?<items>[^\\[\\]]*)\\]|(?<name>\\w+))\\s*(?:,\\s*[\\w=]+\\s*)*\\)"
                                    "$"),
                     option | QRegularExpression::DotMatchesEverythingOption);
    return all;
  }();
  return forms;
}

/// A part of the code that one looks into.
struct Region {
  const QString& code;
  qsizetype from = 0;
  QString text;
  bool certain = true;  ///< it is here and nowhere else

  AskedDevice at(int number, qsizetype offset, qsizetype length, bool inList) const {
    AskedDevice asked{number, 0, 0, 0, inList};
    if (!certain) return asked;
    const qsizetype place = from + offset;
    const qsizetype row = place == 0 ? 0 : code.lastIndexOf(QLatin1Char('\n'), place - 1) + 1;
    asked.line = int(code.left(place).count(QLatin1Char('\n'))) + 1;
    asked.column = int(place - row);
    asked.length = int(length);
    return asked;
  }
};

class Search {
 public:
  Search(const QString& code, int count) : m_code(code), m_count(count) {}

  std::vector<AskedDevice> in(const protocol::ErrorFrame& frame) {
    m_found.clear();
    m_frame = &frame;
    const Region region = regionOf(frame);
    lists(region);
    singles(region);
    return std::exchange(m_found, {});
  }

 private:
  /// The expression that failed, where it stands in the code; the whole row where that is not known.
  Region regionOf(const protocol::ErrorFrame& frame) const {
    const QString row = lineOf(m_code, frame.line), expression = QString::fromStdString(frame.expression);
    const auto offsetOf = [this](int line) {
      return line <= 1 ? 0 : m_code.section(QLatin1Char('\n'), 0, line - 2).size() + 1;
    };
    const qsizetype statement = offsetOf(statementStart(m_code, frame.line)), own = offsetOf(frame.line);
    qsizetype at = expression.isEmpty() ? -1 : m_code.indexOf(expression, statement);
    if (at < 0 || at > own + row.size()) return {m_code, own, withoutComment(row), !row.isEmpty()};
    const qsizetype again = m_code.indexOf(expression, at + 1);
    return {m_code, at, expression, again < 0 || again > own + row.size()};
  }

  static QString withoutComment(const QString& row) {
    static const QRegularExpression form(QStringLiteral("^((?:[^\"'#]|\"[^\"]*\"|'[^']*')*)#.*$"));
    const auto match = form.match(row);
    return match.hasMatch() ? match.captured(1) : row;
  }

  void lists(const Region& region) {
    for (const auto& form : listForms()) {
      for (auto it = form.globalMatch(region.text); it.hasNext();) {
        const auto match = it.next();
        if (match.hasCaptured(u"items")) {
          items(region, match.captured(u"items"), match.capturedStart(u"items"));
        } else {
          namedList(match.captured(u"name"));
        }
      }
    }
  }

  void items(const Region& region, const QString& text, qsizetype offset) {
    static const QRegularExpression item(
        QStringLiteral("(?<![\\w:.])(?:[\"']cuda:)?(\\d+)[\"']?(?=\\s*(?:,|$))"));
    for (auto it = item.globalMatch(text); it.hasNext();) {
      const auto match = it.next();
      add(region.at(match.captured(1).toInt(), offset + match.capturedStart(1), match.capturedLength(1),
                    true));
    }
  }

  void namedList(const QString& name) {
    const int line = assignedAt(m_code, name, m_frame->line);
    const QString row = lineOf(m_code, line);
    static const QRegularExpression list(QStringLiteral("=\\s*[\\[(]([^\\[\\]()]*)[\\])]\\s*(?:#.*)?$"));
    const auto match = list.match(row);
    if (line == 0 || !match.hasMatch()) return;
    const qsizetype from = line <= 1 ? 0 : m_code.section(QLatin1Char('\n'), 0, line - 2).size() + 1;
    items({m_code, from, row, true}, match.captured(1), match.capturedStart(1));
  }

  void singles(const Region& region) {
    for (const auto& form : singleForms()) {
      for (auto it = form.globalMatch(region.text); it.hasNext();) {
        const auto match = it.next();
        const QString value = match.captured(u"value");
        bool isNumber = false;
        const int number = value.toInt(&isNumber);
        if (isNumber) {
          add(region.at(number, match.capturedStart(u"value"), value.size(), false));
        } else {
          named(value);
        }
      }
    }
  }

  /// A name in a device's place: what it was then, and the number where it got it.
  void named(const QString& name) {
    static const QRegularExpression form(QStringLiteral("^(?:cuda:)?(\\d+)$"));
    for (const auto& one : m_frame->names) {
      const auto value = form.match(QString::fromStdString(one.text));
      if (QString::fromStdString(one.name) != name || !value.hasMatch()) continue;
      add(madeAt(name, value.captured(1)));
    }
  }

  AskedDevice madeAt(const QString& name, const QString& number) const {
    AskedDevice asked{number.toInt()};
    const int line = assignedAt(m_code, name, m_frame->line);
    if (line == 0) return asked;
    static const QString literal = QStringLiteral(
        "(?:[\"']cuda:|[\"']cuda[\"']\\s*,\\s*|torch\\.device\\(\\s*|=\\s*)(%1)(?=[\"']?\\s*\\)?\\s*(?:#.*)?$"
        ")");
    const auto match = QRegularExpression(literal.arg(number)).match(lineOf(m_code, line));
    if (match.hasMatch())
      asked = {number.toInt(), line, int(match.capturedStart(1)), int(match.capturedLength(1)), false};
    return asked;
  }

  void add(const AskedDevice& asked) {
    if (asked.number < m_count) return;
    const bool known = std::any_of(m_found.begin(), m_found.end(), [&](const AskedDevice& one) {
      return one.number == asked.number && one.line == asked.line && one.column == asked.column;
    });
    if (!known) m_found.push_back(asked);
  }

  const QString& m_code;
  int m_count;
  const protocol::ErrorFrame* m_frame = nullptr;
  std::vector<AskedDevice> m_found;
};

/// One number in two places: which of them is meant cannot be said.
void forgetDoubtful(std::vector<AskedDevice>& found) {
  for (auto& one : found) {
    const auto same = std::count_if(found.begin(), found.end(), [&](const AskedDevice& other) {
      return other.number == one.number && other.inList == one.inList;
    });
    if (same > 1 && !one.inList) one.line = 0;
  }
}

}  // namespace

std::vector<AskedDevice> askedDevices(const QString& code, const std::vector<protocol::ErrorFrame>& frames,
                                      int count) {
  Search search(code, count);
  std::vector<AskedDevice> found;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const auto here = search.in(*frame);
    if (found.empty()) {
      found = here;
    } else if (found.size() == 1 && found.front().line == 0) {
      // Given to a function: the call that gave it has the number.
      const auto given = std::find_if(here.begin(), here.end(), [&](const AskedDevice& one) {
        return one.number == found.front().number && one.line > 0;
      });
      if (given != here.end()) found = {*given};
    }
    if (!found.empty() && found.front().line > 0) break;
  }
  forgetDoubtful(found);
  return found;
}

QString withoutMissing(const QString& row, const AskedDevice& item, int count) {
  if (item.line <= 0) return {};
  const auto open = std::max(row.lastIndexOf(QLatin1Char('['), item.column),
                             row.lastIndexOf(QLatin1Char('('), item.column));
  const int close = PythonText(row).partner(int(open));
  if (close < 0) return {};
  static const QRegularExpression digits(QStringLiteral("\\d+"));
  QStringList left;
  for (const QString& one : row.mid(open + 1, close - open - 1).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const auto number = digits.match(one);
    if (!number.hasMatch() || number.captured().toInt() < count) left << one.trimmed();
  }
  if (left.isEmpty()) return {};
  return row.left(open + 1) + left.join(QStringLiteral(", ")) + row.mid(close);
}

}  // namespace todevice
