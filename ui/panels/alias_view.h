// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>

#include "models/aliases.h"

namespace todevice {

class Workspace;

/// What is shared, drawn: names on the left, the objects they stand for in the middle, the memory that these
/// look into on the right. One row an object; only rows in view are painted. Up and Down go from group to
/// group.
class AliasView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit AliasView(Workspace* workspace, QWidget* parent = nullptr);
  const std::vector<AliasGroup>& groups() const { return m_groups; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  void follow();
  void layOut();
  void choose(int group);
  int groupAt(int y) const;
  void paintGroup(QPainter& painter, const AliasGroup& group, int top, bool chosen) const;
  void paintBox(QPainter& painter, const QRectF& rect, const QString& text, bool mono) const;
  int rowHeight() const;
  Workspace* m_workspace;
  std::vector<AliasGroup> m_groups;
  std::vector<int> m_tops;  ///< of each group, and the end
  int m_chosen = -1;
};

}  // namespace todevice
