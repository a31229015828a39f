// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "models/address_format.h"
#include "models/gpu_map_model.h"
#include "widgets/basics.h"

namespace todevice {

GpuCard::GpuCard(QWidget* parent)
    : QFrame(parent),
      m_badge(new DeviceBadge),
      m_name(makeLabel({}, "subtitle")),
      m_box(new QCheckBox),
      m_facts(new ElideLabel("small")),
      m_place(new ElideLabel("small")) {
  setRole(this, "card");
  auto* top = new QHBoxLayout;
  top->setSpacing(8);
  top->addWidget(m_badge);
  top->addWidget(m_name);
  top->addWidget(m_facts, 1);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(8);
  bottom->addWidget(m_box);
  bottom->addWidget(m_place, 1);
  m_place->setAlignment(Qt::AlignRight);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 3);
  column->setSpacing(0);
  column->addLayout(top);
  column->addLayout(bottom);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(m_box, &QCheckBox::clicked, this, &GpuCard::toggled);
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
  m_box->setChecked(visible);
  m_box->setText(text(GpuMapModel::WordsRole));
  m_box->setAccessibleName(text(GpuMapModel::SentenceRole));
  setTone(this, visible ? "" : "raised");
  setTone(m_name, visible ? "" : "muted");
  const qint64 total = card.data(GpuMapModel::TotalMemoryRole).toLongLong();
  const qint64 used = card.data(GpuMapModel::UsedMemoryRole).toLongLong();
  const QString memory =
      used > 0 ? tr("%1 of %2 used").arg(formatBytes(used), formatBytes(total)) : formatBytes(total);
  const QString name = text(GpuMapModel::NameRole), pci = text(GpuMapModel::PciRole);
  const QString all = tr("%1\nMemory: %2\nPCI: %3\nUUID: %4\nCUDA index %5, NVML index %6")
                          .arg(name, memory, pci, text(GpuMapModel::UuidRole),
                               text(GpuMapModel::CudaIndexRole), QString::number(m_info.physical));
  m_facts->setFullText(QStringLiteral("%1 · %2").arg(name, memory), all);
  m_place->setFullText(pci, all);
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
  column->addLayout(row);
  column->addWidget(m_current);
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
