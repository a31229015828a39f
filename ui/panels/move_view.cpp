// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/move_view.h"

#include <QEvent>
#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

constexpr int kMostParts = 12;  ///< of a module, on its card; all of them stand in the names table

/// The address with the digits that differ from its partner's on a background of their own.
QString markedAddress(const QString& address, const std::vector<int>& differing) {
  const QString style = QStringLiteral("<span style=\"background-color:%1\">%2</span>");
  QString html;
  for (int i = 0; i < address.size(); ++i) {
    const QString digit = address[i] == QLatin1Char(' ') ? QStringLiteral("&nbsp;") : QString(address[i]);
    const bool differs = std::find(differing.begin(), differing.end(), i) != differing.end();
    html += differs && address[i] != QLatin1Char(' ') ? style.arg(Look::get().color("differs").name(), digit)
                                                      : digit;
  }
  return html;
}

QLabel* makeAddress(const QString& address, const std::vector<int>& differing) {
  auto* label = new QLabel(markedAddress(address, differing));
  label->setTextFormat(Qt::RichText);
  label->setFont(Look::get().mono(0.88));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setAccessibleName(address);
  return label;
}

QWidget* makeDevice(const QString& device, const DeviceDirectory& devices) {
  auto* box = new QWidget;
  auto* row = new QHBoxLayout(box);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  auto* badge = new DeviceBadge;
  badge->setDevice(devices.info(device));
  row->addWidget(badge);
  auto* name = makeLabel(device);
  name->setFont(Look::get().mono(1, true));
  row->addWidget(name);
  row->addStretch();
  return box;
}

QLabel* makeArrow() {
  auto* arrow = new QLabel;
  arrow->setPixmap(Look::get().pixmap(QStringLiteral("arrow"), Look::get().px(14), "changedBar"));
  arrow->setAccessibleName(QObject::tr("becomes"));
  return arrow;
}

QString bytesWords(const MoveCard& card) {
  if (card.sameStorage || card.bytes == 0) return QObject::tr("the same ones: nothing was copied");
  return card.beforeDevice == card.afterDevice ? QObject::tr("%1 written anew").arg(formatBytes(card.bytes))
                                               : QObject::tr("%1 copied").arg(formatBytes(card.bytes));
}

/// A result that was gone before Python had an object for it has no id.
AddressPair idsOf(const MoveCard& card) {
  AddressPair ids = compareAddresses(card.beforeId, card.afterId);
  if (card.beforeId == 0 || card.afterId == 0) ids.differing.clear();
  if (card.beforeId == 0) ids.before = QStringLiteral("—");
  if (card.afterId == 0) ids.after = QStringLiteral("—");
  return ids;
}

QLabel* makeWords(const QString& words, bool same) {
  auto* chip = makeLabel(words, "chip");
  setTone(chip, same ? "" : "warn");
  return chip;
}

/// The two words side by side, or where the card is narrow one below the other.
class Words : public QWidget {
 public:
  explicit Words(const MoveCard& card) : m_row(new FlowLayout(this, 6)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->addWidget(makeWords(card.objectWords, card.sameObject));
    m_row->addWidget(makeWords(card.addressWords, card.address.same));
  }
  QSize sizeHint() const override {
    int width = m_row->spacing();
    for (int i = 0; i < m_row->count(); ++i) width += m_row->itemAt(i)->sizeHint().width();
    return {width, m_row->heightForWidth(width)};
  }

 private:
  FlowLayout* m_row;
};

}  // namespace

MoveCardView::MoveCardView(const MoveCard& card, const QString& line, const DeviceDirectory& devices,
                           QWidget* parent)
    : QFrame(parent) {
  setRole(this, "card", "changed");
  setAccessibleName(card.sentence);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  auto* name = makeLabel(card.name);
  name->setFont(Look::get().mono(1, true));
  head->addWidget(name);
  auto* source = new ElideLabel("muted");
  source->setFont(Look::get().mono(0.88));
  source->setFullText(line);
  source->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // what the others leave
  head->addWidget(source, 1);
  head->addWidget(new Words(card));
  column->addLayout(head);
  setToolTip(card.sentence);
  if (card.isModule && !card.parts.empty()) {
    addModule(card, devices);
  } else {
    addTensor(card, devices);
  }
}

void MoveCardView::addTensor(const MoveCard& card, const DeviceDirectory& devices) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(2);
  const AddressPair ids = idsOf(card);
  grid->addWidget(makeDevice(card.beforeDevice, devices), 0, 1);
  grid->addWidget(makeArrow(), 0, 2);
  grid->addWidget(makeDevice(card.afterDevice, devices), 0, 3);
  grid->addWidget(makeLabel(QObject::tr("address"), "small"), 1, 0);
  grid->addWidget(makeAddress(card.address.before, card.address.differing), 1, 1);
  grid->addWidget(makeAddress(card.address.after, card.address.differing), 1, 3);
  grid->addWidget(makeLabel(QStringLiteral("id()"), "small"), 2, 0);
  grid->addWidget(makeAddress(ids.before, ids.differing), 2, 1);
  grid->addWidget(makeAddress(ids.after, ids.differing), 2, 3);
  if (card.beforeDType != card.afterDType) {
    grid->addWidget(makeLabel(QStringLiteral("dtype"), "small"), 3, 0);
    grid->addWidget(makeLabel(card.beforeDType), 3, 1);
    grid->addWidget(makeLabel(card.afterDType), 3, 3);
  }
  grid->addWidget(makeLabel(QObject::tr("bytes"), "small"), 4, 0);
  grid->addWidget(makeLabel(bytesWords(card), "small"), 4, 1, 1, 3);
  grid->setColumnStretch(4, 1);
  static_cast<QVBoxLayout*>(layout())->addLayout(grid);
}

void MoveCardView::addModule(const MoveCard& card, const DeviceDirectory& devices) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(6);
  grid->setVerticalSpacing(2);
  grid->addWidget(makeDevice(card.parts.front().beforeDevice, devices), 0, 1);
  grid->addWidget(makeDevice(card.parts.front().afterDevice, devices), 0, 3);
  int row = 1;
  for (const MoveCard& part : card.parts) {
    if (row > kMostParts) {
      const int more = int(card.parts.size()) - kMostParts;
      grid->addWidget(makeLabel(QObject::tr("and %1 more: see Names").arg(more), "small"), row++, 0, 1, 4);
      break;
    }
    auto* name = makeLabel(part.name, "small");
    name->setToolTip(part.sentence);
    grid->addWidget(name, row, 0);
    grid->addWidget(makeAddress(part.address.before, part.address.differing), row, 1);
    grid->addWidget(makeArrow(), row, 2);
    grid->addWidget(makeAddress(part.address.after, part.address.differing), row, 3);
    ++row;
  }
  const AddressPair ids = idsOf(card);
  grid->addWidget(makeLabel(QStringLiteral("id()"), "small"), row, 0);
  grid->addWidget(makeAddress(ids.before, ids.differing), row, 1);
  grid->addWidget(makeAddress(ids.after, ids.differing), row, 3);
  ++row;
  grid->addWidget(makeLabel(QObject::tr("bytes"), "small"), row, 0);
  grid->addWidget(makeLabel(bytesWords(card), "small"), row, 1, 1, 3);
  grid->setColumnStretch(4, 1);
  static_cast<QVBoxLayout*>(layout())->addLayout(grid);
}

MoveView::MoveView(Workspace* workspace, QWidget* parent)
    : QScrollArea(parent), m_workspace(workspace), m_content(new QWidget) {
  auto* column = new QVBoxLayout(m_content);
  column->setContentsMargins(8, 8, 8, 4);
  column->setSpacing(8);
  setWidget(m_content);
  setWidgetResizable(true);
  viewport()->setAutoFillBackground(false);
  m_content->setAutoFillBackground(false);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  connect(m_workspace->moves(), &MoveModel::cardsChanged, this, &MoveView::follow);
  connect(m_workspace, &Workspace::devicesChanged, this, &MoveView::follow);
  connect(&Look::get(), &Look::changed, this, &MoveView::follow);
  follow();
}

void MoveView::follow() {
  while (QLayoutItem* item = m_content->layout()->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const std::vector<MoveCard>& cards = m_workspace->moves()->cards();
  const protocol::Record* record = m_workspace->timeline()->current();
  const QString line = record ? QString::fromStdString(record->source).trimmed() : QString();
  for (const MoveCard& card : cards)
    m_content->layout()->addWidget(new MoveCardView(card, line, m_workspace->directory()));
  if (record != nullptr && record->moves_left_out > 0) {
    const int more = int(record->moves_left_out);
    m_content->layout()->addWidget(
        makeLabel(QObject::tr("and %n more of this line", nullptr, more), "small"));
  }
  setVisible(!cards.empty());
  updateGeometry();
}

QSize MoveView::sizeHint() const {
  // At most about half of the panel; more cards are scrolled.
  return {Look::get().px(320), qMin(m_content->sizeHint().height() + 2, Look::get().px(190))};
}

bool MoveView::eventFilter(QObject* watched, QEvent* event) {
  // The cards have their size only once they are laid out.
  if (watched == m_content && event->type() == QEvent::LayoutRequest) updateGeometry();
  return QScrollArea::eventFilter(watched, event);
}

void MoveView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) follow();
  QScrollArea::changeEvent(event);
}

}  // namespace todevice
