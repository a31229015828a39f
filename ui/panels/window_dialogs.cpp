// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QSettings>
#include <QStandardPaths>

#include "export/picture.h"
#include "models/joined.h"
#include "panels/about_box.h"
#include "panels/code_panel.h"
#include "panels/compare_window.h"
#include "panels/connection_box.h"
#include "panels/save_dialog.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"

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
    keys << std::pair{listed(texts), action->whatsThis()};
  }
  keys << std::pair{tr("Home, End, arrows"), tr("Move along the timeline when it has the focus")};
  keys << std::pair{tr("Space"), tr("Play and pause the timeline when it has the focus")};
  keys << std::pair{listed({QStringLiteral("Alt+Up"), QStringLiteral("Alt+Down")}),
                    tr("Move a card of the GPU map up or down when it has the focus")};
  keys << std::pair{tr("Esc, then Tab"), tr("Leave the code editor")};
  auto* box = new ShortcutsBox(keys, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->show();
}

void MainWindow::chooseMachineFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("A simulated machine from a file"), {},
                                                    tr("Descriptions of machines (*.json)"));
  if (!path.isEmpty()) m_workspace->setMachine(path);
}

void MainWindow::chooseConnection() {
  auto* box = new ConnectionBox(m_connections, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &ConnectionBox::chosen, this, &MainWindow::connectTo);
  connect(box, &ConnectionBox::forgotten, this, &MainWindow::forget);
  box->show();
}

void MainWindow::connectTo(const Connection& connection) {
  constexpr int kMost = 8;
  if (connection.kind != Connection::Kind::Here) {
    m_connections.removeAll(connection);
    m_connections.prepend(connection);
    while (m_connections.size() > kMost) m_connections.removeLast();
    keepConnections();
  }
  m_workspace->setConnection(connection);
  fillMachineMenu();
  follow();
}

void MainWindow::forget(const Connection& connection) {
  m_connections.removeAll(connection);
  keepConnections();
  fillMachineMenu();
}

void MainWindow::keepConnections() const {
  if (!m_options.remember) return;
  QStringList texts;
  for (const Connection& connection : m_connections) texts << connection.toText();
  QSettings().setValue(QStringLiteral("connections"), texts);
}

/// What has run so far, each line with the number that it has in the editor; or what stands there.
void MainWindow::compareSettings() {
  QString code;
  qsizetype lines = 0;
  for (const Block& block : m_workspace->session()->blocks()) {
    code += QString(qMax<qsizetype>(0, block.firstLine - 1 - lines), QLatin1Char('\n')) + block.code;
    if (!block.code.endsWith(QLatin1Char('\n'))) code += QLatin1Char('\n');
    lines = code.count(QLatin1Char('\n'));
  }
  if (code.trimmed().isEmpty()) code = m_code->editor()->text();
  const auto& ready = m_workspace->session()->ready();
  const int visible = ready ? int(ready->predicted_uuids.size()) : 0;
  auto* window = new CompareWindow(m_workspace->session()->settings(), code, this, visible);
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->show();
}

void MainWindow::exportView() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  const QString path = askWhereToSave(this, tr("Export this view"), folder + QStringLiteral("/todevice.png"),
                                      {tr("Pictures (*.png)")});
  if (!path.isEmpty()) exportTo(path);
}

void MainWindow::exportTo(const QString& path) {
  QString why;
  if (savePicture(this, path, &why)) return say("good", tr("The picture is saved in %1.").arg(path));
  say("bad", tr("%1 could not be written: %2.").arg(path, why));
}

}  // namespace todevice
