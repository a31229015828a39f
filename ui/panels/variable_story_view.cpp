// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/variable_story_view.h"

#include <QVBoxLayout>
#include <algorithm>

#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

VariableStoryView::VariableStoryView(QWidget* parent)
    : QWidget(parent),
      m_title(makeLabel({}, "small")),
      m_rows(new QVBoxLayout),
      m_difference(makeLabel({}, "subtitle")) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  m_rows->setSpacing(4);
  m_difference->setWordWrap(true);
  m_difference->setObjectName(QStringLiteral("wroteAndUses"));
  column->addWidget(m_title);
  column->addLayout(m_rows);
  column->addWidget(m_difference);
  hide();
}

void VariableStoryView::show(const VariableStory& story) {
  while (QLayoutItem* item = m_rows->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  // A reading by itself is the timeline's to mark: the story begins with what the code wrote.
  const bool told =
      std::any_of(story.rows.begin(), story.rows.end(), [](const StoryRow& row) { return !row.isReading; });
  setVisible(told);
  if (!told) return;
  m_title->setText(tr("What the code did"));
  for (const StoryRow& row : story.rows) {
    auto* code = makeLabel(tr("line %1  %2").arg(row.line).arg(breakable(row.code)), "code");
    QFont font = Look::get().mono();
    font.setStrikeOut(row.struckOut);
    code->setFont(font);
    code->setWordWrap(true);
    auto* words = makeLabel(row.words, row.struckOut || row.isError ? "note" : "small");
    if (row.struckOut || row.isError) setTone(words, row.isError ? "bad" : "warn");
    words->setWordWrap(true);
    code->setObjectName(QStringLiteral("storyCode"));
    words->setObjectName(QStringLiteral("storyWords"));
    code->setAccessibleName(tr("line %1: %2").arg(row.line).arg(row.words));
    m_rows->addWidget(code);
    m_rows->addWidget(words);
  }
  m_difference->setText(story.difference());
  m_difference->setVisible(story.differs());
}

}  // namespace todevice
