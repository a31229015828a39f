// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemModel;
class QTableView;

namespace todevice {

/// A plain, quiet table: no row numbers, rows of one height, Ctrl+C copies the selected cells.
QTableView* makeTable(QAbstractItemModel* model);

}  // namespace todevice
