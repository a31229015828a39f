// SPDX-License-Identifier: GPL-3.0-or-later
// The memory dock with 5,000 tensors: how long a frame takes while it is panned, zoomed and scrolled.
#include <QApplication>
#include <QScrollBar>

#include "figure.h"
#include "panels/address_map_view.h"
#include "panels/alias_view.h"
#include "panels/main_window.h"
#include "panels/names_view.h"
#include "panels/workspace.h"
#include "records.h"
#include "widgets/look.h"

using namespace todevice;
using namespace todevice::bench;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kTensors = 5000, kFrames = 300, kTurns = 60;

/// One line that makes them all; each second one has an alias, so that there is something shared to draw.
protocol::Record manyTensors() {
  auto record = records::line(1);
  for (int i = 0; i < kTensors; ++i) {
    const std::string device = i % 2 ? "cuda:0" : "cpu";
    const auto address = (i % 2 ? 0x7f1800000000ULL : 0x550000000000ULL) + 1024ULL * unsigned(i);
    const auto object =
        records::tensor(0x1000 + 64ULL * unsigned(i), device, address, 1 + unsigned(i), 36 + i);
    const std::string name = "tensor_" + std::to_string(i);
    record.bound.push_back({name, object.id, ""});
    if (i % 4 == 0) record.bound.push_back({"alias_" + std::to_string(i), object.id, ""});
    record.allocations.push_back({false, device, address, 36 + i, 1 + unsigned(i)});
    record.objects.push_back(object);
  }
  return record;
}

/// A line that binds one of the names to a new tensor.
protocol::Record oneMore(int line) {
  const auto serial = unsigned(kTensors + line);
  return records::bind(
      line, "tensor_7",
      records::tensor(0x9000000 + 64ULL * serial, "cpu", 0x560000000000ULL + 64ULL * serial, serial));
}

/// Of a frame: the change, and the painting of all that is visible.
template <typename Change>
std::vector<double> frames(QWidget& widget, QWidget& painted, Change change) {
  std::vector<double> times;
  widget.resize(900, 500);
  widget.show();
  QApplication::processEvents();
  for (int i = 0; i < kFrames; ++i) {
    const auto begin = Clock::now();
    change(i);
    painted.grab();
    times.push_back(milliseconds_since(begin));
  }
  return times;
}

void tell(const char* what, const std::vector<double>& times) {
  figure((std::string("5,000 tensors, ") + what + ": frame, median").c_str(), median(times), "ms", "<= 16.6");
  figure("the same: worst of 300", *std::max_element(times.begin(), times.end()), "ms", "");
}

/// What is waited for after the cursor has moved.
enum class Until {
  Told,        ///< all that follows it knows
  Painted,     ///< what has changed is painted, as it is for who presses the button
  AllPainted,  ///< every dot of the window is, changed or not
};

/// Back and next by turns between `from` and the record after it.
void backAndNext(Timeline& timeline, int from, QWidget* window, Until until, const char* what) {
  std::vector<double> times;
  timeline.setCursor(from);
  QApplication::processEvents();
  for (int i = 0; i < kTurns; ++i) {
    const auto begin = Clock::now();
    timeline.setCursor(i % 2 == 0 ? from + 1 : from);
    if (until == Until::Painted) QApplication::processEvents();
    if (until == Until::AllPainted) window->grab();
    times.push_back(milliseconds_since(begin));
    QApplication::processEvents();
  }
  figure((std::string("back or next, 5,000 tensors alive, ") + what).c_str(), median(times), "ms", "<= 16");
  figure("the same: worst of 60", *std::max_element(times.begin(), times.end()), "ms", "<= 16");
}

/// All that follows the cursor in the window: its panels with what they show, and their painting.
void inTheWindow() {
  WindowOptions options;
  options.remember = false;
  MainWindow window(options);
  window.resize(1280, 800);
  window.show();
  auto& timeline = *window.workspace()->timeline();
  timeline.appendAll({manyTensors(), records::line(2), oneMore(3), oneMore(4)});
  QApplication::processEvents();
  const auto turns = [&](int from, Until until, const char* what) {
    backAndNext(timeline, from, &window, until, what);
  };
  turns(1, Until::Told, "the window: median");
  turns(1, Until::Painted, "the window, until painted: median");
  turns(1, Until::AllPainted, "the window, and painting all of it: median");
  turns(0, Until::Told, "the window, over the line that makes them: median");
  turns(0, Until::Painted, "the window, over the line that makes them, until painted: median");
  turns(3, Until::Told, "the window, a line that binds one: median");
  turns(3, Until::Painted, "the window, a line that binds one, until painted: median");
}

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  Look::get().prepare(QStringLiteral("light"), 1.0);
  Workspace workspace;
  const auto begin = Clock::now();
  workspace.timeline()->appendAll({manyTensors(), records::line(2), oneMore(3)});
  figure("a line that makes 5,000 tensors: all models", milliseconds_since(begin), "ms", "");
  backAndNext(*workspace.timeline(), 1, nullptr, Until::Told, "models: median");
  backAndNext(*workspace.timeline(), 2, nullptr, Until::Told, "models, a line that binds one: median");
  inTheWindow();
  if (argc > 1) return 0;

  AddressMapView map(&workspace);
  tell("address map, all shown", frames(map, map, [&](int) { map.pan(0); }));
  map.zoom(40, 0.5);
  tell("address map, panned", frames(map, map, [&](int i) { map.pan(i % 100 < 50 ? 0.07 : -0.07); }));
  tell("address map, zoomed", frames(map, map, [&](int i) { map.zoom(i % 40 < 20 ? 1.2 : 1 / 1.2, 0.3); }));
  NamesView names(&workspace);
  tell("names, scrolled",
       frames(names, *names.viewport(), [&](int i) { names.verticalScrollBar()->setValue(i * 15); }));
  AliasView aliases(&workspace);
  tell("what is shared, scrolled",
       frames(aliases, *aliases.viewport(), [&](int i) { aliases.verticalScrollBar()->setValue(i * 200); }));
  return 0;
}
