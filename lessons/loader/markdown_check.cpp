// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <cstring>
#include <utility>

#include "loader/markdown_tree.h"
#include "loader/reader.h"

namespace todevice::reader {

using namespace markdown;

namespace {

/// A comment is a word from the author to himself.
bool isHtml(cmark_node* node) {
  const auto type = cmark_node_get_type(node);
  if (type != CMARK_NODE_HTML_BLOCK && type != CMARK_NODE_HTML_INLINE) return false;
  const char* const text = cmark_node_get_literal(node);
  return text == nullptr || std::strncmp(text, "<!--", 4) != 0;
}

/// Of the innermost node that knows it, from 1.
int lineOf(cmark_node* node) {
  while (node != nullptr && cmark_node_get_start_line(node) == 0) node = cmark_node_parent(node);
  return node == nullptr ? 1 : cmark_node_get_start_line(node);
}

/// What would stand there as it is written: Markdown of other programs.
QString shownRaw(cmark_node* node) {
  static const QRegularExpression box(QStringLiteral("^\\[[ xX]\\](?= |$)")),
      formula(QStringLiteral("\\$\\$|\\$[^\\s$]([^$]*[^\\s$])?\\$(?!\\w)")),
      note(QStringLiteral("\\[\\^[^\\s\\]]+\\]"));
  const QString text = literalOf(node);
  cmark_node* const parent = cmark_node_parent(node);
  const bool begins = cmark_node_previous(node) == nullptr && parent != nullptr &&
                      cmark_node_parent(parent) != nullptr &&
                      cmark_node_get_type(cmark_node_parent(parent)) == CMARK_NODE_ITEM;
  if (const auto match = box.match(text); begins && match.hasMatch()) return match.captured();
  if (const auto match = note.match(text); match.hasMatch()) return match.captured();
  return formula.match(text).captured();
}

/// Asterisks that neither open nor close: behind a sign and before a Chinese letter, as in `*“Run”*按钮`,
/// they cannot end the stress. Between blanks one is a sign like any other.
QString strayStress(const QString& text) {
  static const QRegularExpression stars(QStringLiteral("(?<=\\S)\\*+|\\*+(?=\\S)"));
  return stars.match(text).captured();
}

/// A link into a folder leads nowhere once the lesson is open elsewhere.
bool leadsSomewhere(const QString& url) {
  static const QRegularExpression known(QStringLiteral("^(https?://|mailto:).+"));
  return known.match(url).hasMatch();
}

class MarkdownCheck {
 public:
  MarkdownCheck(int line, Problems& problems) : m_line(line), m_problems(problems) {}

  void look(const QString& markdown) {
    const Node document = parse(markdown);
    bool html = false;  // the tag that closes it says nothing new
    for (cmark_node* const node : nodesOf(document.get())) {
      const auto type = cmark_node_get_type(node);
      if (isHtml(node)) {
        if (!std::exchange(html, true))
          add(node, Problems::tr("raw HTML would be left out: %1").arg(first(literalOf(node))));
      } else if (type == CMARK_NODE_IMAGE) {
        add(node, Problems::tr("lessons have no pictures (\"%1\"): the panels show what happens")
                      .arg(QString::fromUtf8(cmark_node_get_url(node))));
      } else if (type == CMARK_NODE_HEADING) {
        add(node, Problems::tr("a text has no headings: a step begins with \"## \" at the left"));
      } else if (type == CMARK_NODE_LINK) {
        link(node);
      } else if (type == CMARK_NODE_TEXT) {
        if (const QString raw = shownRaw(node); !raw.isEmpty())
          add(node,
              Problems::tr("\"%1\" would be shown as it stands: lessons have no check boxes, formulas and "
                           "footnotes")
                  .arg(first(raw)));
        if (const QString stars = strayStress(literalOf(node)); !stars.isEmpty())
          add(node, Problems::tr("\"%1\" would be shown as it stands: stress begins before a word and ends "
                                 "behind one, not behind a sign; code stands in `backticks`")
                        .arg(stars));
      }
    }
  }

 private:
  static QString first(const QString& text) { return text.trimmed().section('\n', 0, 0); }

  void link(cmark_node* node) {
    const QString url = QString::fromUtf8(cmark_node_get_url(node));
    if (!leadsSomewhere(url))
      add(node, Problems::tr("this link leads nowhere: \"%1\" does not begin with https://").arg(url));
  }

  void add(cmark_node* node, const QString& message) { m_problems.add(m_line + lineOf(node) - 1, message); }

  int m_line;
  Problems& m_problems;
};

}  // namespace

void checkMarkdown(const QString& text, int line, Problems& problems) {
  MarkdownCheck(line, problems).look(text);
}

void checkInline(const QString& text, int line, Problems& problems) {
  MarkdownCheck(line, problems).look(oneLine(text));
}

}  // namespace todevice::reader
