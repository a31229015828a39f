// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard focus stays where the learner is: what is disabled or hidden passes it to nothing far away.
#include <QApplication>
#include <QEvent>

#include "panels/main_window.h"

namespace todevice {

/// Qt asks for the next child also when the one with the focus is disabled, hidden or deleted. Then the focus
/// rests beside it, where a key does nothing, and comes back with it.
bool MainWindow::focusNextPrevChild(bool next) {
  QWidget* lost = focusWidget();
  if (!lost || lost == this || (lost->isEnabled() && lost->isVisible()))
    return QMainWindow::focusNextPrevChild(next);
  QWidget* rest = lost->parentWidget();
  while (rest && rest != this && !(rest->isEnabled() && rest->isVisible())) rest = rest->parentWidget();
  if (!rest) return QMainWindow::focusNextPrevChild(next);
  if (m_resting) m_resting->removeEventFilter(this);
  m_resting = lost;
  lost->installEventFilter(this);
  rest->setFocus(Qt::OtherFocusReason);
  return true;
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_resting && event->type() == QEvent::EnabledChange && m_resting->isEnabled()) {
    const QWidget* now = QApplication::focusWidget();
    const bool waited = now && now->isAncestorOf(m_resting);
    m_resting->removeEventFilter(this);
    if (waited) m_resting->setFocus(Qt::OtherFocusReason);
    m_resting.clear();
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace todevice
