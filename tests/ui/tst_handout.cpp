// SPDX-License-Identifier: GPL-3.0-or-later
// The handout: what stands on which page, and that nothing before the answers gives one away.
#include <QFileInfo>
#include <QPainter>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include "export/handout.h"
#include "export/pages.h"
#include "export/pdf_letters.h"
#include "widgets/look.h"

using namespace todevice;

namespace {

constexpr double kWidth = 680, kHeight = 980;

QString paragraph(int words) {
  QString all = QStringLiteral("<p>");
  for (int i = 0; i < words; ++i) all += QStringLiteral("word%1 ").arg(i);
  return all + QStringLiteral("</p>");
}

QImage picture(int height, QRgb color = 0xff336699) {
  QImage image(680, height, QImage::Format_RGB32);
  image.fill(color);
  return image;
}

/// Some pages of everything, another mixture for each seed.
void fill(Pages& pages, quint32 seed) {
  QRandomGenerator random(seed);
  for (int i = 0; i < 40; ++i) {
    pages.title(QStringLiteral("<h2>Title</h2>"));
    pages.text(paragraph(random.bounded(1, 400)));
    if (random.bounded(2)) pages.box(paragraph(random.bounded(1, 300)), Qt::lightGray);
    pages.keep(random.bounded(2));
    if (random.bounded(2)) pages.whole(paragraph(random.bounded(1, 60)));
    pages.keep(false);
    if (random.bounded(2)) pages.picture(picture(random.bounded(40, 900)));
    if (random.bounded(15) == 0) pages.newPage();
  }
}

}  // namespace

class TestHandout : public QObject {
  Q_OBJECT
 private slots:
  void everythingHasAPlace_data() {
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 8; ++seed) QTest::addRow("mixture %u", seed) << seed;
  }
  void everythingHasAPlace() {
    QFETCH(quint32, seed);
    Pages pages{QString()};
    fill(pages, seed);
    const auto places = pages.places(kWidth, kHeight);
    int last = -1, page = 0;
    double end = 0, taken = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Pages::Place& place = places[i];
      QVERIFY(place.top >= 0 && place.top + place.height <= kHeight + 0.01);
      QVERIFY(place.page == page ? place.top >= end : place.page == page + 1);  // in order, over nothing
      page = place.page;
      end = place.top + place.height;
      const double whole = pages.height(place.piece, kWidth);
      const bool goesOn = place.piece == last;
      if (goesOn) QVERIFY(qAbs(place.from - taken) < 0.01);  // no line is lost or shown twice
      taken = place.from + place.height;
      const bool cut = i + 1 < places.size() && places[i + 1].piece == place.piece;
      if (pages.kind(place.piece) == Pages::Kind::Picture)
        QVERIFY(place.height <= whole + 0.01 && place.height >= whole * 0.72 - 0.01);
      else if (!cut)
        QVERIFY(qAbs(taken - whole) < 0.01);
      if (cut) QVERIFY(pages.kind(place.piece) == Pages::Kind::Text || whole > kHeight);
      if (pages.kind(place.piece) == Pages::Kind::Title && i + 1 < places.size() &&
          pages.kind(place.piece + 1) != Pages::Kind::Break)
        QCOMPARE(places[i + 1].page, place.page);
      last = place.piece;
    }
  }

  void keptPiecesStandOnOnePage() {
    for (int before = 0; before < 300; before += 20) {
      Pages pages{QString()};
      pages.text(paragraph(before + 1));
      pages.keep(true);
      pages.whole(paragraph(40));
      pages.whole(paragraph(40));
      pages.keep(false);
      pages.picture(picture(600));
      const auto places = pages.places(kWidth, kHeight);
      QCOMPARE(places[places.size() - 1].page, places[places.size() - 3].page);
    }
  }

  void aPictureLeavesRoomForWhatStaysWithIt() {
    for (int height = 500; height < 960; height += 40) {
      Pages pages{QString()};
      pages.keep(true);
      pages.picture(picture(height));
      pages.keep(false);
      pages.text(paragraph(30));
      const auto places = pages.places(kWidth, kHeight);
      QCOMPARE(places.size(), std::size_t{2});
      QCOMPARE(places[1].page, 0);
    }
  }

  void mapsAreComparedByWhatTheyShow() {
    const PanelPicture first{picture(100), QStringLiteral("a b")}, again{picture(101), QStringLiteral("a b")};
    QVERIFY(again.sameAs(first));
    QVERIFY(!PanelPicture({picture(100), QStringLiteral("b a")}).sameAs(first));
    QVERIFY(!PanelPicture({picture(101), {}}).sameAs({picture(100), {}}));
  }

  /// The pages are as full as what must stay whole allows.
  void noPageIsHalfEmptyWithoutReason() {
    Pages pages{QString()};
    for (int i = 0; i < 30; ++i) pages.whole(paragraph(50));
    const auto places = pages.places(kWidth, kHeight);
    for (std::size_t i = 1; i < places.size(); ++i)
      if (places[i].page != places[i - 1].page)
        QVERIFY(kHeight - places[i - 1].top - places[i - 1].height < places[i].height + 20);
  }

  void nothingGivesAnAnswerAway() {
    const std::vector<HandoutStep> steps = played();
    Pages pages{QString()};
    composeHandout(m_lesson, steps, QStringLiteral("2 simulated GPUs"), pages);
    int end = 0;
    while (pages.kind(end) != Pages::Kind::Break) ++end;
    QString before, after;
    int picturesBefore = 0, picturesAfter = 0;
    for (int i = 0; i < pages.count(); ++i) {
      (i < end ? before : after) += pages.words(i) + QLatin1Char('\n');
      if (pages.kind(i) == Pages::Kind::Picture) ++(i < end ? picturesBefore : picturesAfter);
    }
    for (const char* shown :
         {"Where is x", "On the CPU", "On the GPU", "x = 1", "Make it two", "told at once", "told more"})
      QVERIFY2(before.contains(QLatin1String(shown)), shown);
    for (const char* secret :
         {"printed secret", "Because", "Reply to others", "Afterwards", "Hint: h", "x = 2", "RuntimeError"}) {
      QVERIFY2(!before.contains(QLatin1String(secret)), secret);
      QVERIFY2(after.contains(QLatin1String(secret)), secret);
    }
    QCOMPARE(picturesBefore, 1);  // of the step that asks nothing
    QCOMPARE(picturesAfter, 1);   // one panel at which nothing changed is not shown again
  }

  void codeHasTheWindowsLineNumbers() {
    const std::vector<HandoutStep> steps = played();
    Pages pages{QString()};
    composeHandout(m_lesson, steps, QString(), pages);
    QString all;
    for (int i = 0; i < pages.count(); ++i) all += pages.words(i).simplified() + QLatin1Char('\n');
    for (const char* line : {"1 x = 1", "3 y = 1", "4 z = 1", "5 x = 2"})
      QVERIFY2(all.contains(QLatin1String(line)), line);
  }

  /// One looks at the code to answer, and at the code to understand what came of it.
  void aStepIsNotCutBetweenItsParts() {
    const std::vector<HandoutStep> steps = played();
    for (int before = 0; before < 120; ++before) {
      Pages pages{QString()};
      for (int i = 0; i < before; ++i) pages.whole(QStringLiteral("<p>line</p>"));
      composeHandout(m_lesson, steps, QString(), pages);
      QHash<QString, int> page;
      int picture = -1;
      for (const Pages::Place& place : pages.places(kWidth, kHeight)) {
        for (const char* part :
             {"Where is x", "1 x = 1", "3 y = 1", "told at once", "Make it two", "5 x = 1"})
          if (pages.words(place.piece).simplified().contains(QLatin1String(part)) &&
              !page.contains(QLatin1String(part)))
            page[QLatin1String(part)] = place.page;
        if (pages.kind(place.piece) == Pages::Kind::Picture && picture < 0) picture = place.page;
      }
      QCOMPARE(page.value(QStringLiteral("Where is x")), page.value(QStringLiteral("1 x = 1")));
      QCOMPARE(page.value(QStringLiteral("3 y = 1")), page.value(QStringLiteral("told at once")));
      QCOMPARE(page.value(QStringLiteral("told at once")), picture);
      QCOMPARE(page.value(QStringLiteral("Make it two")), page.value(QStringLiteral("5 x = 1")));
    }
  }

  void eachPictureOfAStepIsShown() {
    std::vector<HandoutStep> steps = played();
    steps[0].panels.push_back({picture(120, 0xff445566), {}});
    Pages pages{QString()};
    composeHandout(m_lesson, steps, QString(), pages);
    int pictures = 0;
    for (int i = 0; i < pages.count(); ++i) pictures += pages.kind(i) == Pages::Kind::Picture;
    QCOMPARE(pictures, 4);  // the last step's is another one again
  }

  void aPictureLosesWhatIsEmptyInIt() {
    QImage image(200, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter(&image).fillRect(50, 10, 60, 20, Qt::black);   // 20 rows
    QPainter(&image).fillRect(50, 100, 60, 30, Qt::black);  // 70 empty rows above them, 170 below
    const QImage out = withoutGaps(image, 4, 12, 6);
    QCOMPARE(out.size(), QSize(202, 10 + 20 + 12 + 30 + 6));
    QCOMPARE(out.pixelColor(60, 9), QColor(Qt::white));
    QCOMPARE(out.pixelColor(60, 10), QColor(Qt::black));
    QCOMPARE(out.pixelColor(60, 41), QColor(Qt::white));
    QCOMPARE(out.pixelColor(60, 42), QColor(Qt::black));
  }

  /// Noto's glyphs of some letters are those of radicals with smaller code points.
  void chineseIsReadAsItWasWritten() {
    const QString written = QStringLiteral("一个人长");
    QTextDocument text;
    text.setDefaultFont(
        QFont(QStringList{QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")}));
    text.setPlainText(written);
    text.setTextWidth(kWidth);
    const QHash<ushort, ushort> letters = lettersOfRadicals(text);
    if (letters.isEmpty()) QSKIP("no font here draws a radical and a letter as one");
    QCOMPARE(letters.value(0x2f00), 0x4e00);
    QCOMPARE(letters.value(0x2f08), 0x4eba);
    QVERIFY(!letters.values().contains(0x4e2a));  // has a glyph of its own
    text.setPlainText(written + QChar(0x2f00));
    text.setTextWidth(kWidth);
    QVERIFY(!lettersOfRadicals(text).contains(0x2f00));  // somebody wrote it
    const QByteArray pdf("[<2F00>]\nbegincmap\n<2F00> <2F08> [<2F00> <4E2A> <2f08> ]\nendcmap\n[<2F00>]");
    QCOMPARE(withLettersForRadicals(pdf, letters),
             QByteArray("[<2F00>]\nbegincmap\n<2F00> <2F08> [<4E00> <4E2A> <4EBA> ]\nendcmap\n[<2F00>]"));
    QTemporaryDir dir;
    Pages pages{QStringLiteral("body { font-family: 'DejaVu Sans', 'Noto Sans CJK SC'; }")};
    pages.text(QStringLiteral("<p>%1</p>").arg(written));
    QVERIFY(pages.write(dir.filePath(QStringLiteral("h.pdf")), QStringLiteral("一课")));
    const QByteArray bytes = contentOf(dir.filePath(QStringLiteral("h.pdf")));
    QVERIFY(bytes.contains("<4E00>"));
    QVERIFY(!bytes.contains("<2F00>"));
  }

  /// The handout is paper: no theme of the window's makes its words pale.
  void isTheSameInEveryTheme() {
    QTemporaryDir dir;
    QList<QByteArray> all;
    const auto lesson = played();
    m_lesson.steps[0].prose =
        QStringLiteral("See [this](https://pytorch.org).\n\n| a | b |\n| --- | --- |\n| 1 | 2 |");
    auto steps = lesson;
    steps[0].step = m_lesson.steps[0];
    const QString before = Look::get().theme();
    for (const QString& theme : Look::themeNames()) {
      Look::get().setTheme(theme);
      const QString path = dir.filePath(theme);
      QVERIFY(writeHandout(m_lesson, steps, QStringLiteral("2 simulated GPUs"), path));
      QCOMPARE(Look::get().theme(), theme);
      QByteArray pdf = contentOf(path);
      const qsizetype at = pdf.indexOf("/CreationDate"), end = pdf.indexOf('\n', at);
      all << (at < 0 ? pdf : pdf.remove(at, end - at));
    }
    Look::get().setTheme(before);
    for (const QByteArray& pdf : all) QVERIFY(pdf == all.first());
  }

  void theInstructorsHasTheNotes() {
    const auto steps = played();
    m_lesson.steps[0].notes = QStringLiteral("Ask the class first");
    auto noted = steps;
    noted[0].step = m_lesson.steps[0];
    const auto wordsOf = [&](Reader reader) {
      Pages pages{QString()};
      composeHandout(m_lesson, noted, QStringLiteral("2 simulated GPUs"), pages, reader);
      QString all;
      for (int i = 0; i < pages.count(); ++i) all += pages.words(i) + QLatin1Char('\n');
      return all;
    };
    QVERIFY(!wordsOf(Reader::Learner).contains(QLatin1String("Ask the class")));
    const QString own = wordsOf(Reader::Instructor);
    QVERIFY(own.startsWith(QLatin1String("Mine (for the instructor)")));
    QVERIFY(own.contains(QLatin1String("For the instructor\nAsk the class first")));
    QVERIFY(own.indexOf(QLatin1String("Ask the class")) <
            own.indexOf(QLatin1String("Show")));  // with its step
  }

  void isWritten() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("h.pdf"));
    QVERIFY(writeHandout(m_lesson, played(), QStringLiteral("2 simulated GPUs"), path));
    QVERIFY(QFileInfo(path).size() > 5000);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("/Title ()"));  // viewers show it instead of the file's name
    QVERIFY(!writeHandout(m_lesson, played(), QString(), dir.filePath(QStringLiteral("none/h.pdf"))));
  }

 private:
  static QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  std::vector<HandoutStep> played() {
    const LessonResult result = parseLesson(
        QStringLiteral(
            "---\nid: mine\ntitle: Mine\n---\n## Ask\n```predict\nquestion: Where is x?\n- On the CPU\n"
            "  > Because\n- On the GPU\n  > Reply to others\nanswer: 0 if x else 1\n```\n"
            "```python run raises RuntimeError\nx = 1\n```\nAfterwards\n"
            "## Show\n```python run\ny = 1\nz = 1\n```\ntold more\n"
            "## Turn\n```change\ntask: Make it two.\ncheck: x == 2\nhint: h\n```\n"
            "```python run\nx = 1\n```\n```python solution\nx = 2\n```\n"),
        QString());
    if (!result.lesson) qFatal("%s", qPrintable(result.problems[0].message));
    m_lesson = *result.lesson;
    const PanelPicture panel{picture(200), {}}, other{picture(200, 0xff112233), {}};
    return {{m_lesson.steps[0], QStringLiteral("On the CPU"), QStringLiteral("printed secret"), {panel}, 1},
            {m_lesson.steps[1], {}, QStringLiteral("told at once"), {other}, 3},
            {m_lesson.steps[2], {}, {}, {panel}, 5}};
  }
  Lesson m_lesson;
};

QTEST_MAIN(TestHandout)
#include "tst_handout.moc"
