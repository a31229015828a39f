// SPDX-License-Identifier: Apache-2.0
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include <cstdlib>
#include <memory>

#include "loader/lesson.h"

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

}  // namespace

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
