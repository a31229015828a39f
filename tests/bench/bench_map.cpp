// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU map in the window: from a click on a box until the new mapping is painted, and until the new
// worker has reported its own.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLineEdit>
#include <QPaintEvent>

#include "../ui/window_test.h"
#include "figure.h"
#include "panels/gpu_card.h"
#include "panels/gpu_links.h"
#include "panels/gpu_panel.h"

using namespace todevice;
using Clock = std::chrono::steady_clock;

namespace {

class PaintWatch : public QObject {
 public:
  using QObject::QObject;
  int paints = 0;
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++paints;
    return false;
  }
};

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  Hands hands(4);
  if (!hands.waitFor(Session::State::Idle)) return 1;
  auto* links = hands.window()->gpus()->findChild<GpuLinks*>();
  PaintWatch watch;
  links->installEventFilter(&watch);
  std::vector<double> painted, reported;
  for (int i = 0; i < 30; ++i) {
    auto* card = hands.window()->gpus()->findChildren<GpuCard*>().at(1 + i % 3);
    const int paints = watch.paints;
    const auto begin = Clock::now();
    hands.click(card->box());
    if (!QTest::qWaitFor([&] { return watch.paints > paints; }, 5000)) return 1;
    painted.push_back(bench::milliseconds_since(begin));
    const auto variable = hands.work()->gpus()->variable();
    const auto there = [&] {
      const auto& ready = hands.work()->session()->ready();
      return ready && ready->visible_devices && variable &&
             QString::fromStdString(*ready->visible_devices) == *variable &&
             hands.work()->session()->state() == Session::State::Idle;
    };
    if (!QTest::qWaitFor(there, 20000)) return 1;
    reported.push_back(bench::milliseconds_since(begin));
  }
  bench::figure("toggle to new mapping painted: median", bench::median(painted), "ms", "<= 150");
  bench::figure("the same: worst of 30", *std::max_element(painted.begin(), painted.end()), "ms", "<= 150");
  bench::figure("toggle to the new worker's own report: median", bench::median(reported), "ms", "<= 150");
  // A megabyte that is pasted by mistake, and a key after it.
  auto* field = hands.find<QLineEdit>("visibleDevices");
  QApplication::clipboard()->setText(QStringLiteral("1,").repeated(500'000));
  const auto begin = Clock::now();
  field->setFocus();
  field->selectAll();
  field->paste();
  QTest::keyClicks(field, QStringLiteral("7"));
  QApplication::processEvents();
  bench::figure("a megabyte pasted into the variable, and a key", bench::milliseconds_since(begin), "ms",
                "<= 3000");
  return 0;
}
