// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of a line says what the line changed: of code that really runs.
#include <QTest>

#include "memory_table_model.h"
#include "record_list_model.h"
#include "session.h"
#include "timeline.h"

using namespace todevice;

namespace {

const char kBefore[] =
    "import torch\nimport torch.nn as nn\nx = torch.ones(3)\nnet = nn.Linear(2, 2)\n"
    "opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)\n"
    "loss = net(torch.ones(1, 2)).sum()\nthings = [x]\n"
    "state = {key: torch.zeros_like(value) for key, value in net.state_dict().items()}\n"
    "z = torch.ones(3, device=\"cuda\")\n"
    "m = torch.ones(2, 3)\nsquare = torch.ones(2, 2)\nothers = [torch.ones(3)]\n";

/// Code that has run in a worker, and the sentence of its last line.
struct Ran {
  explicit Ran(const QString& code) : session(std::make_unique<Session>()) {
    names = std::make_unique<MemoryTableModel>(session->timeline());
    records = std::make_unique<RecordListModel>(session->timeline());
    WorkerSettings settings;
    settings.program = qEnvironmentVariable("TODEVICE_WORKER");
    settings.simulate = 2;
    session->start(settings);
    const auto rests = [this] { return session->state() == Session::State::Idle; };
    if (!QTest::qWaitFor(rests, 20000)) qFatal("no worker");
    session->runBlock(code, protocol::Mode::record);
    if (!QTest::qWaitFor([&] { return session->timeline()->count() > 0 && rests(); }, 20000))
      qFatal("no end");
    last = session->timeline()->count() - 1;
  }
  QString sentence() const { return records->sentence(last); }

  std::unique_ptr<Session> session;
  std::unique_ptr<MemoryTableModel> names;
  std::unique_ptr<RecordListModel> records;
  int last = 0;
};

}  // namespace

class ToldTest : public QObject {
  Q_OBJECT
 private slots:
  void everyChangeIsTold_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("words");
    QTest::newRow("in place") << "x.mul_(2)"
                              << "x has new values, at the same address";
    QTest::newRow("an item") << "x[0] = 7"
                             << "x has new values, at the same address";
    QTest::newRow("augmented") << "x += 1"
                               << "x has new values, at the same address";
    QTest::newRow("other numbers") << "x.data = torch.zeros(3)"
                                   << "x has its numbers on cpu now, at another address";
    QTest::newRow("a state") << "net.load_state_dict(state)"
                             << "net: new values in 2 tensor(s), in place";
    QTest::newRow("gradients") << "loss.backward()"
                               << "net: 2 new gradient(s)";
    QTest::newRow("a step") << "loss.backward(); opt.step()"
                            << "net: new values in 2 tensor(s), in place";
    QTest::newRow("what a step keeps") << "loss.backward(); opt.step()"
                                       << "opt holds 2 more tensor(s)";
    QTest::newRow("a list") << "things.append(z)"
                            << "things holds 1 more tensor(s)";
    QTest::newRow("gradients asked for") << "x.requires_grad_()"
                                         << "x asks for gradients from here on";
    QTest::newRow("another shape") << "m.t_()"
                                   << "m has the shape (3, 2) now, at the same address";
    QTest::newRow("one more dimension") << "x.unsqueeze_(0)"
                                        << "x has the shape (1, 3) now, at the same address";
    QTest::newRow("another order") << "square.t_()"
                                   << "square has the strides (1, 2) now, at the same address";
    QTest::newRow("a layer frozen") << "net.weight.requires_grad_(False)"
                                    << "net: gradients are no longer asked for, of 1 tensor(s)";
    QTest::newRow("a module frozen") << "net.requires_grad_(False)"
                                     << "net: gradients are no longer asked for, of 2 tensor(s)";
    QTest::newRow("another name") << "y = x"
                                  << "y is the same object as x";
    QTest::newRow("another name of a module") << "same = net"
                                              << "same is the same object as net";
    QTest::newRow("an old tensor out of a list") << "w = others[0]"
                                                 << "w is on cpu";
    QTest::newRow("a copy into") << "z.copy_(x * 3)"
                                 << "z has new values, at the same address";
    QTest::newRow("what was copied") << "z.copy_(x)"
                                     << "12 B copied, cpu to cuda:0";
    QTest::newRow("a copy's name") << "w = z.cpu() + 1"
                                   << "w is on cpu";
    QTest::newRow("the current device") << "torch.cuda.set_device(1)"
                                        << "\"cuda\" is cuda:1 from here on";
    QTest::newRow("printed text") << "print(\"hello\")"
                                  << "prints hello";
  }

  void everyChangeIsTold() {
    QFETCH(QString, line);
    QFETCH(QString, words);
    const Ran ran(kBefore + line + QLatin1Char('\n'));
    QVERIFY2(ran.sentence().contains(words), qPrintable(ran.sentence()));
    // Neither does a line tell of what it did not change.
    if (line.endsWith(QLatin1String("t_()")))
      QVERIFY2(!ran.sentence().contains("new values"), qPrintable(ran.sentence()));
    if (line.startsWith(QLatin1Char('x')))
      QVERIFY2(!ran.sentence().contains("net"), qPrintable(ran.sentence()));
    // It is the same from anywhere in the timeline.
    const QString sentence = ran.sentence();
    ran.session->timeline()->setCursor(1);
    QCOMPARE(ran.sentence(), sentence);
  }

  void aChangeIsToldOnce_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("augmented")
        << "x += 1"
        << "line 13: things: new values in 1 tensor(s), in place; x has new values, at the "
           "same address";
    QTest::newRow("a module moved")
        << "net.to(\"cuda\")"
        << "line 13: net is the same module, now on cuda:0: 2 parameter(s) and buffers at new addresses";
  }

  void aChangeIsToldOnce() {
    QFETCH(QString, line);
    QFETCH(QString, sentence);
    QCOMPARE(Ran(kBefore + line + QLatin1Char('\n')).sentence(), sentence);
  }

  /// Nobody reads three thousand names.
  void manyThatChangedAreCounted() {
    const Ran ran(
        "import torch\nfor i in range(3000): globals()[f\"t{i:04}\"] = torch.ones(1)\n"
        "for name in list(globals()):\n    if name.startswith(\"t0\"): globals()[name].add_(1)\nx = 1\n"
        "t0000.add_(1); t0001.add_(1)\n");
    QVERIFY2(ran.sentence().contains("t0000 and t0001 have new values, at the same addresses"),
             qPrintable(ran.sentence()));
    const Ran all(
        "import torch\nfor i in range(3000): globals()[f\"t{i:04}\"] = torch.ones(1)\n"
        "[t.add_(1) for t in list(globals().values()) if isinstance(t, torch.Tensor)]\n");
    QVERIFY2(all.sentence().contains("t0007 and 2992 more have new values, at the same addresses"),
             qPrintable(all.sentence().left(400)));
    QVERIFY(all.sentence().size() < 200);
  }

  /// However much the names hold that come before it.
  void whatComesBehindALongListIsTold() {
    const Ran ran(QString(kBefore) +
                  "big = [torch.ones(1) for _ in range(2500)]\nsmall = [torch.ones(1)]\nsmall[0].add_(1)\n");
    QVERIFY2(ran.sentence().contains("small: new values in 1 tensor(s), in place"),
             qPrintable(ran.sentence()));
  }
};

QTEST_GUILESS_MAIN(ToldTest)
#include "tst_told.moc"
