// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/handout.h"

#include <QCoreApplication>
#include <algorithm>

#include "export/pages.h"
#include "widgets/look.h"

namespace todevice {

namespace {

constexpr const char* kStyle =
    "body { font-family: 'DejaVu Sans', 'Noto Sans CJK SC'; font-size: 9.5pt; }"
    "h1 { font-size: 17pt; margin: 0 0 4px 0; } h2 { font-size: 12.5pt; margin: 0; }"
    "p, li { line-height: 130%; margin: 0 0 6px 0; } ul, ol { margin: 0; }"
    "p.choice { margin: 0 0 2px 0; }"
    "pre { font-family: 'DejaVu Sans Mono', 'Noto Sans CJK SC'; font-size: 8.5pt; white-space: pre-wrap; "
    "margin: 0; } "
    "p.line { font-family: 'DejaVu Sans Mono', 'Noto Sans CJK SC'; font-size: 8pt; white-space: pre-wrap; "
    "line-height: 100%; margin: 0 0 0 26px; text-indent: -26px; } .number { color: #777777; } code { "
    "font-family: 'DejaVu Sans Mono', 'Noto Sans CJK SC'; font-size: 9pt; }"
    "td, th { padding: 3px 8px; vertical-align: middle; } .small { color: #555555; font-size: 8.5pt; margin: "
    "0; }";
/// What a page less is worth.
constexpr const char* kTight =
    "body { font-size: 9pt; } h1 { font-size: 16pt; } h2 { font-size: 12pt; }"
    "p, li { line-height: 120%; margin: 0 0 4px 0; } p.choice { margin: 0; } p.line { font-size: 7.5pt; }";
constexpr double kTightGaps = 0.75;
const QColor kQuestion(0xe8, 0xf0, 0xfa), kCode(0xf2, 0xf4, 0xf7), kNotes(0xfd, 0xf3, 0xdc);
constexpr int kMostPrinted = 24;  ///< lines

QString printed(const QString& text) {
  return QStringLiteral("<pre>%1</pre>").arg(text.toHtmlEscaped());
}
/// Each line with its number. What is too long goes on below, without one.
QString code(const QString& text, int first) {
  QString html;
  for (const QString& line : text.trimmed().split(QLatin1Char('\n')))
    html += QStringLiteral("<p class=\"line\"><span class=\"number\">%1</span>  %2</p>")
                .arg(first++, 2)
                .arg(line.toHtmlEscaped());
  return html;
}
QString bold(const QString& text) {
  return QStringLiteral("<p><b>%1</b></p>").arg(text);
}
QString small(const QString& text) {
  return QStringLiteral("<p class=\"small\">%1</p>").arg(text);
}

/// Some lines, which stay with what they lead to.
bool isShort(const QString& text) {
  constexpr qsizetype kFew = 500;
  return !text.trimmed().isEmpty() && text.size() < kFew;
}

/// The title as `text` has it, with the lesson's number.
QString numbered(const Lesson& lesson, const QString& text) {
  return lesson.number > 0
             ? QCoreApplication::translate("todevice::Handout", "Lesson %1 · %2").arg(lesson.number).arg(text)
             : text;
}
/// "10" for 10.0, as a learner would write it.
QString asWritten(const Prediction& prediction, const QString& answer) {
  return prediction.kind == Prediction::Kind::Number && answer.endsWith(QLatin1String(".0"))
             ? answer.chopped(2)
             : answer;
}

class Handout {
  Q_DECLARE_TR_FUNCTIONS(todevice::Handout)

 public:
  Handout(const Lesson& lesson, Pages& pages, Reader reader)
      : m_lesson(lesson), m_pages(pages), m_reader(reader) {}
  static QString instructors(const QString& title) { return tr("%1 (for the instructor)").arg(title); }

  void compose(const std::vector<HandoutStep>& steps, const QString& machine) {
    const QString about = m_lesson.minutes > 0
                              ? tr("About %1 minutes. Played on: %2.").arg(m_lesson.minutes).arg(machine)
                              : tr("Played on: %1.").arg(machine);
    const QString title = numbered(m_lesson, inlineToHtml(m_lesson.title));
    m_pages.title(
        QStringLiteral("<h1>%1</h1>").arg(m_reader == Reader::Instructor ? instructors(title) : title) +
        small(about.toHtmlEscaped()));
    for (std::size_t i = 0; i < steps.size(); ++i) sheet(steps[i], int(i) + 1);
    m_pages.newPage();
    QString run = tr("Addresses, ids and times are those of one run; in yours they will be others.");
    if (std::any_of(steps.begin(), steps.end(), [](const auto& played) { return played.step.change; }))
      run += tr(" What was changed ran in a new process.");
    m_pages.title(QStringLiteral("<h1>%1</h1>").arg(tr("Answers")) + small(run));
    for (std::size_t i = 0; i < steps.size(); ++i) answers(steps[i], int(i) + 1);
  }

 private:
  static bool asks(const LessonStep& step) { return step.prediction || step.change; }

  void heading(const LessonStep& step, int number) {
    m_pages.title(QStringLiteral("<h2>%1 &nbsp;%2</h2>").arg(number).arg(inlineToHtml(step.title)));
  }

  /// What the learner works on.
  void sheet(const HandoutStep& played, int number) {
    const LessonStep& step = played.step;
    heading(step, number);
    m_pages.keep(isShort(step.prose));
    m_pages.text(markdownToHtml(step.prose));
    m_pages.keep(!step.code.isEmpty());  // one looks at the code to answer
    if (step.prediction) question(*step.prediction);
    if (step.change) m_pages.box(bold(tr("To do")) + markdownToHtml(step.change->task), kQuestion);
    m_pages.keep(!asks(step) && (!played.printed.trimmed().isEmpty() || !played.panels.empty()));
    if (!step.code.isEmpty()) m_pages.box(code(step.code, played.firstLine), kCode);
    m_pages.keep(false);
    notes(step);
    if (!asks(step)) outcome(played);
  }

  void notes(const LessonStep& step) {
    if (m_reader == Reader::Instructor && !step.notes.trimmed().isEmpty())
      m_pages.box(bold(tr("For the instructor")) + markdownToHtml(step.notes), kNotes);
  }

  void question(const Prediction& prediction) {
    QString inside = bold(tr("Predict first")) + markdownToHtml(prediction.question);
    if (prediction.picks()) {
      for (const QString& choice : prediction.choices)
        inside += QStringLiteral("<p class=\"choice\">&#9744; &nbsp;%1</p>").arg(inlineToHtml(choice));
    } else {
      inside += QStringLiteral("<p class=\"choice\">%1 ____________________</p>").arg(tr("Your answer:"));
    }
    m_pages.box(inside, kQuestion);
  }

  /// What came of the code; the first picture stands with it.
  void outcome(const HandoutStep& played) {
    std::vector<QImage> panels;
    for (const PanelPicture& panel : played.panels) {
      if (panel.sameAs(m_shown)) continue;  // nothing changed at it
      panels.push_back(panel.image);
      m_shown = panel;
    }
    m_pages.keep(!panels.empty() || isShort(played.step.after));
    const QStringList lines = played.printed.trimmed().split(QLatin1Char('\n'));
    if (!played.printed.trimmed().isEmpty()) {
      QString said = lines.mid(0, kMostPrinted).join(QLatin1Char('\n'));
      if (lines.size() > kMostPrinted) said += QStringLiteral("\n…");
      m_pages.whole(small(tr("It printed:")) + printed(said));
    }
    if (!played.step.raises.isEmpty() && !played.step.change)
      m_pages.whole(small(tr("This code is meant to end with %1.").arg(played.step.raises)));
    for (const QImage& panel : panels) {
      m_pages.keep(&panel == &panels.back() && isShort(played.step.after));
      m_pages.picture(panel);
    }
    m_pages.keep(false);
    m_pages.text(markdownToHtml(played.step.after));
  }

  void answers(const HandoutStep& played, int number) {
    const LessonStep& step = played.step;
    if (!asks(step)) return;
    heading(step, number);
    m_pages.keep(!played.panels.empty() || !played.printed.isEmpty());
    if (step.prediction && !played.answer.isEmpty()) answer(*step.prediction, played.answer);
    if (step.change) {
      for (const QString& hint : step.change->hints)
        m_pages.whole(small(tr("Hint: %1").arg(inlineToHtml(hint))));
      m_pages.box(bold(tr("One solution:")) + code(step.change->solution, played.firstLine), kCode);
    }
    outcome(played);
  }

  /// The right one and why; then what is said to the others.
  void answer(const Prediction& prediction, const QString& right) {
    const bool picks = prediction.picks();
    const QString why = prediction.feedback.value(prediction.choices.indexOf(right));
    QString said = QStringLiteral("<p>%1 &nbsp;<b>%2</b>")
                       .arg(picks ? QStringLiteral("&#9745;") : tr("Answer:"))
                       .arg(inlineToHtml(asWritten(prediction, right)));
    if (!why.isEmpty()) said += QStringLiteral(" &nbsp;") + inlineToHtml(why);
    said += QStringLiteral("</p>");
    for (int i = 0; i < prediction.choices.size(); ++i) {
      const QString& other = prediction.choices[i];
      const QString reply = prediction.feedback.value(i);
      if (other == right || reply.isEmpty() || reply == why) continue;
      const QString what = picks ? QStringLiteral("&#9744; &nbsp;%1") : tr("Not %1");
      said += small(tr("%1: %2").arg(what.arg(inlineToHtml(other)), inlineToHtml(reply)));
    }
    m_pages.whole(said);
  }

  const Lesson& m_lesson;
  Pages& m_pages;
  Reader m_reader;
  PanelPicture m_shown;  ///< the last picture
};

}  // namespace

void composeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                    Pages& pages, Reader reader) {
  Handout(lesson, pages, reader).compose(steps, machine);
}

bool writeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                  const QString& path, Reader reader) {
  const ThemeTokens paper = Look::loadTokens(QStringLiteral("light"));
  const QColor ink = paper.colors[QStringLiteral("text")];
  const QString style = QLatin1String(kStyle) +
                        QStringLiteral("a { color: %1; }").arg(paper.colors[QStringLiteral("accent")].name());
  Pages pages(style, ink), tight(style + QLatin1String(kTight), ink, kTightGaps);
  composeHandout(lesson, steps, machine, pages, reader);
  composeHandout(lesson, steps, machine, tight, reader);
  const QString title = numbered(lesson, markdownToWords(lesson.title));
  return (tight.pageCount() < pages.pageCount() ? tight : pages)
      .write(path, reader == Reader::Instructor ? Handout::instructors(title) : title);
}

}  // namespace todevice
