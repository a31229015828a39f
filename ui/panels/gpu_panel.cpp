// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/gpu_panel.h"

#include <QEvent>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "panels/gpu_card.h"
#include "panels/gpu_links.h"
#include "panels/variable_code_view.h"
#include "panels/variable_story_view.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/breakable.h"

namespace todevice {

GpuPanel::GpuPanel(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_scroll(new QScrollArea),
      m_empty(new EmptyState(QStringLiteral("gpu"))),
      m_content(new QWidget),
      m_links(new GpuLinks),
      m_physicalTitle(new ElideLabel("small")),
      m_logicalTitle(new ElideLabel("small")),
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
  m_physicalTitle->setFullText(tr("Physical GPUs"));
  m_logicalTitle->setFullText(tr("In the program"));
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
