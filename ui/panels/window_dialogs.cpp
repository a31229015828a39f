// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QStandardPaths>

#include "export/picture.h"
#include "panels/about_box.h"
#include "panels/code_panel.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

void MainWindow::showAbout() {
  auto* box = new AboutBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->show();
}

void MainWindow::showShortcuts() {
  QList<std::pair<QString, QString>> keys;
  for (const QAction* action : actions()) {
    QStringList texts;
    for (const QKeySequence& key : action->shortcuts()) texts << key.toString(QKeySequence::NativeText);
    if (texts.isEmpty()) continue;
    const QString tip = action->toolTip();
    const qsizetype bracket = tip.lastIndexOf(QLatin1String(" ("));
    keys << std::pair{texts.join(QStringLiteral(", ")), bracket > 0 ? tip.left(bracket) : tip};
  }
  keys << std::pair{tr("Home, End, arrows"), tr("Move along the timeline when it has the focus")};
  keys << std::pair{tr("Space"), tr("Play and pause the timeline when it has the focus")};
  keys << std::pair{tr("Esc, then Tab"), tr("Leave the code editor")};
  auto* box = new ShortcutsBox(keys, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->show();
}

void MainWindow::exportView() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  const QString path = QFileDialog::getSaveFileName(
      this, tr("Export this view"), folder + QStringLiteral("/todevice.png"), tr("Pictures (*.png)"));
  if (path.isEmpty()) return;
  if (!savePicture(this, path)) {
    m_code->message()->show("bad", tr("%1 could not be written.").arg(path));
    m_code->message()->setAction({});
  }
}

}  // namespace todevice
