// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson_player.h"

#include <QTest>

#include "session_test.h"

using namespace todevice;
using namespace todevice::session_test;
using Phase = Session::State;

namespace {

Prediction asked(const QString& question, const QStringList& choices, const QString& answer) {
  Prediction prediction;
  prediction.question = question;
  prediction.choices = choices;
  prediction.answer = answer;
  return prediction;
}

Lesson lesson() {
  Lesson lesson;
  lesson.id = "test";
  LessonStep first, talk, second, third;
  first.code = "a = 1\nb = 2";
  second.code = "c = 3\nd = 4";
  second.prediction = asked("What is d?", {"3", "4"}, "d");
  third.code = "train 10\ne = 5";
  lesson.steps = {first, talk, second, third};
  return lesson;
}

struct Fixture {
  Fixture() : player(&session) {
    session.start(fake());
    player.open(lesson());
  }
  bool idleAfter(int records) {
    return QTest::qWaitFor(
        [&] { return session.timeline()->count() == records && session.state() == Phase::Idle; }, 20000);
  }
  bool stoppedAfter(int records) {
    return QTest::qWaitFor(
        [&] { return session.timeline()->count() == records && session.state() == Phase::Stopped; }, 20000);
  }
  bool at(int step) {
    return QTest::qWaitFor([&] { return player.stepIndex() == step; }, 20000);
  }
  Session session;
  LessonPlayer player;
};

}  // namespace

class LessonPlayerTest : public QObject {
  Q_OBJECT
 private slots:
  void opensAtTheFirstStep() {
    Fixture f;
    QCOMPARE(f.player.document(), QString("a = 1\nb = 2"));
    QCOMPARE(f.player.stepCount(), 4);
    QCOMPARE(f.player.blockFirstLine(), 1);
    QCOMPARE(f.player.blockLineCount(), 2);
    QVERIFY(!f.player.blockHasRun());
  }

  void aStepIsALine() {
    Fixture f;
    f.player.step();
    QVERIFY(f.stoppedAfter(1));
    QCOMPARE(f.session.lineAtCursor(), 2);
    f.player.step();
    QVERIFY(f.idleAfter(2));
    QVERIFY(f.player.blockHasRun());
    f.player.step();
    QCOMPARE(f.session.state(), Phase::Idle);
    f.player.stepBack();
    f.player.stepBack();
    QCOMPARE(f.session.timeline()->cursor(), 0);
    f.player.step();
    QCOMPARE(f.session.timeline()->cursor(), 1);
  }

  void nextRunsWhatWasNotRun() {
    Fixture f;
    QSignalSpy documents(&f.player, &LessonPlayer::documentChanged);
    f.player.next();
    QVERIFY(f.at(1));
    QCOMPARE(f.session.timeline()->count(), 2);
    QVERIFY(f.player.blockHasRun());
    f.player.next();
    QVERIFY(f.at(2));
    QCOMPARE(f.player.document(), QString("a = 1\nb = 2\n\nc = 3\nd = 4"));
    QCOMPARE(f.player.blockFirstLine(), 4);
    QCOMPARE(documents.count(), 2);
    f.player.step();
    QVERIFY(f.stoppedAfter(3));
    f.player.next();
    QVERIFY(f.at(3));
    QCOMPARE(lines(f.session), QList<int>({1, 2, 4, 5}));
    f.player.previous();
    QCOMPARE(f.player.stepIndex(), 2);
    QCOMPARE(f.session.timeline()->cursor(), 4);
    f.player.goTo(0);
    QCOMPARE(f.session.timeline()->cursor(), 2);
    QCOMPARE(f.player.document(), QString("a = 1\nb = 2\n"));
  }

  void aJumpAheadRunsAllBetween() {
    Fixture f;
    f.player.goTo(3);
    QVERIFY(f.at(3));
    QCOMPARE(lines(f.session), QList<int>({1, 2, 4, 5}));
  }

  void predictionsAreAnsweredByTheRun() {
    Fixture f;
    QSignalSpy outcome(&f.player, &LessonPlayer::outcomeReady);
    f.player.goTo(2);
    QVERIFY(f.at(2));
    f.player.predict("3");
    QCOMPARE(outcome.count(), 0);
    f.player.run();
    QTRY_COMPARE(outcome.count(), 1);
    QCOMPARE(outcome[0], QVariantList({2, "4", true, false}));
    QCOMPARE(f.player.outcome(), QString("4"));
    f.player.predict("4");
    QCOMPARE(outcome[1], QVariantList({2, "4", true, true}));
  }

  /// Kept in one language and opened in another it is the same choice; of another question it is none.
  void aKeptChoiceIsTheSameInEachLanguage() {
    Fixture f;
    f.player.goTo(2);
    QVERIFY(f.at(2));
    f.player.predict("4");
    const Work kept = Work::fromJson(f.player.work().toJson());
    Lesson other = lesson();
    other.steps[2].prediction->choices = {"drei", "4 (vier)"};
    f.player.open(other, kept);
    QCOMPARE(f.player.predicted(2), QString("4 (vier)"));
    Work old = kept;  // of a program that kept texts alone
    old.choices.clear();
    f.player.open(lesson(), old);
    QCOMPARE(f.player.predicted(2), QString("4"));
    f.player.open(other, old);
    QCOMPARE(f.player.predicted(2), QString());
  }

  void anAnswerThatCannotBeComputedIsTold() {
    Session session;
    LessonPlayer player(&session);
    auto broken = lesson();
    broken.steps[0].prediction = asked("?", {}, "nothing");
    session.start(fake());
    player.open(broken);
    QSignalSpy failed(&player, &LessonPlayer::outcomeFailed);
    player.run();
    QVERIFY(failed.wait());
    QVERIFY(failed[0][1].toString().contains("NameError"));
  }

  void aChangeIsCheckedOnceItIsMade() {
    auto changing = lesson();
    Exercise change;
    change.check = "e";
    change.solution = "a = 1\nbool(e) = True\n";
    changing.steps[0].change = change;
    Session session;
    LessonPlayer player(&session);
    session.start(fake());
    player.open(changing);
    QSignalSpy checked(&player, &LessonPlayer::changeChecked),
        finished(&player, &LessonPlayer::blockFinished);
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20000);
    player.setDocument("a = 1\nb = 3");
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(checked.count(), 1, 20000);
    QCOMPARE(checked[0][1].toBool(), false);
    QVERIFY(checked[0][2].toString().contains("NameError"));
    player.setDocument("a = 1\nerror");  // a change may fail: that is no answer, but a try
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(checked.count(), 2, 20000);
    player.solve();
    QCOMPARE(player.document().trimmed(), QString("a = 1\nbool(e) = True"));
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(checked.count(), 3, 20000);
    QCOMPARE(checked[2], QVariantList({0, true, QString()}));
  }

  void anErrorOnPurposeIsAnAnswerToo() {
    auto failing = lesson();
    failing.steps[0].code = "d = 4\nerror";
    failing.steps[0].raises = "RuntimeError";
    failing.steps[0].prediction = asked("What is d?", {"3", "4"}, "d");
    Session session;
    LessonPlayer player(&session);
    session.start(fake());
    player.open(failing);
    QSignalSpy outcome(&player, &LessonPlayer::outcomeReady);
    player.predict("3");
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(outcome.count(), 1, 20000);
    QCOMPARE(outcome[0], QVariantList({0, "4", true, false}));
    QCOMPARE(player.predicted(0), QString("3"));
  }

  void anotherErrorThanTheExpectedOneAnswersNothing() {
    auto failing = lesson();
    failing.steps[0].code = "d = 4\nerror";
    failing.steps[0].raises = "AttributeError";  // this worker's is a RuntimeError
    failing.steps[0].prediction = asked("What is d?", {"3", "4"}, "d");
    Session session;
    LessonPlayer player(&session);
    session.start(fake());
    player.open(failing);
    QSignalSpy outcome(&player, &LessonPlayer::outcomeReady), missed(&player, &LessonPlayer::outcomeMissed);
    player.predict("3");
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(missed.count(), 1, 20000);
    QCOMPARE(missed[0], QVariantList({0, "RuntimeError"}));
    player.predict("4");  // nor when it is said afterwards
    QCOMPARE(missed.count(), 2);
    QVERIFY(player.outcome().isEmpty());
    // Once it runs to its end there is an answer.
    player.setDocument("d = 4");
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(outcome.count(), 1, 20000);
    QCOMPARE(outcome[0], QVariantList({0, "4", true, true}));
    QCOMPARE(missed.count(), 2);
  }

  void codeThatFailsIsNoChangeDone() {
    auto changing = lesson();
    Exercise change;
    change.check = "e";
    changing.steps[0].change = change;
    Session session;
    LessonPlayer player(&session);
    session.start(fake());
    player.open(changing);
    QSignalSpy checked(&player, &LessonPlayer::changeChecked);
    player.setDocument("bool(e) = True\nerror");
    player.run();
    QTRY_COMPARE_WITH_TIMEOUT(checked.count(), 1, 20000);
    QCOMPARE(checked[0], QVariantList({0, false, QString()}));
  }

  void newWordsLeaveTheRunAlone() {
    Fixture f;
    f.player.goTo(2);
    QVERIFY(f.at(2));
    auto revised = lesson();
    revised.steps[2].title = "new";
    f.player.revise(revised);
    QCOMPARE(f.player.lesson()->steps[2].title, QString("new"));
    QCOMPARE(f.session.timeline()->count(), 2);
    revised.steps[0].code = "a = 5\nb = 2";
    f.player.revise(revised);
    QVERIFY(f.at(0) || f.at(2));
    QVERIFY(f.at(2));
    QVERIFY(f.idleAfter(2));
    QCOMPARE(f.session.timeline()->record(0).source, std::string("a = 5"));
  }

  void editedCodeRunsAsItStands() {
    Fixture f;
    f.player.setDocument("a = 10\nb = 20\nb2 = 21");
    f.player.run();
    QVERIFY(f.idleAfter(3));
    QCOMPARE(f.session.timeline()->record(0).source, std::string("a = 10"));
    f.player.next();
    QVERIFY(f.at(1));
    QVERIFY(f.idleAfter(3));
  }

  void aChangeAboveWhatRanStartsAnew() {
    Fixture f;
    f.player.goTo(2);
    QVERIFY(f.at(2));
    f.player.run();
    QVERIFY(f.idleAfter(4));
    const qint64 pid = f.session.workerPid();
    f.player.setDocument("a = 7\nb = 2\n\nc = 3\nd = 4");
    f.player.run();
    QVERIFY(QTest::qWaitFor([&] {
      return f.session.workerPid() != pid && f.session.timeline()->count() == 4 &&
             f.session.state() == Phase::Idle;
    }));
    QCOMPARE(f.session.timeline()->record(0).source, std::string("a = 7"));
    QCOMPARE(f.session.blocks().size(), std::size_t(2));
  }

  void aChangeBelowTheLineKeepsTheLine() {
    Fixture f;
    f.player.step();
    QVERIFY(f.stoppedAfter(1));
    f.player.setDocument("a = 1\nb = 22\nc = 33");
    f.player.step();
    QVERIFY(f.stoppedAfter(2));
    QCOMPARE(f.session.timeline()->record(1).source, std::string("b = 22"));
    QCOMPARE(f.session.stoppedLine(), 3);
  }

  void aBlockCanBeRunAgain() {
    Fixture f;
    f.player.goTo(3);
    QVERIFY(f.at(3));
    QSignalSpy metrics(&f.session, &Session::metrics), started(&f.session, &Session::runStarted);
    f.player.runWhole();
    QVERIFY(f.idleAfter(5));
    f.player.runWhole();
    QTRY_COMPARE(metrics.count(), 2);
    QVERIFY(f.idleAfter(5));
    QCOMPARE(f.session.blocks().size(), std::size_t(3));
    QVERIFY(f.session.blocks()[2].ok);
  }

  void aToggleKeepsTheStep() {
    Fixture f;
    f.player.goTo(2);
    QVERIFY(f.at(2));
    f.player.step();
    QVERIFY(f.stoppedAfter(3));
    auto settings = f.session.settings();
    settings.visibleDevices = "1";
    f.session.restart(settings);
    QVERIFY(waitFor(f.session, Phase::Stopped));
    QCOMPARE(f.session.stoppedLine(), 5);
    f.player.step();
    QVERIFY(f.idleAfter(4));
    QVERIFY(f.player.blockHasRun());
  }

  void stopEndsARunAndItsPlans() {
    Fixture f;
    f.player.setDocument("a = 1\nspin");
    f.player.next();
    QVERIFY(QTest::qWaitFor([&] { return f.session.timeline()->count() == 1; }));
    f.player.stop();
    QVERIFY(f.idleAfter(2));
    QCOMPARE(f.player.stepIndex(), 0);
  }

  void goesOnWhereWorkLeftOff() {
    Work kept;
    {
      Fixture f;
      f.player.setDocument("a = 10\nb = 20\n");
      f.player.goTo(2);
      QVERIFY(f.at(2));
      f.player.predict("3");
      f.player.setDocument("a = 10\nb = 20\n\nc = 3\nd = 4\nd2 = 5");
      kept = f.player.work();
      QCOMPARE(kept.step, 2);
      QCOMPARE(kept.code.keys(), QList<int>({0, 2}));
    }
    Session session;
    LessonPlayer player(&session);
    session.start(fake());
    player.open(lesson(), kept);
    QCOMPARE(player.stepIndex(), 2);  // at once
    QCOMPARE(player.document(), QString("a = 10\nb = 20\n\nc = 3\nd = 4\nd2 = 5"));
    QCOMPARE(player.predicted(2), QString("3"));
    QTRY_COMPARE_WITH_TIMEOUT(session.timeline()->count(), 2, 20000);
    QVERIFY(waitFor(session, Phase::Idle));
    QCOMPARE(session.timeline()->record(0).source, std::string("a = 10"));
    QVERIFY(!player.blockHasRun());
  }

  void workOnOtherCodeIsSetAside() {
    Work kept;
    kept.step = 9;
    kept.code[0] = {"a = 1\nb = 2", "a = 7"};
    kept.code[2] = {"older", "mine"};
    Session session;
    LessonPlayer player(&session);
    QSignalSpy aside(&player, &LessonPlayer::workSetAside);
    session.start(fake());
    player.open(lesson(), kept);
    QCOMPARE(player.stepIndex(), 3);
    QCOMPARE(player.document(), QString("a = 7\n\nc = 3\nd = 4\n\ntrain 10\ne = 5"));
    QCOMPARE(aside.count(), 1);
    QCOMPARE(aside[0][0].value<Work>().code, kept.code);
    QCOMPARE(aside[0][1].value<LessonPlayer::Reason>(), LessonPlayer::Reason::LessonChanged);
  }

  void whatResetSetAsideComesBack() {
    Fixture f;
    f.player.goTo(2);
    QVERIFY(f.at(2));
    f.player.setDocument("a = 1\nb = 2\n\nc = 30");
    QSignalSpy aside(&f.player, &LessonPlayer::workSetAside);
    f.player.reset();
    QCOMPARE(aside.count(), 1);
    QCOMPARE(f.player.stepIndex(), 0);
    QVERIFY(f.player.work().code.isEmpty());
    f.player.setDocument("a = 5\nb = 2");
    f.player.bringBack(aside[0][0].value<Work>());
    QCOMPARE(f.player.stepIndex(), 2);
    QCOMPARE(f.player.document(), QString("a = 1\nb = 2\n\nc = 30"));
    QVERIFY(f.idleAfter(2));
    QCOMPARE(aside.count(), 2);  // what was typed since
    QCOMPARE(aside[1][0].value<Work>().code[0].is, QString("a = 5\nb = 2"));
  }

  void resetBringsTheLessonsOwnCodeBack() {
    Fixture f;
    f.player.setDocument("x = 1");
    f.player.run();
    QVERIFY(f.idleAfter(1));
    f.player.reset();
    QCOMPARE(f.player.document(), QString("a = 1\nb = 2"));
    QCOMPARE(f.session.timeline()->count(), 0);
    QVERIFY(waitFor(f.session, Phase::Idle));
  }
};

QTEST_GUILESS_MAIN(LessonPlayerTest)
#include "tst_lesson_player.moc"
