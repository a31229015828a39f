// SPDX-License-Identifier: Apache-2.0
// What is compiled into the window: every lesson that stands in lessons/, and the licences.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "loader/lesson.h"

using namespace todevice;

class TestResources : public QObject {
  Q_OBJECT
 private slots:
  void everyLessonFolderIsCompiledIn();
  void lessonsReadWithoutProblems_data();
  void lessonsReadWithoutProblems();
  void componentsAreComplete();
};

void TestResources::everyLessonFolderIsCompiledIn() {
  const QDir source(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/lessons");
  const QStringList folders = source.entryList({"[0-9]*"}, QDir::Dirs, QDir::Name);
  QVERIFY(!folders.isEmpty());
  QCOMPARE(QDir(":/lessons").entryList(QDir::Dirs, QDir::Name), folders);
}

void TestResources::lessonsReadWithoutProblems_data() {
  QTest::addColumn<QString>("language");
  QTest::newRow("English") << "en";
  QTest::newRow("Chinese") << "zh_CN";
}

void TestResources::lessonsReadWithoutProblems() {
  QFETCH(QString, language);
  const LessonList list = loadLessons(language);
  for (const LessonProblem& p : list.problems)
    QFAIL(qPrintable(QString("%1:%2: %3").arg(p.path).arg(p.line).arg(p.message)));
  QCOMPARE(list.lessons.size(), static_cast<std::size_t>(QDir(":/lessons").entryList(QDir::Dirs).size()));
  for (const Lesson& lesson : list.lessons) QCOMPARE(lesson.language, language);
}

void TestResources::componentsAreComplete() {
  QFile file(":/licenses/components.json");
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QJsonArray components = QJsonDocument::fromJson(file.readAll()).object()["components"].toArray();
  QVERIFY(components.size() > 10);
  for (const QJsonValue& component : components) {
    const QString name = component["name"].toString(), text = component["text"].toString();
    for (const char* field : {"name", "kind", "use", "copyright", "license"})
      QVERIFY2(!component[QLatin1String(field)].toString().isEmpty(), qPrintable(name + ": " + field));
    QVERIFY2(!text.isEmpty() || !component["url"].toString().isEmpty(), qPrintable(name));
    QVERIFY2(text.isEmpty() || QFile(":/licenses/" + text).size() > 100, qPrintable(name + ": " + text));
  }
}

QTEST_GUILESS_MAIN(TestResources)
#include "tst_resources.moc"
