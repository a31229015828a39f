// SPDX-License-Identifier: GPL-3.0-or-later
#include "first_paint.h"

#include <QEvent>
#include <QLoggingCategory>
#include <QTimer>

namespace todevice {

namespace {

Q_LOGGING_CATEGORY(start, "todevice.start", QtWarningMsg)

class FirstPaint final : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) {
      watched->removeEventFilter(this);
      QTimer::singleShot(0, this, [this] {  // when what was painted is on the screen
        qCInfo(start, "first paint");
        deleteLater();
      });
    }
    return QObject::eventFilter(watched, event);
  }
};

}  // namespace

void logFirstPaint(QWidget* window) {
  if (start().isInfoEnabled()) window->installEventFilter(new FirstPaint(window));
}

}  // namespace todevice
