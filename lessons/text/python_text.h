// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

namespace todevice {

/// Python code without what a translation may change: comments and the text inside string literals. What
/// stands in braces stays, since in an f-string it is code. Blanks at line ends are dropped.
QString withoutWords(const QString& code);

/// The lines of some code that are more than a comment, each as `withoutWords` gives it.
struct PythonLine {
  QString bare;
  int line = 0;  ///< from 0; of a text over several lines its first
};
std::vector<PythonLine> linesOf(const QString& code);

/// What stands in the string literals of some code, in order, and on which line (from 0) each begins.
struct PythonLiteral {
  QString text;
  int line = 0;
};
std::vector<PythonLiteral> literalsOf(const QString& code);

}  // namespace todevice
