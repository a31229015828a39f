// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/basics.h"

namespace todevice {

/// The line at the foot of the window: at the left what the shown line did, at the right what holds for the
/// whole program. The sentence is what the learner waits for, so it takes the room it needs, and the facts
/// give way; what is cut stands in the tool tips.
class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);
  void setSentence(const QString& sentence) { set(m_sentence, sentence, sentence); }
  /// The first of them come first: what there is no room for is left out whole, last ones first. `details`:
  /// the facts in full, one a line.
  void setFacts(const QStringList& facts, const QString& details);
  const ElideLabel* sentence() const { return m_sentence; }
  const ElideLabel* facts() const { return m_facts; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void set(ElideLabel* label, const QString& text, const QString& toolTip);
  void place();
  QString first(qsizetype facts) const;
  int widthOf(qsizetype facts) const;
  QString factsIn(int room) const;
  QStringList m_all;
  QString m_details;
  ElideLabel* m_sentence;
  ElideLabel* m_facts;
};

}  // namespace todevice
