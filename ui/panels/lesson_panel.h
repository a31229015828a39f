// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "loader/lesson.h"

class QFrame;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTextBrowser;
class QToolButton;

namespace todevice {

class ChangeCard;
class ElideLabel;
class LearnerBook;
class MessageBar;
class PredictionCard;
class StepDots;
class Workspace;

/// The lessons as a list, and the present step's text with its question.
class LessonPanel : public QWidget {
  Q_OBJECT
 public:
  explicit LessonPanel(Workspace* workspace, QWidget* parent = nullptr);

  /// Reads the lessons in a language; the open one goes on in it, with its place and its code.
  void setLanguage(const QString& language);
  const std::vector<Lesson>& lessons() const { return m_lessons.lessons; }
  const LessonList& list() const { return m_lessons; }
  const Lesson* find(const QString& id) const;
  void open(const QString& id);
  void openForeign(const todevice::Lesson& lesson);
  void revise(const todevice::Lesson& lesson);
  /// What is wrong with a lesson's file; nothing wrong takes the note away.
  void showProblems(const QString& path, const std::vector<todevice::LessonProblem>& problems);
  /// Where the list looks up what was finished.
  void setBook(LearnerBook* book);
  void showList();
  const Lesson* nextLesson() const;  ///< after the open one; null: none
  void goOn();                       ///< the next step, or the next lesson
  /// What the lesson's author says to the instructor, below the step. Off until it is asked for.
  void setNotesShown(bool on);
  bool notesShown() const { return m_notesShown; }

 signals:
  void opened(const QString& id);
  void lessonWanted(const QString& id);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeListPage();
  QWidget* makeStepPage();
  QWidget* makeNotes();
  void retranslate();
  void fillList();
  void showStep();
  void showText(QTextBrowser* browser, const QString& markdown) const;
  void showAfter();
  void showNotes();
  void showButtons();
  const Lesson* shown() const;  ///< the open lesson in the window's language
  const LessonStep* step() const;
  void offerGpus();
  QString progressWords(const Lesson& lesson) const;
  QString styleSheetOfText() const;
  Workspace* m_workspace;
  LessonList m_lessons;
  std::optional<Lesson> m_foreign;
  LearnerBook* m_book = nullptr;
  bool m_hasProblem = false;  ///< the message bar tells what is wrong with a lesson's file
  bool m_notesShown = false;
  int m_offered = 0;  ///< GPUs that the message bar offers to simulate
  QStackedWidget* m_pages;
  MessageBar* m_message;
  QListWidget* m_list;
  QLabel* m_listTitle;
  QLabel* m_listHint;
  QToolButton* m_all;
  ElideLabel* m_lessonTitle;
  QLabel* m_place;
  StepDots* m_dots;
  QScrollArea* m_scroll;
  QLabel* m_title;
  QTextBrowser* m_text;
  QTextBrowser* m_after;
  PredictionCard* m_prediction;
  ChangeCard* m_change;
  QFrame* m_notesCard;
  QLabel* m_notesTitle;
  QTextBrowser* m_notes;
  QPushButton* m_back;
  QPushButton* m_next;
};

}  // namespace todevice
