// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_card.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include "models/address_format.h"
#include "models/gpu_map_model.h"
#include "widgets/basics.h"
#include "widgets/memory_gauge.h"

namespace todevice {

GpuCard::GpuCard(QWidget* parent)
    : QFrame(parent),
      m_grip(makeLabel(QStringLiteral("⋮⋮"), "muted")),
      m_badge(new DeviceBadge),
      m_name(makeLabel({}, "subtitle")),
      m_box(new QCheckBox),
      m_busy(new QToolButton),
      m_facts(new ElideLabel("small")),
      m_place(new ElideLabel("small")),
      m_gauge(new MemoryGauge),
      m_more(makeLabel({}, "small")) {
  setRole(this, "card");
  setCursor(Qt::OpenHandCursor);
  auto* top = new QHBoxLayout;
  top->setSpacing(8);
  top->addWidget(m_grip);
  top->addWidget(m_badge);
  top->addWidget(m_name);
  top->addWidget(m_facts, 1);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(8);
  middle->addWidget(m_box);
  middle->addStretch();
  middle->addWidget(m_busy);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 3, 8, 2);
  column->setSpacing(0);
  column->addLayout(top);
  column->addLayout(middle);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(8);
  bottom->addWidget(m_place, 1);
  bottom->addWidget(m_gauge);
  column->addLayout(bottom);
  m_more->setWordWrap(true);
  m_more->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_more->hide();
  column->addWidget(m_more);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_busy->setCheckable(true);
  setRole(m_busy, "small");
  m_busy->setObjectName(QStringLiteral("busy"));
  m_box->setCursor(Qt::ArrowCursor);
  m_busy->setCursor(Qt::ArrowCursor);
  m_box->installEventFilter(this);
  m_busy->installEventFilter(this);
  connect(m_box, &QCheckBox::clicked, this, &GpuCard::toggled);
  connect(m_busy, &QToolButton::clicked, this, &GpuCard::busyToggled);
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
  showBusy();
  m_busy->setToolTip(tr("For practice: another program fills this simulated card"));
  m_busy->setAccessibleName(tr("GPU %1 is busy").arg(m_info.physical));
  const QString name = text(GpuMapModel::NameRole), pci = text(GpuMapModel::PciRole),
                mig = text(GpuMapModel::MigWordsRole), uuid = text(GpuMapModel::UuidRole),
                cuda = text(GpuMapModel::CudaIndexRole);
  const QString memory = formatBytes(card.data(GpuMapModel::TotalMemoryRole).toLongLong());
  QString all = tr("%1\nMemory: %2\nPCI: %3\nUUID: %4\nCUDA index %5, NVML index %6")
                    .arg(name, memory, pci, uuid, cuda, QString::number(m_info.physical));
  if (!mig.isEmpty()) all += QLatin1Char('\n') + mig;
  m_kind = mig.isEmpty() ? QStringLiteral("%1 · %2").arg(name, memory)
                         : QStringLiteral("%1 · %2 · %3").arg(name, memory, mig);
  m_all = all;
  QString wrapped = uuid;  // at its hyphens, so that it does not widen the card
  wrapped.replace(QLatin1Char('-'), QStringLiteral("-\u200b"));
  m_more->setText(tr("%1\nUUID: %2\nPCI: %3").arg(m_kind, wrapped, pci));
  // Of a place in the first domain, where nearly all are, the domain says nothing.
  const QString place = pci.startsWith(QLatin1String("0000:")) ? pci.mid(5) : pci;
  m_place->setFullText(tr("CUDA %1 · NVML %2 · %3 · %4").arg(cuda).arg(m_info.physical).arg(place, uuid),
                       all);
  showLoad(card);
}

void GpuCard::showBusy() {
  m_busy->setText(m_isBusy ? tr("✓ busy") : m_narrow ? tr("fill") : tr("make busy"));
  m_busy->setChecked(m_isBusy);
}

void GpuCard::setNarrow(bool narrow) {
  if (narrow == m_narrow) return;
  m_narrow = narrow;
  showBusy();
}

void GpuCard::setRoomy(bool roomy) {
  m_more->setVisible(roomy);
}

void GpuCard::showLoad(const QModelIndex& card) {
  const qint64 total = card.data(GpuMapModel::TotalMemoryRole).toLongLong();
  const qint64 used = card.data(GpuMapModel::UsedMemoryRole).toLongLong();
  const qint64 own = card.data(GpuMapModel::OwnMemoryRole).toLongLong();
  m_gauge->show(m_info, total, used, own, card.data(GpuMapModel::HistoryRole).toList());
  const QString load = card.data(GpuMapModel::LoadWordsRole).toString();
  QString words = tr("%1 free").arg(formatBytes(total - used));
  if (!load.isEmpty()) words += QStringLiteral(" · ") + load;
  words += QStringLiteral(" · ") + m_kind;
  QString tip = tr("%1 of %2 used").arg(formatBytes(used), formatBytes(total));
  if (own >= 0) tip += tr("; of that %1 by this program").arg(formatBytes(own));
  if (!load.isEmpty()) tip += tr("\nLoad: the driver's for its last sample period, up to a second");
  m_facts->setFullText(words, m_all + QLatin1Char('\n') + tip);
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
