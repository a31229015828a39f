// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dock.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/basics.h"

namespace todevice {

namespace {

// However large everything is drawn, the window can be made as small as the screen.
constexpr int kLeastWidth = 160, kLeastHeight = 80, kMostInsisted = 100;

}  // namespace

Dock::Dock(const QString& name, const QString& icon, QWidget* panel, QWidget* parent)
    : QDockWidget(parent),
      m_icon(icon),
      m_picture(new QLabel),
      m_title(makeLabel({}, "dockTitle")),
      m_note(new ElideLabel("small")),
      m_chip(makeLabel({}, "chip")),
      m_float(new QToolButton),
      m_close(new QToolButton) {
  setObjectName(name);
  auto* bar = new QWidget;
  setRole(bar, "heading");
  bar->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 5, 6, 5);
  row->setSpacing(8);
  row->addWidget(m_picture);
  row->addWidget(m_title);
  row->addWidget(m_note, 1);
  row->addWidget(m_chip);
  row->addSpacing(-4);
  row->addWidget(m_float);
  row->addSpacing(-8);
  row->addWidget(m_close);
  for (QToolButton* button : {m_float, m_close}) {
    setRole(button, "tiny");
    button->setFocusPolicy(Qt::TabFocus);
  }
  m_chip->hide();
  setTitleBarWidget(bar);
  setRole(panel, "page");
  panel->setAttribute(Qt::WA_StyledBackground);
  panel->setMinimumWidth(std::max(kLeastWidth, panel->minimumWidth()));
  setWidget(panel);
  connect(m_float, &QToolButton::clicked, this, [this] { setFloating(!isFloating()); });
  connect(m_close, &QToolButton::clicked, this, &QWidget::close);
  connect(&Look::get(), &Look::changed, this, &Dock::tint);
  tint();
}

void Dock::setNote(const QString& note) {
  m_note->setFullText(note);
}

void Dock::setChip(const QString& word, const QString& toolTip) {
  m_chip->setText(word);
  m_chip->setToolTip(toolTip);
  m_chip->setVisible(!word.isEmpty());
}

QString Dock::chip() const {
  return m_chip->text();
}

void Dock::bringUp() {
  show();
  // A dock that is the uppermost widget already is not told to come up, though its tab may be another one.
  lower();
  raise();
}

void Dock::setShownTitle(const QString& title) {
  setWindowTitle(title);
  m_title->setText(title);
  setAccessibleName(title);
  m_float->setToolTip(tr("Take %1 out of the window, or put it back").arg(title));
  m_close->setToolTip(tr("Close %1 (the menu brings it back)").arg(title));
  m_float->setAccessibleName(m_float->toolTip());
  m_close->setAccessibleName(m_close->toolTip());
}

void Dock::setTabbed(bool tabbed) {
  m_title->setVisible(!tabbed);
  m_picture->setVisible(!tabbed);
}

void Dock::tint() {
  const Look& look = Look::get();
  widget()->setMinimumHeight(std::min(look.px(kLeastHeight), kMostInsisted));
  m_picture->setPixmap(look.pixmap(m_icon, look.px(16), "muted"));
  m_float->setIcon(look.icon(QStringLiteral("float"), "muted"));
  m_close->setIcon(look.icon(QStringLiteral("close"), "muted"));
  for (QToolButton* button : {m_float, m_close}) {
    button->setIconSize(QSize(look.px(14), look.px(14)));
    button->setFixedSize(look.px(24), look.px(24));
  }
}

}  // namespace todevice
