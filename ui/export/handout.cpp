// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/handout.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPdfWriter>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>

namespace todevice {

namespace {

// Of the printed area of an A4 page, in the document's pixels.
constexpr int kPictureWidth = 560;
constexpr int kDotsPerInch = 96;
constexpr int kMarginMm = 15;

constexpr const char* kStyle =
    "body { font-family: 'DejaVu Sans', 'Noto Sans CJK SC'; font-size: 9.5pt; }"
    "h1 { font-size: 17pt; margin-bottom: 2px; } h2 { font-size: 12.5pt; margin-top: 18px; }"
    "p, li { line-height: 125%; margin-bottom: 6px; } .picture { line-height: 100%; margin-top: 8px; }"
    "pre { font-family: 'DejaVu Sans Mono', 'Noto Sans CJK SC'; font-size: 8.5pt; background-color: #f2f4f7;"
    " white-space: pre-wrap; margin: 6px 0; }"
    "code { font-family: 'DejaVu Sans Mono'; font-size: 9pt; }"
    "td, th { padding: 3px 8px; } .small { color: #555555; font-size: 8.5pt; }";

class Handout {
  Q_DECLARE_TR_FUNCTIONS(todevice::Handout)

 public:
  Handout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine) {
    m_document.setDefaultStyleSheet(QLatin1String(kStyle));
    m_html =
        QStringLiteral("<h1>%1. %2</h1><p class=\"small\">%3</p>")
            .arg(lesson.number)
            .arg(lesson.title.toHtmlEscaped(),
                 tr("About %1 minutes. Played on: %2.").arg(lesson.minutes).arg(machine).toHtmlEscaped());
    for (std::size_t i = 0; i < steps.size(); ++i) add(steps[i], int(i) + 1);
    m_html += QStringLiteral("<h2>%1</h2>").arg(tr("Answers")) + m_answers;
  }

  bool write(const QString& path) {
    QPdfWriter pdf(path);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter);
    pdf.setResolution(kDotsPerInch);
    m_document.setHtml(m_html);
    m_document.setPageSize(QSizeF(pdf.width(), pdf.height()));
    keepBoxesWhole(pdf.height());
    m_document.print(&pdf);
    return QFileInfo(path).size() > 0;
  }

 private:
  /// A box that would be cut by the end of a page begins on the next one.
  void keepBoxesWhole(double pageHeight) {
    for (QTextFrame* frame : m_document.rootFrame()->childFrames()) {
      auto* table = qobject_cast<QTextTable*>(frame);
      if (!table) continue;
      const QRectF rect = m_document.documentLayout()->frameBoundingRect(table);
      const bool fits = int(rect.top() / pageHeight) == int((rect.bottom() - 1) / pageHeight);
      if (fits || rect.height() > pageHeight) continue;
      QTextTableFormat format = table->format();
      format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
      table->setFormat(format);
    }
  }

  void add(const HandoutStep& played, int number) {
    const LessonStep& step = played.step;
    m_html += QStringLiteral("<h2>%1 %2</h2>").arg(number).arg(step.title.toHtmlEscaped()) +
              markdownToHtml(step.prose);
    if (step.prediction) question(*step.prediction);
    if (step.change) m_html += box(tr("Your turn"), markdownToHtml(step.change->task));
    if (!step.code.isEmpty()) m_html += code(step.code);
    if (!step.raises.isEmpty())
      m_html += QStringLiteral("<p class=\"small\">%1</p>")
                    .arg(tr("This code is meant to end with %1.").arg(step.raises));
    m_html += markdownToHtml(step.after);
    picture(played.panels, number);
    answers(played, number);
  }

  void question(const Prediction& prediction) {
    QString inside = markdownToHtml(prediction.question);
    if (prediction.picks()) {
      for (const QString& choice : prediction.choices)
        inside += QStringLiteral("<p>&#9744; %1</p>").arg(inlineHtml(choice));
    } else {
      inside += QStringLiteral("<p>%1 ____________</p>").arg(tr("Your answer:"));
    }
    m_html += box(tr("Predict first"), inside);
  }

  void answers(const HandoutStep& played, int number) {
    const LessonStep& step = played.step;
    if (!played.answer.isEmpty()) {
      const qsizetype right = step.prediction ? step.prediction->choices.indexOf(played.answer) : -1;
      m_answers += QStringLiteral("<p><b>%1</b> %2").arg(number).arg(inlineHtml(played.answer));
      if (right >= 0 && !step.prediction->feedback.value(right).isEmpty())
        m_answers += QStringLiteral(". ") + inlineHtml(step.prediction->feedback[right]);
      m_answers += QStringLiteral("</p>");
    }
    if (!step.change) return;
    m_answers += QStringLiteral("<p><b>%1</b> %2</p>").arg(number).arg(tr("One solution:")) +
                 code(step.change->solution);
  }

  void picture(const QImage& image, int number) {
    if (image.isNull()) return;
    const QString name = QStringLiteral("panels-%1").arg(number);
    m_document.addResource(QTextDocument::ImageResource, QUrl(name), image);
    m_html +=
        QStringLiteral("<p class=\"picture\"><img src=\"%1\" width=\"%2\"></p>").arg(name).arg(kPictureWidth);
  }

  static QString box(const QString& title, const QString& inside) {
    return QStringLiteral(
               "<table width=\"100%\" border=\"0\" bgcolor=\"#eef4fb\" cellspacing=\"0\" "
               "cellpadding=\"6\"><tr><td><b>%1</b>%2</td></tr>"
               "</table>")
        .arg(title, inside);
  }
  static QString code(const QString& text) {
    return QStringLiteral("<pre>%1</pre>").arg(text.trimmed().toHtmlEscaped());
  }
  static QString inlineHtml(const QString& markdown) {
    return markdownToHtml(markdown).remove(QLatin1String("<p>")).remove(QLatin1String("</p>")).trimmed();
  }

  QTextDocument m_document;
  QString m_html, m_answers;
};

}  // namespace

bool writeHandout(const Lesson& lesson, const std::vector<HandoutStep>& steps, const QString& machine,
                  const QString& path) {
  return Handout(lesson, steps, machine).write(path);
}

}  // namespace todevice
