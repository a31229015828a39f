// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChar>

namespace todevice {

/// Whether a line break in a text's source stands for nothing, not for a blank: Chinese is written without
/// blanks. So it is beside a full-width sign and between two Chinese letters; between a Chinese letter and a
/// Latin one or code there is a blank. Quotation marks, dashes and dots (“”‘’—…) are full-width where the
/// other side is.
bool breakIsNothing(QChar before, QChar after);

}  // namespace todevice
