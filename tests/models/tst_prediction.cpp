// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "prediction.h"

using namespace todevice;

namespace {

Prediction question(const QStringList& choices) {
  Prediction prediction;
  prediction.choices = choices;
  return prediction;
}

protocol::EvaluateReply answer(const nlohmann::json& value, const std::string& text) {
  return {true, text, value};
}

}  // namespace

class PredictionTest : public QObject {
  Q_OBJECT
 private slots:
  void theAnswerNamesAChoice() {
    const auto where = question({"`cpu`", "`cuda:0`"});
    QCOMPARE(rightAnswer(where, answer("cuda:0", "'cuda:0'")), QString("`cuda:0`"));
    QCOMPARE(rightAnswer(where, answer(0, "0")), QString("`cpu`"));
    QCOMPARE(rightAnswer(question({"yes", "no"}), answer(1, "1")), QString("no"));
    QCOMPARE(rightAnswer(question({"True", "False"}), answer(true, "True")), QString("True"));
  }

  void aNumberAmongNumbersIsItself() {
    QCOMPARE(rightAnswer(question({"0", "1", "2", "4"}), answer(2, "2")), QString("2"));
  }

  void freeAnswersAreComparedByValue() {
    QCOMPARE(rightAnswer(question({}), answer(0.5, "0.5")), QString("0.5"));
    QVERIFY(isRight(" .5 ", "0.5"));
    QVERIFY(isRight("CPU", "cpu"));
    QVERIFY(!isRight("1", "2"));
    QVERIFY(!isRight("", "0"));
  }
};

QTEST_GUILESS_MAIN(PredictionTest)
#include "tst_prediction.moc"
