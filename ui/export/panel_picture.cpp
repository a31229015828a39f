// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/panel_picture.h"

#include <QAbstractScrollArea>
#include <QHeaderView>
#include <QLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <vector>

#include "panels/main_window.h"
#include "panels/move_view.h"
#include "panels/names_view.h"
#include "panels/workspace.h"
#include "widgets/dock.h"

namespace todevice {

namespace {

constexpr int kWidth = 900;                       ///< of the panel, in the window's pixels
constexpr int kHeight = 1500, kPlotHeight = 420;  ///< room for all that it has
constexpr int kSharpness = 2, kFrame = 3, kGap = 20, kMargin = 8;
constexpr int kTitleRoom = 14;  ///< at its right end, where the buttons draw what stands before them nearer

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

/// Takes away what does nothing on paper, as long as it lives: buttons of the title, choices of a page,
/// scroll bars. Gives room to what would be scrolled or cut.
class PaperDress {
 public:
  explicit PaperDress(Dock* dock)
      : m_title(dock->titleBarWidget()->layout()), m_margins(m_title->contentsMargins()) {
    m_title->setContentsMargins(m_margins + QMargins(0, 0, kTitleRoom, 0));
    for (auto* button : dock->findChildren<QToolButton*>())  // one with a menu shows what was chosen
      if (!button->menu() || button->objectName() == QLatin1String("pace")) hide(button);
    for (auto* button : dock->findChildren<QPushButton*>())
      if (!button->menu()) hide(button);
    for (auto* area : dock->widget()->findChildren<QAbstractScrollArea*>()) {
      m_areas.push_back({area, area->horizontalScrollBarPolicy(), area->verticalScrollBarPolicy()});
      area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
      area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    m_moves = dock->findChild<MoveView*>();
    if (m_moves) m_moves->setMinimumHeight(m_moves->widget()->sizeHint().height() + 2);
    m_names = dock->findChild<NamesView*>();
    if (!m_names) return;
    m_columns = m_names->header()->saveState();
    m_names->setDense(true);
  }
  ~PaperDress() {
    m_title->setContentsMargins(m_margins);
    if (m_moves) m_moves->setMinimumHeight(0);
    if (m_names) {
      m_names->header()->restoreState(m_columns);
      m_names->setDense(false);
    }
    for (QWidget* widget : m_hidden) widget->show();
    for (const Area& one : m_areas) {
      one.area->setHorizontalScrollBarPolicy(one.horizontal);
      one.area->setVerticalScrollBarPolicy(one.vertical);
    }
  }
  PaperDress(const PaperDress&) = delete;
  PaperDress& operator=(const PaperDress&) = delete;

  /// Once the panel has its size.
  void fit() {
    if (m_names) m_names->fitColumns();
  }
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
  QLayout* m_title;
  QMargins m_margins;
  MoveView* m_moves = nullptr;
  NamesView* m_names = nullptr;
  QByteArray m_columns;
};

}  // namespace

QImage withoutGaps(const QImage& image, int frame, int gap, int margin) {
  QImage out(image.width() - frame + margin, image.height(), QImage::Format_RGB32);
  out.fill(image.pixel(image.width() / 2, image.height() - frame - 1));
  QPainter painter(&out);
  int rows = 0, plain = 0;
  for (int row = 0; row < image.height() - frame; ++row) {
    const int x = image.width() / 2;
    const bool goesOn = isPlain(image, row) && row > 0 && image.pixel(x, row) == image.pixel(x, row - 1);
    plain = goesOn ? plain + 1 : 0;
    if (plain >= gap) continue;
    painter.drawImage(0, rows++, image, 0, row, image.width() - frame, 1);
  }
  painter.end();
  return out.copy(0, 0, out.width(), std::max(rows - std::max(0, std::min(plain, gap) - margin), 1));
}

PanelPicture panelPicture(MainWindow* window, bool trains) {
  const bool tensors = holdsTensor(window->workspace()->timeline()->state());
  const QString name = QLatin1String(trains ? "training" : tensors ? "memory" : "gpus");
  Dock* dock = window->dock(name);
  PaperDress dress(dock);
  if (name == QLatin1String("memory"))  // where one looks for a name; the map's line is the variable
    for (auto* line : dock->findChildren<QLineEdit*>()) dress.hide(line);
  const QRect before = dock->geometry();
  const QSize size(kWidth, trains ? kPlotHeight : kHeight);
  dock->resize(size);
  dock->grab();  // lays it out
  dress.fit();
  QImage image(size * kSharpness, QImage::Format_RGB32);
  image.setDevicePixelRatio(kSharpness);
  image.fill(Qt::white);
  dock->render(&image);
  dock->setGeometry(before);
  image.setDevicePixelRatio(1);
  const bool map = name == QLatin1String("gpus");
  return {withoutGaps(image, kFrame * kSharpness, kGap * kSharpness, kMargin * kSharpness),
          map ? mapping(window->workspace()) : QString()};
}

}  // namespace todevice
