// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/panel_picture.h"

#include <QAbstractScrollArea>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <vector>

#include "panels/main_window.h"
#include "panels/workspace.h"
#include "widgets/dock.h"

namespace todevice {

namespace {

constexpr QSize kSize(900, 560);  ///< of the panel, in the window's pixels
constexpr qreal kSharpness = 2;
constexpr int kMargin = 8;

bool holdsTensor(const State& state) {
  for (const auto& address : state.names) {
    const auto object = state.objects.constFind(address);
    if (object != state.objects.constEnd() && (object->tensor || !object->parts.empty())) return true;
  }
  return false;
}

/// What makes a map another one: the worker's cards, what the code did to its variables, the current device.
QString mapping(Workspace* work) {
  const State& state = work->timeline()->state();
  QStringList parts{QString::number(std::max(0, state.currentDevice)),
                    QString::number(state.variables.size())};
  if (const auto& ready = work->session()->ready())
    for (const std::string& uuid : ready->predicted_uuids) parts << QString::fromStdString(uuid);
  return parts.join(QLatin1Char(' '));
}

bool isPlain(const QImage& image, int row) {
  const int inset = image.width() / 50;  // frames stand at the edges
  const QRgb first = image.pixel(inset, row);
  for (int x = inset; x < image.width() - inset; x += 2)
    if (image.pixel(x, row) != first) return false;
  return true;
}

/// As high as what it shows, with a little room below and at the right, where the window's frame was.
QImage trimmed(const QImage& image) {
  const int margin = int(kMargin * kSharpness);
  int end = image.height() - int(kSharpness * 4);  // the frame
  while (end > image.height() / 5 && isPlain(image, end - 1)) --end;
  QImage out(image.width() + margin, std::min(image.height(), end + margin), QImage::Format_RGB32);
  out.fill(image.pixel(image.width() / 2, int(12 * kSharpness)));  // of the title
  QPainter(&out).drawImage(0, 0, image);
  return out;
}

/// Takes away what does nothing on paper, as long as it lives: buttons of the title, choices of a page,
/// scroll bars.
class PaperDress {
 public:
  explicit PaperDress(Dock* dock) {
    for (auto* button : dock->findChildren<QToolButton*>())
      if (!button->menu()) hide(button);  // one with a menu shows what was chosen
    for (auto* button : dock->findChildren<QPushButton*>())
      if (!button->menu()) hide(button);
    for (auto* area : dock->widget()->findChildren<QAbstractScrollArea*>()) {
      m_areas.push_back({area, area->horizontalScrollBarPolicy(), area->verticalScrollBarPolicy()});
      area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
      area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
  }
  ~PaperDress() {
    for (QWidget* widget : m_hidden) widget->show();
    for (const Area& one : m_areas) {
      one.area->setHorizontalScrollBarPolicy(one.horizontal);
      one.area->setVerticalScrollBarPolicy(one.vertical);
    }
  }
  PaperDress(const PaperDress&) = delete;
  PaperDress& operator=(const PaperDress&) = delete;

  void hide(QWidget* widget) {
    if (widget->isHidden()) return;
    widget->hide();
    m_hidden << widget;
  }

 private:
  struct Area {
    QAbstractScrollArea* area;
    Qt::ScrollBarPolicy horizontal, vertical;
  };
  QList<QWidget*> m_hidden;
  std::vector<Area> m_areas;
};

}  // namespace

PanelPicture panelPicture(MainWindow* window, bool trains) {
  const bool tensors = holdsTensor(window->workspace()->timeline()->state());
  const QString name = QLatin1String(trains ? "training" : tensors ? "memory" : "gpus");
  Dock* dock = window->dock(name);
  PaperDress dress(dock);
  if (name == QLatin1String("memory"))  // where one looks for a name; the map's line is the variable
    for (auto* line : dock->findChildren<QLineEdit*>()) dress.hide(line);
  const QRect before = dock->geometry();
  dock->resize(kSize);
  QImage image(kSize * kSharpness, QImage::Format_RGB32);
  image.setDevicePixelRatio(kSharpness);
  image.fill(Qt::white);
  dock->grab();  // lays it out
  dock->render(&image);
  dock->setGeometry(before);
  image.setDevicePixelRatio(1);
  const bool map = name == QLatin1String("gpus");
  return {trimmed(image), map ? mapping(window->workspace()) : QString()};
}

}  // namespace todevice
