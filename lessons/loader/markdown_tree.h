// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmark-gfm.h>

#include <QString>
#include <memory>
#include <vector>

/// A Markdown text as cmark's tree, with tables and ~~old~~ known.
namespace todevice::markdown {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Parser = std::unique_ptr<cmark_parser, Freed<cmark_parser_free>>;
using Node = std::unique_ptr<cmark_node, Freed<cmark_node_free>>;

Parser makeParser();
Node parse(const QString& markdown);

/// A text of one line begins no block ("1. One" is no list): parsed like this it is a paragraph, whose first
/// letter is `kInline`.
constexpr QChar kInline(0x00A0);
inline QString oneLine(const QString& markdown) {
  return kInline + markdown;
}

/// All nodes in the order of the text.
std::vector<cmark_node*> nodesOf(cmark_node* document);
QString literalOf(cmark_node* node);

}  // namespace todevice::markdown
