// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QMenu>
#include <QPainterPath>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "panels/gpu_card.h"
#include "panels/variable_code_view.h"
#include "panels/variable_story_view.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

namespace {

constexpr int kMostChips = 64;  ///< nobody reads more

}  // namespace

GpuLinks::GpuLinks(QWidget* parent) : QWidget(parent) {
  // As high as the columns beside it: it must not ask for the room below them.
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
}

void GpuLinks::setEnds(std::vector<GpuCard*> cards, std::vector<LogicalCard*> logical) {
  m_cards = std::move(cards);
  m_logical = std::move(logical);
  update();
}

QSize GpuLinks::sizeHint() const {
  return {Look::get().px(m_narrow ? 20 : 32), 0};
}

void GpuLinks::setNarrow(bool narrow) {
  if (narrow == m_narrow) return;
  m_narrow = narrow;
  updateGeometry();
}

QLineF GpuLinks::lineOf(const GpuCard* card) const {
  if (card->logical() < 0 || card->logical() >= int(m_logical.size())) return {};
  const auto middle = [this](const QWidget* end) {
    const QPoint at = end->mapTo(parentWidget(), end->rect().center());
    return qreal(mapFrom(parentWidget(), at).y());
  };
  return {QPointF(0, middle(card)), QPointF(width(), middle(m_logical[size_t(card->logical())]))};
}

void GpuLinks::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Look& look = Look::get();
  for (const GpuCard* card : m_cards) {
    const QLineF line = lineOf(card);
    if (line.isNull()) continue;
    const QPointF from = line.p1(), to = line.p2();
    QPainterPath path(from);
    path.cubicTo(from + QPointF(width() * 0.5, 0), to - QPointF(width() * 0.5, 0), to);
    const QColor ink = inkOf(card->info()).line;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink, look.stroke() * 1.6));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
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
      m_overruled(makeLabel({}, "note")),
      m_dropLine(new QFrame(m_content)),
      m_code(new VariableCodeView),
      m_story(new VariableStoryView),
      m_message(new MessageBar) {
  build();
  retranslate();
  GpuMapModel* model = m_workspace->gpus();
  connect(model, &QAbstractItemModel::modelReset, this, &GpuPanel::rebuildCards);
  connect(model, &QAbstractItemModel::rowsInserted, this, &GpuPanel::rebuildCards);
  connect(model, &QAbstractItemModel::rowsMoved, this, &GpuPanel::follow);
  connect(model, &QAbstractItemModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
            roles.contains(GpuMapModel::HistoryRole) ? followLoad(first.row(), last.row()) : follow();
          });
  connect(model, &GpuMapModel::settingsChanged, this, &GpuPanel::follow);
  connect(model, &GpuMapModel::mismatchChanged, this,
          [this](const QString& words) { m_message->show("warn", words); });
  connect(m_workspace, &Workspace::devicesChanged, this, &GpuPanel::follow);
  connect(m_workspace->session(), &Session::stateChanged, this, &GpuPanel::showEmpty);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &GpuPanel::showLogical);
  connect(m_workspace->timeline(), &Timeline::cursorChanged, this, &GpuPanel::showStory);
  connect(&Look::get(), &Look::changed, this, [this] {
    fitWidth();
    follow();
  });
  rebuildCards();
}

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
  column->setSpacing(8);
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
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setFocusPolicy(Qt::TabFocus);
    setRole(button, "small");
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

void GpuPanel::retranslate() {
  m_undo->setText(tr("Undo"));
  m_undo->setToolTip(tr("Takes back the last change of the map"));
  m_redo->setText(tr("Redo"));
  m_redo->setToolTip(tr("Makes the change again that was taken back"));
  m_byFree->setText(tr("Most free memory first"));
  m_byFree->setToolTip(tr(
      "Lists every GPU, the one with the most free memory first, and sets CUDA_DEVICE_ORDER to PCI_BUS_ID, "
      "which is how nvidia-smi counts"));
  m_compare->setText(tr("Compare..."));
  m_compare->setToolTip(tr("Runs the same code under two settings, side by side"));
  m_order->setToolTip(tr("How CUDA counts the GPUs: CUDA_DEVICE_ORDER"));
  m_pace->setToolTip(tr("How often memory and load are read"));
  m_code->retranslate();
  fillMenus();
  showEmpty();
  m_physicalTitle->setText(tr("Physical GPUs"));
  m_logicalTitle->setText(tr("In the program"));
  m_noGpu->setText(tr("no GPU"));
  m_unset->setText(tr("Unset"));
  m_unset->setToolTip(tr("Takes the variable away: the program sees every GPU"));
  m_variable->setToolTip(tr("The GPUs that the program may see, in the order in which it counts them"));
}

/// A machine without GPUs is no longer waited for.
void GpuPanel::showEmpty() {
  const Session* session = m_workspace->session();
  if (session->state() == Session::State::Dead)
    return m_empty->setText(tr("No worker"), tr("Its GPUs appear here once a worker runs again."));
  if (session->state() == Session::State::Starting || !session->ready())
    return m_empty->setText(m_workspace->connection().kind == Connection::Kind::Here
                                ? tr("The GPUs of this computer")
                                : tr("The GPUs of %1").arg(m_workspace->connection().shortName()),
                            tr("They appear here as soon as the worker is ready."));
  m_empty->setText(tr("This machine has no GPU"),
                   tr("All code runs on the CPU. Simulated GPUs stand in the menu with the chip, above."));
}

/// All cards stand alike, so that the boxes are below one another. Where there is no room for two columns,
/// the first is whole: its cards say in words which device each is.
void GpuPanel::fitWidth() {
  constexpr int kNarrow = 480;
  m_links->setNarrow(width() < Look::get().px(kNarrow));
  const QMargins margins = m_content->layout()->contentsMargins();
  const int all = m_scroll->viewport()->width() - margins.left() - margins.right();
  const int beside = m_links->sizeHint().width() + m_logicalColumn->width();
  const bool both = std::all_of(m_cards.begin(), m_cards.end(), [&](const GpuCard* card) {
    return card->widthOf(GpuCard::Head::Narrow) + beside <= all;
  });
  for (QWidget* widget :
       {static_cast<QWidget*>(m_links), m_logicalColumn, static_cast<QWidget*>(m_logicalTitle)})
    widget->setVisible(both);
  const int room = both ? all - beside : all;
  const auto fits = [&](GpuCard::Head head) {
    return std::all_of(m_cards.begin(), m_cards.end(),
                       [&](const GpuCard* card) { return card->widthOf(head) <= room; });
  };
  GpuCard::Head head = GpuCard::Head::Narrow;
  for (const auto roomier : {GpuCard::Head::Stacked, GpuCard::Head::Close, GpuCard::Head::Wide})
    if (fits(roomier)) head = roomier;
  for (GpuCard* card : m_cards) card->setHead(head);
  const int names = m_variableName->sizeHint().width() + m_count->sizeHint().width();
  m_count->setVisible(names + margins.left() + margins.right() + Look::get().px(8) <= width());
}

void GpuPanel::fitLogical() {
  std::vector<const GpuCard*> visible;
  for (const GpuCard* card : m_cards)
    if (card->logical() >= 0) visible.push_back(card);
  for (std::size_t i = 0; i < m_logical.size() && i < visible.size(); ++i) {
    const GpuCard* beside = visible[i];
    const QPoint at = m_logicalColumn->mapFrom(beside->parentWidget(), beside->pos());
    m_logical[i]->setGeometry(0, at.y(), m_logicalColumn->width(), beside->height());
  }
  m_noGpu->setGeometry(0, 0, m_logicalColumn->width(), m_noGpu->heightForWidth(m_logicalColumn->width()));
  m_links->update();
}

void GpuPanel::fitVerdicts() {
  const int share = height() * 3 / 10;
  const bool any = !m_tokens->isHidden() || !m_tokenWords->isHidden() || !m_torchWords->isHidden();
  m_verdictScroll->setVisible(any);
  if (!any) return;
  const int needed = m_verdicts->layout()->heightForWidth(m_verdictScroll->viewport()->width());
  m_verdictScroll->setFixedHeight(std::min(needed, std::max(share, Look::get().px(40))));
}

bool GpuPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
  if (watched == m_verdicts) {
    if (event->type() == QEvent::LayoutRequest) fitVerdicts();
    return QWidget::eventFilter(watched, event);
  }
  if (moved && watched == m_scroll->viewport())
    fitWidth();  // a scroll bar takes of it
  else if (moved)
    fitLogical();
  return QWidget::eventFilter(watched, event);
}

void GpuPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitWidth();
  fitVerdicts();
}

void GpuPanel::rebuildCards() {
  for (GpuCard* card : m_cards) delete card;
  m_cards.clear();
  GpuMapModel* model = m_workspace->gpus();
  QWidget* before = nullptr;
  for (int row = 0; row < model->rowCount(); ++row) {
    auto* card = new GpuCard;
    card->installEventFilter(this);
    m_cardColumn->addWidget(card);
    if (before) setTabOrder(before, card->box());
    setTabOrder(card->box(), card->busyButton());
    before = card->busyButton();
    m_cards.push_back(card);
    connect(card, &GpuCard::toggled, this,
            [this, row](bool visible) { m_workspace->gpus()->setVisible(row, visible); });
    connect(card, &GpuCard::busyToggled, this,
            [this, row](bool busy) { m_workspace->gpus()->setBusy(row, busy); });
    connect(card, &GpuCard::moveAsked, this, [this, row](int by) { moveCard(row, by); });
    connect(card, &GpuCard::dragged, this,
            [this, row](const QPoint& at, bool end) { dragCard(row, at, end); });
  }
  // The cards come first, then what stands under them.
  QList<QWidget*> below{m_variable, m_unset, m_undo, m_redo, m_byFree, m_compare, m_order, m_pace};
  for (QToolButton* button : m_code->findChildren<QToolButton*>()) below << button;
  for (QWidget* after : std::as_const(below)) {
    if (before) setTabOrder(before, after);
    before = after;
  }
  m_empty->setVisible(m_cards.empty());
  m_scroll->setVisible(!m_cards.empty());
  m_variableRow->setVisible(!m_cards.empty());
  follow();
}

/// The keyboard stays with the card.
void GpuPanel::moveCard(int row, int by) {
  const int to = row + by;
  if (to < 0 || to >= int(m_cards.size())) return;
  m_workspace->gpus()->moveCard(row, to);
  m_cards[size_t(to)]->box()->setFocus(Qt::OtherFocusReason);
  m_scroll->ensureWidgetVisible(m_cards[size_t(to)]);
}

/// A line shows where the card would go; it goes there when it is let go.
void GpuPanel::dragCard(int row, const QPoint& at, bool end) {
  int to = 0;
  while (to + 1 < int(m_cards.size()) && at.y() > m_cards[size_t(to)]->geometry().bottom()) ++to;
  m_dropLine->setVisible(!end && to != row);
  const QRect target = m_cards[size_t(to)]->geometry();
  const int gap = Look::get().px(3);
  m_dropLine->setGeometry(target.left(), to > row ? target.bottom() + 1 : target.top() - gap - 1,
                          target.width(), gap);
  m_dropLine->raise();
  if (!end) return;
  if (to != row) m_workspace->gpus()->moveCard(row, to);
  follow();
}

void GpuPanel::followLoad(int first, int last) {
  const GpuMapModel* model = m_workspace->gpus();
  for (int row = first; row <= last && row < int(m_cards.size()); ++row)
    m_cards[size_t(row)]->showLoad(model->index(row));
}

/// What else it sets is said: nobody asked for it by name.
void GpuPanel::orderByFreeMemory() {
  const std::optional<QString> before = m_workspace->gpus()->deviceOrder();
  m_workspace->gpus()->orderByFreeMemory();
  const std::optional<QString> after = m_workspace->gpus()->deviceOrder();
  if (before == after) return;
  m_message->show("accent", tr("CUDA_DEVICE_ORDER is set to %1 as well, so that the numbers are those of "
                               "nvidia-smi. Undo takes both back.")
                                .arg(after.value_or(QString())));
}

void GpuPanel::showStory() {
  const VariableStory& story = m_workspace->variables();
  m_story->show(story);
  const auto late =
      std::count_if(story.rows.begin(), story.rows.end(), [](const StoryRow& row) { return row.struckOut; });
  // The cards stay as they are then: what has no effect is to be seen. It finds its place in several rounds.
  if (late > std::exchange(m_late, late)) m_bringsStory.start();
}

void GpuPanel::follow() {
  GpuMapModel* model = m_workspace->gpus();
  if (int(m_cards.size()) != model->rowCount()) return rebuildCards();
  for (int row = 0; row < int(m_cards.size()); ++row) m_cards[size_t(row)]->show(model->index(row));
  showLogical();
  fitWidth();
  showTokens();
  showStory();
  m_code->show(model->setting());
  m_undo->setEnabled(model->canUndo());
  m_redo->setEnabled(model->canRedo());
  m_byFree->setEnabled(model->rowCount() > 1);
  m_order->setText(
      QStringLiteral("CUDA_DEVICE_ORDER: %1 ▾").arg(shortened(settingWords(model->deviceOrder()), 16)));
  const int pace = m_workspace->session()->monitorInterval();
  m_pace->setText((pace > 0 ? tr("read every %1 ms").arg(pace) : tr("not read")) + QStringLiteral(" ▾"));
  m_overruled->setText(
      tr("The code has set the variable itself: the lines show what this process has, the boxes what it "
         "was started with."));
  m_overruled->setVisible(model->isOverruled());
  if (m_message->isFor("accent") && model->deviceOrder() != QStringLiteral("PCI_BUS_ID"))
    m_message->show("", {});
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
    m_logical.push_back(new LogicalCard(m_logicalColumn));
    m_logical.back()->setVisible(true);
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
  m_noGpu->setVisible(logical.empty());
  int wide = m_logicalTitle->sizeHint().width();
  for (const LogicalCard* card : m_logical) wide = std::max(wide, card->sizeHint().width());
  m_logicalColumn->setFixedWidth(wide);
  m_links->setEnds(m_cards, m_logical);
  fitLogical();
  // The layout gives out the places of the cards only later.
  QMetaObject::invokeMethod(this, &GpuPanel::fitLogical, Qt::QueuedConnection);
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
  QStringList odd;
  QString bad;  // what ends or spoils the list, not what it does to the others
  const std::vector<TokenVerdict> tokens = model->tokens();
  for (const TokenVerdict& token : tokens) {
    if (m_tokens->layout()->count() == kMostChips) {
      m_tokens->layout()->addWidget(
          makeLabel(tr("and %1 more").arg(int(tokens.size()) - kMostChips), "small"));
      break;
    }
    const bool fine = token.verdict == visibility::Verdict::visible;
    auto* chip = makeLabel(QStringLiteral("%1 %2").arg(!fine       ? QStringLiteral("✗")
                                                       : token.odd ? QStringLiteral("!")
                                                                   : QStringLiteral("✓"),
                                                       shortened(token.text)),
                           "chip");
    setTone(chip, !fine ? "bad" : token.odd ? "warn" : "good");
    chip->setToolTip(token.why);
    chip->setAccessibleName(QStringLiteral("%1: %2").arg(shortened(token.text), token.why));
    m_tokens->layout()->addWidget(chip);
    const bool cause = !fine && token.verdict != visibility::Verdict::refused;
    if (bad.isEmpty() && cause) bad = QStringLiteral("“%1”: %2").arg(shortened(token.text), token.why);
    if (fine && token.odd) odd << QStringLiteral("“%1”: %2").arg(token.text, token.why);
  }
  m_tokens->setVisible(!tokens.empty());
  const bool twice = std::any_of(tokens.begin(), tokens.end(), [](const TokenVerdict& token) {
    return token.verdict == visibility::Verdict::duplicate;
  });
  QString words = twice ? QString() : model->errorWords();  // the entry says it, and which GPU
  if (!bad.isEmpty()) words = words.isEmpty() ? bad : bad + QLatin1Char('\n') + words;
  if (!odd.isEmpty())
    words = odd.join(QLatin1Char('\n')) + (words.isEmpty() ? words : QLatin1Char('\n') + words);
  m_tokenWords->setText(words);
  m_tokenWords->setVisible(!m_tokenWords->text().isEmpty());
  m_torchWords->setText(model->torchWords());
  m_torchWords->setVisible(!m_torchWords->text().isEmpty());
  fitVerdicts();
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
