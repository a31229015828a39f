// SPDX-License-Identifier: Apache-2.0
// Every message of the protocol, with every field set, comes back as it went.
#include <QTest>
#include <cmath>
#include <limits>

#include "samples.h"

using namespace todevice::protocol;

namespace {

template <class T>
bool request_returns(const T& request) {
  const auto line = encode_request(17, request);
  if (line.find('\n') != std::string::npos) return false;
  const auto back = decode_request(line);
  const auto* const got = std::get_if<Request>(&back.request);
  return back.id == 17 && got && std::get<T>(*got) == request;
}

template <class T>
T event_returned(const T& event) {
  const auto line = encode_event(event);
  if (line.find('\n') != std::string::npos) throw std::runtime_error("two lines");
  return std::get<T>(std::get<Event>(decode_worker_line(line)));
}

}  // namespace

class TestRoundTrips : public QObject {
  Q_OBJECT
 private slots:
  void requests() {
    QVERIFY(request_returns(Hello{3, "todevice 9"}));
    QVERIFY(request_returns(Run{"r", samples::kOddText, "other", 5, Mode::record, 9, 7, {{3, 1}, {4, 2}}}));
    QVERIFY(request_returns(Run{"r", "", "f", 1, Mode::whole, 0, 0, {}}));
    QVERIFY(request_returns(Run{"r", "", "f", 1, Mode::step, 0, 0, {}}));
    QVERIFY(request_returns(Step{"r", Reach::out}));
    QVERIFY(request_returns(Continue{"r", 12}));
    QVERIFY(request_returns(Interrupt{"r"}));
    QVERIFY(request_returns(Evaluate{samples::kOddText}));
    QVERIFY(request_returns(Reset{}));
    QVERIFY(request_returns(Shutdown{}));
    QVERIFY(request_returns(Monitor{250}));
    QVERIFY(request_returns(Breakpoints{{3, 17}}));
  }

  void everyRequestHasAMethod() {
    QCOMPARE(request_methods().size(), std::variant_size_v<Request>);
    for (const auto& method : request_methods()) {
      const nlohmann::json message{{"id", 1}, {"method", method}};
      const auto line = decode_request(message.dump());
      QVERIFY2(std::holds_alternative<Request>(line.request), method.c_str());
    }
  }

  void missingFieldsKeepTheirValues() {
    const auto line = decode_request(R"({"id":1,"method":"run","params":{"run":"a"}})");
    Run expected;
    expected.run = "a";
    QVERIFY(std::get<Run>(std::get<Request>(line.request)) == expected);
  }

  void notifications() {
    QVERIFY(event_returned(samples::ready()) == samples::ready());
    QVERIFY(event_returned(Ready{}) == Ready{});
    const Stopped stopped{"r", StopReason::interrupted, 3, 1, 2.5, "The GPU stopped.", "forward", true};
    QVERIFY(event_returned(stopped) == stopped);
    const Output output{"r", "stderr", samples::kOddText, 77};
    QVERIFY(event_returned(output) == output);
    const DeviceStats stats{{samples::device(), samples::device()}};
    QVERIFY(event_returned(stats) == stats);
  }

  void record() {
    QVERIFY(event_returned(samples::record()) == samples::record());
    QVERIFY(event_returned(Record{}) == Record{});
    const nlohmann::json json = samples::record();
    QVERIFY(json.get<Record>() == samples::record());
  }

  void emptyMappingDiffersFromNone() {
    Record none;
    none.cuda_uuids = std::vector<std::string>();
    QVERIFY(event_returned(none).cuda_uuids.has_value());
    Ready empty;
    empty.visible_devices = "";
    QVERIFY(event_returned(empty).visible_devices == std::optional<std::string>(""));
  }

  void addressesAreHexStrings() {
    const nlohmann::json json = samples::record();
    QCOMPARE(json["dead"][1].get<std::string>(), std::string("0xffffffffffffffff"));
    QCOMPARE(json["bound"][0]["id"].get<std::string>(), std::string("0x11"));
    QCOMPARE(json["objects"][0]["tensor"]["address"].get<std::string>(), std::string("0x7f00deadbeef0000"));
  }

  void metrics() {
    const Metrics metrics{
        "r",
        {{"loss", {0, 1, 2}, {0.5, 0.25, -1e300}}, {"a b\"", {0.5, 7, 7}, {1, 2, 3}}, {"late", {1000}, {3}}}};
    QVERIFY(event_returned(metrics) == metrics);
    QVERIFY(event_returned(Metrics{"r", {}}) == (Metrics{"r", {}}));
  }

  void doublesKeepEveryBit() {
    const std::vector<double> y{0.1,
                                1.0 / 3.0,
                                std::numeric_limits<double>::denorm_min(),
                                std::numeric_limits<double>::max(),
                                -0.0,
                                1e-17,
                                123456789.123456789};
    const auto back = event_returned(Metrics{"r", {{"y", std::vector<double>(y.size(), 2.5), y}}});
    QVERIFY(back.series[0].y == y);
  }

  void notANumberTravelsAsNull() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const Metrics sent{"r", {{"y", {0, 1, 2, 3}, {nan, infinity, -infinity, 1}}}};
    QVERIFY(encode_event(sent).find("[null,null,null,1]") != std::string::npos);
    const auto back = event_returned(sent).series[0].y;
    QVERIFY(std::isnan(back[0]) && std::isnan(back[1]) && std::isnan(back[2]) && back[3] == 1);

    Record record;
    record.microseconds = infinity;
    QVERIFY(std::isnan(event_returned(record).microseconds));
  }

  void replies() {
    const HelloReply hello{1, "p", "0.1.0", "3.11.2", {"run", "step"}};
    const auto line = decode_worker_line(encode_result(5, hello));
    QCOMPARE(std::get<Reply>(line).id, std::int64_t(5));
    QVERIFY(std::get<Reply>(line).result.get<HelloReply>() == hello);

    const EvaluateReply answer{true, samples::kOddText, {1, "two", nullptr, {true, 2.5}}};
    const auto other = decode_worker_line(encode_result(6, answer));
    QVERIFY(std::get<Reply>(other).result.get<EvaluateReply>() == answer);
  }

  void errors() {
    const auto line = decode_worker_line(encode_error(5, kBusy, samples::kOddText));
    const auto& error = std::get<ErrorReply>(line);
    QCOMPARE(error.id, std::int64_t(5));
    QCOMPARE(error.code, int(kBusy));
    QCOMPARE(error.message, samples::kOddText);
    const auto nameless = decode_worker_line(encode_error(-1, kParseError, "what?"));
    QCOMPARE(std::get<ErrorReply>(nameless).id, std::int64_t(-1));
  }

  void unreadableTextIsReplaced() {
    // Half a character, a lone surrogate in UTF-8, a byte that never occurs.
    for (const std::string bad : {"\xE4\xB8", "\xED\xA0\x80", "\xFF"}) {
      const auto back = event_returned(Output{"r", "stdout", "a" + bad + "b", 0});
      QVERIFY(back.text.starts_with("a"));
      QVERIFY(back.text.ends_with("b"));
      QVERIFY(back.text.find("\xEF\xBF\xBD") != std::string::npos);
    }
  }
};

QTEST_APPLESS_MAIN(TestRoundTrips)
#include "tst_round_trips.moc"
