// SPDX-License-Identifier: Apache-2.0
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "loader/lesson.h"
#include "loader/reader.h"

namespace todevice {
namespace {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Parser = std::unique_ptr<cmark_parser, Freed<cmark_parser_free>>;
using Node = std::unique_ptr<cmark_node, Freed<cmark_node_free>>;
using Text = std::unique_ptr<char, Freed<std::free>>;

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

struct Walk {
  void operator()(cmark_iter* walk) const { cmark_iter_free(walk); }
};

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

}  // namespace

void reader::checkMarkdown(const QString& text, int line, Problems& problems) {
  const QByteArray utf8 = text.toUtf8();
  const Parser parser = makeParser();
  cmark_parser_feed(parser.get(), utf8.constData(), static_cast<std::size_t>(utf8.size()));
  const Node document(cmark_parser_finish(parser.get()));
  const std::unique_ptr<cmark_iter, Walk> walk(cmark_iter_new(document.get()));
  while (cmark_iter_next(walk.get()) != CMARK_EVENT_DONE) {
    cmark_node* const node = cmark_iter_get_node(walk.get());
    const bool picture = cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    if (cmark_iter_get_event_type(walk.get()) == CMARK_EVENT_EXIT || !(picture || isHtml(node))) continue;
    const QString what = QString::fromUtf8(picture ? cmark_node_get_url(node) : cmark_node_get_literal(node));
    problems.add(line + lineOf(node) - 1,
                 (picture ? Problems::tr("lessons have no pictures (\"%1\"): the panels show what happens")
                          : Problems::tr("raw HTML would be left out: %1"))
                     .arg(what.trimmed().section('\n', 0, 0)));
    if (!picture) return;  // the tag that closes it says nothing new
  }
}

QString markdownToHtml(const QString& markdown) {
  const QByteArray utf8 = markdown.toUtf8();
  const Parser parser = makeParser();
  cmark_parser_feed(parser.get(), utf8.constData(), static_cast<std::size_t>(utf8.size()));
  const Node document(cmark_parser_finish(parser.get()));
  const Text html(
      cmark_render_html(document.get(), CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser.get())));
  // Without CMARK_OPT_UNSAFE raw HTML becomes this comment, which nothing else can produce: text is escaped.
  return QString::fromUtf8(html.get()).remove(QLatin1String("<!-- raw HTML omitted -->"));
}

}  // namespace todevice
