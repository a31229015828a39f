// SPDX-License-Identifier: GPL-3.0-or-later
// The program's command line, from outside: what it says and the code it ends with.
#include <sys/stat.h>

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <csignal>

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
    QTest::newRow("patience") << QStringList{QStringLiteral("--patience"), QStringLiteral("0")}
                              << QStringLiteral("86400");
    QTest::newRow("no report") << QStringList{QStringLiteral("--play"), QStringLiteral("all")}
                               << QStringLiteral("--report");
    QTest::newRow("notes") << QStringList{QStringLiteral("--notes")} << QStringLiteral("--play");
    QTest::newRow("language") << QStringList{QStringLiteral("--lang"), QStringLiteral("xx")}
                              << QStringLiteral("zh_CN");
    QTest::newRow("theme") << QStringList{QStringLiteral("--theme"), QStringLiteral("pink")}
                           << QStringLiteral("projector");
    QTest::newRow("zoom") << QStringList{QStringLiteral("--zoom"), QStringLiteral("10")}
                          << QStringLiteral("50");
    QTest::newRow("no number") << QStringList{QStringLiteral("--zoom"), QStringLiteral("nan")}
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

  /// Before there is a window, in both languages, and nothing waits for who writes into the pipe.
  void aWrongPathIsCalledWhatItIs_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* name, const char* arguments, const char* english, const char* chinese) {
      QTest::newRow(name) << QString::fromLatin1(arguments).split(u' ') << QString::fromUtf8(english)
                          << QString::fromUtf8(chinese);
    };
    row("no machine", "--simulate desktop", "no ready machine of that name", "没有这个名字的现成机器");
    row("machine: pipe", "--simulate PIPE", "is a pipe or a device, not a file", "是管道或设备，不是文件");
    row("machine: device", "--simulate /dev/zero", "is a pipe or a device, not a file",
        "是管道或设备，不是文件");
    row("machine: folder", "--simulate FOLDER", "is a folder, not a file", "是文件夹，不是文件");
    row("lesson: pipe", "--lesson PIPE", "is a pipe or a device, not a file", "是管道或设备，不是文件");
    row("lesson: folder", "--lesson FOLDER", "there is no lesson in the folder", "里没有课程");
    row("lesson: missing", "--lesson none.md", "There is no lesson", "没有课程");
    row("play: device", "--play /dev/zero --report NEW", "is a pipe or a device", "是管道或设备");
    row("report: file", "--play 1 --report EMPTY", "is a file, not a folder", "是文件，不是文件夹");
    row("report: below a file", "--play 1 --report EMPTY/r", "is a file, not a folder", "是文件，不是文件夹");
    row("report: pipe", "--play 1 --report PIPE", "is a pipe or a device, not a folder",
        "是管道或设备，不是文件夹");
    row("picture: folder", "--screenshot FOLDER", "is a folder, not a file", "是文件夹，不是文件");
    row("picture: pipe", "--screenshot PIPE", "is a pipe or a device, not a file", "是管道或设备，不是文件");
    row("picture: none", "--screenshot=", "--screenshot needs a file", "--screenshot 需要一个文件");
    row("check: pipe", "--check PIPE", "it is a pipe or a device", "是管道或设备");
    row("check: device", "--check /dev/zero", "it is a pipe or a device", "是管道或设备");
    row("check: folder", "--check FOLDER", "there is no lesson in this folder", "没有课程");
    row("check: missing", "--check none.md", "there is no such file or folder", "没有这个文件");
    row("check: large", "--check LARGE", "larger than 1 MiB", "大于 1 MiB");
    row("new: file", "--new-lesson FOLDER/21-file", "is a file, not a folder", "是文件，不是文件夹");
    row("new: pipe", "--new-lesson FOLDER/22-pipe", "is a pipe or a device, not a folder",
        "是管道或设备，不是文件夹");
    row("option", "--nonsense", "There is no option \"nonsense\"", "没有选项“nonsense”");
  }
  void aWrongPathIsCalledWhatItIs() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    const QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("folder")));
    write(dir.filePath(QStringLiteral("empty.json")), "");
    write(dir.filePath(QStringLiteral("large.json")), QByteArray((1 << 20) + 1, ' '));
    write(dir.filePath(QStringLiteral("folder/21-file")), "");
    for (const char* pipe : {"pipe", "folder/22-pipe"})
      QCOMPARE(mkfifo(qPrintable(dir.filePath(QLatin1String(pipe))), 0600), 0);
    for (QString& word : arguments)
      word.replace(QLatin1String("PIPE"), dir.filePath(QStringLiteral("pipe")))
          .replace(QLatin1String("FOLDER"), dir.filePath(QStringLiteral("folder")))
          .replace(QLatin1String("EMPTY"), dir.filePath(QStringLiteral("empty.json")))
          .replace(QLatin1String("LARGE"), dir.filePath(QStringLiteral("large.json")))
          .replace(QLatin1String("NEW"), dir.filePath(QStringLiteral("new")));
    for (const auto& [language, words] : {std::pair("en", english), std::pair("zh_CN", chinese)}) {
      const Result said = run(arguments + QStringList{QStringLiteral("--lang"), QLatin1String(language)});
      QVERIFY2(said.code > 0, qPrintable(said.out + said.err));
      QVERIFY2((said.out + said.err).contains(words), qPrintable(said.out + said.err));
    }
  }

  void theDesktopsLanguageIsSpokenToo() {
    QProcessEnvironment chinese = QProcessEnvironment::systemEnvironment();
    chinese.remove(QStringLiteral("LC_ALL"));
    chinese.remove(QStringLiteral("LANGUAGE"));
    chinese.insert(QStringLiteral("LANG"), QStringLiteral("zh_CN.UTF-8"));
    for (const QStringList& arguments : {QStringList{QStringLiteral("--simulate"), QStringLiteral("desktop")},
                                         QStringList{QStringLiteral("--check"), QStringLiteral("none.md")},
                                         QStringList{QStringLiteral("--help")}}) {
      QProcess process;
      process.setProcessEnvironment(chinese);
      process.setProcessChannelMode(QProcess::MergedChannels);
      process.start(program(), arguments);
      QVERIFY(process.waitForFinished(kLong));
      const QString said = QString::fromUtf8(process.readAll());
      QVERIFY2(said.contains(QRegularExpression(QStringLiteral("[\\x{4e00}-\\x{9fff}]"))), qPrintable(said));
    }
  }

  void aBrokenLessonHasNoPicture() {
    const QTemporaryDir folder;
    const QString lesson = folder.filePath(QStringLiteral("en.md")),
                  picture = folder.filePath(QStringLiteral("p.png"));
    QFile file(lesson);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("---\nid: a\ntitle: T\n---\n## S\ntext\n##T\n");
    file.close();
    const auto [code, out, err] =
        run({QStringLiteral("--lesson"), lesson, QStringLiteral("--screenshot"), picture});
    QCOMPARE(code, 1);
    QVERIFY2(err.contains(lesson + QStringLiteral(":7: a step begins with")), qPrintable(err));
    QVERIFY(!QFile::exists(picture));
  }

  void aPythonFileThatIsNoTextHasNoPicture() {
    const QTemporaryDir folder;
    const QString code = folder.filePath(QStringLiteral("gbk.py")),
                  picture = folder.filePath(QStringLiteral("p.png"));
    write(code, "# -*- coding: gbk -*-\nprint('\xc4\xe3')\n");
    const auto [rc, out, err] =
        run({QStringLiteral("--lesson"), code, QStringLiteral("--screenshot"), picture});
    QCOMPARE(rc, 1);
    QVERIFY2(err.contains(code + QStringLiteral(" could not be opened: line 2 is not UTF-8")),
             qPrintable(err));
    QVERIFY(!QFile::exists(picture));
  }

  void everyTextIsInChinese() {
    QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") +
               QStringLiteral("/resources/translations/todevice_zh_CN.ts"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString source, context;
    int texts = 0;
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      if (xml.name() == QLatin1String("name")) context = xml.readElementText();
      if (xml.name() == QLatin1String("source")) source = xml.readElementText();
      if (xml.name() != QLatin1String("translation")) continue;
      const auto type = xml.attributes().value(QStringLiteral("type")).toString();
      const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
      QVERIFY2(type.isEmpty() && !text.isEmpty(), qPrintable(source));
      for (const char* place : {"%1", "%2", "%3", "%4", "%n"})
        QVERIFY2(source.contains(QLatin1String(place)) == text.contains(QLatin1String(place)),
                 qPrintable(source));
      // What authors and the command line are told quotes in one style, and no blank stands before a bracket.
      if (context == QLatin1String("todevice::Lesson") || context == QLatin1String("todevice::CommandLine"))
        QVERIFY2(!text.contains(QLatin1Char('"')) && !text.startsWith(QChar(0xff08)), qPrintable(source));
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

  void aLessonIsNamedByItsNumber() {
    QTemporaryDir dir;
    const auto [code, out, err] =
        run({QStringLiteral("--play"), QStringLiteral("1"), QStringLiteral("--report"), dir.path(),
             QStringLiteral("--simulate"), QStringLiteral("1")},
            kLong);
    QVERIFY2(code == 0, qPrintable(out + err));
    QVERIFY(QFileInfo(dir.filePath(QStringLiteral("where-tensors-live/handout.pdf"))).size() > 10000);
    QVERIFY(!QFileInfo::exists(dir.filePath(QStringLiteral("where-tensors-live/instructor.pdf"))));
    const auto [none, words, complaint] = run({QStringLiteral("--lesson"), QStringLiteral("99")});
    QCOMPARE(none, 2);
    QVERIFY2(complaint.contains(QLatin1String("There is no lesson \"99\"")), qPrintable(complaint));
  }

  void playsAndShowsALessonFromElsewhere() {
    QTemporaryDir dir;
    const QString folder = dir.filePath(QStringLiteral("21-mine")),
                  report = dir.filePath(QStringLiteral("r"));
    QCOMPARE(run({QStringLiteral("--new-lesson"), folder}).code, 0);
    const auto [code, out, err] =
        run({QStringLiteral("--play"), folder, QStringLiteral("--report"), report, QStringLiteral("--lang"),
             QStringLiteral("zh_CN"), QStringLiteral("--simulate"), QStringLiteral("1"),
             QStringLiteral("--notes")},
            kLong);
    QVERIFY2(code == 0, qPrintable(out + err));
    QVERIFY2(!err.contains(QLatin1String("plugin does not support")), qPrintable(err));
    QVERIFY(QFileInfo(report + QStringLiteral("/mine/instructor.pdf")).size() > 10000);
    QVERIFY(QFileInfo(report + QStringLiteral("/mine/handout.pdf")).size() > 10000);
    QVERIFY(QFileInfo(report + QStringLiteral("/mine/step-02.png")).size() > 1000);
    QFile ignore(report + QStringLiteral("/.gitignore"));  // a report in a checkout is no change of it
    QVERIFY(ignore.open(QIODevice::ReadOnly));
    QCOMPARE(ignore.readAll(), QByteArray("*\n"));
    QFile records(report + QStringLiteral("/records.json"));
    QVERIFY(records.open(QIODevice::ReadOnly));
    const QByteArray told = records.readAll();
    QVERIFY(told.contains("\"zh_CN\"") && told.contains("\"changed\": true"));

    const QString picture = dir.filePath(QStringLiteral("p.png"));
    const Result shown =
        run({QStringLiteral("--lesson"), folder + QStringLiteral("/en.md"), QStringLiteral("--simulate"),
             QStringLiteral("1"), QStringLiteral("--screenshot"), picture},
            kLong);
    QVERIFY2(shown.code == 0, qPrintable(shown.err));
    QVERIFY(QFileInfo(picture).size() > 1000);
  }

  void aLessonThatEndsItsWorkerFailsOnce() {
    QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("en.md"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "---\nid: kill\ntitle: Kill\ngpus: 1\n---\n## One\nWords.\n```python run\nimport "
        "os\nos.kill(os.getpid(), 9)\n"
        "```\n## Two\nWords.\n```python run\na = 1\n```\n");
    file.close();
    const auto [code, out, err] =
        run({QStringLiteral("--play"), path, QStringLiteral("--report"), dir.filePath(QStringLiteral("r")),
             QStringLiteral("--simulate"), QStringLiteral("1")},
            kLong);
    QCOMPARE(code, 1);
    QCOMPARE((out + err).count(QStringLiteral("ended by a signal")), 1);
    QVERIFY(QFileInfo(dir.filePath(QStringLiteral("r/kill/handout.pdf"))).size() > 1000);
  }

  void playsNoLessonWithMistakes() {
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("mine.md"));
    write(file, "---\nid: mine\ntitel: T\n---\n## One\nText\n");
    const auto [code, out, err] =
        run({QStringLiteral("--play"), file, QStringLiteral("--report"), dir.filePath(QStringLiteral("r"))},
            kLong);
    QCOMPARE(code, 1);
    QVERIFY2(out.contains(file + QStringLiteral(":3: the head has no field \"titel:\"")), qPrintable(out));
  }

  /// However the check ends, the code that it ran ends too; where it can, it takes its folder away.
  void anEndedCheckLeavesNothing_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("killed") << SIGKILL;
    QTest::newRow("asked to end") << SIGTERM;
    QTest::newRow("interrupted") << SIGINT;
  }
  void anEndedCheckLeavesNothing() {
    QFETCH(int, signal);
    QTemporaryDir dir;
    const QString note = dir.filePath(QStringLiteral("note")), file = dir.filePath(QStringLiteral("mine.md"));
    write(file,
          QStringLiteral(
              "---\nid: mine\ntitle: T\n---\n## One\n```python run\nimport os\n"
              "with open(\"%1.new\", \"w\") as file:\n    file.write(f\"{os.getpid()} {os.getcwd()}\")\n"
              "os.rename(\"%1.new\", \"%1\")\nwhile True: pass\n```\n")
              .arg(note)
              .toUtf8());
    QProcess check;
    check.start(program(), {QStringLiteral("--check"), file});
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(note), kLong);
    QFile said(note);
    QVERIFY(said.open(QIODevice::ReadOnly));
    const QByteArrayList words = said.readAll().split(' ');
    const int worker = words[0].toInt();
    QVERIFY(isRunning(worker) && QFileInfo(QString::fromUtf8(words[1])).isDir());
    ::kill(pid_t(check.processId()), signal);
    QVERIFY(check.waitForFinished(kLong));
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(worker), kLong);
    if (signal == SIGKILL) return void(QDir(QString::fromUtf8(words[1])).removeRecursively());
    QCOMPARE(check.exitCode(), 128 + signal);
    QVERIFY(!QFileInfo::exists(QString::fromUtf8(words[1])));
  }

 private:
  static constexpr int kLong = 120'000;

  static void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
  }

  /// One that has ended may still wait for somebody to ask how.
  static bool isRunning(int pid) {
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    return stat.open(QIODevice::ReadOnly) && !stat.readAll().contains(") Z ");
  }

  static QString program() {
    return QFileInfo(qEnvironmentVariable("TODEVICE_WORKER")).absolutePath() + QStringLiteral("/todevice");
  }

  struct Result {
    int code;
    QString out, err;
  };
  static Result run(const QStringList& arguments, int patience = 20000) {
    QProcess process;
    process.start(program(), arguments);
    if (!process.waitForFinished(patience)) return {-1, {}, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }
};

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
