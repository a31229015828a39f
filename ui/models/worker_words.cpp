// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker_words.h"

#include <QCoreApplication>

namespace todevice {

namespace {

struct WorkerWords {
  Q_DECLARE_TR_FUNCTIONS(todevice::WorkerWords)
};

}  // namespace

QString noGpuWords(const protocol::Ready& ready) {
  const QString detail = QString::fromStdString(ready.note_detail);
  const std::string& code = ready.note_code;
  if (code == "none_wanted") return WorkerWords::tr("No GPU: the settings ask for none.");
  if (code == "no_driver")
    return WorkerWords::tr(
        "This machine has no NVIDIA driver (libcuda.so.1 cannot be loaded). Real GPUs need it.");
  if (code == "no_cuda_part")
    return WorkerWords::tr(
        "There is an NVIDIA driver, but this ToDevice was built without its CUDA part: install the CUDA "
        "toolkit and build it again.");
  if (code == "library_missing")
    return WorkerWords::tr(
               "There is an NVIDIA driver, but %1 is missing: install the CUDA toolkit's libraries.")
        .arg(detail);
  if (code == "not_loaded")
    return WorkerWords::tr("There is an NVIDIA driver, but ToDevice's CUDA part cannot be loaded: %1")
        .arg(detail);
  if (code == "does_not_fit")
    return WorkerWords::tr("ToDevice's CUDA part is of another version than the program: install both anew.");
  if (code == "cuda") return WorkerWords::tr("No real GPU can be used: %1").arg(detail);
  return QString::fromStdString(ready.note);
}

QString gpuFaultWords(const QString& reason) {
  return WorkerWords::tr("The GPU stopped this program (%1). No GPU works in it until it is started again.")
      .arg(reason);
}

QString ownWords(QString text) {
  static constexpr const char* kTracing = QT_TRANSLATE_NOOP(
      "todevice::WorkerWords",
      "sys.settrace() and pdb have no effect here: ToDevice follows the lines through the same hook of "
      "Python's. To stop at a line, set a breakpoint beside it.");
  return text.replace(QLatin1String(kTracing), WorkerWords::tr(kTracing));
}

QString noCallsWords(const QString& reason) {
  return WorkerWords::tr("What happens below Python cannot be listed here: %1").arg(reason);
}

}  // namespace todevice
