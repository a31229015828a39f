// SPDX-License-Identifier: Apache-2.0
// Whatever comes down the pipe is read or refused, never worse.
#include <QTest>
#include <random>

#include "samples.h"

using namespace todevice::protocol;

namespace {

int code_of(std::string_view line) {
  const auto request = decode_request(line).request;
  const auto* const bad = std::get_if<Malformed>(&request);
  return bad ? bad->code : 0;
}

bool is_refused(std::string_view line) {
  return std::holds_alternative<Malformed>(decode_worker_line(line));
}

std::vector<std::string> good_lines() {
  return {encode_request(1, Run{"r", samples::kOddText, "f", 2, Mode::record, 3}),
          encode_request(2, Evaluate{"x"}),
          encode_request(3, Hello{}),
          encode_event(samples::record()),
          encode_event(samples::ready()),
          encode_event(Metrics{"r", {{"loss", {0, 1, 2}, {1, 2, 3}}, {"b", {3, 1}, {1, 2}}}}),
          encode_event(Output{"r", "stdout", samples::kOddText, 1}),
          encode_event(Stopped{"r", StopReason::error, 1, 2, 3, {}, {}, false}),
          encode_result(4, HelloReply{}),
          encode_error(5, kBusy, "busy")};
}

/// One small damage: a byte changed, taken out, doubled, or a piece of the line moved.
std::string damaged(std::string line, std::mt19937& random) {
  const auto at = random() % line.size();
  switch (random() % 5) {
    case 0:
      line[at] = static_cast<char>(random());
      break;
    case 1:
      line.erase(at, 1 + random() % 8);
      break;
    case 2:
      line.insert(at, line.substr(random() % line.size(), random() % 16));
      break;
    case 3:
      line.resize(at);
      break;
    default:
      line.insert(at, std::vector<std::string>{"null", "-1", "1e999", "[", "{}", "\"0x\"",
                                               "99999999999999999999", "\\ud800"}[random() % 8]);
  }
  return line;
}

}  // namespace

class TestBadLines : public QObject {
  Q_OBJECT
 private slots:
  void requests_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, QByteArray line, int code) { QTest::newRow(name) << line << code; };
    row("empty", "", kParseError);
    row("no JSON", "hello", kParseError);
    row("cut", R"({"id":1,"method":"run")", kParseError);
    row("two messages", R"({"id":1,"method":"reset"}{"id":2,"method":"reset"})", kParseError);
    row("lone surrogate", R"({"id":1,"method":"evaluate","params":{"expression":"\ud800"}})", kParseError);
    row("bad UTF-8", "{\"id\":1,\"method\":\"evaluate\",\"params\":{\"expression\":\"\xFF\"}}", kParseError);
    row("null byte", QByteArray("{\"id\":1,\"method\":\"res\0et\"}", 26), kParseError);
    row("a list", "[1,2]", kInvalidRequest);
    row("a number", "5", kInvalidRequest);
    row("no id", R"({"method":"reset"})", kInvalidRequest);
    row("id of text", R"({"id":"a","method":"reset"})", kInvalidRequest);
    row("id too large", R"({"id":18446744073709551615,"method":"reset"})", kInvalidRequest);
    row("no method", R"({"id":1})", kInvalidRequest);
    row("method of number", R"({"id":1,"method":5})", kInvalidRequest);
    row("unknown method", R"({"id":1,"method":"explode"})", kMethodNotFound);
    row("params of number", R"({"id":1,"method":"run","params":5})", kInvalidParams);
    row("run of number", R"({"id":1,"method":"run","params":{"run":5}})", kInvalidParams);
    row("unknown mode", R"({"id":1,"method":"run","params":{"mode":"backwards"}})", kInvalidParams);
    row("line too large", R"({"id":1,"method":"run","params":{"first_line":4294967296}})", kInvalidParams);
    row("line a fraction", R"({"id":1,"method":"run","params":{"first_line":1.5}})", kInvalidParams);
  }
  void requests() {
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    QCOMPARE(code_of({line.constData(), std::size_t(line.size())}), code);
  }

  void theIdIsKeptWhereThereIsOne() {
    QCOMPARE(decode_request(R"({"id":7,"method":"explode"})").id, std::int64_t(7));
    QCOMPARE(decode_request(R"({"id":7,"method":"run","params":5})").id, std::int64_t(7));
    QCOMPARE(decode_request("{").id, std::int64_t(-1));
  }

  void unknownFieldsAreIgnored() {
    const auto request =
        decode_request(R"({"id":1,"method":"step","extra":[1],"params":{"run":"r","colour":{"a":"red"}}})");
    QVERIFY(std::get<Step>(std::get<Request>(request.request)) == Step{"r", Reach::over});
    nlohmann::json json = samples::record();
    json["new"] = 5;
    json["objects"][0]["tensor"]["sparse"] = true;
    QVERIFY(json.get<Record>() == samples::record());
  }

  void unknownNotificationsAreIgnored() {
    QVERIFY(
        std::holds_alternative<std::monostate>(decode_worker_line(R"({"method":"weather","params":{}})")));
  }

  void workerLines() {
    QVERIFY(is_refused(""));
    QVERIFY(is_refused("{}"));
    QVERIFY(is_refused("[]"));
    QVERIFY(is_refused(R"({"method":5})"));
    QVERIFY(is_refused(R"({"id":1,"error":5})"));
    QVERIFY(is_refused(R"({"method":"record","params":{"dead":["12"]}})"));
    QVERIFY(is_refused(R"({"method":"record","params":{"dead":["0x12345678123456781"]}})"));
    QVERIFY(is_refused(R"({"method":"record","params":{"dead":["0xg"]}})"));
    QVERIFY(is_refused(R"({"method":"stopped","params":{"reason":"tired"}})"));
    QVERIFY(is_refused(R"({"method":"metrics","params":{"series":[{"x":[1],"y":[1,2]}]}})"));
    QVERIFY(is_refused(R"({"method":"metrics","params":{"series":[{"y":["a"]}]}})"));
  }

  void deepNestingIsHarmless() {
    const std::string deep(1'000'000, '[');
    QCOMPARE(code_of(deep), int(kParseError));
    const std::string closed = deep + std::string(deep.size(), ']');
    QCOMPARE(code_of(R"({"id":1,"method":"reset","params":{"a":)" + closed + "}}"), int(kParseError));
    QVERIFY(is_refused(R"({"method":"stopped","params":{"a":)" + closed + "}}"));
    const std::string text = R"("\\\")" + deep + '"';
    QCOMPARE(code_of(R"({"id":1,"method":"evaluate","params":{"expression":)" + text + "}}"), 0);
  }

  void damagedLines() {
    std::mt19937 random(20261201);
    const auto lines = good_lines();
    int read = 0, refused = 0;
    for (int i = 0; i < 30'000; ++i) {
      auto line = lines[random() % lines.size()];
      for (auto damages = 1 + random() % 3; damages > 0 && !line.empty(); --damages)
        line = damaged(line, random);
      const auto as_request = decode_request(line);
      const auto as_news = decode_worker_line(line);
      ++(std::holds_alternative<Malformed>(as_news) ? refused : read);
      // What was read can be written again, and then means the same.
      if (const auto* request = std::get_if<Request>(&as_request.request)) {
        const auto again = decode_request(encode_request(as_request.id, *request));
        QVERIFY(std::get<Request>(again.request) == *request);
      }
      if (const auto* event = std::get_if<Event>(&as_news)) {
        QVERIFY(std::holds_alternative<Event>(decode_worker_line(encode_event(*event))));
      }
    }
    QVERIFY(read > 100);
    QVERIFY(refused > 1000);
  }
};

QTEST_APPLESS_MAIN(TestBadLines)
#include "tst_bad_lines.moc"
