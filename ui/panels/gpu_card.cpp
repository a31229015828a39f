// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_card.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "models/address_format.h"
#include "models/gpu_map_model.h"
#include "widgets/basics.h"
#include "widgets/memory_gauge.h"

namespace todevice {

namespace {

constexpr int kGap = 6, kMargin = 8;

bool isClose(GpuCard::Head head) {
  return head == GpuCard::Head::Close || head == GpuCard::Head::Narrow;
}
bool isStacked(GpuCard::Head head) {
  return head == GpuCard::Head::Stacked || head == GpuCard::Head::Narrow;
}

}  // namespace

GpuCard::GpuCard(QWidget* parent)
    : QFrame(parent),
      m_grip(makeLabel(QStringLiteral("⋮⋮"), "muted")),
      m_badge(new DeviceBadge),
      m_name(makeLabel({}, "subtitle")),
      m_box(new SmallCheckBox(this)),
      m_busy(new SmallButton),
      m_headRow(new QHBoxLayout),
      m_boxRow(new QHBoxLayout),
      m_placeRow(new QHBoxLayout),
      m_kind(new ElideLabel("small")),
      m_free(new ElideLabel("small")),
      m_load(new ElideLabel("small")),
      m_place(new ElideLabel("small")),
      m_gauge(new MemoryGauge(this)),
      m_uuid(new ElideLabel("fine")),
      m_mig(makeLabel({}, "small")) {
  setRole(this, "card");
  setCursor(Qt::OpenHandCursor);
  auto* number = new QHBoxLayout;
  number->setSpacing(6);
  for (QWidget* widget :
       {static_cast<QWidget*>(m_grip), static_cast<QWidget*>(m_badge), static_cast<QWidget*>(m_name)})
    number->addWidget(widget);
  m_headRow->addLayout(number);
  m_headRow->addStretch(1);
  m_headRow->addWidget(m_busy);
  auto* kindRow = new QHBoxLayout;
  for (QHBoxLayout* row : {m_headRow, m_boxRow, kindRow, m_placeRow}) row->setSpacing(kGap);
  kindRow->addWidget(m_kind, 1);
  kindRow->addWidget(m_free);
  m_placeRow->addWidget(m_place, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, 2, kMargin, 1);
  column->setSpacing(0);
  column->addLayout(m_headRow);
  column->addLayout(m_boxRow);
  column->addLayout(kindRow);
  column->addWidget(m_load);
  column->addLayout(m_placeRow);
  column->addWidget(m_uuid);
  column->addWidget(m_mig);
  m_place->setObjectName(QStringLiteral("place"));
  m_kind->setObjectName(QStringLiteral("kind"));
  m_uuid->setObjectName(QStringLiteral("uuid"));
  m_free->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  m_uuid->setElideMode(Qt::ElideMiddle);  // UUIDs differ at both ends
  m_mig->setWordWrap(true);
  m_mig->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  for (QWidget* widget : {static_cast<QWidget*>(m_load), static_cast<QWidget*>(m_mig)}) widget->hide();
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_busy->setCheckable(true);
  setRole(m_box, "card");
  m_busy->setObjectName(QStringLiteral("busy"));
  m_box->setCursor(Qt::ArrowCursor);
  m_busy->setCursor(Qt::ArrowCursor);
  m_box->installEventFilter(this);
  m_busy->installEventFilter(this);
  connect(m_box, &QCheckBox::clicked, this, &GpuCard::toggled);
  connect(m_busy, &QToolButton::clicked, this, &GpuCard::busyToggled);
  setHead(Head::Wide);  // the first call puts everything in its place
}

void GpuCard::show(const QModelIndex& card) {
  const auto text = [&](int role) { return card.data(role).toString(); };
  m_logical = card.data(GpuMapModel::LogicalRole).toInt();
  m_info.physical = card.data(GpuMapModel::PhysicalRole).toInt();
  m_info.letter = text(GpuMapModel::LetterRole);
  m_info.colorIndex = card.data(GpuMapModel::ColorIndexRole).toInt();
  m_badge->setDevice(m_info);
  m_name->setText(tr("GPU %1").arg(m_info.physical));
  const bool visible = m_logical >= 0;
  m_box->setChecked(card.data(Qt::CheckStateRole).toInt() == Qt::Checked);
  m_box->setText(text(GpuMapModel::WordsRole));
  m_box->setAccessibleName(text(GpuMapModel::SentenceRole));
  m_box->setToolTip(tr(
      "Tick: the program sees this GPU. Drag the card, or press Alt+Up and Alt+Down, to change the order"));
  setTone(this, visible ? "" : "raised");
  setTone(m_name, visible ? "" : "muted");
  m_busy->setVisible(card.data(GpuMapModel::SimulatedRole).toBool());
  m_isBusy = card.data(GpuMapModel::BusyRole).toBool();
  m_busy->setChecked(m_isBusy);
  m_busy->setText(busyWords(isClose(m_head)));
  m_busy->setToolTip(tr("For practice: another program fills this simulated card"));
  m_busy->setAccessibleName(tr("GPU %1 is busy").arg(m_info.physical));
  const QString name = text(GpuMapModel::NameRole), pci = text(GpuMapModel::PciRole),
                mig = text(GpuMapModel::MigWordsRole), uuid = text(GpuMapModel::UuidRole),
                cuda = text(GpuMapModel::CudaIndexRole);
  const QString memory = formatBytes(card.data(GpuMapModel::TotalMemoryRole).toLongLong());
  QString all = tr("%1\nMemory: %2\nPCI: %3\nUUID: %4\nCUDA index %5, NVML index %6")
                    .arg(name, memory, pci, uuid, cuda, QString::number(m_info.physical));
  if (!mig.isEmpty()) all += QLatin1Char('\n') + mig;
  m_all = all;
  m_names = {name, QStringLiteral("%1 · %2").arg(name, memory)};
  showKind();
  // Of a place in the first domain, where nearly all are, the domain says nothing.
  const QString place = pci.startsWith(QLatin1String("0000:")) ? pci.mid(5) : pci;
  m_place->setFullText(tr("CUDA %1 · NVML %2 · %3").arg(cuda).arg(m_info.physical).arg(place), all);
  m_uuid->setFullText(uuid, all);
  m_mig->setText(mig);
  m_mig->setVisible(!mig.isEmpty());
  showLoad(card);
}

/// Half a number says nothing: where there is little room, the name alone.
void GpuCard::showKind() {
  m_kind->setFullText(isStacked(m_head) ? m_names.first : m_names.second, m_all);
}

QString GpuCard::busyWords(bool close) const {
  return m_isBusy ? tr("✓ busy") : close ? tr("fill") : tr("make busy");
}

int GpuCard::widthOf(Head head) const {
  const auto wide = [](const QWidget* widget) { return widget->sizeHint().width(); };
  constexpr int kHeadGap = 6;
  int busy = 0;
  if (!m_busy->isHidden()) {
    const int words = m_busy->fontMetrics().horizontalAdvance(m_busy->text());
    busy = wide(m_busy) - words + m_busy->fontMetrics().horizontalAdvance(busyWords(isClose(head))) + kGap;
  }
  const int number = wide(m_badge) + kHeadGap + wide(m_name);
  const int first = (isClose(head) ? 0 : wide(m_grip) + kHeadGap) + number + busy;
  const int second = wide(m_box) + (head == Head::Narrow ? 0 : kGap + wide(m_gauge));
  const int line = isStacked(head) ? std::max(first, second) : first + kGap + wide(m_box);
  return line + 2 * kMargin + 2 * frameWidth() + 2;
}

void GpuCard::setHead(Head head) {
  if (head == m_head) return;
  m_head = head;
  m_grip->setVisible(!isClose(head));
  m_gauge->setVisible(head != Head::Narrow);
  m_busy->setText(busyWords(isClose(head)));
  showKind();
  for (QHBoxLayout* row : {m_headRow, m_boxRow, m_placeRow}) {
    row->removeWidget(m_box);
    row->removeWidget(m_gauge);
  }
  if (isStacked(head)) {
    m_boxRow->addWidget(m_box, 1);
    m_boxRow->addWidget(m_gauge);
  } else {
    m_headRow->insertWidget(1, m_box);
    m_placeRow->addWidget(m_gauge);
  }
}

void GpuCard::showLoad(const QModelIndex& card) {
  const qint64 total = card.data(GpuMapModel::TotalMemoryRole).toLongLong();
  const qint64 used = card.data(GpuMapModel::UsedMemoryRole).toLongLong();
  const qint64 own = card.data(GpuMapModel::OwnMemoryRole).toLongLong();
  m_gauge->show(m_info, total, used, own, card.data(GpuMapModel::HistoryRole).toList());
  const QString load = card.data(GpuMapModel::LoadWordsRole).toString();
  m_load->setVisible(!load.isEmpty());
  QString tip = tr("%1 of %2 used").arg(formatBytes(used), formatBytes(total));
  if (own >= 0) tip += tr("; of that %1 by this program").arg(formatBytes(own));
  if (!load.isEmpty()) tip += tr("\nLoad: the driver's for its last sample period, up to a second");
  m_load->setFullText(load, m_all + QLatin1Char('\n') + tip);
  m_free->setFullText(tr("%1 free").arg(formatBytes(total - used)), tip);
  m_gauge->setToolTip(tip);
  m_gauge->setAccessibleName(tip);
}

void GpuCard::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QFrame::mousePressEvent(event);
  m_held = true;
  m_dragging = false;
  m_pressed = event->pos();
}

void GpuCard::mouseMoveEvent(QMouseEvent* event) {
  if (!m_held) return;
  if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance()) return;
  m_dragging = true;
  setCursor(Qt::ClosedHandCursor);
  setTone(this, "changed");
  emit dragged(mapToParent(event->pos()), false);
}

void GpuCard::mouseReleaseEvent(QMouseEvent* event) {
  const bool wasDragging = m_held && m_dragging;
  m_held = m_dragging = false;
  setCursor(Qt::OpenHandCursor);
  if (wasDragging) emit dragged(mapToParent(event->pos()), true);
}

/// The box and the button would use the arrows to move the focus.
bool GpuCard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool up = key->key() == Qt::Key_Up, down = key->key() == Qt::Key_Down;
    if (key->modifiers() == Qt::AltModifier && (up || down)) {
      emit moveAsked(up ? -1 : 1);
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

LogicalCard::LogicalCard(QWidget* parent)
    : QFrame(parent), m_badge(new DeviceBadge), m_name(makeLabel()), m_current(makeLabel({}, "small")) {
  setRole(this, "card");
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(m_badge);
  row->addWidget(m_name);
  row->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(0);
  column->addStretch();
  column->addLayout(row);
  column->addWidget(m_current);
  column->addStretch();
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void LogicalCard::show(const DeviceInfo& info, bool current) {
  m_badge->setDevice(info);
  m_name->setFont(Look::get().mono(1, true));
  m_name->setText(info.text);
  m_current->setText(current ? tr("\"cuda\" now") : tr("GPU %1").arg(info.physical));
  setTone(this, current ? "changed" : "");
  setAccessibleName(deviceSentence(info) + (current ? tr(", the current device") : QString()));
  setToolTip(accessibleName());
}

}  // namespace todevice
