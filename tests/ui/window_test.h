// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <memory>

#include "panels/main_window.h"
#include "panels/workspace.h"

namespace todevice {

/// The real window with the real worker on simulated GPUs, and what a learner's hands do to it.
class Hands {
 public:
  explicit Hands(int simulate = 4, const QString& language = QStringLiteral("en"), QSize size = {1280, 800},
                 const QString& book = {});
  ~Hands();

  MainWindow* window() const { return m_window.get(); }
  Workspace* work() const { return m_window->workspace(); }
  bool waitFor(Session::State state, int milliseconds = 20000) const;
  bool waitForRest() const;  ///< idle, or stopped before a line

  void click(QWidget* widget) const;
  void clickTool(const char* action) const;  ///< a button of the tool bar, by its action's name
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const;  ///< to what has the focus
  template <typename T>
  T* find(const char* name) const {
    return m_window->findChild<T*>(QLatin1String(name));
  }
  /// Clicks the editor's line, goes to its end and types.
  void typeAtEndOf(int line, const QString& text) const;
  /// Opens a lesson from the list with the mouse and waits until its code can run.
  bool openLesson(const QString& id) const;
  /// Steps line by line to the end of the present block with F6.
  bool stepThroughBlock() const;
  /// Types into the console's line and waits for the answer: the last printed line.
  QString ask(const QString& expression) const;

 private:
  std::unique_ptr<MainWindow> m_window;
};

/// Widgets that are seen and whose text needs more room than they have.
QStringList cutTexts(const QWidget* window);

}  // namespace todevice
