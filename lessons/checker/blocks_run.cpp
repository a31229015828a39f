// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks_run.h"

#include <sys/prctl.h>

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <csignal>

#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

constexpr int kLookMs = 200;
constexpr int kPatiences = 4;  ///< so much longer than its silence a block may take that goes on printing

/// Runs blocks in one namespace and tells of each: that it begins, that it prints, how it ended, and what the
/// expressions behind it are; then that it is through. Lines are those of the lesson's file.
constexpr const char* kDriver = R"py(
import io, json, sys, time, traceback
tell = sys.stdout
names = {"__name__": "__main__"}
with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)

def say(mark, what):
    tell.write(mark + json.dumps(what) + "\n")
    tell.flush()

class Printed(io.TextIOBase):
    told = 0
    def writable(self):
        return True
    def write(self, text):
        if time.monotonic() - Printed.told > 0.5:
            Printed.told = time.monotonic()
            say("@. ", 0)
        return len(text)

def where(error):
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == task["path"]]
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == task["path"] else lines[-1] if lines else 0
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return {"type": type(error).__name__, "message": message, "line": line or 0}

def value_of(expression):
    asked = 0
    try:
        value = eval(expression, names)
        asked = 1
        again = repr(eval(expression, names))
    except BaseException as error:
        return {"error": where(error), "asked": asked}
    try:
        told = json.loads(json.dumps(value, allow_nan=False))
        return {"value": told, "text": repr(value), "true": bool(value), "again": again}
    except Exception:
        return {"value": None, "text": repr(value), "true": False, "again": again}

for index, block in enumerate(task["blocks"]):
    say("@> ", index)
    sys.stdout = Printed()
    result = {}
    try:
        exec(compile("\n" * (block["line"] - 1) + block["code"], task["path"], "exec"), names)
    except BaseException as error:
        # exit() and exit(0) end a block as they end a program: without an error
        if not (isinstance(error, SystemExit) and (error.code is None or type(error.code) is int and error.code == 0)):
            result["error"] = where(error)
    result["values"] = []
    for at, expression in enumerate(block["expressions"]):
        say("@= ", at)
        result["values"].append(value_of(expression))
    say("@@ ", result)
    if result.get("error", {}).get("type", "") != block["raises"]:
        break
say("@$ ", 0)
)py";

/// What a worker that ended before its time leaves to say.
QString endWords(QProcess& worker) {
  const QString last =
      QString::fromUtf8(worker.readAllStandardError()).trimmed().section(QLatin1Char('\n'), -1);
  const QString words =
      worker.exitStatus() == QProcess::CrashExit
          ? Problems::tr("this code crashed the program")
          : Problems::tr("this code ended the program with exit code %1").arg(worker.exitCode());
  return last.isEmpty() ? words : words + QStringLiteral(": ") + last;
}

class Driver {
 public:
  Driver(BlocksRun& run, const CheckSettings& settings, const std::function<void(int)>& began)
      : m_run(run), m_settings(settings), m_began(began) {
    // Whatever ends this program, the code does not run on.
    m_worker.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
  }

  void go(const QString& folder, int gpus) {
    m_worker.setWorkingDirectory(folder);
    m_worker.start(m_settings.worker, {QStringLiteral("--simulate"), QString::number(gpus),
                                       QStringLiteral("driver.py"), QStringLiteral("task.json")});
    if (!m_worker.waitForStarted(-1)) {
      m_run.stopped = true;
      m_run.complaint = Problems::tr("\"%1\" cannot be started").arg(m_settings.worker);
      return;
    }
    m_worker.closeWriteChannel();
    watch();
    take();
    if (m_run.stopped || m_through) return;
    m_run.stopped = true;
    m_run.complaint = endWords(m_worker);
  }

 private:
  void watch() {
    QElapsedTimer silence;
    silence.start();
    m_block.start();
    while (m_worker.state() != QProcess::NotRunning) {
      const bool spoke = m_worker.waitForReadyRead(kLookMs);
      if (spoke) {
        take();
        silence.restart();
      }
      if (m_block.elapsed() > kPatiences * m_settings.patience * 1000LL)
        return end(
            Problems::tr(
                "this code had not ended after %1 s and was stopped (--patience SECONDS gives it more)")
                .arg(kPatiences * m_settings.patience));
      if (spoke) continue;
      if (m_settings.stop && m_settings.stop()) {
        return end(Problems::tr("stopped before the end"));
      } else if (silence.elapsed() > m_settings.patience * 1000LL) {
        return end(
            Problems::tr("this code printed nothing for %1 s and was stopped (--patience SECONDS gives "
                         "it more)")
                .arg(m_settings.patience));
      }
    }
  }

  void end(const QString& why) {
    m_run.stopped = true;
    m_run.complaint = why;
    m_worker.kill();
    m_worker.waitForFinished();
  }

  void take() {
    m_text += m_worker.readAllStandardOutput();
    for (qsizetype end = 0; (end = m_text.indexOf('\n')) >= 0; m_text.remove(0, end + 1)) {
      const QByteArray line = m_text.left(end);
      if (line.startsWith("@> ") || line.startsWith("@@ ")) m_block.restart();
      if (line.startsWith("@= ")) m_run.asked = line.mid(3).toInt();
      if (line.startsWith("@> ")) m_run.asked = -1;
      if (line.startsWith("@> ") && m_began) m_began(line.mid(3).toInt());
      if (line.startsWith("@$ ")) m_through = true;
      if (line.startsWith("@@ ")) m_run.results << QJsonDocument::fromJson(line.mid(3)).object();
    }
  }

  QElapsedTimer m_block;
  BlocksRun& m_run;
  const CheckSettings& m_settings;
  const std::function<void(int)>& m_began;
  QProcess m_worker;
  QByteArray m_text;
  bool m_through = false;  ///< came to its own end: else the code ended the program
};

}  // namespace

BlocksRun runBlocks(const QString& path, const QJsonArray& blocks, const CheckSettings& settings, int gpus,
                    const std::function<void(int)>& began) {
  const QTemporaryDir folder;
  const auto write = [&](const char* name, const QByteArray& bytes) {
    QFile file(folder.filePath(QLatin1String(name)));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  const QJsonObject task{{"path", path}, {"blocks", blocks}};
  BlocksRun run;
  if (!write("driver.py", kDriver) || !write("task.json", QJsonDocument(task).toJson())) {
    run.stopped = true;
    run.complaint = Problems::tr("the code cannot be written to a folder of its own");
    return run;
  }
  Driver(run, settings, began).go(folder.path(), gpus);
  return run;
}

}  // namespace todevice
