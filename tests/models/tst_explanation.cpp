// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of a real worker, explained in the learner's words; every fix is applied and the code run again.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "explained.h"

using namespace todevice;

namespace {

const char* const kNet =
    "import torch\n"
    "import torch.nn as nn\n"
    "x = torch.ones(3, 4)\n"
    "class Net(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.fc = nn.Linear(4, 2)\n"
    "    def forward(self, batch):\n"
    "        return self.fc(batch)\n"
    "net = Net()\n"
    "net.to(\"cuda\")\n"
    "out = net(x)\n";

}  // namespace

class TestExplanation : public QObject {
  Q_OBJECT
 private slots:
  void aMismatchTellsBothStories() {
    Explained run(
        "import torch\nimport torch.nn as nn\nx = torch.ones(3, 4)\nnet = nn.Linear(4, 2)\n\nfor i in "
        "range(1):\n"
        "    net.to(\"cuda\")\nout = net(x)\n");
    QVERIFY(run.has());
    const auto& told = run.now();
    QCOMPARE(told.kind, Explanation::Mismatch);
    QCOMPARE(told.line, 8);
    QVERIFY2(told.text.contains("`x` was made on the CPU at line 3 and never moved"), qPrintable(told.text));
    QVERIFY2(told.text.contains("`net` moved to cuda:0 at line 7"), qPrintable(told.text));
    QCOMPARE(run.noteAt(3), QString("x was made here, on the CPU"));
    QCOMPARE(run.noteAt(7), QString("net moved to cuda:0 here"));
    QCOMPARE(told.fixes.size(), std::size_t(2));
    QCOMPARE(lineOf(applied(run.code(), told.fixes[0]), 8), QString("x = x.to(\"cuda:0\")"));
    QCOMPARE(lineOf(applied(run.code(), told.fixes[1]), 3),
             QString("x = torch.ones(3, 4, device=\"cuda:0\")"));
    QVERIFY(run.passesAfter(0));
  }

  void aMismatchInsideAFunctionIsMendedWhereItIsCalled() {
    Explained run(kNet);
    QVERIFY(run.has());
    QCOMPARE(run.now().line, 9);
    QVERIFY2(run.now().text.contains("`batch` was made on the CPU at line 3 and never moved"),
             qPrintable(run.now().text));
    QVERIFY2(run.now().text.contains("`self.fc` moved to cuda:0 at line 11"), qPrintable(run.now().text));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes[0]), 12), QString("x = x.to(\"cuda:0\")"));
    QVERIFY(run.passesAfter(0));
  }

  void aTensorBornInForwardIsMendedThere() {
    Explained run(
        "import torch\nimport torch.nn as nn\ndevice = torch.device(\"cuda:1\")\n"
        "def shift(values):\n    offset = torch.zeros(3)\n    return values + offset\n"
        "y = shift(torch.ones(3).to(device))\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("`offset` was made on the CPU at line 5"), qPrintable(run.now().text));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes[0]), 6), QString("    offset = offset.to(device)"));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes[1]), 5),
             QString("    offset = torch.zeros(3, device=device)"));
    QVERIFY(run.passesAfter(1));
  }

  void whatStaysBehindMovesTogether() {
    Explained run(
        "import torch\na = torch.ones(3)\nb = torch.ones(3)\nc = torch.ones(3, device=\"cuda:1\")\n"
        "total = torch.stack([a, b, c])\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().fixes.size(), std::size_t(1));
    QVERIFY(run.passesAfter());
  }

  void positionsFollowTheData() {
    Explained run("import torch\nd = torch.arange(4.)\ni = torch.tensor([0, 2]).cuda()\nprint(d[i])\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("`i` moved to cuda:0 at line 3"), qPrintable(run.now().text));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes[0]), 4), QString("i = i.to(\"cpu\")"));
    QVERIFY(run.passesAfter());
  }

  void anOptimizerLeftBehindIsMadeAnew() {
    Explained run(
        "import torch, torch.nn as nn\nm = nn.Linear(2, 2)\no = torch.optim.Adam(m.parameters())\n"
        "m(torch.ones(1, 2)).sum().backward()\no.step()\no.zero_grad()\nm.cuda()\n"
        "m(torch.ones(1, 2, device=\"cuda\")).sum().backward()\no.step()\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("`o` keeps numbers of its own"), qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
  }

  void aWrappedModelOnTheCpu() {
    Explained run(
        "import torch, torch.nn as nn\nm = nn.Linear(2, 2)\nd = nn.DataParallel(m)\nd(torch.ones(4, 2))\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("`d` was made on the CPU at line 2 and never moved"),
             qPrintable(run.now().text));
    QVERIFY2(!run.now().text.contains("all of its tensors"), qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
  }

  /// The batch may be anywhere: nobody is told to move it.
  void aWrappedModelOnAnotherGpu() {
    Explained run(
        "import torch, torch.nn as nn\nbatch = torch.ones(4, 2)\n"
        "d = nn.DataParallel(nn.Linear(2, 2).to('cuda:1'))\nd(batch)\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("wants the network on its first device, cuda:0"),
             qPrintable(run.now().text));
    QVERIFY2(!run.now().text.contains("`batch`"), qPrintable(run.now().text));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes.at(0)), 4), QString("d.to(\"cuda:0\")"));
    QVERIFY(run.passesAfter());
  }

  /// The other operand has no name: the message says where it is.
  void anOperandWithoutAName() {
    Explained lost("import torch\nx = torch.ones(3)\nx.cuda()\ny = x + torch.ones(3, device='cuda')\n");
    QVERIFY(lost.has());
    QVERIFY2(lost.now().text.contains("The result of `x.cuda()` at line 3 was not kept"),
             qPrintable(lost.now().text));
    QVERIFY(lost.passesAfter());
    Explained run("import torch\nx = torch.ones(3)\ny = torch.ones(3, device='cuda:1') * x\n");
    QVERIFY(run.has());
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes.at(0)), 3), QString("x = x.to(\"cuda:1\")"));
    QVERIFY(run.passesAfter());
  }

  /// What the learner wrote is quoted to the letter.
  void aPercentSignIsTheLearners() {
    Explained run(
        "import torch\ni = 2\nx = torch.ones(3)\nx.to(f\"cuda:{i%2}\")\ny = torch.ones(3, device='cuda:0')\n"
        "z = x + y\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("The result of `x.to(f\"cuda:{i%2}\")` at line 4 was not kept"),
             qPrintable(run.now().text));
  }

  void aLineOfSeveralLines() {
    Explained run(
        "import torch\nx = torch.ones(3)\ny = torch.ones(\n    3, device=\"cuda\")\ntotal = (\n    x\n    + "
        "y\n)\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().fixes[0].edits[0].line, 5);
    QVERIFY(run.passesAfter(0));
  }

  void theResultOfToWasNotKept() {
    Explained run("import torch\nx = torch.ones(3)\nx.to(\"cuda\")\n");
    QVERIFY(run.has());
    QVERIFY(run.now().isRemark);
    QCOMPARE(run.now().kind, Explanation::NotKept);
    QCOMPARE(run.now().line, 3);
    QVERIFY2(run.now().text.contains("leaves `x` where it is, on the CPU"), qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 3), QString("x = x.to(\"cuda\")"));
    QVERIFY(!run.has());
    // Kept, used, in place, or nothing to do: nothing to remark.
    for (const char* line : {"y = x.to('cuda')", "print(x.to('cuda').device)", "x.to('cpu')",
                             "torch.nn.Linear(1, 1).to('cuda')"})
      QVERIFY2(!Explained(QStringLiteral("import torch\nx = torch.ones(3)\n") + line).has(), line);
  }

  void aLostMoveIsRemembered() {
    Explained run(
        "import torch\nx = torch.ones(3)\nx.to(\"cuda\")\ny = torch.ones(3, device=\"cuda\")\nz = x + y\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::Mismatch);
    QVERIFY2(run.now().text.contains("The result of `x.to(\"cuda\")` at line 3 was not kept"),
             qPrintable(run.now().text));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes[0]), 3), QString("x = x.to(\"cuda\")"));
    QVERIFY(run.passesAfter());
  }

  void anOrdinalUnderAMask() {
    Explained run("import torch\ndevice = torch.device(\"cuda:3\")\nx = torch.ones(3).to(device)\n", 4,
                  "3,1");
    QVERIFY(run.has());
    const auto& told = run.now();
    QCOMPARE(told.kind, Explanation::Ordinal);
    QCOMPARE(told.headline, QString("There is no cuda:3 here"));
    QVERIFY2(told.text.contains(
                 "`CUDA_VISIBLE_DEVICES=3,1` this process sees 2 GPUs: cuda:0 is GPU 3, cuda:1 is GPU 1"),
             qPrintable(told.text));
    QVERIFY2(told.text.contains("GPU 3 is here, as `cuda:0`"), qPrintable(told.text));
    QCOMPARE(lineOf(applied(run.code(), told.fixes[0]), 2), QString("device = torch.device(\"cuda:0\")"));
    QVERIFY(run.passesAfter());
  }

  void anOrdinalPastTheEnd_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("mended");
    QTest::newRow("to") << "x = torch.ones(3).to('cuda:2')"
                        << "x = torch.ones(3).to('cuda:1')";
    QTest::newRow("cuda") << "x = torch.ones(3).cuda(2)"
                          << "x = torch.ones(3).cuda(1)";
    QTest::newRow("set_device") << "torch.cuda.set_device(5)"
                                << "torch.cuda.set_device(1)";
    QTest::newRow("name") << "torch.cuda.get_device_name(2)"
                          << "torch.cuda.get_device_name(1)";
  }
  void anOrdinalPastTheEnd() {
    QFETCH(QString, line);
    QFETCH(QString, mended);
    Explained run("import torch\n" + line);
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("`cuda:0` to `cuda:1`"), qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 2), mended);
  }

  void aMissingGpuIsTheOneAskedFor_data() {
    QTest::addColumn<QString>("code");  // after "import torch", two GPUs
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("changed");  // the row that the fix leaves; empty: no fix
    const QString two = "There is no cuda:2 or cuda:3 here";
    QTest::newRow("other numbers") << "rows = 9\nx = torch.ones(rows, 5, device=\"cuda:0\").to(\"cuda:3\")"
                                   << "There is no cuda:3 here"
                                   << "x = torch.ones(rows, 5, device=\"cuda:0\").to(\"cuda:1\")";
    QTest::newRow("a list among other devices")
        << "rows = 9\nfrom torch.nn.parallel import scatter\n"
           "parts = [len(p) for p in scatter(torch.ones(rows, 5, device=\"cuda\"), [0, 1, 2, 3])]"
        << two << "parts = [len(p) for p in scatter(torch.ones(rows, 5, device=\"cuda\"), [0, 1])]";
    QTest::newRow("device_ids") << "import torch.nn as nn\n"
                                   "net = nn.DataParallel(nn.Linear(5, 2).to(\"cuda:1\"), "
                                   "device_ids=[1, 0, 2, 3])"
                                << two
                                << "net = nn.DataParallel(nn.Linear(5, 2).to(\"cuda:1\"), device_ids=[1, 0])";
    QTest::newRow("a list with a name") << "import torch.nn as nn\nids = [0, 2]\n"
                                           "net = nn.DataParallel(nn.Linear(5, 2).cuda(), device_ids=ids)"
                                        << "There is no cuda:2 here"
                                        << "ids = [0]";
    QTest::newRow("a name") << "size = 7\nplace = 4  # the last\nx = torch.ones(size).cuda(place)"
                            << "There is no cuda:4 here"
                            << "place = 1  # the last";
    QTest::newRow("a loop") << "for i in range(4):\n    torch.ones(9).to(f\"cuda:{i}\")"
                            << "There is no cuda:2 here"
                            << "";
    QTest::newRow("given to a function")
        << "def put(x, where):\n    return x.to(where)\ny = put(torch.ones(8), "
           "\"cuda:5\")"
        << "There is no cuda:5 here"
        << "y = put(torch.ones(8), \"cuda:1\")";
    QTest::newRow("twice in the row") << "x = torch.ones(1).to(\"cuda:2\"); x = torch.ones(1).to(\"cuda:2\")"
                                      << "There is no cuda:2 here"
                                      << "";
    QTest::newRow("computed") << "rows = 9\nx = torch.ones(rows).to(\"cuda:%d\" % (rows - 1))"
                              << "There is no such GPU here"
                              << "";
    QTest::newRow("in a comment") << "x = torch.ones(1).cuda(int(\"6\"))  # not .to(\"cuda:9\")"
                                  << "There is no such GPU here"
                                  << "";
    QTest::newRow("Chinese before it") << "x = {\"\u5f20\u91cf\": torch.ones(2).to(\"cuda:2\")}"
                                       << "There is no cuda:2 here"
                                       << "x = {\"\u5f20\u91cf\": torch.ones(2).to(\"cuda:1\")}";
  }
  void aMissingGpuIsTheOneAskedFor() {
    QFETCH(QString, code);
    QFETCH(QString, headline);
    QFETCH(QString, changed);
    Explained run("import torch\n" + code);
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::Ordinal);
    QCOMPARE(run.now().headline, headline);
    QCOMPARE(run.now().fixes.empty(), changed.isEmpty());
    if (headline.contains("cuda:2 or cuda:3"))
      QVERIFY2(run.now().fixes[0].words.startsWith("Take cuda:2 and cuda:3 out of the list at line"),
               qPrintable(run.now().fixes[0].words));
    if (changed.isEmpty()) return;
    const int line = run.now().fixes[0].edits[0].line;
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), line), changed);
  }

  void everythingHidden() {
    Explained run("import torch\nx = torch.ones(3).to(\"cuda\")\n", 2, "7");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::NoGpu);
    QVERIFY2(run.now().text.contains("`CUDA_VISIBLE_DEVICES=7` hides every GPU"), qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
  }

  void numpyOfAGpuTensor() {
    Explained run("import torch\nt = torch.ones(2).to(\"cuda\")\nn = t.numpy()\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::Numpy);
    QVERIFY2(run.now().text.startsWith("`t` moved to cuda:0 at line 2."), qPrintable(run.now().text));
    const bool numpy = !Explained("import numpy").failed();
    QCOMPARE(run.now().text.contains("has no NumPy"), !numpy);
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 3), QString(numpy ? "n = t.cpu().numpy()" : "n = t.tolist()"));
  }

  void numpyThatIsNotThere() {
    Explained run(
        "import sys\nsys.modules['numpy'] = None\nimport torch\nt = torch.ones(2)\nn = [t . numpy (), 1]\n");
    QVERIFY(run.has());
    QCOMPARE(run.message(), QString("Numpy is not available"));
    QCOMPARE(run.now().headline, QString("NumPy is not installed here"));
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 5), QString("n = [t . tolist (), 1]"));
    // A list knows no `force`.
    Explained forced(
        "import sys\nsys.modules['numpy'] = None\nimport torch\nn = torch.ones(2).numpy(force=True)\n");
    QVERIFY(forced.has());
    QVERIFY(forced.now().fixes.empty());
  }

  void aLeafThatIsNone() {
    Explained run(
        "import torch\nw = torch.ones(2, requires_grad=True).cuda()\nopt = torch.optim.SGD([w], lr=0.1)\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::NonLeaf);
    QVERIFY2(run.now().text.contains("`.to()` at line 2 made a new one on cuda:0"),
             qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 3), QString("w = w.detach().requires_grad_()"));
  }

  void thePrefixOfAWrappedModel() {
    Explained run(
        "import torch.nn as nn\nd = nn.DataParallel(nn.Linear(2, 2))\nstate = d.state_dict()\n"
        "net = nn.Linear(2, 2)\nnet.load_state_dict(state)\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::Prefix);
    QVERIFY2(run.now().text.contains("`module.weight`. This model is not wrapped and calls it `weight`"),
             qPrintable(run.now().text));
    QVERIFY(run.passesAfter());
    Explained other(
        "import torch.nn as nn\nnet = nn.Linear(2, 2)\nd = nn.DataParallel(nn.Linear(2, 2))\n"
        "d.load_state_dict(net.state_dict())\n");
    QVERIFY(other.has());
    QVERIFY(other.passesAfter());
    QCOMPARE(lineOf(other.code(), 4), QString("d.module.load_state_dict(net.state_dict())"));
    // Names that differ otherwise are not this mistake.
    QVERIFY(!Explained("import torch.nn as nn\nnn.Linear(2, 2).load_state_dict({'w': 1})").has());
  }

  void aFullCard() {
    Explained run(
        "import torch\nsize = torch.cuda.mem_get_info(0)[1] // 8\nold = torch.empty(size, device=\"cuda\")\n"
        "new = torch.empty(size + size // 2, device=\"cuda\")\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::OutOfMemory);
    QCOMPARE(run.now().headline, QString("cuda:0 is full"));
    QVERIFY2(run.now().text.contains("`old` holds"), qPrintable(run.now().text));
    QVERIFY(run.noteAt(3).contains("since here"));
    QCOMPARE(lineOf(applied(run.code(), run.now().fixes[0]), 4), QString("del old"));
    QVERIFY(run.passesAfter());
  }

  /// A card that has room which the computer has not.
  void theComputersOwnMemory() {
    const QTemporaryDir folder;
    QFile machine(folder.filePath("large.json"));
    QVERIFY(machine.open(QIODevice::WriteOnly));
    machine.write(R"({"gpus": [{"name": "Simulated giant", "memory": "1024 GiB"}]})");
    machine.close();
    const Explained run("import torch\nx = torch.empty(1000 * 2**30, dtype=torch.uint8, device=\"cuda\")\n",
                        1, std::nullopt, machine.fileName());
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::OutOfMemory);
    QCOMPARE(run.now().headline, QString("This computer's own memory is full"));
    QVERIFY2(run.now().text.contains("This line asks for 1000.00 GiB more for simulated GPU 0"),
             qPrintable(run.now().text));
  }

  void aPinOnTheGpu() {
    Explained run("import torch\nt = torch.ones(2, device=\"cuda\").pin_memory()\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::Pinned);
    QVERIFY(run.passesAfter());
  }

  void aPinWithoutAGpu() {
    Explained run("import torch\nt = torch.tensor([1.0], pin_memory=True)\n", 0);
    QVERIFY(run.has());
    QCOMPARE(run.now().kind, Explanation::Pinned);
    QVERIFY(run.passesAfter());
  }

  void otherErrorsSpeakForThemselves() {
    for (const char* code : {"1 / 0", "import torch\ntorch.ones(2) @ torch.ones(3)",
                             "raise RuntimeError('out of memory')", "x ="})
      QVERIFY2(!Explained(QLatin1String(code)).has(), code);
  }

  void aBlockRunWholeIsExplainedWithoutLines() {
    Session session;
    const QString code = "import torch\nx = torch.ones(3)\ny = torch.ones(3, device='cuda')\nz = x + y\n";
    Explainer explainer(&session, [&] { return code; });
    WorkerSettings settings;
    settings.program = qEnvironmentVariable("TODEVICE_WORKER");
    settings.simulate = 1;
    session.start(settings);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Idle, 20000);
    session.runBlock(code, protocol::Mode::whole);
    QTRY_VERIFY_WITH_TIMEOUT(explainer.current(), 20000);
    QVERIFY2(explainer.current()->text.contains("`x` is on the CPU; `y` is on cuda:0"),
             qPrintable(explainer.current()->text));
  }
};

QTEST_GUILESS_MAIN(TestExplanation)
#include "tst_explanation.moc"
