// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>
#include <QTreeView>

namespace todevice {

class Workspace;

/// Draws a cell of the names table: what the line changed has a bar and bold type, devices have their badge,
/// addresses stand in a fixed-width face.
class NamesDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  NamesDelegate(Workspace* workspace, int row, QObject* parent)
      : QStyledItemDelegate(parent), rowHeight(row), m_workspace(workspace) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// What there is room for in `cell`, of which `seen` is in sight. An address that is cut keeps its end: of
  /// two, the first digits are the same.
  static QString shownText(const QModelIndex& index, const QRect& cell, const QRect& seen);
  int rowHeight;  ///< at 100 % zoom

 private:
  int paintName(QPainter* painter, QRect rect, const QModelIndex& index) const;
  static int chipWidth(const QString& word);
  static QFont fontOf(const QModelIndex& index);
  Workspace* m_workspace;
};

/// The lesson's names with where each lives. Ctrl+C copies the cell.
class NamesView : public QTreeView {
  Q_OBJECT
 public:
  explicit NamesView(Workspace* workspace, QWidget* parent = nullptr);
  /// Makes a row the current one and brings it into view: of a name, or of a part of its module.
  void showName(const QString& name, const QString& part = {});
  /// Rows as low as their text allows, for a page.
  void setDense(bool dense);
  /// Each column as wide as what stands in it; the values get the rest.
  void fitColumns();
  /// The row that showName last found is framed until then.
  void forgetFound();
  QModelIndex found() const { return m_found; }
  void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                   const QList<int>& roles = {}) override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

 private:
  void arrangeColumns();
  void fitDevicesLater();
  /// Room for two devices while a row in sight has several, else for one: the values need the rest.
  void fitDevices();
  void fitNames();

  bool m_wideDevices = false, m_fitting = false;
  QPersistentModelIndex m_found;
};

}  // namespace todevice
