// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QGridLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "panels/gpu_links.h"
#include "panels/variable_code_view.h"
#include "panels/variable_story_view.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

void GpuPanel::build() {
  auto* grid = new QGridLayout;
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(0);
  grid->setVerticalSpacing(4);
  auto* cards = new QVBoxLayout;
  cards->setSpacing(3);
  m_cardColumn = cards;
  m_logicalColumn = new QWidget;
  m_noGpu->setParent(m_logicalColumn);
  grid->addWidget(m_physicalTitle, 0, 0);
  grid->addWidget(m_logicalTitle, 0, 2);
  grid->addLayout(cards, 1, 0, Qt::AlignTop);
  grid->addWidget(m_links, 0, 1, 2, 1);
  grid->addWidget(m_logicalColumn, 1, 2);
  grid->setColumnStretch(0, 1);
  m_noGpu->setWordWrap(true);

  auto* column = new QVBoxLayout(m_content);
  column->setContentsMargins(12, 2, 12, 8);
  column->setSpacing(5);
  column->addWidget(m_message);
  column->addLayout(grid);
  column->addWidget(m_overruled);     // below: a box must not move away from the hand that ticks it
  m_variableRow = makeVariableRow();  // below, where it is always in sight
  column->addWidget(makeTools());
  column->addWidget(m_story);
  column->addWidget(m_code);
  setTone(m_overruled, "warn");
  m_overruled->setWordWrap(true);
  m_overruled->setObjectName(QStringLiteral("overruled"));
  setRole(m_dropLine, "dropLine");
  m_dropLine->hide();
  column->addStretch(1);
  m_scroll->setWidget(m_content);
  m_scroll->setWidgetResizable(true);
  m_bringsStory.setSingleShot(true);
  m_bringsStory.setInterval(200);
  connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
    if (m_bringsStory.isActive()) m_scroll->ensureVisible(0, m_story->geometry().bottom());
  });
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->viewport()->setAutoFillBackground(false);
  m_scroll->viewport()->installEventFilter(this);
  m_content->setAutoFillBackground(false);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(1, 0, 1, 1);
  outer->setSpacing(0);
  outer->addWidget(m_empty);
  outer->addWidget(m_scroll, 1);
  outer->addWidget(m_variableRow);
}

QWidget* GpuPanel::makeVariableRow() {
  auto* box = new QFrame;
  setRole(box, "foot");
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(12, 3, 12, 4);
  column->setSpacing(4);
  auto* titles = new QHBoxLayout;
  auto* name = m_variableName = makeLabel(QStringLiteral("CUDA_VISIBLE_DEVICES"), "small");
  titles->addWidget(name);
  titles->addStretch();
  titles->addWidget(m_count);
  m_variable = new QLineEdit;
  m_variable->setObjectName(QStringLiteral("visibleDevices"));
  m_variable->setAccessibleName(QStringLiteral("CUDA_VISIBLE_DEVICES"));
  name->setBuddy(m_variable);
  m_unset = new QPushButton;
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(m_variable, 1);
  row->addWidget(m_unset);
  m_tokens = new QWidget;
  new FlowLayout(m_tokens, 4);
  m_tokens->layout()->setContentsMargins(0, 0, 0, 0);
  m_tokenWords = makeLabel({}, "small");
  m_tokenWords->setWordWrap(true);
  column->addLayout(titles);
  column->addLayout(row);
  m_torchWords = makeLabel({}, "note");
  setTone(m_torchWords, "warn");
  m_torchWords->setWordWrap(true);
  m_verdicts = new QWidget;
  auto* verdicts = new QVBoxLayout(m_verdicts);
  verdicts->setContentsMargins(0, 0, 0, 0);
  verdicts->setSpacing(4);
  m_verdictScroll = new QScrollArea;
  m_verdicts->installEventFilter(this);  // chips know their size only once they have their style
  m_verdictScroll->setFrameShape(QFrame::NoFrame);
  m_verdictScroll->setFocusPolicy(Qt::NoFocus);
  m_verdictScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_verdictScroll->setWidget(m_verdicts);
  m_verdictScroll->setWidgetResizable(true);
  m_verdictScroll->viewport()->setAutoFillBackground(false);
  m_verdicts->setAutoFillBackground(false);
  column->addWidget(m_verdictScroll);
  m_tokenWords->setObjectName(QStringLiteral("tokenWords"));
  m_torchWords->setObjectName(QStringLiteral("torchWords"));
  verdicts->addWidget(m_tokens);
  verdicts->addWidget(m_tokenWords);
  verdicts->addWidget(m_torchWords);
  connect(m_variable, &QLineEdit::editingFinished, m_workspace->gpus(), &GpuMapModel::endTyping);
  connect(m_variable, &QLineEdit::textEdited, this, [this](const QString& text) {
    m_workspace->holdRestart();
    m_workspace->gpus()->editVariable(text, true);
  });
  connect(m_unset, &QPushButton::clicked, this, [this] { m_workspace->gpus()->editVariable(std::nullopt); });
  return box;
}

QWidget* GpuPanel::makeTools() {
  auto* box = new QWidget;
  new FlowLayout(box, 4);
  box->layout()->setContentsMargins(0, 0, 0, 0);
  const auto make = [&](const char* name) {
    auto* button = new SmallButton;
    button->setObjectName(QLatin1String(name));
    button->setFocusPolicy(Qt::TabFocus);
    box->layout()->addWidget(button);
    return button;
  };
  m_undo = make("undoMap");
  m_redo = make("redoMap");
  m_byFree = make("byFreeMemory");
  m_compare = make("compareSettings");
  m_order = make("deviceOrder");
  m_pace = make("pace");
  for (QToolButton* button : {m_order, m_pace}) {
    button->setMenu(new QMenu(button));
    button->setPopupMode(QToolButton::InstantPopup);
  }
  GpuMapModel* model = m_workspace->gpus();
  connect(m_compare, &QToolButton::clicked, this, &GpuPanel::compareAsked);
  connect(m_undo, &QToolButton::clicked, model, &GpuMapModel::undo);
  connect(m_redo, &QToolButton::clicked, model, &GpuMapModel::redo);
  connect(m_byFree, &QToolButton::clicked, this, &GpuPanel::orderByFreeMemory);
  return box;
}

void GpuPanel::fillMenus() {
  m_order->menu()->clear();
  const std::pair<std::optional<QString>, QString> orders[] = {
      {std::nullopt, tr("unset: the fastest GPU first")},
      {QStringLiteral("FASTEST_FIRST"), tr("FASTEST_FIRST: the fastest GPU first")},
      {QStringLiteral("PCI_BUS_ID"), tr("PCI_BUS_ID: as nvidia-smi counts")}};
  for (const auto& [order, words] : orders) {
    connect(m_order->menu()->addAction(words), &QAction::triggered, this,
            [this, value = order] { m_workspace->gpus()->editDeviceOrder(value); });
  }
  m_pace->menu()->clear();
  for (const int milliseconds : {100, 250, 500, 1000, 5000, 0}) {
    const QString words = milliseconds > 0 ? tr("every %1 ms").arg(milliseconds) : tr("never");
    connect(m_pace->menu()->addAction(words), &QAction::triggered, this, [this, milliseconds] {
      m_workspace->session()->setMonitorInterval(milliseconds);
      follow();
    });
  }
}

}  // namespace todevice
