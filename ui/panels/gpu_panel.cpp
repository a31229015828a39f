// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include "panels/gpu_card.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

GpuLinks::GpuLinks(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void GpuLinks::setEnds(std::vector<GpuCard*> cards, std::vector<LogicalCard*> logical) {
  m_cards = std::move(cards);
  m_logical = std::move(logical);
  update();
}

QSize GpuLinks::sizeHint() const {
  return {Look::get().px(44), 0};
}

void GpuLinks::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Look& look = Look::get();
  for (const GpuCard* card : m_cards) {
    if (card->logical() < 0 || card->logical() >= int(m_logical.size())) continue;
    const LogicalCard* target = m_logical[size_t(card->logical())];
    const QPointF from(0, mapFrom(parentWidget(), card->geometry().center()).y());
    const QPointF to(width(), mapFrom(parentWidget(), target->geometry().center()).y());
    QPainterPath path(from);
    path.cubicTo(from + QPointF(width() * 0.5, 0), to - QPointF(width() * 0.5, 0), to);
    const QColor line = inkOf(card->info()).line;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(line, look.stroke() * 1.6));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    painter.drawEllipse(from + QPointF(look.px(3), 0), look.px(3), look.px(3));
    painter.drawEllipse(to - QPointF(look.px(3), 0), look.px(3), look.px(3));
  }
}

GpuPanel::GpuPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_scroll(new QScrollArea),
      m_empty(new EmptyState(QStringLiteral("gpu"))),
      m_content(new QWidget),
      m_links(new GpuLinks),
      m_physicalTitle(makeLabel({}, "small")),
      m_logicalTitle(makeLabel({}, "small")),
      m_count(makeLabel({}, "small")),
      m_noGpu(makeLabel({}, "muted")),
      m_message(new MessageBar) {
  build();
  retranslate();
  GpuMapModel* model = m_workspace->gpus();
  connect(model, &QAbstractItemModel::modelReset, this, &GpuPanel::rebuildCards);
  connect(model, &QAbstractItemModel::rowsInserted, this, &GpuPanel::rebuildCards);
  connect(model, &QAbstractItemModel::rowsMoved, this, &GpuPanel::rebuildCards);
  connect(model, &QAbstractItemModel::dataChanged, this, &GpuPanel::follow);
  connect(model, &GpuMapModel::settingsChanged, this, &GpuPanel::follow);
  connect(model, &GpuMapModel::mismatchChanged, this,
          [this](const QString& words) { m_message->show("warn", words); });
  connect(m_workspace, &Workspace::devicesChanged, this, &GpuPanel::follow);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &GpuPanel::showLogical);
  connect(&Look::get(), &Look::changed, this, &GpuPanel::follow);
  rebuildCards();
}

void GpuPanel::build() {
  auto* grid = new QGridLayout;
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(0);
  grid->setVerticalSpacing(4);
  auto* cards = new QVBoxLayout;
  auto* logical = new QVBoxLayout;
  for (QVBoxLayout* column : {cards, logical}) column->setSpacing(6);
  m_cardColumn = cards;
  m_logicalColumn = logical;
  grid->addWidget(m_physicalTitle, 0, 0);
  grid->addWidget(m_logicalTitle, 0, 2);
  grid->addLayout(cards, 1, 0, Qt::AlignTop);
  grid->addWidget(m_links, 0, 1, 2, 1);
  grid->addLayout(logical, 1, 2, Qt::AlignTop);
  grid->setColumnStretch(0, 1);
  m_noGpu->setWordWrap(true);

  auto* column = new QVBoxLayout(m_content);
  column->setContentsMargins(12, 8, 12, 12);
  column->setSpacing(8);
  column->addWidget(m_message);
  column->addLayout(grid);
  column->addWidget(makeVariableRow());
  column->addStretch();
  m_scroll->setWidget(m_content);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->viewport()->setAutoFillBackground(false);
  m_content->setAutoFillBackground(false);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(1, 0, 1, 1);
  outer->addWidget(m_empty);
  outer->addWidget(m_scroll);
}

QWidget* GpuPanel::makeVariableRow() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* titles = new QHBoxLayout;
  auto* name = makeLabel(QStringLiteral("CUDA_VISIBLE_DEVICES"), "small");
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
  column->addWidget(m_tokens);
  column->addWidget(m_tokenWords);
  connect(m_variable, &QLineEdit::textEdited, this, [this](const QString& text) {
    m_workspace->holdRestart();
    m_workspace->gpus()->editVariable(text);
  });
  connect(m_unset, &QPushButton::clicked, this, [this] { m_workspace->gpus()->editVariable(std::nullopt); });
  return box;
}

void GpuPanel::retranslate() {
  m_empty->setText(tr("The GPUs of this machine"), tr("They appear here as soon as the worker is ready."));
  m_physicalTitle->setText(tr("Physical GPUs"));
  m_logicalTitle->setText(tr("In the program"));
  m_noGpu->setText(tr("no GPU"));
  m_unset->setText(tr("Unset"));
  m_unset->setToolTip(tr("Takes the variable away: the program sees every GPU"));
  m_variable->setToolTip(tr("The GPUs that the program may see, in the order in which it counts them"));
}

void GpuPanel::rebuildCards() {
  for (GpuCard* card : m_cards) delete card;
  m_cards.clear();
  GpuMapModel* model = m_workspace->gpus();
  QWidget* before = nullptr;
  for (int row = 0; row < model->rowCount(); ++row) {
    auto* card = new GpuCard;
    m_cardColumn->addWidget(card);
    if (before) setTabOrder(before, card->box());
    before = card->box();
    m_cards.push_back(card);
    connect(card, &GpuCard::toggled, this,
            [this, row](bool visible) { m_workspace->gpus()->setVisible(row, visible); });
  }
  if (before) setTabOrder(before, m_variable);
  m_empty->setVisible(m_cards.empty());
  m_scroll->setVisible(!m_cards.empty());
  follow();
}

void GpuPanel::follow() {
  GpuMapModel* model = m_workspace->gpus();
  if (int(m_cards.size()) != model->rowCount()) return rebuildCards();
  for (int row = 0; row < int(m_cards.size()); ++row) m_cards[size_t(row)]->show(model->index(row));
  showLogical();
  showTokens();
  emit noteChanged();
}

void GpuPanel::showLogical() {
  const GpuMapModel* model = m_workspace->gpus();
  const std::vector<int>& logical = model->logical();
  const int current = m_workspace->timeline()->state().currentDevice;
  while (m_logical.size() > logical.size()) {
    delete m_logical.back();
    m_logical.pop_back();
  }
  while (m_logical.size() < logical.size()) {
    m_logical.push_back(new LogicalCard);
    m_logicalColumn->addWidget(m_logical.back());
  }
  for (int i = 0; i < int(logical.size()); ++i) {
    const QModelIndex card = model->index(model->rowOfPhysical(logical[size_t(i)]));
    DeviceInfo info;
    info.text = QStringLiteral("cuda:%1").arg(i);
    info.physical = logical[size_t(i)];
    info.letter = card.data(GpuMapModel::LetterRole).toString();
    info.colorIndex = card.data(GpuMapModel::ColorIndexRole).toInt();
    m_logical[size_t(i)]->show(info, i == current);
  }
  // Equal heights: cards in their own order have straight lines, and a crossing means a permutation.
  const int height = m_cards.empty() ? 0 : m_cards.front()->sizeHint().height();
  for (LogicalCard* card : m_logical) card->setMinimumHeight(height);
  if (logical.empty()) m_logicalColumn->addWidget(m_noGpu);
  m_noGpu->setVisible(logical.empty());
  m_links->setEnds(m_cards, m_logical);
  // The lines are drawn from the places of the cards, which the layout gives out only now.
  QMetaObject::invokeMethod(m_links, qOverload<>(&QWidget::update), Qt::QueuedConnection);
}

void GpuPanel::showTokens() {
  const GpuMapModel* model = m_workspace->gpus();
  const std::optional<QString> text = model->variable();
  if (m_variable->text() != text.value_or(QString())) m_variable->setText(text.value_or(QString()));
  m_variable->setFont(Look::get().mono());
  m_variable->setPlaceholderText(text ? tr("empty: no GPU is visible") : tr("unset: every GPU is visible"));
  m_unset->setEnabled(text.has_value());
  m_count->setText(QStringLiteral("device_count() → %1").arg(qMax(0, model->torchDeviceCount())));
  m_count->setToolTip(tr("What torch.cuda.device_count() says under this setting"));
  while (QLayoutItem* item = m_tokens->layout()->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  QStringList bad;
  const std::vector<TokenVerdict> tokens = model->tokens();
  for (const TokenVerdict& token : tokens) {
    const bool fine = token.verdict == visibility::Verdict::visible;
    auto* chip = makeLabel(
        QStringLiteral("%1 %2").arg(fine ? QStringLiteral("✓") : QStringLiteral("✗"), token.text), "chip");
    setTone(chip, fine ? "good" : "bad");
    chip->setToolTip(token.why);
    chip->setAccessibleName(QStringLiteral("%1: %2").arg(token.text, token.why));
    m_tokens->layout()->addWidget(chip);
    if (!fine) bad << token.why;
  }
  m_tokens->setVisible(!tokens.empty());
  QString words = model->errorWords();
  if (!bad.isEmpty()) words = words.isEmpty() ? bad.first() : bad.first() + QStringLiteral("\n") + words;
  m_tokenWords->setText(words.isEmpty() && text ? model->shellText() : words);
  m_tokenWords->setVisible(!m_tokenWords->text().isEmpty());
}

QString GpuPanel::note() const {
  const GpuMapModel* model = m_workspace->gpus();
  if (model->rowCount() == 0) return {};
  return tr("%1 of %2 visible").arg(model->logical().size()).arg(model->rowCount());
}

void GpuPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    follow();
  }
  QWidget::changeEvent(event);
}

}  // namespace todevice
