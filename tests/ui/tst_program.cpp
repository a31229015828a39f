// SPDX-License-Identifier: GPL-3.0-or-later
// The program's command line, from outside: what it says and the code it ends with.
#include <QFileInfo>
#include <QProcess>
#include <QTest>
#include <QXmlStreamReader>

class TestProgram : public QObject {
  Q_OBJECT
 private slots:
  void saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("option") << QStringList{QStringLiteral("--nonsense")} << QStringLiteral("nonsense");
    QTest::newRow("lesson") << QStringList{QStringLiteral("--lesson"), QStringLiteral("no-such")}
                            << QStringLiteral("no-such");
    QTest::newRow("play") << QStringList{QStringLiteral("--play"), QStringLiteral("no-such"),
                                         QStringLiteral("--report"), QStringLiteral("r")}
                          << QStringLiteral("tensor-to");
    QTest::newRow("no report") << QStringList{QStringLiteral("--play"), QStringLiteral("all")}
                               << QStringLiteral("--report");
    QTest::newRow("language") << QStringList{QStringLiteral("--lang"), QStringLiteral("xx")}
                              << QStringLiteral("zh_CN");
    QTest::newRow("theme") << QStringList{QStringLiteral("--theme"), QStringLiteral("pink")}
                           << QStringLiteral("projector");
    QTest::newRow("zoom") << QStringList{QStringLiteral("--zoom"), QStringLiteral("10")}
                          << QStringLiteral("50");
    QTest::newRow("number") << QStringList{QStringLiteral("--simulate"), QStringLiteral("many")}
                            << QStringLiteral("many");
    QTest::newRow("rest") << QStringList{QStringLiteral("file.txt")} << QStringLiteral("file.txt");
  }
  void saysWhatIsWrong() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const auto [code, out, err] = run(arguments);
    QCOMPARE(code, 2);
    QVERIFY2(err.contains(words), qPrintable(err));
    QVERIFY(err.contains(QLatin1String("--help")));
    QCOMPARE(out, QString());
  }

  void everyTextIsInChinese() {
    QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") +
               QStringLiteral("/resources/translations/todevice_zh_CN.ts"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString source;
    int texts = 0;
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      if (xml.name() == QLatin1String("source")) source = xml.readElementText();
      if (xml.name() != QLatin1String("translation")) continue;
      const auto type = xml.attributes().value(QStringLiteral("type")).toString();
      const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
      QVERIFY2(type.isEmpty() && !text.isEmpty(), qPrintable(source));
      for (const char* place : {"%1", "%2", "%3", "%4", "%n"})
        QVERIFY2(source.contains(QLatin1String(place)) == text.contains(QLatin1String(place)),
                 qPrintable(source));
      ++texts;
    }
    QVERIFY(!xml.hasError());
    QVERIFY(texts > 250);
  }

  void helpAndVersion() {
    const auto [helpCode, help, noise] = run({QStringLiteral("--help")});
    QCOMPARE(helpCode, 0);
    for (const char* option :
         {"--simulate", "--lesson", "--lang", "--theme", "--zoom", "--play", "--report", "--version"})
      QVERIFY2(help.contains(QLatin1String(option)), option);
    const auto [code, version, none] = run({QStringLiteral("--version")});
    QCOMPARE(code, 0);
    QVERIFY(version.startsWith(QLatin1String("ToDevice ")));
  }

 private:
  struct Result {
    int code;
    QString out, err;
  };
  Result run(const QStringList& arguments) {
    const QString folder = QFileInfo(qEnvironmentVariable("TODEVICE_WORKER")).absolutePath();
    QProcess process;
    process.start(folder + QStringLiteral("/todevice"), arguments);
    if (!process.waitForFinished(20000)) return {-1, {}, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
