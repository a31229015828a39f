// SPDX-License-Identifier: GPL-3.0-or-later
// What the learner typed is never lost: it is written soon after it was typed, and what something else took
// the place of can be brought back.
#include <QDateTime>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include "models/learner_book.h"
#include "panels/code_panel.h"
#include "panels/window_actions.h"
#include "panels/workspace.h"
#include "widgets/basics.h"

namespace todevice {

namespace {

constexpr int kSaveMs = 400;  // after a key, not after the last one: typing on puts nothing off

QString asideWords(const Work& work) {
  const QDateTime when = QDateTime::fromString(work.when, Qt::ISODate).toLocalTime();
  return MainWindow::tr("%1, step %2").arg(QLocale().toString(when, QLocale::ShortFormat)).arg(work.step + 1);
}

}  // namespace

void MainWindow::keepWork() {
  // Later: the first step that is shown clears what the panel says.
  QTimer::singleShot(0, this, [this] {
    if (const QString trouble = m_book->trouble(); !trouble.isEmpty())
      m_code->message()->show("warn", trouble);
  });
  m_saving = new QTimer(this);
  m_saving->setSingleShot(true);
  m_saving->setInterval(kSaveMs);
  connect(m_saving, &QTimer::timeout, this, &MainWindow::saveBook);
  connect(m_book, &LearnerBook::worked, this, [this] {
    if (!m_saving->isActive()) m_saving->start();
  });
  LessonPlayer* player = m_workspace->player();
  connect(player, &LessonPlayer::workChanged, m_book, [this, player] {
    if (const Lesson* lesson = player->lesson()) m_book->keep(lesson->id, player->work());
  });
  connect(player, &LessonPlayer::workSetAside, m_book,
          [this, player](const Work& work) { m_book->setAside(player->lesson()->id, work); });
  connect(m_code, &CodePanel::bringBackWanted, this, [this] { bringBack(0); });
  connect(m_actions->moreMenu, &QMenu::aboutToShow, this, &MainWindow::fillAsideMenu);
}

void MainWindow::bringBack(int at) {
  LessonPlayer* player = m_workspace->player();
  const Lesson* lesson = player->lesson();
  if (!lesson || at >= m_book->aside(lesson->id).size()) return;
  m_code->aside()->hide();
  player->bringBack(m_book->takeAside(lesson->id, at));
}

void MainWindow::fillAsideMenu() {
  const Lesson* lesson = m_workspace->player()->lesson();
  const QList<Work> works = lesson ? m_book->aside(lesson->id) : QList<Work>();
  QMenu* menu = m_actions->asideMenu;
  menu->clear();
  menu->setEnabled(!works.isEmpty());
  for (int i = 0; i < works.size(); ++i)
    connect(menu->addAction(asideWords(works[i])), &QAction::triggered, this, [this, i] { bringBack(i); });
}

bool MainWindow::saveBook() {
  m_saving->stop();
  const QString why = m_book->save();
  m_unsaved = !why.isEmpty();
  if (m_unsaved) {
    m_code->message()->show("warn", tr("Your answers and your code could not be kept: %1").arg(why));
    m_code->message()->setAction({});
  }
  return !m_unsaved;
}

/// Nobody is asked while all that was typed is in the book.
bool MainWindow::mayClose() {
  if ((!m_saving->isActive() && !m_unsaved) || saveBook()) return true;
  QMessageBox question(
      QMessageBox::Warning, windowTitle(),
      tr("Your answers and your code could not be written, and are lost when the window closes."),
      QMessageBox::NoButton, this);
  question.setObjectName(QStringLiteral("closeQuestion"));
  question.addButton(tr("Close all the same"), QMessageBox::DestructiveRole);
  QPushButton* stay = question.addButton(tr("Do not close"), QMessageBox::RejectRole);
  question.setDefaultButton(stay);
  question.setEscapeButton(stay);
  question.exec();
  return question.clickedButton() != stay;
}

}  // namespace todevice
