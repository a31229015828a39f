// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QScrollArea>
#include <QTimer>
#include <cstddef>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace todevice {

class ElideLabel;
class EmptyState;
class FlowLayout;
class GpuCard;
class GpuLinks;
class LogicalCard;
class MessageBar;
class VariableCodeView;
class VariableStoryView;
class Workspace;

/// Which physical card each logical device is: boxes, lines, the variable's text and a verdict on each of its
/// entries. In five parts: what it shows and how it follows the map (gpu_panel.cpp), what it is made of
/// (gpu_panel_parts.cpp), the cards (gpu_panel_cards.cpp), the verdicts (gpu_panel_verdicts.cpp), and the
/// room that each has (gpu_panel_fit.cpp).
class GpuPanel : public QWidget {
  Q_OBJECT
 public:
  explicit GpuPanel(Workspace* workspace, QWidget* parent = nullptr);
  QString note() const;  ///< for the dock's title

 signals:
  void noteChanged();
  void compareAsked();  ///< two settings side by side

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void fitWidth();
  void fitLogical();   ///< each beside a visible card: in their own order the lines are straight
  void fitVerdicts();  ///< as high as they are, but never the whole panel
  void showEmpty();
  QWidget* makeVariableRow();
  QWidget* makeTools();
  void fillMenus();
  void moveCard(int row, int by);
  void dragCard(int row, const QPoint& at, bool end);
  void followLoad(int first, int last);
  void orderByFreeMemory();
  void showStory();
  void retranslate();
  void rebuildCards();
  void follow();
  void showLogical();
  void showTokens();
  Workspace* m_workspace;
  QScrollArea* m_scroll;
  EmptyState* m_empty;
  QWidget* m_content;
  GpuLinks* m_links;
  QLayout* m_cardColumn;
  QWidget* m_logicalColumn;
  std::vector<GpuCard*> m_cards;
  std::vector<LogicalCard*> m_logical;
  ElideLabel* m_physicalTitle;
  ElideLabel* m_logicalTitle;
  QLabel* m_variableName;
  QLabel* m_count;  ///< only where there is room beside the name
  QLabel* m_noGpu;
  QWidget* m_variableRow;
  QScrollArea* m_verdictScroll;
  QWidget* m_verdicts;
  QLineEdit* m_variable;
  QPushButton* m_unset;
  QWidget* m_tokens;
  QLabel* m_tokenWords;
  QLabel* m_torchWords;
  QToolButton* m_undo;
  QToolButton* m_redo;
  QToolButton* m_byFree;
  QToolButton* m_compare;
  QToolButton* m_order;
  QToolButton* m_pace;
  QLabel* m_overruled;
  QFrame* m_dropLine;
  VariableCodeView* m_code;
  VariableStoryView* m_story;
  std::ptrdiff_t m_late = 0;  ///< lines of it that are struck out
  QTimer m_bringsStory;       ///< runs while a new one is brought into sight
  MessageBar* m_message;
};

}  // namespace todevice
