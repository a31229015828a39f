// SPDX-License-Identifier: Apache-2.0
#include <cmark-gfm-extension_api.h>

#include <cstdlib>

#include "loader/lesson.h"
#include "loader/line_breaks.h"
#include "loader/markdown_tree.h"

namespace todevice {

using namespace markdown;

namespace {

/// Takes out the line breaks that Chinese has not.
void joinLines(cmark_node* document) {
  std::vector<cmark_node*> leaves;  // what has letters, and the breaks
  for (cmark_node* const node : nodesOf(document)) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_SOFTBREAK)
      leaves.push_back(node);
  }
  for (std::size_t i = 1; i + 1 < leaves.size(); ++i) {
    if (cmark_node_get_type(leaves[i]) != CMARK_NODE_SOFTBREAK) continue;
    const QString before = literalOf(leaves[i - 1]), after = literalOf(leaves[i + 1]);
    if (before.isEmpty() || after.isEmpty() || !breakIsNothing(before.back(), after.front())) continue;
    cmark_node_unlink(leaves[i]);
    cmark_node_free(leaves[i]);
    leaves[i] = leaves[i - 1];
  }
}

QString toHtml(cmark_node* document) {
  joinLines(document);
  const Parser parser = makeParser();
  const std::unique_ptr<char, Freed<std::free>> html(
      cmark_render_html(document, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser.get())));
  // Without CMARK_OPT_UNSAFE raw HTML becomes this comment, which nothing else can produce: text is escaped.
  QString all = QString::fromUtf8(html.get()).remove(QLatin1String("<!-- raw HTML omitted -->"));
  // QTextDocument knows the other name.
  return all.replace(QLatin1String("<del>"), QLatin1String("<s>"))
      .replace(QLatin1String("</del>"), QLatin1String("</s>"));
}

}  // namespace

QString markdownToHtml(const QString& markdown) {
  return toHtml(parse(markdown).get());
}

QString inlineToHtml(const QString& markdown) {
  QString html = toHtml(parse(oneLine(markdown)).get()).trimmed();
  html.remove(QLatin1String("<p>")).remove(QLatin1String("</p>"));
  return html.startsWith(kInline) ? html.mid(1) : html;
}

QString markdownToWords(const QString& markdown) {
  const Node document = parse(oneLine(markdown));
  joinLines(document.get());
  QString words;
  for (cmark_node* const node : nodesOf(document.get())) {
    const auto type = cmark_node_get_type(node);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK || type == CMARK_NODE_PARAGRAPH)
      words += ' ';
    else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK)
      words += literalOf(node);
  }
  return words.trimmed();  // the blank of another kind is one
}

}  // namespace todevice
