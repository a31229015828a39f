// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_test.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QToolBar>
#include <QToolButton>

#include "panels/code_panel.h"
#include "panels/console_panel.h"
#include "panels/language.h"
#include "panels/lesson_panel.h"
#include "widgets/basics.h"
#include "widgets/code_editor.h"
#include "widgets/dock.h"
#include "widgets/look.h"

namespace todevice {

namespace {

QString textOf(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  return {};
}

}  // namespace

QStringList cutTexts(const QWidget* window) {
  QStringList cut;
  for (const QWidget* widget : window->findChildren<QWidget*>()) {
    const QString text = textOf(widget);
    // A panel behind another tab is not laid out.
    if (text.isEmpty() || widget->visibleRegion().isEmpty() || qobject_cast<const ElideLabel*>(widget))
      continue;
    const auto* label = qobject_cast<const QLabel*>(widget);
    const QSize needed = label && label->wordWrap() ? QSize(0, label->heightForWidth(label->width()))
                                                    : widget->minimumSizeHint();
    if (needed.width() > widget->width() || needed.height() > widget->height())
      cut << QStringLiteral("\"%1\" needs %2x%3, has %4x%5")
                 .arg(text)
                 .arg(needed.width())
                 .arg(needed.height())
                 .arg(widget->width())
                 .arg(widget->height());
  }
  return cut;
}

Hands::Hands(int simulate, const QString& language, QSize size, const QString& book) {
  QApplication::setStyle(QStringLiteral("Fusion"));
  setLanguage(language);
  Look::get().prepare(QStringLiteral("light"), 1.0);
  WindowOptions options;
  options.language = language;
  options.remember = false;
  options.book = book;
  m_window = std::make_unique<MainWindow>(options);
  m_window->resize(size);
  m_window->show();
  m_window->activateWindow();
  WorkerSettings settings;
  settings.program = qEnvironmentVariable("TODEVICE_WORKER");
  settings.simulate = simulate;
  m_window->start(settings);
}

Hands::~Hands() = default;

bool Hands::waitFor(Session::State state, int milliseconds) const {
  return QTest::qWaitFor([&] { return work()->session()->state() == state; }, milliseconds);
}

bool Hands::waitForRest() const {
  return QTest::qWaitFor(
      [&] {
        const Session::State state = work()->session()->state();
        return state == Session::State::Idle || state == Session::State::Stopped;
      },
      60000);
}

void Hands::click(QWidget* widget) const {
  QTest::mouseClick(widget, Qt::LeftButton);
}

void Hands::clickTool(const char* name) const {
  auto* bar = m_window->findChild<QToolBar*>(QStringLiteral("tools"));
  click(bar->widgetForAction(m_window->findChild<QAction*>(QLatin1String(name))));
}

void Hands::key(Qt::Key key, Qt::KeyboardModifiers modifiers) const {
  QWidget* focus = QApplication::focusWidget();
  QTest::keyClick(focus ? focus : m_window.get(), key, modifiers);
}

void Hands::typeAtEndOf(int line, const QString& text) const {
  CodeEditor* editor = m_window->code()->editor();
  editor->setFocus();
  editor->setCursorPosition(line - 1, 0);
  QTest::keyClick(editor, Qt::Key_End);
  for (const QChar letter : text)
    letter == QLatin1Char('\n') ? QTest::keyClick(editor, Qt::Key_Return)
                                : QTest::keyClick(editor, letter.toLatin1());
}

bool Hands::openLesson(const QString& id) const {
  m_window->lessons()->showList();
  auto* list = find<QListWidget>("lessonList");
  for (int row = 0; row < list->count(); ++row) {
    if (list->item(row)->data(Qt::UserRole).toString() != id) continue;
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(row)).center());
    return waitFor(Session::State::Idle);
  }
  return false;
}

bool Hands::stepThroughBlock() const {
  LessonPlayer* player = work()->player();
  if (player->blockLineCount() == 0) return true;
  for (int presses = 0; presses < 200 && !player->blockHasRun(); ++presses) {
    const int before = work()->timeline()->count();
    key(Qt::Key_F6);
    const bool moved = QTest::qWaitFor(
        [&] {
          const bool stopped = work()->session()->state() == Session::State::Stopped;
          return player->blockHasRun() || (stopped && (work()->timeline()->count() > before || presses == 0));
        },
        20000);
    if (!moved) return false;
  }
  return player->blockHasRun() && waitFor(Session::State::Idle);
}

QString Hands::ask(const QString& expression) const {
  m_window->dock(QStringLiteral("console"))->bringUp();
  QLineEdit* input = m_window->console()->input();
  input->setFocus();
  const auto lastLine = [&] {
    const auto& lines = work()->console()->lines();
    return lines.empty() ? QString() : lines.back().text;
  };
  const size_t before = work()->console()->lines().size();
  QTest::keyClicks(input, expression);
  QTest::keyClick(input, Qt::Key_Return);
  const bool answered = QTest::qWaitFor(
      [&] {
        return work()->console()->lines().size() > before && !lastLine().startsWith(QLatin1String(">>>"));
      },
      20000);
  return answered ? lastLine() : QStringLiteral("(no answer)");
}

}  // namespace todevice
