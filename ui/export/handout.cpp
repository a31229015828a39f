// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/handout.h"

#include <QCoreApplication>

#include "export/pages.h"

namespace todevice {

namespace {

constexpr const char* kStyle =
    "body { font-family: 'DejaVu Sans', 'Noto Sans CJK SC'; font-size: 9.5pt; }"
    "h1 { font-size: 17pt; margin: 0 0 4px 0; } h2 { font-size: 12.5pt; margin: 0; }"
    "p, li { line-height: 130%; margin: 0 0 6px 0; } ul, ol { margin: 0; }"
    "pre { font-family: 'DejaVu Sans Mono', 'Noto Sans CJK SC'; font-size: 8.5pt; white-space: pre-wrap; "
    "margin: 0; } code { font-family: 'DejaVu Sans Mono', 'Noto Sans CJK SC'; font-size: 9pt; }"
    "td, th { padding: 3px 8px; } .small { color: #555555; font-size: 8.5pt; margin: 0; }";
const QColor kQuestion(0xe8, 0xf0, 0xfa), kCode(0xf2, 0xf4, 0xf7);
constexpr int kMostPrinted = 24;  ///< lines

QString code(const QString& text) {
  return QStringLiteral("<pre>%1</pre>").arg(text.trimmed().toHtmlEscaped());
}
QString bold(const QString& text) {
  return QStringLiteral("<p><b>%1</b></p>").arg(text);
}
QString small(const QString& text) {
  return QStringLiteral("<p class=\"small\">%1</p>").arg(text);
}

/// A few lines, which stay with what they lead to.
bool isShort(const QString& text) {
  constexpr qsizetype kFew = 300;
  return !text.trimmed().isEmpty() && text.size() < kFew;
}

QString numbered(const Lesson& lesson, const QString& title) {
  return lesson.number > 0 ? QStringLiteral("%1. %2").arg(lesson.number).arg(title) : title;
}

class Handout {
  Q_DECLARE_TR_FUNCTIONS(todevice::Handout)

 public:
  Handout(const Lesson& lesson, Pages& pages) : m_lesson(lesson), m_pages(pages) {}

  void compose(const std::vector<HandoutStep>& steps, const QString& machine) {
    const QString about = m_lesson.minutes > 0
                              ? tr("About %1 minutes. Played on: %2.").arg(m_lesson.minutes).arg(machine)
                              : tr("Played on: %1.").arg(machine);
    m_pages.title(QStringLiteral("<h1>%1</h1>").arg(numbered(m_lesson, inlineToHtml(m_lesson.title))) +
                  small(about.toHtmlEscaped()));
    for (std::size_t i = 0; i < steps.size(); ++i) sheet(steps[i], int(i) + 1);
    m_pages.newPage();
    m_pages.title(QStringLiteral("<h1>%1</h1>").arg(tr("Answers")));
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
    m_pages.keep(asks(step) && isShort(step.prose));
    m_pages.text(markdownToHtml(step.prose));
    m_pages.keep(false);
    if (step.prediction) question(*step.prediction);
    m_pages.keep(step.change.has_value());
    if (step.change) m_pages.box(bold(tr("Your turn")) + markdownToHtml(step.change->task), kQuestion);
    m_pages.keep(false);
    if (!step.code.isEmpty()) m_pages.box(code(step.code), kCode);
    if (!asks(step)) outcome(played);
  }

  void question(const Prediction& prediction) {
    QString inside = bold(tr("Predict first")) + markdownToHtml(prediction.question);
    if (prediction.picks()) {
      for (const QString& choice : prediction.choices)
        inside += QStringLiteral("<p>&#9744; &nbsp;%1</p>").arg(inlineToHtml(choice));
    } else {
      inside += QStringLiteral("<p>%1 ____________________</p>").arg(tr("Your answer:"));
    }
    m_pages.box(inside, kQuestion);
  }

  /// What came of the code; the picture stands with it.
  void outcome(const HandoutStep& played) {
    // A panel at which nothing changed is not shown again.
    const QImage panel = played.panel.sameAs(m_shown) ? QImage() : played.panel.image;
    m_pages.keep(!panel.isNull());
    const QStringList lines = played.printed.trimmed().split(QLatin1Char('\n'));
    if (!played.printed.trimmed().isEmpty()) {
      QString said = lines.mid(0, kMostPrinted).join(QLatin1Char('\n'));
      if (lines.size() > kMostPrinted) said += QStringLiteral("\n…");
      m_pages.whole(small(tr("It printed:")) + code(said));
    }
    if (!played.step.raises.isEmpty() && !played.step.change)
      m_pages.whole(small(tr("This code is meant to end with %1.").arg(played.step.raises)));
    m_pages.keep(isShort(played.step.after));
    m_pages.picture(panel);
    m_pages.keep(false);
    if (!panel.isNull()) m_shown = played.panel;
    m_pages.text(markdownToHtml(played.step.after));
  }

  void answers(const HandoutStep& played, int number) {
    const LessonStep& step = played.step;
    if (!asks(step)) return;
    heading(step, number);
    m_pages.keep(!played.panel.image.isNull());
    if (step.prediction && !played.answer.isEmpty()) answer(*step.prediction, played.answer);
    if (step.change) m_pages.box(bold(tr("One solution:")) + code(step.change->solution), kCode);
    outcome(played);
  }

  void answer(const Prediction& prediction, const QString& right) {
    QString said = QStringLiteral("<p><b>%1</b>").arg(inlineToHtml(right));
    const QString why = prediction.feedback.value(prediction.choices.indexOf(right));
    if (!why.isEmpty()) said += QStringLiteral(" &nbsp;") + inlineToHtml(why);
    m_pages.whole(said + QStringLiteral("</p>"));
  }

  const Lesson& m_lesson;
  Pages& m_pages;
  PanelPicture m_shown;  ///< the last picture
};

}  // namespace

void composeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                    Pages& pages) {
  Handout(lesson, pages).compose(steps, machine);
}

bool writeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                  const QString& path) {
  Pages pages(QLatin1String{kStyle});
  composeHandout(lesson, steps, machine, pages);
  return pages.write(path, numbered(lesson, markdownToWords(lesson.title)));
}

}  // namespace todevice
