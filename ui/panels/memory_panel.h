// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace todevice {

class AddressMapView;
class AliasView;
class EmptyState;
class MemorySumBar;
class MoveView;
class NamesView;
class Workspace;

/// Where everything lives at the cursor: what the line moved, the names, each device's addresses and sums,
/// and what is shared. A field finds a name, an id or an address on whichever page is shown.
class MemoryPanel : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryPanel(Workspace* workspace, QWidget* parent = nullptr);
  QString note() const;
  AddressMapView* map() const { return m_map; }
  NamesView* names() const { return m_names; }
  void focusFind();
  /// Goes on to the next thing that the text of the field means; 0: to the first.
  void find(int by);

 signals:
  void noteChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void retranslate();
  void follow();
  QPushButton* makeSegment(int page);
  QWidget* makeNamesPage();
  QWidget* makeMapPage();
  void followSums();
  void followAddresses();
  void showHit();
  Workspace* m_workspace;
  MoveView* m_moves;
  NamesView* m_names;
  QLabel* m_noNames;
  QStackedWidget* m_pages;
  QPushButton* m_segments[4];
  AddressMapView* m_map;
  QLabel* m_chosen;
  QVBoxLayout* m_sumColumn;
  QList<MemorySumBar*> m_sums;
  QLineEdit* m_find;
  QLabel* m_found;
  int m_hit = 0;
  QWidget* m_filled;
  EmptyState* m_empty;
};

}  // namespace todevice
