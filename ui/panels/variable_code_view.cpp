// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/variable_code_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

VariableCodeView::VariableCodeView(QWidget* parent)
    : QWidget(parent), m_fold(new QToolButton), m_body(new QWidget) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  m_fold->setObjectName(QStringLiteral("asCode"));
  m_fold->setCheckable(true);
  m_fold->setAutoRaise(true);
  m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  column->addWidget(m_fold);
  column->addWidget(m_body);
  auto* body = new QVBoxLayout(m_body);
  body->setContentsMargins(8, 0, 0, 0);
  body->setSpacing(2);
  for (int i = 0; i < 4; ++i) {
    Way way{makeLabel({}, "small"), makeLabel({}, "code"), new QToolButton};
    way.code->setWordWrap(true);
    way.code->setObjectName(QStringLiteral("way%1").arg(i));
    way.copy->setAutoRaise(true);
    auto* head = new QHBoxLayout;
    head->addWidget(way.title, 1);
    head->addWidget(way.copy);
    body->addLayout(head);
    body->addWidget(way.code);
    connect(way.copy, &QToolButton::clicked, this,
            [this, i] { QGuiApplication::clipboard()->setText(m_codes.value(i)); });
    m_ways.push_back(way);
  }
  connect(m_fold, &QToolButton::toggled, this, &VariableCodeView::unfold);
  connect(&Look::get(), &Look::changed, this, [this] { unfold(m_fold->isChecked()); });
  retranslate();
  unfold(false);
}

void VariableCodeView::unfold(bool open) {
  const Look& look = Look::get();
  m_body->setVisible(open);
  m_fold->setIcon(look.icon(open ? QStringLiteral("down") : QStringLiteral("next")));
  for (const Way& way : m_ways) {
    way.code->setFont(look.mono());
    way.copy->setIcon(look.icon(QStringLiteral("copy")));
  }
}

void VariableCodeView::show(const VariableSetting& setting) {
  m_codes = {shellCode(setting), pythonCode(setting), commandCode(setting), freeMemoryCode()};
  for (std::size_t i = 0; i < m_ways.size(); ++i) m_ways[i].code->setText(breakable(m_codes[qsizetype(i)]));
}

void VariableCodeView::retranslate() {
  m_fold->setText(tr("As code"));
  const QString titles[] = {
      tr("In the shell, for all that follows"), tr("In Python, before the first CUDA call"),
      tr("On the command line, for one program"), tr("In Python, the GPU with the most free memory first")};
  for (std::size_t i = 0; i < m_ways.size(); ++i) {
    m_ways[i].title->setText(titles[i]);
    m_ways[i].code->setAccessibleName(titles[i]);
    m_ways[i].copy->setToolTip(tr("Copy"));
    m_ways[i].copy->setAccessibleName(tr("Copy: %1").arg(titles[i]));
  }
}

}  // namespace todevice
