// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAbstractItemModel;
class QTableView;

namespace todevice {

/// A plain, quiet table: no row numbers, rows of one height, Ctrl+C copies the selected cells.
/// `widths`: of the first columns, pixels at 100 % zoom.
QTableView* makeTable(QAbstractItemModel* model, const QList<int>& widths = {});

}  // namespace todevice
