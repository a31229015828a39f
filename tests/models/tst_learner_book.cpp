// SPDX-License-Identifier: GPL-3.0-or-later
#include "learner_book.h"

#include <QFile>
#include <QJsonDocument>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using todevice::LearnerBook;
using todevice::Work;

class LearnerBookTest : public QObject {
  Q_OBJECT
 private slots:
  void keepsWhatWasReached() {
    LearnerBook book({});
    QCOMPARE(book.reached("tensor-to"), -1);
    book.reach("tensor-to", 0, 3);
    book.reach("tensor-to", 2, 3);
    book.reach("tensor-to", 1, 3);
    QCOMPARE(book.reached("tensor-to"), 2);
    QVERIFY(!book.finished("tensor-to"));
    book.tryChange("tensor-to", 2, false);
    QVERIFY(!book.finished("tensor-to"));
    book.tryChange("tensor-to", 2, true);
    QVERIFY(book.finished("tensor-to"));
  }

  void theFirstAnswerCounts() {
    LearnerBook book({});
    book.answer("a", 0, "Where?", "cuda:0", "cpu", false);
    book.answer("a", 0, "Where?", "cpu", "cpu", true);
    const QString csv = QString::fromUtf8(book.csv());
    QVERIFY(csv.contains("a,1,prediction,Where?,cuda:0,cpu,no,,"));
    QCOMPARE(csv.count("\r\n"), 2);
  }

  void countsAClass() {
    LearnerBook book({});
    book.countHands("a", 1, {12, 0, 7});
    book.countHands("a", 1, {12, 1, 7});
    const QString csv = QString::fromUtf8(book.csv());
    QVERIFY2(csv.contains("a,2,hands,,12 1 7,,,,"), qPrintable(csv));
    QVERIFY(book.json().contains("\"hands\""));
  }

  void isThereAgainAtTheNextStart() {
    QTemporaryDir dir;
    const QString path = dir.filePath("deep/learner.json");
    {
      LearnerBook book(path);
      book.reach("a", 4, 5);
      book.tryChange("a", 4, true);
      QCOMPARE(book.save(), QString());
    }
    const LearnerBook again(path);
    QCOMPARE(again.reached("a"), 4);
    QVERIFY(again.finished("a"));
    const QJsonObject all = QJsonDocument::fromJson(again.json()).object();
    QCOMPARE(all["version"].toInt(), 1);
    QCOMPARE(all["lessons"].toObject()["a"].toObject()["reached"].toInt(), 5);
  }

  void keepsWorkWithWhatWasSetAside() {
    QTemporaryDir dir;
    const QString path = dir.filePath("learner.json");
    Work work;
    work.step = 2;
    work.code[1] = {"a = 1", "a = 7  # 我的"};
    work.predicted[0] = "cuda:1";
    {
      LearnerBook book(path);
      QSignalSpy worked(&book, &LearnerBook::worked);
      book.keep("a", work);
      book.keep("a", work);
      QCOMPARE(worked.count(), 1);
      book.setAside("a", work);
      Work other = work;
      other.code[1].is = "a = 8";
      book.setAside("a", other);
      book.setAside("a", work);  // the same code is kept once
      book.keep("a", work);
      QVERIFY(!book.json().contains("a = 7"));
      QCOMPARE(book.save(), QString());
    }
    LearnerBook again(path);
    QCOMPARE(again.kept("a").step, 2);
    QCOMPARE(again.kept("a").code, work.code);
    QCOMPARE(again.kept("a").predicted, work.predicted);
    QCOMPARE(again.aside("a").size(), 2);
    QCOMPARE(again.takeAside("a", 0).code, work.code);
    QCOMPARE(again.aside("a").at(0).code.value(1).is, QString("a = 8"));
    QCOMPARE(again.kept("b").step, 0);
  }

  void twoWindowsKeepTheirOwnLessons() {
    QTemporaryDir dir;
    const QString path = dir.filePath("learner.json");
    LearnerBook one(path), two(path);
    Work work;
    work.code[0] = {"a = 1", "mine"};
    one.keep("a", work);
    QCOMPARE(one.save(), QString());
    two.reach("b", 1, 3);
    QCOMPARE(two.save(), QString());
    const LearnerBook both(path);
    QCOMPARE(both.kept("a").code, work.code);
    QCOMPARE(both.reached("b"), 1);
  }

  /// Both have the same lesson open: what one answered is not taken back by what the other types.
  void twoWindowsShareALesson() {
    QTemporaryDir dir;
    const QString path = dir.filePath("learner.json");
    LearnerBook one(path), two(path);
    one.reach("a", 3, 5);
    one.answer("a", 0, "Where?", "cuda:0", "cpu", false);
    one.tryChange("a", 4, true);
    QCOMPARE(one.save(), QString());
    Work work;
    work.code[0] = {"a = 1", "mine"};
    two.keep("a", work);
    QCOMPARE(two.save(), QString());
    QCOMPARE(LearnerBook(path).reached("a"), 3);
    two.reach("a", 1, 5);
    two.answer("a", 0, "Where?", "cpu", "cpu", true);
    two.answer("a", 1, "And now?", "cpu", "cpu", true);
    two.tryChange("a", 4, false);
    QCOMPARE(two.save(), QString());
    const LearnerBook both(path);
    QCOMPARE(both.reached("a"), 3);
    QCOMPARE(both.kept("a").code, work.code);
    const QString csv = QString::fromUtf8(both.csv());
    QVERIFY2(csv.contains("a,1,prediction,Where?,cuda:0,cpu,no,,"), qPrintable(csv));
    QVERIFY2(csv.contains("a,2,prediction,And now?,cpu,cpu,yes,,"), qPrintable(csv));
    QVERIFY2(csv.contains("a,5,change,,,,yes,1,"), qPrintable(csv));
  }

  /// One that is being written is waited for, not for long; a window that was killed holds nobody up.
  void oneWindowWritesAtATime() {
    QTemporaryDir dir;
    const QString path = dir.filePath("learner.json");
    LearnerBook book(path);
    book.reach("a", 0, 2);
    QLockFile other(path + ".lock");
    QVERIFY(other.lock());
    QVERIFY2(book.save().contains("another window"), qPrintable(book.save()));
    other.unlock();
    QCOMPARE(book.save(), QString());
    QVERIFY(!QFile::exists(path + ".lock"));
  }

  /// An author took a step away: who had come to the last one is done, and nobody is at step 9 of 8.
  void aLessonMayBecomeShorter() {
    LearnerBook book({});
    book.reach("a", 8, 9);
    book.reach("a", 7, 8);
    QCOMPARE(book.reached("a"), 7);
    book.tryChange("a", 7, true);
    QVERIFY(book.finished("a"));
  }

  void saysWhyItCannotBeKept() {
    QTemporaryDir dir;
    QFile file(dir.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(!LearnerBook(dir.filePath("file/learner.json")).save().isEmpty());
  }

  /// Who may not read it now may be able to tomorrow.
  void whatCannotBeReadStays() {
    QTemporaryDir dir;
    const QByteArray kept = "{\"version\": 1, \"lessons\": {\"a\": {\"reached\": 3, \"of\": 3}}}";
    QFile file(dir.filePath("learner.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kept);
    file.close();
    QVERIFY(file.setPermissions(QFileDevice::WriteOwner));
    if (file.open(QIODevice::ReadOnly)) QSKIP("root may read everything");
    LearnerBook book(file.fileName());
    book.reach("b", 0, 1);
    QVERIFY2(book.save().contains("cannot be read"), qPrintable(book.save()));
    QVERIFY(file.setPermissions(QFileDevice::ReadOwner));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), kept);
  }

  void aSpreadsheetReadsItAsText() {
    LearnerBook book({});
    book.answer("a", 0, "say \"x\", or", "=1+1", "-3", false);
    const QString csv = QString::fromUtf8(book.csv());
    QVERIFY(book.csv().startsWith("\xef\xbb\xbflesson,step,"));
    QVERIFY2(csv.contains("\"say \"\"x\"\", or\",'=1+1,-3,no"), qPrintable(csv));
    book.answer("a", 1, "one\rtwo", "\r=1+1", "three", false);
    QCOMPARE(book.csv().count('\r'), 3);  // as many as lines
  }

  void damagedFilesAreNoTrouble() {
    QTemporaryDir dir;
    QFile file(dir.filePath("learner.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"lessons\": [1, 2");
    file.close();
    LearnerBook book(dir.filePath("learner.json"));
    QCOMPARE(book.reached("a"), -1);
    book.reach("a", 0, 1);
    QCOMPARE(book.save(), QString());
    QFile damaged(dir.filePath("learner.json.damaged"));
    QVERIFY(damaged.open(QIODevice::ReadOnly));
    QCOMPARE(damaged.readAll(), QByteArray("{\"lessons\": [1, 2"));
    QCOMPARE(LearnerBook(file.fileName()).trouble(), QString());
  }

  /// Each damage is said, and none is written over the copy of an earlier one.
  void everyDamagedFileIsKept() {
    QTemporaryDir dir;
    const QByteArrayList found{"{\"lessons\": [1, 2", "[]", "not JSON", "{\"version\": \"x\"}"};
    const QStringList kept{"learner.json.damaged", "learner.json.damaged-2", "learner.json.damaged-3",
                           "learner.json.damaged-4"};
    for (int i = 0; i < found.size(); ++i) {
      QFile file(dir.filePath("learner.json"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(found[i]);
      file.close();
      LearnerBook book(file.fileName());
      QVERIFY2(book.trouble().contains(kept[i]), qPrintable(book.trouble()));
      book.reach("a", 0, 1);
      QCOMPARE(book.save(), QString());
      QCOMPARE(book.save(), QString());  // the new one is not damaged
    }
    for (int i = 0; i < found.size(); ++i) {
      QFile copy(dir.filePath(kept[i]));
      QVERIFY(copy.open(QIODevice::ReadOnly));
      QCOMPARE(copy.readAll(), found[i]);
    }
    QVERIFY(!QFile::exists(dir.filePath("learner.json.damaged-5")));
  }

  void aNewerProgramsFileStays() {
    QTemporaryDir dir;
    const QByteArray newer =
        "{\"version\": 2, \"learners\": {}, \"lessons\": {\"a\": {\"reached\": 3, \"of\": 3}}}";
    QFile file(dir.filePath("learner.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(newer);
    file.close();
    LearnerBook book(file.fileName());
    QCOMPARE(book.reached("a"), 2);
    book.reach("b", 0, 1);
    QVERIFY(book.save().contains("newer"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), newer);
  }
};

QTEST_GUILESS_MAIN(LearnerBookTest)
#include "tst_learner_book.moc"
