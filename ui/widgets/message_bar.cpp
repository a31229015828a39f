// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "widgets/basics.h"

namespace todevice {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel),
      m_text(makeLabel()),
      m_action(new QPushButton),
      m_other(new QPushButton),
      m_close(new QToolButton) {
  setRole(this, "bar");
  setRole(m_close, "tiny");
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_close->setAccessibleName(tr("Close this message"));
  m_action->hide();
  m_other->hide();
  m_other->setObjectName(QStringLiteral("otherAction"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 8, 8);
  row->setSpacing(8);
  row->addWidget(m_icon, 0, Qt::AlignTop);
  row->addWidget(m_text, 1);
  auto* buttons = new QVBoxLayout;  // below one another: the text keeps its width
  buttons->setSpacing(4);
  buttons->addWidget(m_action);
  buttons->addWidget(m_other);
  row->addLayout(buttons);
  row->setAlignment(buttons, Qt::AlignVCenter);  // a stretch in it would ask for all of the height there is
  row->addWidget(m_close, 0, Qt::AlignTop);
  connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
  connect(m_action, &QPushButton::clicked, this, &MessageBar::actionTriggered);
  connect(m_other, &QPushButton::clicked, this, &MessageBar::otherActionTriggered);
  connect(&Look::get(), &Look::changed, this, &MessageBar::tint);
  hide();
}

void MessageBar::show(const char* tone, const QString& text) {
  m_tone = tone;
  setTone(this, tone);
  setTone(m_text, tone);
  tint();
  setOtherAction({});
  m_text->setText(text);
  m_text->setAccessibleName(text);
  setAccessibleName(text);
  setVisible(!text.isEmpty());
}

void MessageBar::setAction(const QString& text) {
  m_action->setText(text);
  m_action->setVisible(!text.isEmpty());
}

void MessageBar::setOtherAction(const QString& text) {
  m_other->setText(text);
  m_other->setVisible(!text.isEmpty());
}

void MessageBar::tint() {
  const QHash<QByteArray, QString> icons{{"bad", QStringLiteral("error")},
                                         {"warn", QStringLiteral("warning")},
                                         {"good", QStringLiteral("check")},
                                         {"accent", QStringLiteral("info")}};
  const Look& look = Look::get();
  m_icon->setPixmap(look.pixmap(icons.value(m_tone, QStringLiteral("info")), look.px(18),
                                m_tone.isEmpty() ? "text" : m_tone.constData()));
  m_close->setIcon(look.icon(QStringLiteral("close")));
}

EmptyState::EmptyState(const QString& icon, QWidget* parent)
    : QWidget(parent),
      m_icon(icon),
      m_picture(new QLabel),
      m_title(makeLabel({}, "subtitle")),
      m_hint(makeLabel({}, "muted")) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(24, 2, 24, 2);
  column->setSpacing(2);
  for (QLabel* label : {m_title, m_hint}) {
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
  }
  m_picture->setAlignment(Qt::AlignCenter);
  column->addStretch(2);
  column->addWidget(m_picture);
  column->addSpacing(4);
  column->addWidget(m_title);
  column->addWidget(m_hint);
  column->addStretch(3);
  connect(&Look::get(), &Look::changed, this, &EmptyState::tint);
  tint();
}

void EmptyState::setText(const QString& title, const QString& hint) {
  m_title->setText(title);
  m_hint->setText(hint);
  fit();
}

/// In little room the words come first.
void EmptyState::fit() {
  const QMargins margins = layout()->contentsMargins();
  const int width = this->width() - margins.left() - margins.right();
  const int words = m_title->heightForWidth(width) + m_hint->heightForWidth(width);
  const int more = m_picture->sizeHint().height() + 4 * layout()->spacing();
  m_picture->setVisible(words + more + margins.top() + margins.bottom() <= height());
}

void EmptyState::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void EmptyState::tint() {
  m_picture->setPixmap(Look::get().pixmap(m_icon, Look::get().px(28), "edge"));
}

}  // namespace todevice
