// SPDX-License-Identifier: GPL-3.0-or-later
// Every fix that is offered is applied and the code run by a real worker: it must end well. The table is of
// code that is easy to break: calls over several lines, commas at the end, blanks, names of a function's own.
// More of it, as it is written, stands in awkward_code.txt.
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "explained.h"

using namespace todevice;

class TestFixes : public QObject {
  Q_OBJECT
 private:
  /// There are so many fixes (-1: any number), and after each of them alone the code runs to its end.
  void mends(const QString& code, int fixes, const std::optional<QString>& visible = std::nullopt) {
    Explained run(code, 2, visible);
    QVERIFY2(run.has(), qPrintable(run.message()));
    QStringList words;
    for (const CodeFix& fix : run.now().fixes) words << fix.words + " | " + applied(code, fix);
    QVERIFY2(fixes < 0 || int(words.size()) == fixes, qPrintable(words.join("\n")));
    for (int fix = 0; fix < int(words.size()); ++fix) {
      Explained again(code, 2, visible);
      QVERIFY2(again.passesAfter(fix), qPrintable(words[fix] + "\n" + again.message()));
    }
  }

 private slots:
  void everyFixMends_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("fixes");
    const auto row = [](const char* name, const char* code, int fixes) {
      QTest::newRow(name) << QStringLiteral("import torch\n") + QLatin1String(code) << fixes;
    };
    // Where a tensor is made.
    row("a device with blanks",
        "x = torch.ones(3, device = 'cpu')\ny = torch.ones(3, device='cuda')\nz = x + y\n", 1);
    row("a comma at the end", "x = torch.ones(3,)\ny = torch.ones(3, device='cuda')\nz = x + y\n", 2);
    row("a call of several lines",
        "x = torch.ones(\n    3,  # (three\n    # all\n)\ny = torch.ones(3, device='cuda')\nz = x + y\n", 2);
    row("blanks", "x  =  torch . ones (3)\ny = torch.ones(3, device='cuda')\nz = x + y\n", 2);
    row("a bracket in a text", "x = torch.tensor([len('(')])\ny = torch.ones(1, device='cuda')\nz = x + y\n",
        2);
    row("a generator of random numbers",
        "g = torch.Generator()\nx = torch.rand(3, generator=g)\ny = torch.ones(3, device='cuda')\nz = x + "
        "y\n",
        1);
    row("used on the way",
        "x = torch.ones(3)\nv = x + torch.ones(3)\ny = torch.ones(3, device='cuda')\nz = x + y\n", 1);
    row("another type", "x = torch.ones(3).double()\ny = torch.ones(3, device='cuda')\nz = x + y\n", 2);
    row("one line of two statements", "x = torch.ones(3); y = torch.ones(3, device='cuda')\nz = x + y\n", 1);
    row("all in one line", "x = torch.ones(3); y = torch.ones(3, device='cuda'); z = x + y\n", 0);
    // Where it is moved.
    row("a lambda", "y = torch.ones(3, device='cuda')\nf = lambda q: q + y\nf(torch.ones(3))\n", 0);
    row("a comprehension", "y = torch.ones(3, device='cuda')\nzs = [x + y for x in torch.ones(2, 3)]\n", 0);
    row("a loop in a line",
        "x = torch.ones(3)\ny = torch.ones(3, device='cuda')\nfor i in range(2): z = x + y\n", 2);
    row("the loop's own name",
        "xs = [torch.ones(3)]\ny = torch.ones(3, device='cuda')\nfor x in xs: z = x + y\n", 0);
    row("elif",
        "x = torch.ones(3)\ny = torch.ones(3, device='cuda')\nif False:\n    pass\nelif (x + y).sum() > 1:\n "
        "   pass\n",
        1);
    row("a backslash", "x = torch.ones(3)\ny = torch.ones(3, device='cuda')\nz = x \\\n    + y\n", 2);
    row("inside a long text",
        "x = torch.ones(3)\ny = torch.ones(3, device='cuda')\nt = ('''(\n(''',\n  x + y)\n", 2);
    row("the block's name in a function",
        "w = torch.ones(3)\ndef f(v):\n    return w + v\nf(torch.ones(3, device='cuda'))\n", 2);
    row("a function in a function",
        "def f(v):\n    w = torch.ones(3)\n    def g():\n        return w + v\n    return "
        "g()\nf(torch.ones(3, "
        "device='cuda'))\n",
        1);
    row("a function of one line",
        "y = torch.ones(3, device='cuda')\ndef f(q): return q + y\nf(torch.ones(3))\n", 0);
    row("a name of the device that comes too late",
        "x = torch.ones(3)\ny = torch.ones(3, device='cuda')\nd = torch.device('cuda:0'); z = x + y\n", 2);
    // An optimizer.
    row("an optimizer of several lines",
        "net = torch.nn.Linear(2, 2)\nopt = torch.optim.Adam(\n    net.parameters(),\n    lr=.1)\n"
        "net(torch.ones(1, 2)).sum().backward()\nopt.step()\nnet.cuda()\nopt.zero_grad()\n"
        "net(torch.ones(1, 2).cuda()).sum().backward()\nopt.step()\n",
        1);
    row("an optimizer of used up parameters",
        "net = torch.nn.Linear(2, 2)\nps = net.parameters()\nopt = torch.optim.Adam(ps)\n"
        "net(torch.ones(1, 2)).sum().backward()\nopt.step()\nnet.cuda()\nopt.zero_grad()\n"
        "net(torch.ones(1, 2).cuda()).sum().backward()\nopt.step()\n",
        0);
    row("two that are no leaves",
        "a = torch.ones(3, requires_grad=True).cuda()\nb = torch.ones(\n    3, requires_grad=True).cuda()\n"
        "opt = torch.optim.SGD([b], lr=.1)\n",
        1);
    // A state's names.
    const char* state =
        "net = torch.nn.Linear(2, 2)\nst = {'module.' + k: v for k, v in net.state_dict().items()}\n";
    for (const char* call :
         {"net.load_state_dict(st, strict=True)", "net.load_state_dict(strict=True, state_dict=st)",
          "net.load_state_dict(\n    st,  # the state\n)", "net . load_state_dict (st or {})"})
      QTest::newRow(call)
          << QStringLiteral("import torch\n%1%2\n").arg(QLatin1String(state), QLatin1String(call)) << 1;
    // NumPy and pins.
    row("a pin with blanks", "x = torch.ones(3, device='cuda', pin_memory = True)\n", 1);
    row("a pin of several lines", "x = torch.ones(\n    3,\n    device='cuda',\n    pin_memory=True)\n", 1);
    // A full card.
    row("what a function uses",
        "def f():\n    big = torch.empty(3 << 29, device='cuda')\n    return w.sum()\n"
        "w = torch.empty(1 << 30, device='cuda')\nprint(f())\n",
        0);
    row("more than the card",
        "w = torch.empty(1 << 20, device='cuda')\nbig = torch.empty(1 << 36, device='cuda')\n", 0);
    row("what a view holds too",
        "n = torch.cuda.mem_get_info(0)[1] // 8\nw = torch.empty(n, device='cuda')\nv = w.view(-1)\n"
        "big = torch.empty(n + n // 2, device='cuda')\nprint(v.shape)\n",
        0);
    row("what is not used any more",
        "n = torch.cuda.mem_get_info(0)[1] // 8\nw = torch.empty(n, device='cuda')\nprint(w.shape)\n"
        "big = torch.empty(n + n // 2, device='cuda')\n",
        1);
  }
  void everyFixMends() {
    QFETCH(QString, code);
    QFETCH(int, fixes);
    mends(code, fixes);
  }

  void awkwardCodeIsMended_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("fixes");
    QTest::addColumn<QString>("visible");
    QFile file(qEnvironmentVariable("TODEVICE_SOURCE_DIR") + "/tests/models/awkward_code.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    static const QRegularExpression head("^(\\d+|\\*) (?:visible=(\\S+) )?(.+)$");
    for (const QString& piece : QString::fromUtf8(file.readAll()).split("\n=== ").mid(1)) {
      const auto match = head.match(piece.section('\n', 0, 0));
      QVERIFY2(match.hasMatch(), qPrintable(piece));
      QTest::newRow(qPrintable(match.captured(3)))
          << "import torch\n" + piece.section('\n', 1).trimmed() + "\n"
          << (match.captured(1) == "*" ? -1 : match.captured(1).toInt()) << match.captured(2);
    }
  }
  void awkwardCodeIsMended() {
    QFETCH(QString, code);
    QFETCH(int, fixes);
    QFETCH(QString, visible);
    mends(code, fixes, visible.isEmpty() ? std::nullopt : std::optional(visible));
  }

  void whatFollowsTheCallTakesItsResult() {
    for (const char* line :
         {"x.to('cuda').sum().backward()", "x.detach().cpu().add_(1)", "x.to('cuda') .sum()"})
      QVERIFY2(
          !Explained(QStringLiteral("import torch\nx = torch.ones(3, requires_grad=True)\n") + line).has(),
          line);
    Explained run("import torch\nx = torch.ones(3)\nx.to('cuda')  # (a copy)\n");
    QVERIFY(run.has());
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 3), QString("x = x.to('cuda')  # (a copy)"));
  }

  void anotherTypeIsNoMove() {
    Explained run("import torch\nx = torch.ones(3)\nx = x.double()\nz = x + torch.ones(3, device='cuda')\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("`x` was made on the CPU at line 2 and never moved"),
             qPrintable(run.now().text));
  }

  void numpyWithGradients() {
    Explained run(
        "import torch\nx = torch.ones(3, device='cuda', requires_grad=True)\na = (x . numpy(), '.numpy(')\n");
    QVERIFY(run.has());
    QCOMPARE(run.now().fixes.size(), std::size_t(1));
    const bool numpy = !Explained("import numpy").failed();
    QVERIFY(run.passesAfter());
    QCOMPARE(lineOf(run.code(), 3), QString(numpy ? "a = (x .detach().cpu(). numpy(), '.numpy(')"
                                                  : "a = (x . tolist(), '.numpy(')"));
  }

  void whatCanNeverFitIsToldSo() {
    Explained run("import torch\nbig = torch.empty(1 << 40, device='cuda')\n");
    QVERIFY(run.has());
    QVERIFY2(run.now().text.contains("can never fit a card of"), qPrintable(run.now().text));
  }
};

QTEST_GUILESS_MAIN(TestFixes)
#include "tst_fixes.moc"
