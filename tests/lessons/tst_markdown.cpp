// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "loader/lesson.h"

using todevice::markdownToHtml;

class TestMarkdown : public QObject {
  Q_OBJECT
 private slots:
  void turnsIntoHtml_data();
  void turnsIntoHtml();
  void aTitleIsOneLine();
  void takesDeepNesting();
};

void TestMarkdown::turnsIntoHtml_data() {
  QTest::addColumn<QString>("markdown");
  QTest::addColumn<QString>("html");
  QTest::newRow("empty") << ""
                         << "";
  QTest::newRow("marks") << "*a* **b** `c<d`"
                         << "<p><em>a</em> <strong>b</strong> <code>c&lt;d</code></p>\n";
  QTest::newRow("chinese") << "**张量**"
                           << "<p><strong>张量</strong></p>\n";
  QTest::newRow("strikethrough") << "~~old~~"
                                 << "<p><s>old</s></p>\n";
  QTest::newRow("break in Latin") << "a\nb"
                                  << "<p>a\nb</p>\n";
  QTest::newRow("break in Chinese") << "几个张量\n（各有\n内存）"
                                    << "<p>几个张量（各有内存）</p>\n";
  QTest::newRow("break behind code") << "`.to()`\n，模块"
                                     << "<p><code>.to()</code>，模块</p>\n";
  QTest::newRow("break before Latin") << "张量在\nGPU 上"
                                      << "<p>张量在\nGPU 上</p>\n";
  QTest::newRow("code") << "```python\nx\n```"
                        << "<pre><code class=\"language-python\">x\n</code></pre>\n";
  QTest::newRow("table")
      << "|a|b|\n|-|-|\n|1|2|"
      << "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n"
         "<td>2</td>\n</tr>\n</tbody>\n</table>\n";
  QTest::newRow("raw block") << "<script>alert(1)</script>\n\nb"
                             << "\n<p>b</p>\n";
  QTest::newRow("raw inline") << "a <b onclick=x>c</b>"
                              << "<p>a c</p>\n";
  QTest::newRow("script link") << "[a](javascript:x)"
                               << "<p><a href=\"\">a</a></p>\n";
  QTest::newRow("the comment as text") << "`<!-- raw HTML omitted -->`"
                                       << "<p><code>&lt;!-- raw HTML omitted --&gt;</code></p>\n";
}

void TestMarkdown::turnsIntoHtml() {
  QFETCH(QString, markdown);
  QFETCH(QString, html);
  QCOMPARE(markdownToHtml(markdown), html);
}

void TestMarkdown::aTitleIsOneLine() {
  QCOMPARE(todevice::inlineToHtml("1. No `.to()`, **ever**"),
           QString("1. No <code>.to()</code>, <strong>ever</strong>"));
  QCOMPARE(todevice::inlineToHtml("# x"), QString("# x"));
  QCOMPARE(todevice::markdownToWords("A *dictionary* has no `.to()`\nhere"),
           QString("A dictionary has no .to() here"));
  QCOMPARE(todevice::markdownToWords("字典\n没有 `.to()`"), QString("字典没有 .to()"));
}

void TestMarkdown::takesDeepNesting() {
  const QString deep = QString(4000, '>') + " a" + QString(4000, '*') + QString(4000, '[');
  QVERIFY(markdownToHtml(deep).contains("a"));
}

QTEST_GUILESS_MAIN(TestMarkdown)
#include "tst_markdown.moc"
