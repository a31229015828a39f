// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/explanation_card.h"

#include <QAccessible>
#include <QEvent>
#include <QVBoxLayout>

#include "models/joined.h"
#include "panels/rich_text.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

/// What a fix puts in, line by line, for tool tips and screen readers.
QString linesOf(const CodeFix& fix) {
  QStringList lines;
  for (const LineEdit& edit : fix.edits) lines << edit.text.trimmed();
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

ExplanationCard::ExplanationCard(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_headline(makeLabel()),
      m_text(makeLabel()),
      m_column(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("explanationCard"));
  setRole(this, "card");
  m_column->setContentsMargins(12, 8, 12, 8);
  m_column->setSpacing(6);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(m_icon, 0, Qt::AlignTop);
  m_headline->setWordWrap(true);
  head->addWidget(m_headline, 1);
  m_column->addLayout(head);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_column->addWidget(m_text);
  connect(&Look::get(), &Look::changed, this, &ExplanationCard::rebuild);
  hide();
}

void ExplanationCard::show(const Explanation& explanation) {
  m_explanation = explanation;
  m_edited.clear();
  rebuild();
  setVisible(true);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void ExplanationCard::showEdited(const QString& words, bool canUndo) {
  if (m_edited == words && m_canUndo == canUndo) return;
  m_edited = words;
  m_canUndo = canUndo;
  rebuild();
}

void ExplanationCard::focusRun() {
  if (auto* run = findChild<QPushButton*>(QStringLiteral("runAgain"))) run->setFocus();
}

void ExplanationCard::tint() {
  const bool remark = m_explanation.isRemark;
  setTone(this, remark ? "warn" : "bad");
  m_icon->setPixmap(Look::get().pixmap(remark ? QStringLiteral("info") : QStringLiteral("error"),
                                       Look::get().px(18), remark ? "warn" : "bad"));
  m_headline->setFont(Look::get().font(1.05, true));
}

void ExplanationCard::rebuild() {
  tint();
  m_headline->setText(plainText(m_explanation.headline));
  m_text->setText(richWords(m_explanation.text));
  m_text->setAccessibleName(plainText(m_explanation.text));
  setAccessibleName(plainText(asSentences({withStop(m_explanation.headline), m_explanation.text})));
  if (m_buttons) {  // one of them may be what was clicked
    m_column->removeWidget(m_buttons);
    for (auto* button : m_buttons->findChildren<QPushButton*>()) button->setObjectName({});
    m_buttons->hide();
    m_buttons->deleteLater();
  }
  m_buttons = new QWidget(this);
  new FlowLayout(m_buttons, Look::get().px(8));
  m_buttons->layout()->setContentsMargins(0, 0, 0, 0);
  if (m_edited.isEmpty()) {
    addFixes();
  } else {
    addAfterEdit();
  }
  m_column->addWidget(m_buttons);
  m_buttons->setVisible(m_buttons->layout()->count() > 0);
}

QPushButton* ExplanationCard::addButton(const QString& text, const char* name) {
  auto* button = new QPushButton(text);
  button->setObjectName(QLatin1String(name));
  m_buttons->layout()->addWidget(button);
  return button;
}

void ExplanationCard::addFixes() {
  for (const CodeFix& fix : m_explanation.fixes) {
    QPushButton* button = addButton(plainText(fix.words), "fix");
    button->setToolTip(linesOf(fix));
    button->setAccessibleDescription(linesOf(fix));
    connect(button, &QPushButton::clicked, this, [this, fix] { emit fixChosen(fix); });
  }
}

void ExplanationCard::addAfterEdit() {
  auto* done = makeLabel(m_edited);
  done->setMinimumHeight(Look::get().px(26));
  m_buttons->layout()->addWidget(done);
  QPushButton* run = addButton(tr("Run again"), "runAgain");
  setRole(run, "primary");
  connect(run, &QPushButton::clicked, this, &ExplanationCard::runWanted);
  if (!m_canUndo) return;
  connect(addButton(tr("Take it back"), "takeBack"), &QPushButton::clicked, this,
          &ExplanationCard::undoWanted);
}

void ExplanationCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) rebuild();
  QFrame::changeEvent(event);
}

}  // namespace todevice
