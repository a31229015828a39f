// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/compare_window.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "models/device_info.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

namespace {

/// Rows that differ have a bar at the left and bold words; the row at the cursor has the accent behind it.
class RowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const bool code = index.column() == Comparison::Code;
    const bool differs = index.data(Comparison::DiffersRole).toBool();
    option->font =
        code ? Look::get().mono() : Look::get().font(1, differs && index.column() != Comparison::Line);
    if (index.data(Comparison::NotRunRole).toBool()) {
      option->font = Look::get().font();
      option->palette.setColor(QPalette::Text, Look::get().color("muted"));
    }
    // Numbers of cards are long words: all of them is to be read.
    option->text = breakable(option->text);
    if (index.data(Comparison::AtCursorRole).toBool())
      option->backgroundBrush = Look::get().color("accentSoft");
  }
  /// As high as the text in its own fonts: the style's hint knows neither the padding nor a font for other
  /// letters.
  QSize sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const auto* table = qobject_cast<const QTableView*>(option.widget);
    const Look& look = Look::get();
    const bool wraps = index.column() != Comparison::Line && index.column() != Comparison::Mark;
    const int width = wraps && table ? table->columnWidth(index.column()) - look.px(24) : look.px(2000);
    const QRect text = QFontMetrics(option.font)
                           .boundingRect(QRect(0, 0, width, look.px(2000)), Qt::TextWordWrap, option.text);
    return {text.width() + look.px(24), text.height() + look.px(10)};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != 0 || !index.data(Comparison::DiffersRole).toBool()) return;
    painter->fillRect(QRect(option.rect.topLeft(), QSize(Look::get().px(4), option.rect.height())),
                      Look::get().color("changedBar"));
  }
};

/// Left for every GPU: "unset" is not the same as empty, and cannot be typed otherwise.
std::optional<QString> settingOf(const QString& text) {
  return text.trimmed() == QLatin1String("unset") ? std::nullopt : std::optional(text);
}

/// All GPUs that the program sees, so that code for several runs, and the same the other way round.
std::pair<QString, QString> firstSettings(const WorkerSettings& base, int visible) {
  QStringList cards;
  for (int i = 0; i < visible; ++i) cards << QString::number(i);
  // Entries behind the first that fits no card count for nothing.
  if (base.visibleDevices) cards = base.visibleDevices->split(QLatin1Char(',')).mid(0, visible);
  if (cards.size() < 2) cards = {QStringLiteral("0"), QStringLiteral("1")};
  const QString all = cards.join(QLatin1Char(','));
  std::reverse(cards.begin(), cards.end());
  return {all, cards.join(QLatin1Char(','))};
}

}  // namespace

CompareWindow::CompareWindow(const WorkerSettings& base, const QString& code, QWidget* parent, int visible)
    : QDialog(parent),
      m_base(base),
      m_code(code),
      m_comparison(new Comparison(this)),
      m_table(new QTableView),
      m_intro(makeLabel({}, "muted")),
      m_chip(makeLabel({}, "chip")),
      m_notice(makeLabel({}, "note")),
      m_summary(makeLabel({}, "subtitle")),
      m_anew(new QPushButton),
      m_back(new QPushButton),
      m_step(new QPushButton),
      m_run(new QPushButton),
      m_stop(new QPushButton) {
  setObjectName(QStringLiteral("compare"));
  auto* column = new QVBoxLayout(this);
  m_intro->setWordWrap(true);
  auto* top = new QHBoxLayout;
  top->addWidget(m_intro, 1);
  top->addWidget(m_chip, 0, Qt::AlignTop);
  m_chip->setObjectName(QStringLiteral("compareReality"));
  m_chip->hide();
  column->addLayout(top);
  auto* fields = new QGridLayout;
  const auto starts = firstSettings(base, visible);
  for (int side = 0; side < 2; ++side) {
    m_settings[side] = new QLineEdit(side == 0 ? starts.first : starts.second);
    m_settings[side]->setFont(Look::get().mono());
    m_settings[side]->setObjectName(side == 0 ? QStringLiteral("leftSetting")
                                              : QStringLiteral("rightSetting"));
    m_mappings[side] = makeLabel({}, "small");
    m_mappings[side]->setWordWrap(true);
    fields->addWidget(m_settings[side], 0, side);
    fields->addWidget(m_mappings[side], 1, side);
    connect(m_settings[side], &QLineEdit::returnPressed, this, &CompareWindow::compare);
    connect(m_settings[side], &QLineEdit::textChanged, this, &CompareWindow::followFields);
  }
  fields->addWidget(m_anew, 0, 2);
  column->addLayout(fields);
  m_table->setModel(m_comparison);
  m_table->setItemDelegate(new RowDelegate(m_table));
  m_table->verticalHeader()->hide();
  m_table->setWordWrap(true);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setTabKeyNavigation(false);
  auto* header = m_table->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Stretch);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  // fitRows() does these and the rows: a table that is to fit them itself measures all its rows now and then.
  header->setSectionResizeMode(Comparison::Line, QHeaderView::Fixed);
  header->setSectionResizeMode(Comparison::Mark, QHeaderView::Fixed);
  m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  column->addWidget(m_table, 1);
  m_notice->setWordWrap(true);
  m_notice->setObjectName(QStringLiteral("compareNotice"));
  setTone(m_notice, "warn");
  column->addWidget(m_notice);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_summary, 1);
  m_summary->setWordWrap(true);
  m_anew->setAutoDefault(false);
  for (QPushButton* button : {m_back, m_step, m_run, m_stop}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  m_step->setObjectName(QStringLiteral("compareStep"));
  m_run->setObjectName(QStringLiteral("compareRun"));
  m_stop->setObjectName(QStringLiteral("compareStop"));
  m_summary->setObjectName(QStringLiteral("compareSummary"));
  column->addLayout(buttons);
  resize(Look::get().px(900), Look::get().px(520));
  connect(m_anew, &QPushButton::clicked, this, &CompareWindow::compare);
  connect(m_back, &QPushButton::clicked, m_comparison, &Comparison::stepBack);
  connect(m_step, &QPushButton::clicked, m_comparison, &Comparison::step);
  connect(m_run, &QPushButton::clicked, m_comparison, &Comparison::runOn);
  connect(m_stop, &QPushButton::clicked, m_comparison, &Comparison::stop);
  connect(m_table, &QTableView::clicked, m_comparison,
          [this](const QModelIndex& index) { m_comparison->setCursor(index.row() + 1); });
  connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &CompareWindow::fitRows);
  connect(header, &QHeaderView::geometriesChanged, this, &CompareWindow::fitRows);
  connect(m_comparison, &Comparison::changed, this, &CompareWindow::follow);
  connect(m_comparison, &Comparison::problem, this, &CompareWindow::tell);
  retranslate();
  narrow();
  compare();
}

/// Of the GPUs that these two programs have, whatever the main window has come to meanwhile.
void CompareWindow::followReality() {
  const auto& ready = m_comparison->session(Comparison::Left)->ready();
  const bool has = ready && !ready->physical.empty();
  m_chip->setVisible(has);
  if (!has) return;
  const bool simulated = ready->physical.front().simulated;
  m_chip->setText(realityWord(simulated));
  m_chip->setToolTip(realityHint(simulated));
}

void CompareWindow::retranslate() {
  setWindowTitle(tr("Compare two settings"));
  m_intro->setText(tr("The same code in two programs that differ in CUDA_VISIBLE_DEVICES alone."));
  m_settings[0]->setAccessibleName(tr("CUDA_VISIBLE_DEVICES on the left"));
  m_settings[1]->setAccessibleName(tr("CUDA_VISIBLE_DEVICES on the right"));
  for (QLineEdit* field : m_settings) field->setToolTip(tr("The word unset takes the variable away"));
  m_table->setAccessibleName(tr("Lines, and what each program did"));
  m_anew->setText(tr("Begin anew"));
  m_anew->setToolTip(tr("Two new programs with these settings"));
  m_back->setText(tr("Back"));
  m_step->setText(tr("Step"));
  m_run->setText(tr("Run"));
  m_stop->setText(tr("Stop"));
  m_stop->setToolTip(tr("Stops the code in both programs"));
}

/// The model's words are made when they are asked for: it is enough to ask again.
void CompareWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    m_table->reset();
    emit m_comparison->headerDataChanged(Qt::Horizontal, 0, Comparison::ColumnCount - 1);
  }
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::StyleChange) {
    narrow();
    follow();
  }
  QDialog::changeEvent(event);
}

/// It stays until the two begin anew: the summary changes with each line.
void CompareWindow::tell(const QString& message) {
  if (!m_told.contains(message)) m_told << message;
  m_notice->setText(m_told.join(QLatin1Char('\n')));
  m_notice->setVisible(!m_told.isEmpty());
}

void CompareWindow::compare() {
  m_told.clear();
  m_notice->hide();
  for (int side = 0; side < 2; ++side) m_applied[side] = settingOf(m_settings[side]->text());
  m_comparison->start(m_base, m_applied[0], m_applied[1], m_code);
  emit m_comparison->headerDataChanged(Qt::Horizontal, Comparison::LeftDid, Comparison::RightDid);
}

/// What stands under a field is true of the program that runs; what is typed since then is not it.
void CompareWindow::followFields() {
  bool typed = false;
  for (int side = 0; side < 2; ++side) {
    const bool applied = settingOf(m_settings[side]->text()) == m_applied[side];
    typed = typed || !applied;
    m_mappings[side]->setText(
        applied ? m_comparison->mappingWords(side == 0 ? Comparison::Left : Comparison::Right)
                : tr("Not applied yet: press Begin anew, or Return."));
    setTone(m_mappings[side], applied ? "" : "warn");
  }
  setTone(m_anew, typed ? "accent" : "");
}

void CompareWindow::follow() {
  followFields();
  followReality();
  const int rows = m_comparison->rowCount();
  m_back->setEnabled(m_comparison->cursor() > 0);
  m_step->setEnabled(m_comparison->canStep());
  m_run->setEnabled(m_comparison->canStep());
  m_stop->setEnabled(m_comparison->canStop());
  m_summary->setText(rows == 0 ? beforeRows() : summary());
  fitRows();
  const QModelIndex at = m_comparison->index(m_comparison->cursor() - 1, 0);
  if (!at.isValid()) return;
  m_table->scrollTo(at);
  fitRows();
  m_table->scrollTo(at);  // the rows above may have become higher
}

QString CompareWindow::beforeRows() const {
  if (m_code.trimmed().isEmpty()) return tr("There is no code to run.");
  return m_comparison->canStop() ? tr("running") : tr("Press Step: both run one line.");
}

/// "after line 5; 1 of 61128 rows differ; the first 41000 rows are no longer kept"
QString CompareWindow::summary() const {
  const int line = m_comparison->lineOf(m_comparison->cursor() - 1);
  const int gone = m_comparison->forgotten();
  const QString differ =
      tr("%1 of %2 rows differ").arg(m_comparison->differences()).arg(gone + m_comparison->rowCount());
  QString words = m_comparison->canStop() ? tr("running; %1").arg(differ)
                  : line > 0              ? tr("after line %1; %2").arg(line).arg(differ)
                                          : tr("before the first line; %1").arg(differ);
  if (const int unknown = m_comparison->notCompared(); unknown > 0)
    words = tr("%1; %2 rows could not be compared").arg(words).arg(unknown);
  if (gone > 0) words = tr("%1; the first %2 rows are no longer kept").arg(words).arg(gone);
  return words;
}

/// To what their titles need.
void CompareWindow::narrow() {
  auto* header = m_table->horizontalHeader();
  for (const int column : {Comparison::Line, Comparison::Mark})
    header->resizeSection(column, header->sectionSizeHint(column));
}

/// Those in sight, in height and in what is never wrapped: of a loop there may be thousands, and they change
/// with each line.
void CompareWindow::fitRows() {
  const int bottom = m_table->viewport()->height();
  auto* header = m_table->horizontalHeader();
  // While the table has not scrolled to what it has now, no row lies at its top.
  int left = bottom / m_table->verticalHeader()->minimumSectionSize() + 1;
  for (int row = m_table->rowAt(0); row >= 0 && row < m_comparison->rowCount() && left > 0; ++row, --left) {
    if (m_table->rowViewportPosition(row) >= bottom) break;
    m_table->resizeRowToContents(row);
    for (const int column : {Comparison::Line, Comparison::Mark}) {
      const int width = m_table->sizeHintForIndex(m_comparison->index(row, column)).width();
      if (width > header->sectionSize(column)) header->resizeSection(column, width);
    }
  }
}

}  // namespace todevice
