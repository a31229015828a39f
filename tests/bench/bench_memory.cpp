// SPDX-License-Identifier: GPL-3.0-or-later
// The memory dock with 5,000 tensors: how long a frame takes while it is panned, zoomed and scrolled.
#include <QApplication>
#include <QScrollBar>

#include "figure.h"
#include "panels/address_map_view.h"
#include "panels/alias_view.h"
#include "panels/names_view.h"
#include "panels/workspace.h"
#include "records.h"
#include "widgets/look.h"

using namespace todevice;
using namespace todevice::bench;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kTensors = 5000, kFrames = 300;
constexpr double kSixtieth = 1000.0 / 60;

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

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  Look::get().prepare(QStringLiteral("light"), 1.0);
  Workspace workspace;
  const auto begin = Clock::now();
  workspace.timeline()->appendAll({manyTensors(), records::line(2)});
  figure("a line that makes 5,000 tensors: all models", milliseconds_since(begin), "ms", "");
  const auto back = Clock::now();
  workspace.timeline()->setCursor(1);
  workspace.timeline()->setCursor(2);
  figure("back and next over it, 5,000 tensors alive: each", milliseconds_since(back) / 2, "ms", "");

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
