// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace todevice {

/// Python code without what a translation may change: comments and the text inside string literals. What
/// stands in braces stays, since in an f-string it is code. Blanks at line ends are dropped.
QString withoutWords(const QString& code);

}  // namespace todevice
