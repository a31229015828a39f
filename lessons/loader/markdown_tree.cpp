// SPDX-License-Identifier: Apache-2.0
#include "loader/markdown_tree.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>

namespace todevice::markdown {

Parser makeParser() {
  static const bool registered = [] {
    cmark_gfm_core_extensions_ensure_registered();
    return true;
  }();
  Parser parser(registered ? cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) : nullptr);
  for (const char* name : {"table", "strikethrough"})
    if (auto* extension = cmark_find_syntax_extension(name))
      cmark_parser_attach_syntax_extension(parser.get(), extension);
  return parser;
}

Node parse(const QString& markdown) {
  const QByteArray utf8 = markdown.toUtf8();
  const Parser parser = makeParser();
  cmark_parser_feed(parser.get(), utf8.constData(), static_cast<std::size_t>(utf8.size()));
  return Node(cmark_parser_finish(parser.get()));
}

std::vector<cmark_node*> nodesOf(cmark_node* document) {
  std::vector<cmark_node*> nodes;
  const std::unique_ptr<cmark_iter, Freed<cmark_iter_free>> walk(cmark_iter_new(document));
  while (cmark_iter_next(walk.get()) != CMARK_EVENT_DONE)
    if (cmark_iter_get_event_type(walk.get()) == CMARK_EVENT_ENTER)
      nodes.push_back(cmark_iter_get_node(walk.get()));
  return nodes;
}

QString literalOf(cmark_node* node) {
  const char* const text = cmark_node_get_literal(node);
  return QString::fromUtf8(text == nullptr ? "" : text);
}

}  // namespace todevice::markdown
