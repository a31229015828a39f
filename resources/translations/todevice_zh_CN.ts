<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>todevice::Lesson</name>
    <message>
        <source>the lesson is missing in this language: %1 (there is %2: name it %3)</source>
        <translation>缺少这种语言的课程：%1（有一个 %2：请改名为 %3）</translation>
    </message>
    <message>
        <source>&quot;needs&quot; names this lesson itself, &quot;%1&quot;</source>
        <translation>“needs”里写的是这一课自己：“%1”</translation>
    </message>
    <message>
        <source>&quot;needs&quot; names &quot;%1&quot;, which comes after it</source>
        <translation>“needs”里的“%1”排在这一课之后</translation>
    </message>
    <message>
        <source>half-width &quot;%1&quot; in Chinese: write the full-width sign, %2; code such as (1, 3) stands in `backticks`</source>
        <translation>中文里有半角的“%1”：请写全角的 %2；像 (1, 3) 这样的代码写在 `反引号` 里</translation>
    </message>
    <message>
        <source>%1 has %2 steps, this file %3; from here on they differ</source>
        <translation>%1 有 %2 步，这个文件有 %3 步；从这里起两者不同</translation>
    </message>
    <message>
        <source>whether something is said to this choice</source>
        <translation>这个选项有没有反馈</translation>
    </message>
    <message>
        <source>whether the change has a &quot;done:&quot;</source>
        <translation>这处修改有没有“done:”</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有代码</translation>
    </message>
    <message>
        <source>the answer fails when it is asked a second time: %1. It must change nothing</source>
        <translation>第二次求值时答案出错：%1。答案不得改变任何东西</translation>
    </message>
    <message>
        <source>the answer is %1: make it a text or a number, with str(), .item() or the like</source>
        <translation>答案是 %1：请用 str()、.item() 之类把它变成文字或数</translation>
    </message>
    <message>
        <source>%1 (there is no keyboard: give the value in the code)</source>
        <translation>%1（这里没有键盘：请把值写在代码里）</translation>
    </message>
    <message>
        <source>%1 has the id &quot;%2&quot;: take another name</source>
        <translation>%1 已经用了 id“%2”：请换一个名字</translation>
    </message>
    <message>
        <source>a block begins with three backticks, with at most three blanks before them: &quot;%1&quot; opens none</source>
        <translation>代码块以三个反引号开头，前面最多三个空格：“%1”不是代码块的开头</translation>
    </message>
    <message>
        <source>field &quot;%1&quot; is empty: its value stands on the same line</source>
        <translation>字段“%1”是空的：值要写在同一行</translation>
    </message>
    <message>
        <source>the head has no field &quot;%1&quot;: is it &quot;%2:&quot;?</source>
        <translation>文件头没有字段“%1”：是不是“%2:”？</translation>
    </message>
    <message>
        <source>&quot;%1&quot; stands without brackets: a, b</source>
        <translation>“%1”不加方括号：a, b</translation>
    </message>
    <message>
        <source>a text has no headings: a step begins with &quot;## &quot; at the left</source>
        <translation>正文里没有标题：步骤以行首的“## ”开始</translation>
    </message>
    <message>
        <source>&quot;%1&quot; would be shown as it stands: lessons have no check boxes, formulas and footnotes</source>
        <translation>“%1”会照原样显示：课程里没有复选框、公式和脚注</translation>
    </message>
    <message>
        <source>&quot;%1&quot; would be shown as it stands: stress begins before a word and ends behind one, not behind a sign; code stands in `backticks`</source>
        <translation>“%1”会照原样显示：强调要从文字开始，到文字结束，不能在标点之后结束；代码写在 `反引号` 里</translation>
    </message>
    <message>
        <source>this link leads nowhere: &quot;%1&quot; does not begin with https://</source>
        <translation>这个链接打不开：“%1”不是以 https:// 开头</translation>
    </message>
    <message>
        <source>an expression stands on one line: put &quot;%1&quot; behind the line above</source>
        <translation>表达式只占一行：请把“%1”接到上一行后面</translation>
    </message>
    <message>
        <source>the foreseen answer &quot;%1&quot; has no feedback (&quot;&gt;&quot; under it): without, it does nothing</source>
        <translation>预料到的答案“%1”没有反馈（下面的“&gt;”）：没有反馈它就不起作用</translation>
    </message>
    <message>
        <source>a step begins with &quot;## &quot; at the left, two half-width signs and a blank, not with &quot;%1&quot;</source>
        <translation>步骤以行首的“## ”开始，即两个半角符号加一个空格，而不是“%1”</translation>
    </message>
    <message>
        <source>code that runs is marked &quot;python run&quot;, a solution &quot;python solution&quot;, not &quot;%1&quot;</source>
        <translation>要运行的代码标为“python run”，答案标为“python solution”，而不是“%1”</translation>
    </message>
    <message>
        <source>unknown field "%1" (known: %2)</source>
        <translation>不认识的字段“%1”（可用字段：%2）</translation>
    </message>
    <message>
        <source>field "%1" stands twice</source>
        <translation>字段“%1”出现了两次</translation>
    </message>
    <message>
        <source>the head has no "%1"</source>
        <translation>文件头缺少“%1”</translation>
    </message>
    <message>
        <source>id "%1" may have only a-z, 0-9 and single hyphens between them</source>
        <translation>id“%1”只能由 a-z、0-9 组成，中间可用单个连字符</translation>
    </message>
    <message>
        <source>"needs" lists ids of lessons, and "%1" is none</source>
        <translation>“needs”应列出课程 id，而“%1”不是</translation>
    </message>
    <message>
        <source>"%1" is a number from %2 to %3, not "%4"</source>
        <translation>“%1”是 %2 到 %3 之间的数，不能是“%4”</translation>
    </message>
    <message>
        <source>a lesson begins with a line "---" and its head (id, title, ...)</source>
        <translation>课程以一行“---”和文件头（id、title 等）开始</translation>
    </message>
    <message>
        <source>a line of the head is "field: value", not "%1"</source>
        <translation>文件头的每一行是“字段: 值”，不能是“%1”</translation>
    </message>
    <message>
        <source>this line is longer than %1 letters</source>
        <translation>这一行超过 %1 个字符</translation>
    </message>
    <message>
        <source>id "%1" differs from the folder's name, which says "%2"</source>
        <translation>id“%1”与文件夹名不符，后者是“%2”</translation>
    </message>
    <message>
        <source>this file cannot be read: %1</source>
        <translation>无法读取此文件：%1</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>it is a pipe or a device</source>
        <translation>它是管道或设备</translation>
    </message>
    <message>
        <source>this file is larger than 1 MiB: make several lessons of it</source>
        <translation>此文件大于 1 MiB：请分成几课</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>id "%1" is taken: %2 has it too</source>
        <translation>id“%1”已被占用：%2 也用了它</translation>
    </message>
    <message>
        <source>this stands twice in one prediction</source>
        <translation>它在同一道预测题中出现了两次</translation>
    </message>
    <message>
        <source>this choice is empty</source>
        <translation>这个选项是空的</translation>
    </message>
    <message>
        <source>the choice "%1" stands twice</source>
        <translation>选项“%1”出现了两次</translation>
    </message>
    <message>
        <source>feedback ("&gt;") belongs under the choice ("-") that it answers</source>
        <translation>反馈（“&gt;”）应写在它所回应的选项（“-”）之下</translation>
    </message>
    <message>
        <source>a prediction without question</source>
        <translation>预测题缺少问题</translation>
    </message>
    <message>
        <source>a prediction without answer: add "answer: expression"</source>
        <translation>预测题缺少答案：请加上“answer: 表达式”</translation>
    </message>
    <message>
        <source>the answer is computed from what ran: write an expression, not the constant %1</source>
        <translation>答案由运行结果算出：请写表达式，不要写常量 %1</translation>
    </message>
    <message>
        <source>one choice is none: give two or more, or leave them out</source>
        <translation>只有一个选项等于没有选项：请给出两个以上，或全部去掉</translation>
    </message>
    <message>
        <source>a prediction needs a ```python run block in the same step: its answer is computed after the run</source>
        <translation>预测题所在的步骤需要一个 ```python run 代码块：答案在运行后算出</translation>
    </message>
    <message>
        <source>this step is empty</source>
        <translation>这一步是空的</translation>
    </message>
    <message>
        <source>a step needs a title after "## "</source>
        <translation>步骤需要在“## ”之后写标题</translation>
    </message>
    <message>
        <source>text before the first step: begin a step with "## Title"</source>
        <translation>第一步之前有文字：请用“## 标题”开始一步</translation>
    </message>
    <message>
        <source>the title stands in the head; a step begins with "## "</source>
        <translation>标题写在文件头中；步骤以“## ”开始</translation>
    </message>
    <message>
        <source>nothing may stand after "%1"</source>
        <translation>“%1”之后不能再有内容</translation>
    </message>
    <message>
        <source>a step has one block that runs; begin another step for this one</source>
        <translation>一步只有一个可运行的代码块；请为它另起一步</translation>
    </message>
    <message>
        <source>this block has no code</source>
        <translation>这个代码块没有代码</translation>
    </message>
    <message>
        <source>a step asks one question; begin another step for this one</source>
        <translation>一步只问一个问题；请为它另起一步</translation>
    </message>
    <message>
        <source>the lesson has no steps: begin one with "## Title"</source>
        <translation>课程没有步骤：请用“## 标题”开始一步</translation>
    </message>
    <message>
        <source>the lesson is missing in this language: %1. Write it in this file; the code stays the same, words are translated</source>
        <translation>缺少这种语言的课程：%1。请写在这个文件里：代码不变，文字要翻译</translation>
    </message>
    <message>
        <source>"needs" names "%1", and no lesson before has this id</source>
        <translation>“needs”写了“%1”，而前面没有这个 id 的课程</translation>
    </message>
    <message>
        <source>a lesson ends in a change that the learner makes: this last step has no ```change block</source>
        <translation>每一课都以学习者亲手做的修改结束：最后一步没有 ```change 块</translation>
    </message>
    <message>
        <source>there is no lesson in this folder</source>
        <translation>这个文件夹里没有课程</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>%1 differs from %2</source>
        <translation>%1与 %2 不同</translation>
    </message>
    <message>
        <source>the error that it raises</source>
        <translation>它抛出的错误</translation>
    </message>
    <message>
        <source>whether this step asks</source>
        <translation>这一步是否提问</translation>
    </message>
    <message>
        <source>whether this step asks for a change</source>
        <translation>这一步是否要求修改</translation>
    </message>
    <message>
        <source>the answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>the type of the prediction</source>
        <translation>预测的类型</translation>
    </message>
    <message>
        <source>the number of choices</source>
        <translation>选项的个数</translation>
    </message>
    <message>
        <source>the check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>the number of hints</source>
        <translation>提示的个数</translation>
    </message>
    <message>
        <source>this code is another than in %1: %2 there, %3 here</source>
        <translation>这段代码与 %1 中的不同：那里是 %2，这里是 %3</translation>
    </message>
    <message>
        <source>the code cannot be written to a folder of its own</source>
        <translation>无法把代码写到单独的文件夹里</translation>
    </message>
    <message>
        <source>"%1" cannot be started</source>
        <translation>无法启动“%1”</translation>
    </message>
    <message>
        <source>the check is true before anything was changed: ask for what only the change brings about</source>
        <translation>还没有修改，检查就已经为真：请检查只有改了才会成立的事</translation>
    </message>
    <message>
        <source>the solution fails: %1</source>
        <translation>做法执行失败：%1</translation>
    </message>
    <message>
        <source>the check fails: %1</source>
        <translation>检查执行失败：%1</translation>
    </message>
    <message>
        <source>the check is not true after the solution ran: it is %1</source>
        <translation>执行做法之后检查仍不为真：结果是 %1</translation>
    </message>
    <message>
        <source>this code should end with %1, and ends without an error</source>
        <translation>这段代码应该以 %1 结束，却没有出错</translation>
    </message>
    <message>
        <source>this code fails: %1</source>
        <translation>这段代码执行失败：%1</translation>
    </message>
    <message>
        <source>this code should end with %1, not with %2</source>
        <translation>这段代码应该以 %1 结束，而不是 %2</translation>
    </message>
    <message>
        <source>the answer fails: %1</source>
        <translation>答案执行失败：%1</translation>
    </message>
    <message>
        <source>the answer is no number but %1</source>
        <translation>答案不是数，而是 %1</translation>
    </message>
    <message>
        <source>the answer is none of the choices: %1</source>
        <translation>答案不在选项之中：%1</translation>
    </message>
    <message>
        <source>the wrong choice "%1" has no feedback ("&gt;" under it)</source>
        <translation>错误选项“%1”没有反馈（下面的“&gt;”）</translation>
    </message>
    <message>
        <source>a lesson's folder is named NN-name, such as 21-my-lesson, not "%1"</source>
        <translation>课程文件夹应命名为 NN-name，例如 21-my-lesson，而不是“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is there already, and nothing is written over: take another folder, or move the file away</source>
        <translation>“%1”已经存在，不会被覆盖：请换一个文件夹，或先把这个文件移走</translation>
    </message>
    <message>
        <source>"%1" cannot be made</source>
        <translation>无法创建“%1”</translation>
    </message>
    <message>
        <source>"%1" cannot be written</source>
        <translation>无法写入“%1”</translation>
    </message>
    <message>
        <source>this hint is empty</source>
        <translation>这条提示是空的</translation>
    </message>
    <message>
        <source>this stands twice in one change</source>
        <translation>这一项在一道修改题里出现了两次</translation>
    </message>
    <message>
        <source>a change without task</source>
        <translation>修改题没有任务</translation>
    </message>
    <message>
        <source>a change without check: add "check: expression"</source>
        <translation>修改题没有检查：请加上“check: 表达式”</translation>
    </message>
    <message>
        <source>the check is computed from what ran: write an expression, not the constant %1</source>
        <translation>检查要根据运行结果计算：请写表达式，而不是常量 %1</translation>
    </message>
    <message>
        <source>a change without hint: say what to try when it is not right yet</source>
        <translation>修改题没有提示：请说明还不对时可以试什么</translation>
    </message>
    <message>
        <source>"type" is choice, number or text, not "%1"</source>
        <translation>“type”只能是 choice、number 或 text，不能是“%1”</translation>
    </message>
    <message>
        <source>a prediction of type choice has no choices ("- ")</source>
        <translation>类型为 choice 的预测题没有选项（“- ”）</translation>
    </message>
    <message>
        <source>"%1" is not a number</source>
        <translation>“%1”不是数</translation>
    </message>
    <message>
        <source>a solution needs a ```change block in the same step</source>
        <translation>做法需要同一步里有 ```change 块</translation>
    </message>
    <message>
        <source>a change needs a ```python run block in the same step: the code that the learner changes</source>
        <translation>修改题需要同一步里有 ```python run 块，也就是学习者要改的代码</translation>
    </message>
    <message>
        <source>a change needs a ```python solution block: the code with the change made</source>
        <translation>修改题需要 ```python solution 块，也就是改好的代码</translation>
    </message>
    <message>
        <source>after "python" only "run", "run raises ERROR" and "solution" are known, not "%1"</source>
        <translation>“python”之后只能写“run”“run raises 错误名”或“solution”，不能是“%1”</translation>
    </message>
    <message>
        <source>a step has one solution</source>
        <translation>一步只能有一种做法</translation>
    </message>
    <message>
        <source>a step asks for one change; begin another step for this one</source>
        <translation>一步只能要求一处修改；请为它另起一步</translation>
    </message>
    <message>
        <source>this block is never closed: a line %1 is missing before line %2</source>
        <translation>这个代码块没有结束：第 %2 行之前缺少一行 %1</translation>
    </message>
    <message>
        <source>the head is not closed: a second line "---" is missing before line %1</source>
        <translation>文件头没有结束：第 %1 行之前缺少第二行“---”</translation>
    </message>
    <message>
        <source>the title stands without quotes around it: %1</source>
        <translation>标题两边不加引号：%1</translation>
    </message>
    <message>
        <source>a prediction has no field "%1": is it "%2:"?</source>
        <translation>预测题没有字段“%1”：是不是“%2:”？</translation>
    </message>
    <message>
        <source>a change has no field "%1": is it "%2:"?</source>
        <translation>修改题没有字段“%1”：是不是“%2:”？</translation>
    </message>
    <message>
        <source>"%1" is a full-width sign: a choice begins with "- ", what is said to it with "&gt; "</source>
        <translation>“%1”是全角符号：选项以“- ”开头，对它的反馈以“&gt; ”开头</translation>
    </message>
    <message>
        <source>a line of a prediction begins with "type:", "question:", "- ", "&gt; " or "answer:", not with "%1"</source>
        <translation>预测题的一行以“type:”“question:”“- ”“&gt; ”或“answer:”开头，而不是“%1”</translation>
    </message>
    <message>
        <source>a line of a change begins with "task:", "check:", "hint:" or "done:", not with "%1"</source>
        <translation>修改题的一行以“task:”“check:”“hint:”或“done:”开头，而不是“%1”</translation>
    </message>
    <message>
        <source>unknown block "%1" (only shown: %2)</source>
        <translation>不认识的代码块“%1”（只显示的有：%2）</translation>
    </message>
    <message>
        <source>unknown block "%1": is it "%2"?</source>
        <translation>不认识的代码块“%1”：是不是“%2”？</translation>
    </message>
    <message>
        <source>lessons have no pictures ("%1"): the panels show what happens</source>
        <translation>课程里不放图片（“%1”）：发生了什么由面板来显示</translation>
    </message>
    <message>
        <source>raw HTML would be left out: %1</source>
        <translation>原始 HTML 会被略去：%1</translation>
    </message>
    <message>
        <source>lesson %1 of the program has the id "%2": take another</source>
        <translation>程序自带的第 %1 课已经用了 id“%2”：请换一个</translation>
    </message>
    <message>
        <source>whether this step has notes</source>
        <translation>这一步有没有讲师备注</translation>
    </message>
    <message>
        <source>this text is that of %1, word for word: it is not translated</source>
        <translation>这段文字与 %1 一字不差：没有翻译</translation>
    </message>
    <message>
        <source>%1 (and in %2 more places)</source>
        <translation>%1（另有 %2 处）</translation>
    </message>
    <message>
        <source>%1 (and in %2 more lines)</source>
        <translation>%1（另有 %2 行）</translation>
    </message>
    <message>
        <source>the answer changes from one time to the next: %1, then %2</source>
        <translation>答案前后不一：先是 %1，再是 %2</translation>
    </message>
    <message>
        <source>%1 (the head gives this lesson %2 GPUs: raise &quot;gpus&quot;)</source>
        <translation>%1（文件头说这一课用 %2 块 GPU：请调大“gpus”）</translation>
    </message>
    <message>
        <source>this code crashed the program</source>
        <translation>这段代码使程序崩溃了</translation>
    </message>
    <message>
        <source>this code ended the program with exit code %1</source>
        <translation>这段代码结束了程序，退出码是 %1</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>没有检查完就被停止了</translation>
    </message>
    <message>
        <source>this code had not ended after %1 s and was stopped (--patience SECONDS gives it more)</source>
        <translation>这段代码运行 %1 秒仍未结束，已被停止（--patience 秒数 可以多等一会儿）</translation>
    </message>
    <message>
        <source>this code printed nothing for %1 s and was stopped (--patience SECONDS gives it more)</source>
        <translation>这段代码 %1 秒没有输出任何内容，已被停止（--patience 秒数 可以多等一会儿）</translation>
    </message>
    <message>
        <source>this line is not UTF-8 text: save the file as UTF-8 in your editor</source>
        <translation>这一行不是 UTF-8 文本：请在编辑器里把文件另存为 UTF-8</translation>
    </message>
    <message>
        <source>this line has a NUL character</source>
        <translation>这一行里有 NUL 字符</translation>
    </message>
    <message>
        <source>you may not read this folder</source>
        <translation>没有读取这个文件夹的权限</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a file, not a folder</source>
        <translation>“%1”是文件，不是文件夹</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a pipe or a device, not a folder</source>
        <translation>“%1”是管道或设备，不是文件夹</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>字段“%1”</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>the choice &quot;%1&quot; is the same answer as &quot;%2&quot;: case, backticks and how a number is written make no difference</source>
        <translation>选项“%1”与“%2”是同一个答案：大小写、反引号和数的写法都不算区别</translation>
    </message>
    <message>
        <source>a prediction has no field &quot;%1&quot;: it has &quot;type:&quot;, &quot;question:&quot;, &quot;- &quot;, &quot;&gt; &quot; and &quot;answer:&quot;. If this goes on with the question, put it behind the line above</source>
        <translation>预测题没有字段“%1”：可用的有“type:”“question:”“- ”“&gt; ”和“answer:”。如果这是问题的一部分，请接到上一行后面</translation>
    </message>
    <message>
        <source>a change has no field &quot;%1&quot;: it has &quot;task:&quot;, &quot;check:&quot;, &quot;hint:&quot; and &quot;done:&quot;. If this goes on with the text, put it behind the line above</source>
        <translation>修改题没有字段“%1”：可用的有“task:”“check:”“hint:”和“done:”。如果这是文字的一部分，请接到上一行后面</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>becomes</source>
        <translation>变为</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>GPU %1 (%2)</source>
        <translation>GPU %1（%2）</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，即 %2</translation>
    </message>
    <message>
        <source>and %1 more: see Names</source>
        <translation>还有 %1 个，见“名字”</translation>
    </message>
    <message>
        <source>the same ones: nothing was copied</source>
        <translation>还是原来那些：没有复制任何东西</translation>
    </message>
    <message>
        <source>%1 written anew</source>
        <translation>重新写入 %1</translation>
    </message>
    <message>
        <source>%1 copied</source>
        <translation>复制了 %1</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message numerus="yes">
        <source>and %n more of this line</source>
        <translation><numerusform>这一行还有 %n 个</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::AboutBox</name>
    <message>
        <source>About ToDevice</source>
        <translation>关于 ToDevice</translation>
    </message>
    <message>
        <source>ToDevice %1</source>
        <translation>ToDevice %1</translation>
    </message>
    <message>
        <source>Shows where tensors live. The window is free software under the GPL, version 3 or later; the engine, the worker and the lessons are under the Apache licence 2.0.</source>
        <translation>看见张量在哪里。窗口程序是自由软件，采用 GPL 第 3 版或更新版本；引擎、工作进程和课程采用 Apache 2.0 许可证。</translation>
    </message>
    <message>
        <source>What it is made of. Choose a line to read its licence.</source>
        <translation>所用的组件。选中一行即可阅读其许可证。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Used for</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Copyright</source>
        <translation>版权</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>许可证全文</translation>
    </message>
</context>
<context>
    <name>todevice::AddressMap</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Made by line</source>
        <translation>由哪一行产生</translation>
    </message>
</context>
<context>
    <name>todevice::AddressMapView</name>
    <message>
        <source>%1: %2 in %3 blocks</source>
        <translation>%1：%2，共 %3 块</translation>
    </message>
    <message>
        <source>Address map</source>
        <translation>地址图</translation>
    </message>
    <message>
        <source>%1 in %2 blocks</source>
        <translation>%1，共 %2 块</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>%1 · new</source>
        <translation>%1 · 新</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>no name in your code</source>
        <translation>你的代码里没有指向它的名字</translation>
    </message>
    <message>
        <source>%1 in 1 block</source>
        <translation>%1，共 1 块</translation>
    </message>
    <message>
        <source>Address map: %1</source>
        <translation>地址图：%1</translation>
    </message>
    <message>
        <source>made by line %1</source>
        <translation>由第 %1 行产生</translation>
    </message>
</context>
<context>
    <name>todevice::CodePanel</name>
    <message>
        <source>Code of the lesson</source>
        <translation>课程代码</translation>
    </message>
    <message>
        <source>next: line %1</source>
        <translation>下一行：第 %1 行</translation>
    </message>
    <message>
        <source>The code has changed.</source>
        <translation>代码已改动。</translation>
    </message>
    <message>
        <source>line %1 goes on</source>
        <translation>第 %1 行继续执行</translation>
    </message>
    <message>
        <source>The lesson's own code is here again. Yours is kept.</source>
        <translation>课程原来的代码又放回来了。你写的代码还留着。</translation>
    </message>
    <message>
        <source>This is a solution. Your code is kept.</source>
        <translation>这是一种解法。你写的代码还留着。</translation>
    </message>
    <message>
        <source>The lesson has other code now than when you wrote yours. Yours is kept.</source>
        <translation>课程的代码和你写的时候不一样了。你写的代码还留着。</translation>
    </message>
    <message>
        <source>Bring back my code</source>
        <translation>恢复我的代码</translation>
    </message>
    <message>
        <source>changed since it ran</source>
        <translation>运行之后改过</translation>
    </message>
</context>
<context>
    <name>todevice::CommandLine</name>
    <message>
        <source>--%1 needs a whole number from %2 to %3, not "%4".</source>
        <translation>--%1 需要 %2 到 %3 之间的整数，不能是“%4”。</translation>
    </message>
    <message>
        <source>--%1 needs a number from %2 to %3, not "%4".</source>
        <translation>--%1 需要 %2 到 %3 之间的数，不能是“%4”。</translation>
    </message>
    <message>
        <source>--%1 is one of %2, not "%3".</source>
        <translation>--%1 只能是 %2 之一，不能是“%3”。</translation>
    </message>
    <message>
        <source>Shows where tensors live: step through PyTorch-style code and see devices, addresses and copies.</source>
        <translation>显示张量在哪里：逐行执行 PyTorch 风格的代码，观察设备、地址和复制。</translation>
    </message>
    <message>
        <source>Simulate N GPUs instead of using the machine's own.</source>
        <translation>模拟 N 块 GPU，而不使用本机的 GPU。</translation>
    </message>
    <message>
        <source>--size goes up to %1x%1.</source>
        <translation>--size 最大为 %1x%1。</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>显示这份说明。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>显示版本号。</translation>
    </message>
    <message>
        <source>Start with this CUDA_VISIBLE_DEVICES.</source>
        <translation>以这个 CUDA_VISIBLE_DEVICES 启动。</translation>
    </message>
    <message>
        <source>Language of the window: en or zh_CN.</source>
        <translation>窗口语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Colours: light, dark, high-contrast or projector.</source>
        <translation>配色：light、dark、high-contrast 或 projector。</translation>
    </message>
    <message>
        <source>Size of everything in percent, 50 to 300.</source>
        <translation>整体缩放百分比，50 到 300。</translation>
    </message>
    <message>
        <source>Size of the window, for example 1280x800.</source>
        <translation>窗口大小，例如 1280x800。</translation>
    </message>
    <message>
        <source>Folder for the report of --play: the handout (handout.pdf), a picture of each step and records.json.</source>
        <translation>--play 报告所在的文件夹：讲义（handout.pdf）、每一步的图片和 records.json。</translation>
    </message>
    <message>
        <source>Run the lesson up to a step (--step N), save a picture of the window, and end.</source>
        <translation>把课程执行到某一步（--step N），保存窗口图片，然后结束。</translation>
    </message>
    <message>
        <source>The step of the lesson for --screenshot.</source>
        <translation>--screenshot 所用的课程步骤。</translation>
    </message>
    <message>
        <source>Neither read nor keep what is remembered from one start to the next.</source>
        <translation>既不读取也不保存上次的设置。</translation>
    </message>
    <message>
        <source>--size needs a width and a height such as 1280x800, not "%1".</source>
        <translation>--size 需要宽和高，例如 1280x800，不能是“%1”。</translation>
    </message>
    <message>
        <source>Unknown argument "%1".</source>
        <translation>无法识别的参数“%1”。</translation>
    </message>
    <message>
        <source>--play needs a lesson or "all". Lessons: %1</source>
        <translation>--play 需要一个课程或“all”。已有课程：%1</translation>
    </message>
    <message>
        <source>--play needs --report DIR.</source>
        <translation>--play 需要同时给出 --report DIR。</translation>
    </message>
    <message>
        <source>Check a lesson's file or folder, or all that came with the program, and say what is wrong with which line.</source>
        <translation>检查一课的文件或文件夹，或者自带的全部课程，指出哪一行有什么问题。</translation>
    </message>
    <message>
        <source>Write a lesson to begin from into this folder (NN-name).</source>
        <translation>在这个文件夹（NN-name）里写一份起步用的课程。</translation>
    </message>
    <message>
        <source>--%1 needs a file or folder.</source>
        <translation>--%1 需要一个文件或文件夹。</translation>
    </message>
    <message>
        <source>--simulate: there is no file "%1", and no ready machine of that name (%2).</source>
        <translation>--simulate：没有文件“%1”，也没有这个名字的现成机器（%2）。</translation>
    </message>
    <message>
        <source>Simulate N GPUs, or the machine that a file describes (laptop, workstation, server and mig are ready), instead of using the machine's own.</source>
        <translation>模拟 N 个 GPU，或模拟文件描述的机器（现成的有 laptop、workstation、server 和 mig），而不用本机的 GPU。</translation>
    </message>
    <message>
        <source>Open this lesson: its id or number, or a lesson's file or folder, or a Python file.</source>
        <translation>打开这一课：课程的 id 或编号，或课程的文件、文件夹，或一个 Python 文件。</translation>
    </message>
    <message>
        <source>Play a lesson (its id or number, a file or a folder), or all of them, without a display, and write a report.</source>
        <translation>不用显示器演示一课（id、编号、文件或文件夹）或全部课程，并写出报告。</translation>
    </message>
    <message>
        <source>There is no lesson "%1", and no file or folder with one. Lessons: %2</source>
        <translation>没有课程“%1”，也没有这样的课程文件或文件夹。课程有：%2</translation>
    </message>
    <message>
        <source>For --check: stop code that prints nothing for so many seconds (30).</source>
        <translation>用于 --check：代码这么多秒没有输出就停止它（30）。</translation>
    </message>
    <message>
        <source>The report&apos;s folder &quot;%1&quot; cannot be written to.</source>
        <translation>报告的文件夹“%1”无法写入。</translation>
    </message>
    <message>
        <source>--%1: there is no lesson in the folder &quot;%2&quot;.</source>
        <translation>--%1：文件夹“%2”里没有课程。</translation>
    </message>
    <message>
        <source>There is no option &quot;%1&quot;.</source>
        <translation>没有选项“%1”。</translation>
    </message>
    <message>
        <source>There is no display here. --play LESSON|all --report DIR plays lessons without one.</source>
        <translation>这里没有显示器。--play LESSON|all --report DIR 不用显示器也能演示课程。</translation>
    </message>
    <message>
        <source>todevice --help lists the options.</source>
        <translation>todevice --help 会列出所有选项。</translation>
    </message>
    <message>
        <source>For --play: write the instructor's handout (instructor.pdf) too, which has the lesson's notes.</source>
        <translation>用于 --play：同时写出讲师用的讲义（instructor.pdf），其中有课程的讲师备注。</translation>
    </message>
    <message>
        <source>--notes goes with --play LESSON --report DIR. In the window the menu More has &quot;Instructor's notes&quot;.</source>
        <translation>--notes 要与 --play LESSON --report DIR 一起用。在窗口里，“更多”菜单中有“讲师备注”。</translation>
    </message>
</context>
<context>
    <name>todevice::ConsolePanel</name>
    <message>
        <source>What the code prints</source>
        <translation>代码的输出</translation>
    </message>
    <message>
        <source>Press Run (F5) or Step (F6), or ask for a value below.</source>
        <translation>按“运行”（F5）或“单步”（F6），也可以在下面查询一个值。</translation>
    </message>
    <message>
        <source>Printed text</source>
        <translation>输出的文字</translation>
    </message>
    <message>
        <source>an expression, for example x_gpu.device</source>
        <translation>一个表达式，例如 x_gpu.device</translation>
    </message>
    <message>
        <source>Ask for the value of an expression</source>
        <translation>查询表达式的值</translation>
    </message>
    <message>
        <source>the first %1 lines are left out</source>
        <translation>省略了最前面的 %1 行</translation>
    </message>
    <message>
        <source>[worker] %1</source>
        <translation>[工作进程] %1</translation>
    </message>
    <message>
        <source>text of later lines is not shown</source>
        <translation>后面各行的输出没有显示</translation>
    </message>
    <message>
        <source>a value is being computed: Stop ends it</source>
        <translation>正在计算一个值：按“停止”可以结束</translation>
    </message>
</context>
<context>
    <name>todevice::Dock</name>
    <message>
        <source>Take %1 out of the window, or put it back</source>
        <translation>把“%1”移出窗口，或放回来</translation>
    </message>
    <message>
        <source>Close %1 (the menu brings it back)</source>
        <translation>关闭“%1”（可从菜单重新打开）</translation>
    </message>
</context>
<context>
    <name>todevice::GpuCard</name>
    <message>
        <source>%1
UUID: %2
PCI: %3</source>
        <translation>%1
UUID：%2
PCI：%3</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <translation>已用 %1 / %2</translation>
    </message>
    <message>
        <source>%1
Memory: %2
PCI: %3
UUID: %4
CUDA index %5, NVML index %6</source>
        <translation>%1
显存：%2
PCI：%3
UUID：%4
CUDA 编号 %5，NVML 编号 %6</translation>
    </message>
    <message>
        <source>Tick: the program sees this GPU. Drag the card, or press Alt+Up and Alt+Down, to change the order</source>
        <translation>勾选：程序能看到这个 GPU。拖动卡片，或按 Alt+↑、Alt+↓，可改变顺序</translation>
    </message>
    <message>
        <source>make busy</source>
        <translation>设为占用</translation>
    </message>
    <message>
        <source>✓ busy</source>
        <translation>✓ 已占用</translation>
    </message>
    <message>
        <source>For practice: another program fills this simulated card</source>
        <translation>练习用：假装另一个程序占满了这块模拟卡</translation>
    </message>
    <message>
        <source>GPU %1 is busy</source>
        <translation>GPU %1 被占用</translation>
    </message>
    <message>
        <source>CUDA %1 · NVML %2 · %3 · %4</source>
        <translation>CUDA %1 · NVML %2 · %3 · %4</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>; of that %1 by this program</source>
        <translation>；其中本程序占 %1</translation>
    </message>
    <message>
        <source>
Load: the driver's for its last sample period, up to a second</source>
        <translation>
负载：驱动在最近一个采样周期（最长一秒）内的读数</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>占满</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>占满</translation>
    </message>
    <message>
        <source>CUDA %1 · NVML %2 · %3</source>
        <translation>CUDA %1 · NVML %2 · %3</translation>
    </message>
</context>
<context>
    <name>todevice::GpuMapModel</name>
    <message>
        <source>This machine has no GPU.</source>
        <translation>这台机器没有 GPU。</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>visible as cuda:%1</source>
        <translation>可见，即 cuda:%1</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>GPU %1, letter %2, %3, %4: %5</source>
        <translation>GPU %1，字母 %2，%3，%4：%5</translation>
    </message>
    <message>
        <source>GPU %1 is visible as cuda:%2</source>
        <translation>GPU %1 可见，即 cuda:%2</translation>
    </message>
    <message>
        <source>GPU %1, but the whole list is an error</source>
        <translation>GPU %1，但整个列表无效</translation>
    </message>
    <message>
        <source>GPU %1 is named twice: CUDA refuses the whole list (invalid device ordinal)</source>
        <translation>GPU %1 出现了两次：CUDA 会拒绝整个列表（invalid device ordinal）</translation>
    </message>
    <message>
        <source>the list ends here: there is no GPU %1</source>
        <translation>列表到此为止：没有 GPU %1</translation>
    </message>
    <message>
        <source>the list ends here: nothing stands between the commas</source>
        <translation>列表到此为止：逗号之间是空的</translation>
    </message>
    <message>
        <source>the list ends here: “%1” is neither a number nor a UUID</source>
        <translation>列表到此为止：“%1”既不是编号也不是 UUID</translation>
    </message>
    <message>
        <source>the list ends here: no GPU has the UUID %1</source>
        <translation>列表到此为止：没有 UUID 为 %1 的 GPU</translation>
    </message>
    <message>
        <source>the list ends here: several UUIDs begin with %1</source>
        <translation>列表到此为止：有多个 UUID 以 %1 开头</translation>
    </message>
    <message>
        <source>the list ends here: numbers and UUIDs cannot be mixed</source>
        <translation>列表到此为止：编号和 UUID 不能混用</translation>
    </message>
    <message>
        <source>not read: the list ended before</source>
        <translation>不会读到：列表在前面已经结束</translation>
    </message>
    <message>
        <source>No GPU is visible: CUDA will say that there is no device.</source>
        <translation>看不到任何 GPU：CUDA 会说没有设备。</translation>
    </message>
    <message>
        <source>A GPU is named twice: CUDA will refuse the whole list (invalid device ordinal).</source>
        <translation>有一块 GPU 出现了两次：CUDA 会拒绝整个列表（invalid device ordinal）。</translation>
    </message>
    <message>
        <source>CUDA_DEVICE_ORDER must be FASTEST_FIRST or PCI_BUS_ID: CUDA will refuse this one.</source>
        <translation>CUDA_DEVICE_ORDER 只能是 FASTEST_FIRST 或 PCI_BUS_ID：CUDA 会拒绝这个值。</translation>
    </message>
    <message>
        <source>The rules say %1, but the worker reports %2.</source>
        <translation>按规则应为 %1，但工作进程报告的是 %2。</translation>
    </message>
    <message>
        <source> (read as %1: what follows the digits is ignored)</source>
        <translation>（读作 %1：数字后面的内容被忽略）</translation>
    </message>
    <message>
        <source> (what follows the UUID is ignored)</source>
        <translation>（UUID 后面的内容被忽略）</translation>
    </message>
    <message>
        <source> (too large for 32 bits, and so read as %1)</source>
        <translation>（超出 32 位，因此读作 %1）</translation>
    </message>
    <message>
        <source>the list ends here: a negative number</source>
        <translation>列表到此为止：这是负数</translation>
    </message>
    <message>
        <source>GPU %1, but CUDA refuses the whole setting</source>
        <translation>GPU %1，但 CUDA 拒绝整个设置</translation>
    </message>
    <message>
        <source>GPU %1, but a program sees one MIG instance and nothing beside it</source>
        <translation>GPU %1，但程序只能看到一个 MIG 实例，看不到别的</translation>
    </message>
    <message>
        <source>load %1 %</source>
        <translation>负载 %1 %</translation>
    </message>
    <message>
        <source>torch.cuda.device_count() raises ValueError: %1. CUDA itself finds %2.</source>
        <translation>torch.cuda.device_count() 抛出 ValueError：%1。CUDA 自己找到 %2 个。</translation>
    </message>
    <message>
        <source>PyTorch reads the text itself and says device_count() = %1; CUDA then finds %2.</source>
        <translation>PyTorch 自己解析这段文字，得出 device_count() = %1；而 CUDA 随后找到 %2 个。</translation>
    </message>
    <message>
        <source>%1 (visible)</source>
        <translation>%1（可见）</translation>
    </message>
    <message>
        <source>hidden by code</source>
        <translation>被代码隐藏</translation>
    </message>
    <message>
        <source>cuda:%1 by code</source>
        <translation>由代码设为 cuda:%1</translation>
    </message>
</context>
<context>
    <name>todevice::GpuPanel</name>
    <message>
        <source>They appear here as soon as the worker is ready.</source>
        <translation>工作进程就绪后，它们会显示在这里。</translation>
    </message>
    <message>
        <source>Physical GPUs</source>
        <translation>物理 GPU</translation>
    </message>
    <message>
        <source>In the program</source>
        <translation>程序中的编号</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>没有 GPU</translation>
    </message>
    <message>
        <source>Unset</source>
        <translation>取消设置</translation>
    </message>
    <message>
        <source>Takes the variable away: the program sees every GPU</source>
        <translation>去掉这个变量：程序能看到所有 GPU</translation>
    </message>
    <message>
        <source>The GPUs that the program may see, in the order in which it counts them</source>
        <translation>程序可以看到的 GPU，按程序编号的顺序</translation>
    </message>
    <message>
        <source>empty: no GPU is visible</source>
        <translation>空值：看不到任何 GPU</translation>
    </message>
    <message>
        <source>unset: every GPU is visible</source>
        <translation>未设置：能看到所有 GPU</translation>
    </message>
    <message>
        <source>What torch.cuda.device_count() says under this setting</source>
        <translation>在此设置下 torch.cuda.device_count() 的结果</translation>
    </message>
    <message>
        <source>%1 of %2 visible</source>
        <translation>%2 块中可见 %1 块</translation>
    </message>
    <message>
        <source>unset: the fastest GPU first</source>
        <translation>未设置：最快的 GPU 在前</translation>
    </message>
    <message>
        <source>FASTEST_FIRST: the fastest GPU first</source>
        <translation>FASTEST_FIRST：最快的 GPU 在前</translation>
    </message>
    <message>
        <source>PCI_BUS_ID: as nvidia-smi counts</source>
        <translation>PCI_BUS_ID：与 nvidia-smi 的编号一致</translation>
    </message>
    <message>
        <source>every %1 ms</source>
        <translation>每 %1 毫秒</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Takes back the last change of the map</source>
        <translation>撤销对映射图的上一次改动</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Makes the change again that was taken back</source>
        <translation>重新做出刚才撤销的改动</translation>
    </message>
    <message>
        <source>Most free memory first</source>
        <translation>空闲显存多的在前</translation>
    </message>
    <message>
        <source>Orders the visible GPUs by what nvidia-smi calls free memory</source>
        <translation>按 nvidia-smi 报告的空闲显存给可见的 GPU 排序</translation>
    </message>
    <message>
        <source>How CUDA counts the GPUs: CUDA_DEVICE_ORDER</source>
        <translation>CUDA 如何给 GPU 编号：CUDA_DEVICE_ORDER</translation>
    </message>
    <message>
        <source>How often memory and load are read</source>
        <translation>多久读取一次显存和负载</translation>
    </message>
    <message>
        <source>read every %1 ms</source>
        <translation>每 %1 毫秒读取</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>不读取</translation>
    </message>
    <message>
        <source>The code has set the variable itself: the lines show what this process has, the boxes what it was started with.</source>
        <translation>代码自己设置了这个变量：连线显示本进程实际的映射，勾选框显示它启动时的设置。</translation>
    </message>
    <message>
        <source>Compare...</source>
        <translation>比较……</translation>
    </message>
    <message>
        <source>Runs the same code under two settings, side by side</source>
        <translation>在两种设置下并排运行同一段代码</translation>
    </message>
    <message>
        <source>No worker</source>
        <translation>没有工作进程</translation>
    </message>
    <message>
        <source>Its GPUs appear here once a worker runs again.</source>
        <translation>工作进程重新运行后，GPU 会显示在这里。</translation>
    </message>
    <message>
        <source>This machine has no GPU</source>
        <translation>这台机器没有 GPU</translation>
    </message>
    <message>
        <source>All code runs on the CPU. Simulated GPUs stand in the menu with the chip, above.</source>
        <translation>所有代码都在 CPU 上运行。可以在上方带芯片图标的菜单里选择模拟 GPU。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 项</translation>
    </message>
    <message>
        <source>The GPUs of this computer</source>
        <translation>本机的 GPU</translation>
    </message>
    <message>
        <source>The GPUs of %1</source>
        <translation>%1 的 GPU</translation>
    </message>
    <message>
        <source>Lists every GPU, the one with the most free memory first, and sets CUDA_DEVICE_ORDER to PCI_BUS_ID, which is how nvidia-smi counts</source>
        <translation>列出所有 GPU，空闲显存最多的排在最前；同时把 CUDA_DEVICE_ORDER 设为 PCI_BUS_ID，也就是 nvidia-smi 的编号方式</translation>
    </message>
    <message>
        <source>CUDA_DEVICE_ORDER is set to %1 as well, so that the numbers are those of nvidia-smi. Undo takes both back.</source>
        <translation>CUDA_DEVICE_ORDER 也一并设成了 %1，这样编号就和 nvidia-smi 一致。按“撤销”两项一起恢复。</translation>
    </message>
</context>
<context>
    <name>todevice::CallLanes</name>
    <message>
        <source>0 to %1</source>
        <translation>0 至 %1</translation>
    </message>
    <message>
        <source>Calls over time</source>
        <translation>调用的时间线</translation>
    </message>
    <message>
        <source>Calls on the CPU</source>
        <translation>CPU 上的调用</translation>
    </message>
    <message>
        <source>Work on the GPU, measured</source>
        <translation>GPU 上的工作（实测）</translation>
    </message>
    <message>
        <source>Work on the simulated GPU</source>
        <translation>模拟 GPU 上的工作</translation>
    </message>
</context>
<context>
    <name>todevice::CallModel</name>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>copy to the GPU</source>
        <translation>复制到 GPU</translation>
    </message>
    <message>
        <source>copy to the CPU</source>
        <translation>复制到 CPU</translation>
    </message>
    <message>
        <source>copy to another GPU</source>
        <translation>复制到另一块 GPU</translation>
    </message>
    <message>
        <source>reserve memory</source>
        <translation>预留显存</translation>
    </message>
    <message>
        <source>give memory back</source>
        <translation>退还显存</translation>
    </message>
    <message>
        <source>give back</source>
        <translation>归还</translation>
    </message>
    <message>
        <source>allocate</source>
        <translation>分配</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) on the CPU</source>
        <translation><numerusform>CPU 上 %n 次调用</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n piece(s) of GPU work</source>
        <translation><numerusform>GPU 上 %n 项工作</numerusform></translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>%1 copied</source>
        <translation>复制了 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more left out</source>
        <translation><numerusform>另有 %n 项未列出</numerusform></translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>begins at %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>用时</translation>
    </message>
    <message numerus="yes">
        <source>%n more copies left out</source>
        <translation><numerusform>另有 %n 次拷贝未列出</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::HoodPanel</name>
    <message>
        <source>What happens below Python</source>
        <translation>Python 之下发生的事</translation>
    </message>
    <message>
        <source>Press Step (F6): the calls, copies and memory of each line are listed here.</source>
        <translation>按“单步”（F6）：每一行的调用、复制和内存会列在这里。</translation>
    </message>
    <message>
        <source>Line %1 called nothing</source>
        <translation>第 %1 行没有调用任何东西</translation>
    </message>
    <message>
        <source>It used no GPU, took no memory and gave none back.</source>
        <translation>它没有用到 GPU，没有分配内存，也没有归还内存。</translation>
    </message>
    <message>
        <source>Measured: by the driver and on the GPU&apos;s own clock.</source>
        <translation>实测：由驱动程序和 GPU 自己的时钟计时。</translation>
    </message>
    <message>
        <source>Simulated: what the simulator did, timed on the CPU. It makes no CUDA calls.</source>
        <translation>模拟：模拟器做了什么，在 CPU 上计时。它不调用 CUDA。</translation>
    </message>
    <message>
        <source>Step through the lines to see the calls of each one.</source>
        <translation>逐行单步运行，就能看到每一行的调用。</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the calls</source>
        <translation>筛选调用</translation>
    </message>
    <message>
        <source>Calls of this line</source>
        <translation>这一行的调用</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>todevice::LessonPanel</name>
    <message>
        <source>%1. %2
%3 minutes</source>
        <translation>%1. %2
%3 分钟</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Choose one. Each runs real code, line by line.</source>
        <translation>请选择一课。每一课都逐行执行真实的代码。</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>The step before</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>The next step; what was not run of this one is run first</source>
        <translation>下一步；这一步还没有执行的代码会先执行</translation>
    </message>
    <message>
        <source>A lesson is left out: %1, line %2: %3</source>
        <translation>略过了一课：%1，第 %2 行：%3</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1，第 %2 行：%3</translation>
    </message>
    <message>
        <source>(and %1 more: todevice --check %2 lists them)</source>
        <translation>（还有 %1 处：用 todevice --check %2 可以全部列出）</translation>
    </message>
    <message>
        <source>This lesson uses %1 GPUs, and the program sees %2.</source>
        <translation>这一课要用 %1 块 GPU，而程序只看到 %2 块。</translation>
    </message>
    <message>
        <source>Simulate %1</source>
        <translation>模拟 %1 块</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>See the answer</source>
        <translation>看答案</translation>
    </message>
    <message>
        <source>Runs the code of this step: it answers the question</source>
        <translation>运行这一步的代码，由它回答问题</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>For the instructor</source>
        <translation>讲师备注</translation>
    </message>
</context>
<context>
    <name>todevice::LogicalCard</name>
    <message>
        <source>"cuda" now</source>
        <translation>当前 "cuda"</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>, the current device</source>
        <translation>，当前设备</translation>
    </message>
</context>
<context>
    <name>todevice::LossPlot</name>
    <message>
        <source>step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
</context>
<context>
    <name>todevice::MainWindow</name>
    <message>
        <source>Restart without the last block</source>
        <translation>重新启动，不再运行最后一块</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>工作进程 %1</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>%1 paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>%1 is starting</source>
        <translation>%1 正在启动</translation>
    </message>
    <message>
        <source>%1 ready</source>
        <translation>%1 就绪</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 运行中</translation>
    </message>
    <message>
        <source>%1 computes the value that was asked for</source>
        <translation>%1 正在计算所问的值</translation>
    </message>
    <message>
        <source>%1 waits before line %2</source>
        <translation>%1 停在第 %2 行之前</translation>
    </message>
    <message>
        <source>%1 runs the lesson again up to here</source>
        <translation>%1 正在重新执行到此处</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>没有工作进程</translation>
    </message>
    <message>
        <source>Home, End, arrows</source>
        <translation>Home、End、方向键</translation>
    </message>
    <message>
        <source>Move along the timeline when it has the focus</source>
        <translation>焦点在时间线上时移动游标</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Play and pause the timeline when it has the focus</source>
        <translation>焦点在时间线上时播放或暂停</translation>
    </message>
    <message>
        <source>Esc, then Tab</source>
        <translation>先按 Esc，再按 Tab</translation>
    </message>
    <message>
        <source>Leave the code editor</source>
        <translation>离开代码编辑器</translation>
    </message>
    <message>
        <source>Move a card of the GPU map up or down when it has the focus</source>
        <translation>焦点在 GPU 映射的卡片上时，把它上移或下移</translation>
    </message>
    <message>
        <source>Export this view</source>
        <translation>导出当前画面</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>Your answers are saved in %1.</source>
        <translation>你的回答已保存到 %1。</translation>
    </message>
    <message>
        <source>1 tensor, %1 on %2</source>
        <translation>%2 上 1 个张量，%1</translation>
    </message>
    <message>
        <source>%1 tensors, %2 on %3</source>
        <translation>%3 上 %1 个张量，%2</translation>
    </message>
    <message>
        <source>%1 tensors, %2 on %3 GPUs</source>
        <translation>%3 块 GPU 上 %1 个张量，%2</translation>
    </message>
    <message>
        <source>Which GPUs the program has</source>
        <translation>程序使用哪些 GPU</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is unset</source>
        <translation>CUDA_VISIBLE_DEVICES 未设置</translation>
    </message>
    <message>
        <source>These GPUs are simulated: the program computes on the CPU</source>
        <translation>这些 GPU 是模拟的：实际由 CPU 计算</translation>
    </message>
    <message>
        <source>Panels that share this place</source>
        <translation>共用此处的面板</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>One line back: shows what was there before</source>
        <translation>退回一行：显示之前的状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Run the next line</source>
        <translation>执行下一行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the rest of this step's code</source>
        <translation>执行这一步余下的代码</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the code that runs</source>
        <translation>停止正在运行的代码</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Begin the lesson anew, in a fresh program</source>
        <translation>在全新的程序中从头开始这一课</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Make everything larger</source>
        <translation>整体放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Make everything smaller</source>
        <translation>整体缩小</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Back to the ordinary size</source>
        <translation>恢复正常大小</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Present: full screen, large type; Page Down and Page Up turn the steps</source>
        <translation>演示：全屏、大字；Page Down 和 Page Up 翻页</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Fill the screen</source>
        <translation>占满屏幕</translation>
    </message>
    <message>
        <source>Put the panels back</source>
        <translation>恢复面板布局</translation>
    </message>
    <message>
        <source>All panels open, in their first places</source>
        <translation>打开所有面板并放回原处</translation>
    </message>
    <message>
        <source>Export this view...</source>
        <translation>导出当前画面…</translation>
    </message>
    <message>
        <source>Save a picture of the window</source>
        <translation>把窗口保存为图片</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>全部快捷键</translation>
    </message>
    <message>
        <source>Every key and what it does</source>
        <translation>所有按键及其作用</translation>
    </message>
    <message>
        <source>About ToDevice</source>
        <translation>关于 ToDevice</translation>
    </message>
    <message>
        <source>Version, licences, libraries and data</source>
        <translation>版本、许可证、库和数据</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Next step of the lesson (while presenting)</source>
        <translation>课程的下一步（演示时）</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Previous step of the lesson (while presenting)</source>
        <translation>课程的上一步（演示时）</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Leave presenting or full screen</source>
        <translation>退出演示或全屏</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到“%1”</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPU map</source>
        <translation>GPU 映射</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>Under the hood</source>
        <translation>底层细节</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Choose a lesson</source>
        <translation>选择课程</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>整体大小</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>More: panels, export, keys, about</source>
        <translation>更多：面板、导出、快捷键、关于</translation>
    </message>
    <message>
        <source>Lesson %1</source>
        <translation>第 %1 课</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>1 simulated GPU</source>
        <translation>1 块模拟 GPU</translation>
    </message>
    <message>
        <source>%1 simulated GPUs</source>
        <translation>%1 块模拟 GPU</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影仪</translation>
    </message>
    <message>
        <source>looking for GPUs</source>
        <translation>正在查找 GPU</translation>
    </message>
    <message>
        <source>The program was lost: %1. A new one takes over and runs the lesson again up to here.</source>
        <translation>程序中断了：%1。新的程序接替它，并把课程重新执行到这里。</translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.md)</source>
        <translation>课程 (*.md)</translation>
    </message>
    <message>
        <source>Export my answers</source>
        <translation>导出我的回答</translation>
    </message>
    <message>
        <source>Tables (*.csv);;JSON (*.json)</source>
        <translation>表格 (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Open lesson...</source>
        <translation>打开课程…</translation>
    </message>
    <message>
        <source>Export my answers...</source>
        <translation>导出我的回答…</translation>
    </message>
    <message>
        <source>A simulated machine from a file</source>
        <translation>从文件读取模拟的机器</translation>
    </message>
    <message>
        <source>Descriptions of machines (*.json)</source>
        <translation>机器描述文件 (*.json)</translation>
    </message>
    <message>
        <source>A laptop (simulated)</source>
        <translation>笔记本电脑（模拟）</translation>
    </message>
    <message>
        <source>A workstation with two unlike cards (simulated)</source>
        <translation>装有两块不同显卡的工作站（模拟）</translation>
    </message>
    <message>
        <source>A server with eight cards, some of them busy (simulated)</source>
        <translation>有八块卡的服务器，其中几块被占用（模拟）</translation>
    </message>
    <message>
        <source>Two cards, one cut into MIG instances (simulated)</source>
        <translation>两块卡，其中一块切分为 MIG 实例（模拟）</translation>
    </message>
    <message>
        <source>A simulated machine from a file...</source>
        <translation>从文件读取模拟的机器……</translation>
    </message>
    <message>
        <source>Another computer...</source>
        <translation>另一台计算机……</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The program runs on %1</source>
        <translation>程序在 %1 上运行</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>Back to this computer</source>
        <translation>回到本机</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2. It is made again, and the lesson runs again up to here.</source>
        <translation>与 %1 的连接断了：%2。正在重新连接，课程会重新运行到这里。</translation>
    </message>
    <message>
        <source>Find in the memory</source>
        <translation>在内存中查找</translation>
    </message>
    <message>
        <source>A name, an id or an address</source>
        <translation>名字、id 或地址</translation>
    </message>
    <message>
        <source>1 line a second</source>
        <translation>每秒 1 行</translation>
    </message>
    <message>
        <source>%1 lines a second</source>
        <translation>每秒 %1 行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Hold here</source>
        <translation>停在这里</translation>
    </message>
    <message>
        <source>Go on line by line by itself</source>
        <translation>自动逐行执行</translation>
    </message>
    <message>
        <source>Speed of playing: %1</source>
        <translation>播放速度：%1</translation>
    </message>
    <message>
        <source>%1 waits in a function, at line %2</source>
        <translation>%1 停在函数中第 %2 行</translation>
    </message>
    <message>
        <source>Step into</source>
        <translation>步入</translation>
    </message>
    <message>
        <source>Step into the function that the line calls</source>
        <translation>进入这一行调用的函数</translation>
    </message>
    <message>
        <source>Step out</source>
        <translation>步出</translation>
    </message>
    <message>
        <source>Run to the end of this function</source>
        <translation>执行到当前函数结束</translation>
    </message>
    <message>
        <source>Run to here</source>
        <translation>运行到此处</translation>
    </message>
    <message>
        <source>Run to the line of the cursor in the code</source>
        <translation>运行到代码中光标所在的行</translation>
    </message>
    <message>
        <source>Breakpoint</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Stop before the line of the cursor, or no more</source>
        <translation>在光标所在行之前停下，或取消</translation>
    </message>
    <message>
        <source>No breakpoints</source>
        <translation>清除断点</translation>
    </message>
    <message>
        <source>Take all breakpoints away</source>
        <translation>清除所有断点</translation>
    </message>
    <message>
        <source> (by the code)</source>
        <translation>（由代码设置）</translation>
    </message>
    <message>
        <source> (by the code, too late)</source>
        <translation>（由代码设置，太晚了）</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>My code that was set aside</source>
        <translation>我的代码（先前换下的）</translation>
    </message>
    <message>
        <source>Your answers and your code could not be kept: %1</source>
        <translation>你的回答和代码没能保存：%1</translation>
    </message>
    <message>
        <source>Your answers and your code could not be written, and are lost when the window closes.</source>
        <translation>你的回答和代码没能写入文件，关闭窗口就会丢失。</translation>
    </message>
    <message>
        <source>Close all the same</source>
        <translation>仍然关闭</translation>
    </message>
    <message>
        <source>Do not close</source>
        <translation>不关闭</translation>
    </message>
    <message>
        <source>Before the change: %1</source>
        <translation>改动之前：%1</translation>
    </message>
    <message>
        <source>of the code before the change</source>
        <translation>改动之前的运行结果</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2</source>
        <translation>打不开 %1：%2</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>This is your own file. Step through it, or run it: every line shows where its tensors live.

Changes stay in ToDevice until you save them (*Save the code as...*).</source>
        <translation>这是你自己的文件。可以单步执行，也可以运行：每一行都会显示张量在哪里。

改动先留在 ToDevice 里，用“代码另存为...”写入文件。</translation>
    </message>
    <message>
        <source>Open a Python file</source>
        <translation>打开 Python 文件</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Save the code</source>
        <translation>保存代码</translation>
    </message>
    <message>
        <source>The code is saved in %1.</source>
        <translation>代码已保存到 %1。</translation>
    </message>
    <message>
        <source>Open a Python file...</source>
        <translation>打开 Python 文件...</translation>
    </message>
    <message>
        <source>Open a Python file of your own</source>
        <translation>打开自己的 Python 文件</translation>
    </message>
    <message>
        <source>Save the code as...</source>
        <translation>代码另存为...</translation>
    </message>
    <message>
        <source>Save the code that is shown as a Python file</source>
        <translation>把显示的代码保存为 Python 文件</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>连接不上</translation>
    </message>
    <message>
        <source>%1 was asked for and does not answer</source>
        <translation>要连接的是 %1，但它没有应答</translation>
    </message>
    <message>
        <source>The GPUs of %1</source>
        <translation>%1 的 GPU</translation>
    </message>
    <message>
        <source>The GPUs of this computer</source>
        <translation>本机的 GPU</translation>
    </message>
    <message>
        <source>The GPUs of this computer (it has none: simulated ones stand in)</source>
        <translation>本机的 GPU（本机没有，由模拟的代替）</translation>
    </message>
    <message>
        <source>Which GPUs</source>
        <translation>用哪些 GPU</translation>
    </message>
    <message>
        <source>Where the program runs</source>
        <translation>程序在哪里运行</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>These are real GPUs, of %1</source>
        <translation>这些是真实的 GPU，位于%1</translation>
    </message>
    <message>
        <source>The machine stays as it is. %1. Mend the file and choose it again, or choose another machine.</source>
        <translation>机器保持不变。%1。请改正这个文件后重新选择，或换一台机器。</translation>
    </message>
    <message>
        <translation>机器没有更换。%1。请改好文件后再选一次，或者另选一台机器。</translation>
    </message>
    <message>
        <source>The picture is saved in %1.</source>
        <translation>图片已保存到 %1。</translation>
    </message>
    <message>
        <source>Instructor's notes</source>
        <translation>讲师备注</translation>
    </message>
    <message>
        <source>Below each step what its author says to the instructor. Never while presenting: the class would read it</source>
        <translation>在每一步下面显示作者写给讲师的话。演示时从不显示，免得全班看到</translation>
    </message>
</context>
<context>
    <name>todevice::MemoryPanel</name>
    <message>
        <source>Where tensors live</source>
        <translation>张量在哪里</translation>
    </message>
    <message>
        <source>Press Step (F6): each name appears here with its device, its address and its value.</source>
        <translation>按“单步”（F6）：每个名字会连同它的设备、地址和值显示在这里。</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Address map</source>
        <translation>地址图</translation>
    </message>
    <message>
        <source>Map as a table</source>
        <translation>地址表</translation>
    </message>
    <message>
        <source>after line %1</source>
        <translation>第 %1 行之后</translation>
    </message>
    <message>
        <source>Click a block, or press an arrow key, to see what it is.</source>
        <translation>点击一个块，或按方向键，看看它是什么。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The address map as a table</source>
        <translation>以表格显示的地址图</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Names for one object, and objects on one memory</source>
        <translation>同一个对象的多个名字，以及同一块内存上的多个对象</translation>
    </message>
    <message>
        <source>name, id, address</source>
        <translation>名字、id 或地址</translation>
    </message>
    <message>
        <source>Find in the memory: a name, an id or an address</source>
        <translation>在内存中查找：名字、id 或地址</translation>
    </message>
    <message>
        <source>No name means anything here: the code has not given one yet, or has deleted them.</source>
        <translation>这里没有任何名字：代码还没有起名，或者已经把名字都删除了。</translation>
    </message>
</context>
<context>
    <name>todevice::MemoryTableModel</name>
    <message>
        <source>moved to another address</source>
        <translation>移到了另一个地址</translation>
    </message>
    <message>
        <source>moved from %1 to %2</source>
        <translation>从 %1 移到 %2</translation>
    </message>
    <message>
        <source>same object</source>
        <translation>同一对象</translation>
    </message>
    <message>
        <source>same object as %1</source>
        <translation>与 %1 是同一对象</translation>
    </message>
    <message>
        <source>new on %1</source>
        <translation>新建于 %1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>freed</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>id()</source>
        <translation>id()</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>recorded, not computed yet</source>
        <translation>已捕获，尚未计算</translation>
    </message>
    <message>
        <source>no parameters</source>
        <translation>没有参数</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation><numerusform>%n 个张量</numerusform></translation>
    </message>
    <message>
        <source>%1, %2 numbers</source>
        <translation>%1，%2 个数</translation>
    </message>
    <message numerus="yes">
        <source>%n more not listed</source>
        <translation><numerusform>另有 %n 个未列出</numerusform></translation>
    </message>
    <message>
        <source>and more inside</source>
        <translation>里面还有更多</translation>
    </message>
</context>
<context>
    <name>todevice::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>todevice::MetricsStore</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，第 %2 次运行</translation>
    </message>
</context>
<context>
    <name>todevice::MoveModel</name>
    <message>
        <source>a copy of %1</source>
        <translation>%1 的副本</translation>
    </message>
    <message>
        <source>a module</source>
        <translation>一个模块</translation>
    </message>
    <message>
        <source>a tensor</source>
        <translation>一个张量</translation>
    </message>
    <message>
        <source>%1 is the same object: it was already there, nothing was copied</source>
        <translation>%1 是同一个对象：它本来就在那里，没有复制</translation>
    </message>
    <message>
        <source>%1 is the same object, now on %2 at a different address</source>
        <translation>%1 是同一个对象，现在位于 %2，地址不同</translation>
    </message>
    <message>
        <source>%1 is a new tensor of type %2 on %3, different address</source>
        <translation>%1 是 %3 上类型为 %2 的新张量，地址不同</translation>
    </message>
    <message>
        <source>%1 is a new tensor on %2, different address</source>
        <translation>%1 是 %2 上的新张量，地址不同</translation>
    </message>
    <message>
        <source>%1 is the same module: it was already there, nothing was copied</source>
        <translation>%1 是同一个模块：它本来就在那里，没有复制</translation>
    </message>
    <message numerus="yes">
        <source>%1 is the same module, now on %2: %n parameter(s) and buffers at new addresses</source>
        <translation><numerusform>%1 是同一个模块，现在位于 %2：%n 个参数和缓冲区换了新地址</numerusform></translation>
    </message>
    <message>
        <source>same object</source>
        <translation>同一对象</translation>
    </message>
    <message>
        <source>new object</source>
        <translation>新对象</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>id() before</source>
        <translation>之前的 id()</translation>
    </message>
    <message>
        <source>id() after</source>
        <translation>之后的 id()</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Address before</source>
        <translation>之前的地址</translation>
    </message>
    <message>
        <source>Address after</source>
        <translation>之后的地址</translation>
    </message>
    <message>
        <source>Device before</source>
        <translation>之前的设备</translation>
    </message>
    <message>
        <source>Device after</source>
        <translation>之后的设备</translation>
    </message>
    <message>
        <source>Type before</source>
        <translation>之前的类型</translation>
    </message>
    <message>
        <source>Type after</source>
        <translation>之后的类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>a parameter</source>
        <translation>一个参数</translation>
    </message>
    <message>
        <source>%1 was made on %2, and nothing kept it</source>
        <translation>%1 在 %2 上建好，但没有东西留住它</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>没有留住</translation>
    </message>
</context>
<context>
    <name>todevice::PredictionCard</name>
    <message>
        <source>Your prediction</source>
        <translation>你的预测</translation>
    </message>
    <message>
        <source>Predict first</source>
        <translation>先预测</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>你的选择</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>not so</source>
        <translation>不对</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Now run the code: it gives the answer.</source>
        <translation>现在执行代码，由它给出答案。</translation>
    </message>
    <message>
        <source>Choose, then run the code.</source>
        <translation>先选择，再执行代码。</translation>
    </message>
    <message>
        <source>The code says: %1</source>
        <translation>代码的回答：%1</translation>
    </message>
    <message>
        <source>Right. </source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not so. </source>
        <translation>不对。</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>The answer could not be computed: %1</source>
        <translation>无法算出答案：%1</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>Write the number alone, without a unit: 72, -1.5 or 1e-3.</source>
        <translation>只写数，不带单位：72、-1.5 或 1e-3。</translation>
    </message>
    <message>
        <source>Predict, then run the code.</source>
        <translation>先预测，再运行代码。</translation>
    </message>
    <message>
        <source>Hands</source>
        <translation>举手</translation>
    </message>
    <message>
        <source>Count the hands of a class for each choice</source>
        <translation>为每个选项数一数班里举手的人数</translation>
    </message>
    <message>
        <source>Hands for: %1</source>
        <translation>选这一项的人数：%1</translation>
    </message>
    <message>
        <source>%1 of %2 hands were right.</source>
        <translation>%2 人举手，%1 人选对。</translation>
    </message>
    <message>
        <source>The code was stopped before it came to the answer. Run it again.</source>
        <translation>代码在得出答案之前就被停止了。请再运行一次。</translation>
    </message>
    <message>
        <source>The code did not get that far: it ended with %1. Look at what went wrong, then run it again.</source>
        <translation>代码没有走到这一步：它以 %1 结束了。先看看哪里出了错，再运行一次。</translation>
    </message>
    <message>
        <source>Before your change, the code said: %1</source>
        <translation>在你修改之前，代码给出：%1</translation>
    </message>
</context>
<context>
    <name>todevice::RecordListModel</name>
    <message numerus="yes">
        <source>and %n more name(s)</source>
        <translation><numerusform>另有 %n 个名字</numerusform></translation>
    </message>
    <message>
        <source>%1 is on %2</source>
        <translation>%1 在 %2 上</translation>
    </message>
    <message>
        <source>%1 is the same object as %2</source>
        <translation>%1 与 %2 是同一个对象</translation>
    </message>
    <message>
        <source>%1 is set</source>
        <translation>%1 已赋值</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 已消失</translation>
    </message>
    <message>
        <source>CUDA is initialised from here on</source>
        <translation>CUDA 从这里开始已初始化</translation>
    </message>
    <message numerus="yes">
        <source>with %n more statement(s) before it</source>
        <translation><numerusform>连同它之前的 %n 条语句</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n statement(s) before it had run</source>
        <translation><numerusform>在它之前有 %n 条语句已运行</numerusform></translation>
    </message>
    <message>
        <source>CUDA initialised</source>
        <translation>CUDA 已初始化</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>CUDA has read CUDA_VISIBLE_DEVICES: later changes have no effect</source>
        <translation>CUDA 已读取 CUDA_VISIBLE_DEVICES：之后再改不起作用</translation>
    </message>
    <message>
        <source>%1 changed too late: CUDA had read it</source>
        <translation>%1 改得太晚：CUDA 已经读取过了</translation>
    </message>
    <message>
        <source>printed text</source>
        <translation>有输出</translation>
    </message>
    <message>
        <source>calls %1</source>
        <translation>调用 %1</translation>
    </message>
    <message>
        <source>%1 leaves %2</source>
        <translation>%1 使 %2 中途退出</translation>
    </message>
    <message>
        <source>line %1 in %2</source>
        <translation>第 %1 行（%2 内）</translation>
    </message>
    <message>
        <source>variable read</source>
        <translation>读取变量</translation>
    </message>
    <message>
        <source>Stopped. The Stop button ends code with a KeyboardInterrupt.</source>
        <translation>已停止。“停止”按钮用 KeyboardInterrupt 结束代码。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation><numerusform>另有 %n 项</numerusform></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>from one device to another</comment>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>%1 copied, %2</source>
        <translation>%2 复制了 %1</translation>
    </message>
    <message>
        <source>prints %1</source>
        <translation>打印 %1</translation>
    </message>
</context>
<context>
    <name>todevice::ReportPlayer</name>
    <message>
        <source>nothing happened for %1 s</source>
        <translation>%1 秒内没有任何进展</translation>
    </message>
    <message>
        <source>no lesson</source>
        <translation>没有课程</translation>
    </message>
    <message>
        <source>%1: the GPUs that the program sees (%3) are fewer than the lesson uses (%2): it is played on %4 simulated ones</source>
        <translation>%1：程序看得到 %3 块 GPU，少于本课用到的 %2 块：改在 %4 块模拟 GPU 上演示</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>it did not finish</source>
        <translation>它没有结束</translation>
    </message>
    <message>
        <source>the code failed: %1</source>
        <translation>代码出错：%1</translation>
    </message>
    <message>
        <source>%1 could not be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>the prediction has no answer: %1</source>
        <translation>预测没有答案：%1</translation>
    </message>
    <message>
        <source>the answer "%1" is none of the choices</source>
        <translation>答案“%1”不在选项之中</translation>
    </message>
    <message>
        <source>the code ended without the %1 that the lesson declares</source>
        <translation>代码没有以课程声明的 %1 结束</translation>
    </message>
    <message>
        <source>the solution is not what the check wants</source>
        <translation>做法没有通过检查</translation>
    </message>
    <message>
        <source>the check failed: %1</source>
        <translation>检查执行失败：%1</translation>
    </message>
    <message>
        <source>the right answer "%1" does not count as right</source>
        <translation>正确答案“%1”没有被判为正确</translation>
    </message>
</context>
<context>
    <name>todevice::Session</name>
    <message>
        <source>the worker did not answer</source>
        <translation>工作进程没有回应</translation>
    </message>
    <message>
        <source>the code did not stop when asked</source>
        <translation>代码没有按要求停下</translation>
    </message>
    <message>
        <source>Other code is still running. Stop it first.</source>
        <translation>还有代码在运行，请先停止它。</translation>
    </message>
    <message>
        <source>There is no worker.</source>
        <translation>没有工作进程。</translation>
    </message>
    <message>
        <source>The worker went away.</source>
        <translation>工作进程已经离开。</translation>
    </message>
    <message>
        <source>You stopped the code while it ran again: what begins at line %1 did not come to its end. Run it again.</source>
        <translation>重新运行代码时你按了停止：从第 %1 行开始的代码没有运行完。请再运行一次。</translation>
    </message>
    <message>
        <source>You stopped the lesson while it ran again: step %1 did not come to its end. Run begins with that step.</source>
        <translation>重新运行这一课时你按了停止：第 %1 步没有运行完。按“运行”会从这一步开始。</translation>
    </message>
    <message>
        <source>It did not stop when asked: the worker was replaced.</source>
        <translation>要求停止时它没有停下：工作进程已经换新。</translation>
    </message>
    <message>
        <source>Stopped before it had a value.</source>
        <translation>还没有得出值，就已停止。</translation>
    </message>
    <message>
        <source>Another lesson was begun.</source>
        <translation>已经开始另一课。</translation>
    </message>
    <message>
        <source>The worker speaks version %1 of the protocol, this window version %2.</source>
        <translation>工作进程使用协议版本 %1，而这个窗口使用版本 %2。</translation>
    </message>
    <message>
        <source>The worker says: %1</source>
        <translation>工作进程说：%1</translation>
    </message>
    <message>
        <source>The worker and this window do not fit: %1.</source>
        <translation>工作进程与这个窗口不匹配：%1。</translation>
    </message>
    <message>
        <source>A message of the worker could not be read: %1</source>
        <translation>无法读取工作进程的一条消息：%1</translation>
    </message>
    <message>
        <source>
(%1 more bytes were printed and left out)
</source>
        <translation>
（另有 %1 字节的输出被省略）
</translation>
    </message>
    <message>
        <source>The worker program “%1” cannot be started: %2.</source>
        <translation>无法启动工作进程程序“%1”：%2。</translation>
    </message>
    <message>
        <source>Running the code again did not work (%1). The lesson's state is empty now: run it again from the start.</source>
        <translation>重新执行代码没有成功（%1）。课程状态现在是空的：请从头再执行一次。</translation>
    </message>
    <message>
        <source>The worker is started once more: %1.</source>
        <translation>正在重新启动工作进程：%1。</translation>
    </message>
    <message>
        <source>The worker does not start: %1.</source>
        <translation>工作进程无法启动：%1。</translation>
    </message>
    <message>
        <source>Text before the worker's first message was passed over (a login banner?).</source>
        <translation>跳过了工作进程第一条消息之前的文字（登录欢迎语？）。</translation>
    </message>
    <message>
        <source>What “%1” prints is not what a worker says: %2 lines of it could not be read. Choose another machine, or look at the connection's command.</source>
        <translation>“%1”输出的不是工作进程的消息：有 %2 行无法读懂。请换一台机器，或检查连接所用的命令。</translation>
    </message>
    <message>
        <source>The worker does not start: %1</source>
        <translation>工作进程无法启动：%1</translation>
    </message>
    <message>
        <source>The code went back before it had a value.</source>
        <translation>还没有算出值，代码就退回去了。</translation>
    </message>
    <message>
        <source>The program ended before it had a value (%1).</source>
        <translation>还没有算出值，程序就结束了（%1）。</translation>
    </message>
    <message>
        <source>The code could not be run again.</source>
        <translation>代码无法重新执行。</translation>
    </message>
    <message>
        <source>The code was stopped before it came to this.</source>
        <translation>代码在执行到这里之前就停下了。</translation>
    </message>
</context>
<context>
    <name>todevice::ShortcutsBox</name>
    <message>
        <source>All keys</source>
        <translation>全部快捷键</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>todevice::TimelineBar</name>
    <message>
        <source>nothing has run yet</source>
        <translation>还没有执行过代码</translation>
    </message>
    <message>
        <source>before the first line, %1 records</source>
        <translation>第一行之前，共 %1 条记录</translation>
    </message>
    <message>
        <source>line %1, record %2 of %3</source>
        <translation>第 %1 行，第 %2 条记录，共 %3 条</translation>
    </message>
    <message>
        <source>CUDA initialised</source>
        <translation>CUDA 已初始化</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>record %1: %2</source>
        <translation>第 %1 条记录：%2</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>before the oldest record that is kept</source>
        <translation>在保留的最早一条记录之前</translation>
    </message>
    <message>
        <source>the first %1 are no longer kept</source>
        <translation>最早的 %1 条已不再保留</translation>
    </message>
    <message>
        <source>printed text</source>
        <translation>有输出</translation>
    </message>
    <message>
        <source>variable read</source>
        <translation>读取变量</translation>
    </message>
</context>
<context>
    <name>todevice::TrainingPanel</name>
    <message>
        <source>Go to step %1</source>
        <translation>转到第 %1 步</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>The training loss, live</source>
        <translation>实时训练损失</translation>
    </message>
    <message>
        <source>Open the lesson that trains, go to its training step and press Start. Code that calls todevice.log(loss=...) draws here too.</source>
        <translation>打开训练一课，转到训练那一步，按“开始”。调用 todevice.log(loss=...) 的代码也会画在这里。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Runs the lesson's training block as it stands in the code panel</source>
        <translation>按代码面板中的内容执行课程的训练代码</translation>
    </message>
    <message>
        <source>Holds the program where it is; Go on lets it run again</source>
        <translation>让程序停在原处；“继续”让它接着运行</translation>
    </message>
    <message>
        <source>Ends the run with a KeyboardInterrupt</source>
        <translation>以 KeyboardInterrupt 结束运行</translation>
    </message>
    <message>
        <source>Plot of the training loss</source>
        <translation>训练损失曲线</translation>
    </message>
    <message>
        <source>lines %1 to %2</source>
        <translation>第 %1 到 %2 行</translation>
    </message>
    <message>
        <source>Show the points as a table</source>
        <translation>以表格显示各点</translation>
    </message>
    <message>
        <source>Press Start: the loss of this step&apos;s training is drawn here as it falls.</source>
        <translation>按“开始”：这一步训练的损失会随着下降画在这里。</translation>
    </message>
    <message>
        <source>This lesson trains in step %1: go there and press Start.</source>
        <translation>这一课在第 %1 步训练：到那里按“开始”。</translation>
    </message>
</context>
<context>
    <name>todevice::Words</name>
    <message>
        <source>These GPUs are simulated: the program computes on the CPU</source>
        <translation>这些 GPU 是模拟的：程序在 CPU 上计算</translation>
    </message>
    <message>
        <source>These are real GPUs</source>
        <translation>这些是真实的 GPU</translation>
    </message>
    <message>
        <source>same address</source>
        <translation>地址相同</translation>
    </message>
    <message>
        <source>different address</source>
        <translation>地址不同</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>real</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>没有 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n simulated GPU(s)</source>
        <translation><numerusform>%n 块模拟 GPU</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation><numerusform>%n 块 GPU</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::WorkerProcess</name>
    <message>
        <source>the worker ended by itself (exit code %1)</source>
        <translation>工作进程自行结束（退出码 %1）</translation>
    </message>
    <message>
        <source>the worker was ended by a signal (%1)</source>
        <translation>工作进程被信号终止（%1）</translation>
    </message>
    <message numerus="yes">
        <source>(%n line(s) left out)</source>
        <translation><numerusform>（省略 %n 行）</numerusform></translation>
    </message>
</context>
<context>
    <name>todevice::Authors</name>
    <message>
        <source>lessons: %1, problems: %2</source>
        <translation>课程：%1，问题：%2</translation>
    </message>
    <message>
        <source>%1/en.md and zh_CN.md are written. Check them with: todevice --check %1</source>
        <translation>已写好 %1/en.md 和 zh_CN.md。检查它们：todevice --check %1</translation>
    </message>
    <message>
        <source>%1, step %2 of %3 ...</source>
        <translation>%1，第 %2 步，共 %3 步……</translation>
    </message>
</context>
<context>
    <name>todevice::ChangeCard</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Your turn</source>
        <translation>轮到你了</translation>
    </message>
    <message>
        <source>Change the code of this step, then run it.</source>
        <translation>修改这一步的代码，然后运行。</translation>
    </message>
    <message>
        <source>Not yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>Show a solution</source>
        <translation>看一种做法</translation>
    </message>
    <message>
        <source>Puts it where the code of this step stands; run it then</source>
        <translation>把它放到这一步代码的位置，然后请运行</translation>
    </message>
    <message>
        <source>That was the code as it came: nothing is changed in it yet.</source>
        <translation>刚才运行的是原来的代码，还没有改动。</translation>
    </message>
</context>
<context>
    <name>todevice::LearnerBook</name>
    <message>
        <source>%1 is being written by another window</source>
        <translation>另一个窗口正在写入 %1</translation>
    </message>
    <message>
        <source>%1 was written by a newer ToDevice</source>
        <translation>%1 由更新版本的 ToDevice 写成</translation>
    </message>
    <message>
        <source>What was kept of your lessons cannot be read: %1 is damaged. You begin anew; the damaged file is kept beside the new one, as %2</source>
        <translation>之前保存的学习记录读不出来：%1 已损坏。现在重新开始；损坏的文件会保留在旁边，名为 %2</translation>
    </message>
    <message>
        <source>%1 is damaged, and no copy of it could be made as %2</source>
        <translation>%1 已损坏，又无法另存一份为 %2</translation>
    </message>
    <message>
        <source>%1 cannot be read, and is not written over: %2</source>
        <translation>%1 读不出来，因此不会覆盖它：%2</translation>
    </message>
</context>
<context>
    <name>todevice::LessonFiles</name>
    <message>
        <source>its code has changed and was not allowed to run: the lesson stays as it was</source>
        <translation>文件里的代码变了，但没有被允许运行：课程保持原样</translation>
    </message>
</context>
<context>
    <name>todevice::CodeQuestion</name>
    <message>
        <source>A lesson from elsewhere</source>
        <translation>来自别处的课程</translation>
    </message>
    <message>
        <source>"%1" did not come with ToDevice. Its code runs as you, and may read and change your files. Look at it first: this is all of it.</source>
        <translation>“%1”不是 ToDevice 自带的。它的代码以你的身份运行，可以读取和修改你的文件。请先看一看：全部代码都在这里。</translation>
    </message>
    <message>
        <source>The lesson's code</source>
        <translation>课程的代码</translation>
    </message>
    <message>
        <source>Open it and let it run</source>
        <translation>打开并允许运行</translation>
    </message>
    <message>
        <source>I am writing this lesson: do not ask again while it is open</source>
        <translation>这一课是我在写：打开期间不再询问</translation>
    </message>
    <message>
        <source>Do not open</source>
        <translation>不打开</translation>
    </message>
</context>
<context>
    <name>todevice::Handout</name>
    <message>
        <source>About %1 minutes. Played on: %2.</source>
        <translation>大约 %1 分钟。运行环境：%2。</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Lesson %1 · %2</source>
        <translation>第 %1 课 · %2</translation>
    </message>
    <message>
        <source>Addresses, ids and times are those of one run; in yours they will be others.</source>
        <translation>地址、id 和时间都出自某一次执行，你自己执行时会不同。</translation>
    </message>
    <message>
        <source> What was changed ran in a new process.</source>
        <translation>改动后的代码是在新的进程里执行的。</translation>
    </message>
    <message>
        <source>Answer:</source>
        <translation>答案：</translation>
    </message>
    <message>
        <source>Not %1</source>
        <translation>不是 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>This code is meant to end with %1.</source>
        <translation>这段代码本来就应该以 %1 结束。</translation>
    </message>
    <message>
        <source>Your answer:</source>
        <translation>你的回答：</translation>
    </message>
    <message>
        <source>Predict first</source>
        <translation>先预测</translation>
    </message>
    <message>
        <source>One solution:</source>
        <translation>一种做法：</translation>
    </message>
    <message>
        <source>Played on: %1.</source>
        <translation>运行环境：%1。</translation>
    </message>
    <message>
        <source>It printed:</source>
        <translation>输出：</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>%1 (for the instructor)</source>
        <translation>%1（讲师用）</translation>
    </message>
    <message>
        <source>For the instructor</source>
        <translation>讲师备注</translation>
    </message>
</context>
<context>
    <name>todevice::MachineCheck</name>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1 第 %2 行：%3</translation>
    </message>
</context>
<context>
    <name>todevice::Connection</name>
    <message>
        <source>There is no computer called %1 (look for a typing error).</source>
        <translation>没有名为 %1 的计算机（请检查是否有拼写错误）。</translation>
    </message>
    <message>
        <source>%1 is not known here yet, or its key has changed. Connect once in a terminal with “ssh %1” and accept its key.</source>
        <translation>这里还不认识 %1，或者它的密钥变了。请先在终端里用“ssh %1”连接一次，并接受它的密钥。</translation>
    </message>
    <message>
        <source>%1 asks for a password, which cannot be typed here. Put your key there once, in a terminal: ssh-copy-id %1</source>
        <translation>%1 要求输入密码，而这里无法输入。请先在终端里把您的密钥放过去：ssh-copy-id %1</translation>
    </message>
    <message>
        <source>%1 answers, but takes no ssh connections.</source>
        <translation>%1 有响应，但不接受 ssh 连接。</translation>
    </message>
    <message>
        <source>%1 does not answer: is it switched on, and reachable from this network?</source>
        <translation>%1 没有响应：它开机了吗？从这个网络能连到它吗？</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>%1 is not installed on %2. Install ToDevice there too, or say where it is; it must be found without a terminal: try “%3 %1 --version”.</source>
        <translation>%2 上没有安装 %1。请在那里也安装 ToDevice，或者指出它的位置；它必须不经终端就能找到，可以试试“%3 %1 --version”。</translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>nothing came from %1 (%2). Try in a terminal whether this ends at once: “%3 true”.</source>
        <translation>%1 没有任何回应（%2）。请在终端里试试这条命令是否立即结束：“%3 true”。</translation>
    </message>
    <message>
        <source>%1. Mend the file and start again, or choose another machine.</source>
        <translation>%1。请改正这个文件后重新启动，或换一台机器。</translation>
    </message>
    <message>
        <translation>%1。请改好文件后重新启动，或者另选一台机器。</translation>
    </message>
</context>
<context>
    <name>todevice::ConnectionBox</name>
    <message>
        <source>Another computer</source>
        <translation>另一台计算机</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Over ssh</source>
        <translation>通过 ssh</translation>
    </message>
    <message>
        <source>A Slurm cluster (srun)</source>
        <translation>Slurm 集群（srun）</translation>
    </message>
    <message>
        <source>A command of your own</source>
        <translation>自己的命令</translation>
    </message>
    <message>
        <source>Run the lesson on</source>
        <translation>在哪里运行课程</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The worker there</source>
        <translation>那里的工作进程</translation>
    </message>
    <message>
        <source>Comes to</source>
        <translation>实际命令</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>The GPUs of this computer, or simulated ones.</source>
        <translation>本机的 GPU，或模拟的 GPU。</translation>
    </message>
    <message>
        <source>user@host. ToDevice's worker must be installed there, and your key known there: no password can be typed.</source>
        <translation>user@host。那里必须装有 ToDevice 的工作进程，并且认识您的密钥：这里不能输入密码。</translation>
    </message>
    <message>
        <source>What srun is to ask for, for example --gres=gpu:2 --time=1:00:00.</source>
        <translation>要向 srun 申请的资源，例如 --gres=gpu:2 --time=1:00:00。</translation>
    </message>
    <message>
        <source>Any command that runs the words behind it, for example docker exec -i lab.</source>
        <translation>任何能运行其后命令的命令，例如 docker exec -i lab。</translation>
    </message>
    <message>
        <source>Used before</source>
        <translation>以前用过</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes this connection out of the list</source>
        <translation>把这个连接从列表中去掉</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>todevice::VariableCodeView</name>
    <message>
        <source>As code</source>
        <translation>写成代码</translation>
    </message>
    <message>
        <source>In the shell, for all that follows</source>
        <translation>在 shell 中，对之后的一切有效</translation>
    </message>
    <message>
        <source>In Python, before the first CUDA call</source>
        <translation>在 Python 中，须在首次调用 CUDA 之前</translation>
    </message>
    <message>
        <source>On the command line, for one program</source>
        <translation>在命令行上，只对一个程序有效</translation>
    </message>
    <message>
        <source>In Python, the GPU with the most free memory first</source>
        <translation>在 Python 中，空闲显存最多的 GPU 排在最前</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>复制：%1</translation>
    </message>
</context>
<context>
    <name>todevice::VariableStory</name>
    <message>
        <source>setdefault() changed nothing: %1 was set already, to %2. Assign os.environ["%1"] to replace it.</source>
        <translation>setdefault() 什么也没改：%1 已经设置为 %2。要替换它，请给 os.environ["%1"] 赋值。</translation>
    </message>
    <message>
        <source>too late: CUDA had read %1 before, and reads it once in a process</source>
        <translation>太晚了：CUDA 之前已读取 %1，一个进程只读取一次</translation>
    </message>
    <message>
        <source>%1 is unset from here on</source>
        <translation>从这里起 %1 不再设置</translation>
    </message>
    <message>
        <source>%1 is %2 from here on</source>
        <translation>从这里起 %1 为 %2</translation>
    </message>
    <message>
        <source>CUDA reads CUDA_VISIBLE_DEVICES here: %1. It does so once in a process.</source>
        <translation>CUDA 在这里读取 CUDA_VISIBLE_DEVICES：%1。一个进程只读取一次。</translation>
    </message>
    <message>
        <source> CUDA_DEVICE_ORDER is %1.</source>
        <translation>CUDA_DEVICE_ORDER 为 %1。</translation>
    </message>
    <message>
        <source>setdefault() takes a name and one value, and never replaces what is set. Several GPUs go into one text: os.environ["CUDA_VISIBLE_DEVICES"] = "2,3".</source>
        <translation>setdefault() 只接受一个名字和一个值，而且从不替换已有的设置。多个 GPU 要写在同一段文字里：os.environ["CUDA_VISIBLE_DEVICES"] = "2,3"。</translation>
    </message>
    <message>
        <source>unset</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>You wrote: %1. This process uses: %2.</source>
        <translation>您写的是：%1。本进程用的是：%2。</translation>
    </message>
    <message>
        <source>You wrote the order %1. This process uses: %2.</source>
        <translation>您写的顺序是 %1。本进程用的是：%2。</translation>
    </message>
</context>
<context>
    <name>todevice::VariableStoryView</name>
    <message>
        <source>What the code did</source>
        <translation>代码做了什么</translation>
    </message>
    <message>
        <source>line %1  %2</source>
        <translation>第 %1 行  %2</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
</context>
<context>
    <name>todevice::Comparison</name>
    <message>
        <source>%1 = GPU %2</source>
        <translation>%1 = GPU %2</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 在 %2 上</translation>
    </message>
    <message>
        <source>%1 (%2) on %3</source>
        <translation>%1（%2）在 %3 上</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two facts</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>“cuda” is %1</source>
        <translation>“cuda” 是 %1</translation>
    </message>
    <message>
        <source>prints %1</source>
        <translation>打印 %1</translation>
    </message>
    <message>
        <source>%1 is GPU %2 (%3)</source>
        <translation>%1 是 GPU %2（%3）</translation>
    </message>
    <message>
        <source>no GPU is visible</source>
        <translation>看不到 GPU</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ 不同</translation>
    </message>
    <message>
        <source>= same</source>
        <translation>= 相同</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>… not yet</source>
        <translation>… 尚未运行到</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>没有运行</translation>
    </message>
    <message>
        <source>stopped before this</source>
        <translation>在此之前被停止</translation>
    </message>
    <message>
        <source>stopped here</source>
        <translation>在这里被停止</translation>
    </message>
    <message>
        <source>no longer kept</source>
        <translation>记录已不保留</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>not recorded: of a run of more than 100,000 lines, one time in ten or fewer has a record</source>
        <translation>没有记录：运行超过 10 万行后，每十次（以后更多次）才记录一次</translation>
    </message>
    <message>
        <source>? not compared</source>
        <translation>? 无法比较</translation>
    </message>
    <message>
        <source>The program on the left ended: %1. A new one runs the code again up to the same line and waits there.</source>
        <translation>左边的程序结束了：%1。新的程序会把代码重新运行到同一行，并停在那里等待。</translation>
    </message>
    <message>
        <source>The program on the right ended: %1. A new one runs the code again up to the same line and waits there.</source>
        <translation>右边的程序结束了：%1。新的程序会把代码重新运行到同一行，并停在那里等待。</translation>
    </message>
    <message>
        <source>line %1, run %2</source>
        <translation>第 %1 行，第 %2 次运行</translation>
    </message>
    <message>
        <source>On the left: %1</source>
        <translation>左边：%1</translation>
    </message>
    <message>
        <source>On the right: %1</source>
        <translation>右边：%1</translation>
    </message>
</context>
<context>
    <name>todevice::CompareWindow</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stops the code in both programs</source>
        <translation>停止两个程序里的代码</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>running; %1</source>
        <translation>正在运行；%1</translation>
    </message>
    <message>
        <source>%1; %2 rows could not be compared</source>
        <translation>%1；%2 行无法比较</translation>
    </message>
    <message>
        <source>%1; the first %2 rows are no longer kept</source>
        <translation>%1；最前面的 %2 行已不保留</translation>
    </message>
    <message>
        <source>Compare two settings</source>
        <translation>比较两种设置</translation>
    </message>
    <message>
        <source>The same code in two programs that differ in CUDA_VISIBLE_DEVICES alone.</source>
        <translation>同一段代码在两个程序里运行，二者只有 CUDA_VISIBLE_DEVICES 不同。</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES on the left</source>
        <translation>左边的 CUDA_VISIBLE_DEVICES</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES on the right</source>
        <translation>右边的 CUDA_VISIBLE_DEVICES</translation>
    </message>
    <message>
        <source>The word unset takes the variable away</source>
        <translation>写 unset 表示去掉这个变量</translation>
    </message>
    <message>
        <source>Lines, and what each program did</source>
        <translation>各行代码，以及每个程序做了什么</translation>
    </message>
    <message>
        <source>There is no code to run.</source>
        <translation>没有可运行的代码。</translation>
    </message>
    <message>
        <source>Press Step: both run one line.</source>
        <translation>按“单步”：两边各运行一行。</translation>
    </message>
    <message>
        <source>Begin anew</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Two new programs with these settings</source>
        <translation>用这两种设置重新启动两个程序</translation>
    </message>
    <message>
        <source>Not applied yet: press Begin anew, or Return.</source>
        <translation>还没有生效：请按“重新开始”或回车键。</translation>
    </message>
    <message>
        <source>%1 of %2 rows differ</source>
        <translation>%2 行里有 %1 行不同</translation>
    </message>
    <message>
        <source>after line %1; %2</source>
        <translation>第 %1 行之后；%2</translation>
    </message>
    <message>
        <source>before the first line; %1</source>
        <translation>第一行之前；%1</translation>
    </message>
</context>
<context>
    <name>todevice::AliasView</name>
    <message>
        <source>nothing is shared</source>
        <translation>没有共享的东西</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s) of shared things</source>
        <translation><numerusform>%n 组共享的东西</numerusform></translation>
    </message>
    <message>
        <source>Shared: %1</source>
        <translation>共享：%1</translation>
    </message>
    <message>
        <source>Nothing is shared here: each object has one name and memory of its own. After `y = x`, or a view such as `x[1:]`, it appears here.</source>
        <translation>这里没有共享：每个对象只有一个名字，也各有自己的内存。执行 `y = x`，或取 `x[1:]` 这样的视图之后，就会显示在这里。</translation>
    </message>
</context>
<context>
    <name>todevice::ExplanationCard</name>
    <message>
        <source>Run again</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>撤销改动</translation>
    </message>
</context>
<context>
    <name>todevice::MemorySumBar</name>
    <message>
        <source>tensors %1 · pool %2 · driver %3 of %4</source>
        <translation>张量 %1 · 缓存池 %2 · 驱动 %3 / %4</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>取整</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>留用</translation>
    </message>
    <message>
        <source>CUDA, others</source>
        <translation>CUDA 及其他</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>todevice::Aliases</name>
    <message>
        <source>%1: %2 names for one object</source>
        <translation>%1：同一个对象的 %2 个名字</translation>
    </message>
    <message>
        <source>%1: %2 objects on one memory, what is written through one is seen through the others</source>
        <translation>%1：同一块内存上的 %2 个对象，通过其中一个写入，从其他的也能看到</translation>
    </message>
</context>
<context>
    <name>todevice::MemorySums</name>
    <message>
        <source>%1: tensors %2 + rounding %3 + unused %4 = pool %5; pool + CUDA and other programs %6 = driver %7 of %8</source>
        <translation>%1：张量 %2 + 取整 %3 + 未用 %4 = 缓存池 %5；缓存池 + CUDA 与其他程序 %6 = 驱动统计 %7，共 %8</translation>
    </message>
</context>
<context>
    <name>todevice::Explain</name>
    <message>
        <source>Move `%1` before line %2</source>
        <translation>在第 %2 行之前移动 `%1`</translation>
    </message>
    <message>
        <source>Make `%1` on %2 at line %3</source>
        <translation>在第 %3 行就把 `%1` 创建在 %2 上</translation>
    </message>
    <message>
        <source>The optimizer's numbers were left behind</source>
        <translation>优化器自己的数值留在了原处</translation>
    </message>
    <message>
        <source>`%1` keeps numbers of its own for each parameter, and made them at its first step, where the network was then. The network has moved since; nothing moves what `%1` keeps.</source>
        <translation>`%1` 为每个参数保存着自己的数值，它们是在第一次 step 时创建的，位置就在当时网络所在的设备上。网络后来移动了，而 `%1` 保存的数值不会随之移动。</translation>
    </message>
    <message>
        <source>%1 was made here</source>
        <translation>%1 在这里创建</translation>
    </message>
    <message>
        <source>Make `%1` anew before line %2</source>
        <translation>在第 %2 行之前重新创建 `%1`</translation>
    </message>
    <message>
        <source>Two devices in one operation</source>
        <translation>一次运算用到了两个设备</translation>
    </message>
    <message>
        <source>The network is not on the first device</source>
        <translation>网络不在第一个设备上</translation>
    </message>
    <message>
        <source>`nn.DataParallel` wants the network on its first device, %1: the first of `device_ids`. The batch may come from anywhere.</source>
        <translation>`nn.DataParallel` 要求网络在它的第一个设备 %1 上，也就是 `device_ids` 里的第一个。批次本身放在哪里都行。</translation>
    </message>
    <message>
        <source>`%1` needs all of its tensors on one device; PyTorch moves none by itself.</source>
        <translation>`%1` 要求所有张量都在同一个设备上；PyTorch 不会自己移动它们。</translation>
    </message>
    <message>
        <source>The result of `%1` at line %2 was not kept.</source>
        <translation>第 %2 行 `%1` 的结果没有保存下来。</translation>
    </message>
    <message>
        <source>the result is not kept</source>
        <translation>结果没有保存</translation>
    </message>
    <message>
        <source>Move all of them to %1</source>
        <translation>把它们都移到 %1</translation>
    </message>
    <message>
        <source>The names differ by `module.`</source>
        <translation>名字相差一个 `module.`</translation>
    </message>
    <message>
        <source>The state was saved from a model inside `DataParallel`, which puts `module.` before every name: `%1`. This model is not wrapped and calls it `%2`.</source>
        <translation>这份状态是从 `DataParallel` 包装的模型保存的，每个名字前都加了 `module.`：`%1`。现在这个模型没有包装，同一个参数叫 `%2`。</translation>
    </message>
    <message>
        <source>Take the prefix off while loading, at line %1</source>
        <translation>在第 %1 行加载时去掉前缀</translation>
    </message>
    <message>
        <source>The model is wrapped in `DataParallel` and puts `module.` before every name: `%1`. The state was saved from the model itself, which calls it `%2`.</source>
        <translation>这个模型由 `DataParallel` 包装，每个名字前都有 `module.`：`%1`。而状态是从模型本身保存的，那里叫 `%2`。</translation>
    </message>
    <message>
        <source>Load into the model inside, at line %1</source>
        <translation>在第 %1 行加载到里面的模型中</translation>
    </message>
    <message>
        <source>%1 is full</source>
        <translation>%1 的显存不够了</translation>
    </message>
    <message>
        <source>This line asks for %1 more, and no piece of that size is free on %2.</source>
        <translation>这一行还需要 %1，而 %2 上没有这么大的空闲块。</translation>
    </message>
    <message>
        <source>The card has %1; the program's tensors hold %2 of it.</source>
        <translation>这块卡共有 %1，其中程序的张量占用 %2。</translation>
    </message>
    <message>
        <source>`%1` holds %2</source>
        <translation>`%1` 占用 %2</translation>
    </message>
    <message>
        <source>%1: %2 since here</source>
        <translation>%1：从这里起占用 %2</translation>
    </message>
    <message>
        <source>%1 can never fit a card of %2, whatever is given up: ask for less at once.</source>
        <translation>%1 无论如何都放不进 %2 的显卡，释放什么都没有用：请一次少申请一些。</translation>
    </message>
    <message>
        <source>Give `%1` up before line %2: nothing uses it any more</source>
        <translation>在第 %2 行之前释放 `%1`：之后不再用到它</translation>
    </message>
    <message>
        <source>Take less at once (a smaller batch), or give up what is not needed any more by `del`.</source>
        <translation>一次少取一些（减小批量），或用 `del` 释放不再需要的东西。</translation>
    </message>
    <message>
        <source>`CUDA_VISIBLE_DEVICES=%1`</source>
        <translation>`CUDA_VISIBLE_DEVICES=%1`</translation>
    </message>
    <message>
        <source>%1 is GPU %2</source>
        <translation>%1 是 GPU %2</translation>
    </message>
    <message>
        <source>This process sees no GPU</source>
        <translation>这个进程看不到任何 GPU</translation>
    </message>
    <message>
        <source>This machine has no GPU, so nothing can be put on one.</source>
        <translation>这台机器没有 GPU，所以什么也放不上去。</translation>
    </message>
    <message>
        <source>The machine has GPUs, but CUDA gives this process none.</source>
        <translation>机器上有 GPU，但 CUDA 没有给这个进程任何一块。</translation>
    </message>
    <message>
        <source>%1 hides every GPU of this machine: an entry that names no card ends the list, and none stands before it.</source>
        <translation>%1 隐藏了这台机器的所有 GPU：列表在第一个不对应任何卡的条目处结束，而它前面没有别的卡。</translation>
    </message>
    <message>
        <source>Code that should run everywhere asks first, by `torch.cuda.is_available()`.</source>
        <translation>要在任何机器上都能运行的代码，应先用 `torch.cuda.is_available()` 询问。</translation>
    </message>
    <message>
        <source>Use the CPU at line %1</source>
        <translation>第 %1 行改用 CPU</translation>
    </message>
    <message>
        <source>Use the CPU at lines %1</source>
        <translation>第 %1 行都改用 CPU</translation>
    </message>
    <message>
        <source>There is no such GPU here</source>
        <translation>这里没有这个 GPU</translation>
    </message>
    <message>
        <source>There is no %1 here</source>
        <translation>这里没有 %1</translation>
    </message>
    <message>
        <source>This process sees one GPU, `cuda:0`; counting begins at 0.</source>
        <translation>这个进程只看到一块 GPU：`cuda:0`；编号从 0 开始。</translation>
    </message>
    <message>
        <source>This process sees %1 GPUs, `cuda:0` to `%2`; counting begins at 0.</source>
        <translation>这个进程看到 %1 块 GPU：`cuda:0` 到 `%2`；编号从 0 开始。</translation>
    </message>
    <message>
        <source>With %1 this process sees one GPU: %2.</source>
        <translation>设置了 %1，这个进程只看到一块 GPU：%2。</translation>
    </message>
    <message>
        <source>With %1 this process sees %2 GPUs: %3.</source>
        <translation>设置了 %1，这个进程看到 %2 块 GPU：%3。</translation>
    </message>
    <message>
        <source>The number in `cuda:N` counts the places in that list, not the cards of the machine.</source>
        <translation>`cuda:N` 里的数字是那个列表中的位置，不是机器上卡的编号。</translation>
    </message>
    <message>
        <source>GPU %1 is here, as `%2`.</source>
        <translation>GPU %1 在这里，叫 `%2`。</translation>
    </message>
    <message>
        <source>GPU %1 is hidden from this process.</source>
        <translation>GPU %1 对这个进程是隐藏的。</translation>
    </message>
    <message>
        <source>%1 is asked for here</source>
        <translation>这里要的是 %1</translation>
    </message>
    <message>
        <source>Use cuda:%1 at line %2</source>
        <translation>第 %2 行改用 cuda:%1</translation>
    </message>
    <message>
        <source>Make `%1` a leaf after line %2</source>
        <translation>在第 %2 行之后让 `%1` 成为叶子张量</translation>
    </message>
    <message>
        <source>NumPy knows no gradients</source>
        <translation>NumPy 不认识梯度</translation>
    </message>
    <message>
        <source>An array shares its numbers with the tensor, and changes to it would pass autograd by. `.detach()` gives the numbers without the history.</source>
        <translation>数组与张量共用同一份数值，对它的修改会绕过自动求导。`.detach()` 只给出数值，不带计算历史。</translation>
    </message>
    <message>
        <source>Detach it first: `.detach().numpy()`</source>
        <translation>先分离：`.detach().numpy()`</translation>
    </message>
    <message>
        <source>NumPy reads the memory of the CPU only</source>
        <translation>NumPy 只能读 CPU 的内存</translation>
    </message>
    <message>
        <source>`.numpy()` copies nothing, so the numbers must be in the computer's own memory: `.cpu()` copies them there.</source>
        <translation>`.numpy()` 不复制任何东西，所以数值必须已在主机内存里：`.cpu()` 把它们复制过去。</translation>
    </message>
    <message>
        <source>The Python that runs this code has no NumPy. `.tolist()` gives the same numbers as a list, from any device.</source>
        <translation>运行这段代码的 Python 没有安装 NumPy。`.tolist()` 给出同样的数值，是一个列表，张量在哪个设备上都行。</translation>
    </message>
    <message>
        <source>NumPy is not installed here</source>
        <translation>这里没有安装 NumPy</translation>
    </message>
    <message>
        <source>Take a list instead: `.tolist()`</source>
        <translation>改用列表：`.tolist()`</translation>
    </message>
    <message>
        <source>Copy it first: `.cpu().numpy()`</source>
        <translation>先复制：`.cpu().numpy()`</translation>
    </message>
    <message>
        <source>Copy it without its gradients: `.detach().cpu().numpy()`</source>
        <translation>不带梯度地复制：`.detach().cpu().numpy()`</translation>
    </message>
    <message>
        <source>An optimizer trains leaves only</source>
        <translation>优化器只能训练叶子张量</translation>
    </message>
    <message>
        <source>`%1` is not the tensor that `requires_grad` was asked for: `.to()` at line %2 made a new one on %3, computed from it.</source>
        <translation>`%1` 已不是当初设置 `requires_grad` 的那个张量：第 %2 行的 `.to()` 由它算出了 %3 上的一个新张量。</translation>
    </message>
    <message>
        <source>%1 is made from another tensor here</source>
        <translation>%1 在这里由另一个张量得到</translation>
    </message>
    <message>
        <source>`%1` is the result of an operation, not a tensor that begins the computation.</source>
        <translation>`%1` 是一次运算的结果，不是计算的起点。</translation>
    </message>
    <message>
        <source>%1 is computed here</source>
        <translation>%1 在这里算出</translation>
    </message>
    <message>
        <source>Move first, then ask for gradients; or make it on its device at once.</source>
        <translation>应当先移动，再要求梯度；或者直接在目标设备上创建。</translation>
    </message>
    <message>
        <source>Only the CPU's memory can be pinned</source>
        <translation>只有 CPU 的内存可以锁页</translation>
    </message>
    <message>
        <source>Pinning fixes numbers in the computer's own memory so that a GPU can fetch them; these are on the GPU already.</source>
        <translation>锁页是把主机内存里的数值固定住，好让 GPU 来取；而这些数值已经在 GPU 上了。</translation>
    </message>
    <message>
        <source>Pinning needs a GPU</source>
        <translation>锁页需要 GPU</translation>
    </message>
    <message>
        <source>Pinned memory is given out by the driver of a GPU, for copies to that GPU. Here there is none, and nothing to gain from it.</source>
        <translation>锁页内存由 GPU 的驱动分配，用于向那块 GPU 复制。这里没有 GPU，锁页也就没有用处。</translation>
    </message>
    <message>
        <source>Leave the pinning out at line %1</source>
        <translation>去掉第 %1 行的锁页</translation>
    </message>
    <message>
        <source>Keep it at line %1: `%2 = %2.%3(…)`</source>
        <translation>在第 %1 行保存结果：`%2 = %2.%3(…)`</translation>
    </message>
    <message>
        <source>Nobody keeps the result</source>
        <translation>结果没有保存下来</translation>
    </message>
    <message>
        <source>`%1` of a tensor makes a new tensor and leaves `%2` as it is. The new one is gone again.</source>
        <translation>张量的 `%1` 会生成一个新张量，`%2` 保持不变。那个新张量已经没有了。</translation>
    </message>
    <message>
        <source>`%1` of a tensor makes a new tensor on %3 and leaves `%2` where it is, on %4. The new one is gone again.</source>
        <translation>张量的 `%1` 在 %3 上生成一个新张量，`%2` 仍留在 %4 上。那个新张量已经没有了。</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>`%1` of %2</source>
        <translation>%2 的 `%1`</translation>
    </message>
    <message>
        <source>%1 moved to %2 at line %3</source>
        <translation>%1 在第 %3 行移到了 %2</translation>
    </message>
    <message>
        <source>%1 was made on %2 at line %3 and never moved</source>
        <translation>%1 在第 %3 行创建于 %2，之后没有移动过</translation>
    </message>
    <message>
        <source>%1 is on %2</source>
        <translation>%1 在 %2 上</translation>
    </message>
    <message>
        <source>%1 moved to %2 here</source>
        <translation>%1 在这里移到 %2</translation>
    </message>
    <message>
        <source>%1 was made here, on %2</source>
        <translation>%1 在这里创建，位于 %2</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <comment>devices, none of which is here</comment>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Take %1 out of the list at line %2</source>
        <translation>从第 %2 行的列表里去掉 %1</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>devices that are asked for</comment>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>This computer&apos;s own memory is full</source>
        <translation>这台计算机自己的内存满了</translation>
    </message>
    <message>
        <source>This line asks for %1 more for simulated GPU %2, and the computer has %3 left.</source>
        <translation>这一行还要在模拟的 GPU %2 上占用 %1，而计算机只剩 %3。</translation>
    </message>
    <message>
        <source>A simulated GPU keeps its numbers in the computer&apos;s memory: the card has room, the computer has not.</source>
        <translation>模拟的 GPU 把数据放在计算机的内存里：卡上还有空间，计算机已经没有了。</translation>
    </message>
    <message>
        <source>Make the tensors smaller, give up what is not needed any more by `del`, or close other programs.</source>
        <translation>请用小一些的张量，用 `del` 释放不再需要的东西，或者关掉其他程序。</translation>
    </message>
    <message>
        <source>There is no keyboard here</source>
        <translation>这里没有键盘</translation>
    </message>
    <message>
        <source>The code runs in a program of its own that nobody can type into, so `input()` would wait for ever. Write the value into the code instead, as in `n = 3`.</source>
        <translation>代码在单独的程序里运行，没有人能向它输入，`input()` 会永远等下去。请把值直接写进代码，例如 `n = 3`。</translation>
    </message>
    <message>
        <source>Printed text goes to the window</source>
        <translation>打印的文字直接送到窗口</translation>
    </message>
    <message>
        <source>`sys.stdout`, `sys.stderr` and `sys.stdin` are no files here, so they have no file descriptor. `print()` and `write()` work as always.</source>
        <translation>`sys.stdout`、`sys.stderr` 和 `sys.stdin` 在这里不是文件，所以没有文件描述符。`print()` 和 `write()` 照常可用。</translation>
    </message>
    <message>
        <source>No new Python is started here</source>
        <translation>这里不会启动新的 Python</translation>
    </message>
    <message>
        <source>`multiprocessing` can make copies of this program (`fork`), but starts no new Python (`spawn`, `forkserver`) and has no shared memory here. Ask for `multiprocessing.get_context(&quot;fork&quot;)`, or use threads.</source>
        <translation>`multiprocessing` 在这里可以复制本程序（`fork`），但不会启动新的 Python（`spawn`、`forkserver`），也没有共享内存。请用 `multiprocessing.get_context(&quot;fork&quot;)`，或者改用线程。</translation>
    </message>
    <message>
        <source>ToDevice reads only what ToDevice saved</source>
        <translation>ToDevice 只读取 ToDevice 保存的文件</translation>
    </message>
    <message>
        <source>PyTorch writes a pickle, and a pickle can run any code while it is read. Files that `torch.save` wrote here are of another kind and hold numbers alone.</source>
        <translation>PyTorch 写出的是 pickle，读取 pickle 时可能执行任何代码。这里的 `torch.save` 写出的是另一种文件，里面只有数据。</translation>
    </message>
    <message>
        <source>torch.save keeps less here</source>
        <translation>这里的 torch.save 能保存的东西较少</translation>
    </message>
    <message>
        <source>`torch.save` takes tensors, numbers, texts and lists, tuples, sets and dicts of them here, such as a `state_dict()`.</source>
        <translation>这里的 `torch.save` 可以保存张量、数、文字，以及由它们组成的列表、元组、集合和字典，例如 `state_dict()`。</translation>
    </message>
    <message>
        <source>Save what the object knows, its `state_dict()`, and load that into a new object that the code makes.</source>
        <translation>请保存对象的 `state_dict()`，读取时由代码新建一个对象，再把它载入。</translation>
    </message>
    <message>
        <source>ToDevice does not have this</source>
        <translation>ToDevice 里没有这个功能</translation>
    </message>
    <message>
        <source>Your code is not wrong by this: ToDevice&apos;s `torch` is a part of PyTorch, and what is asked for here is not in it. Where something else does the same, the message names it.</source>
        <translation>这不算你的代码有错：ToDevice 的 `torch` 只是 PyTorch 的一部分，这里要用的不在其中。如果有别的写法能做到同样的事，报错信息里会写明。</translation>
    </message>
</context>
<context>
    <name>todevice::WorkerWords</name>
    <message>
        <source>No GPU: the settings ask for none.</source>
        <translation>没有 GPU：设置里选了不用 GPU。</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA driver (libcuda.so.1 cannot be loaded). Real GPUs need it.</source>
        <translation>这台机器没有 NVIDIA 驱动（无法加载 libcuda.so.1）。使用真实 GPU 需要它。</translation>
    </message>
    <message>
        <source>There is an NVIDIA driver, but this ToDevice was built without its CUDA part: install the CUDA toolkit and build it again.</source>
        <translation>有 NVIDIA 驱动，但这个 ToDevice 没有编译 CUDA 部分：请安装 CUDA 工具包后重新编译。</translation>
    </message>
    <message>
        <source>There is an NVIDIA driver, but %1 is missing: install the CUDA toolkit&apos;s libraries.</source>
        <translation>有 NVIDIA 驱动，但缺少 %1：请安装 CUDA 工具包里的库。</translation>
    </message>
    <message>
        <source>There is an NVIDIA driver, but ToDevice&apos;s CUDA part cannot be loaded: %1</source>
        <translation>有 NVIDIA 驱动，但 ToDevice 的 CUDA 部分无法加载：%1</translation>
    </message>
    <message>
        <source>ToDevice&apos;s CUDA part is of another version than the program: install both anew.</source>
        <translation>ToDevice 的 CUDA 部分与程序的版本不同：请把两者重新安装。</translation>
    </message>
    <message>
        <source>No real GPU can be used: %1</source>
        <translation>无法使用真实 GPU：%1</translation>
    </message>
    <message>
        <source>The GPU stopped this program (%1). No GPU works in it until it is started again.</source>
        <translation>GPU 让这个程序停止了（%1）。重新启动之前，程序里的 GPU 都不能再用。</translation>
    </message>
    <message>
        <source>What happens below Python cannot be listed here: %1</source>
        <translation>这里列不出 Python 之下发生的事：%1</translation>
    </message>
    <message>
        <source>sys.settrace() and pdb have no effect here: ToDevice follows the lines through the same hook of Python&apos;s. To stop at a line, set a breakpoint beside it.</source>
        <translation>sys.settrace() 和 pdb 在这里不起作用：ToDevice 用 Python 的同一个钩子来跟踪每一行。想停在某一行，请在它旁边设置断点。</translation>
    </message>
</context>
<context>
    <name>todevice::MachineCheck</name>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1，第 %2 行：%3</translation>
    </message>
</context>
<context>
    <name>todevice::PythonFile</name>
    <message>
        <source>it is larger than 1 MiB. Open a shorter file.</source>
        <translation>文件大于 1 MiB。请打开短一些的文件。</translation>
    </message>
    <message>
        <source>line %1 is not UTF-8 text. Save the file as UTF-8 in your editor and open it again.</source>
        <translation>第 %1 行不是 UTF-8 文本。请在编辑器里把文件另存为 UTF-8，再打开一次。</translation>
    </message>
    <message>
        <source>line %1 has a NUL character, which no Python code may have. If it is text, save it as UTF-8 in your editor and open it again.</source>
        <translation>第 %1 行里有 NUL 字符，Python 代码不能含有它。如果这是文本文件，请在编辑器里另存为 UTF-8，再打开一次。</translation>
    </message>
    <message>
        <source>it is a folder. Open a .py file in it.</source>
        <translation>它是一个文件夹。请打开其中的 .py 文件。</translation>
    </message>
    <message>
        <source>it is a pipe or a device. Open a file.</source>
        <translation>它是管道或设备。请打开一个文件。</translation>
    </message>
</context>
<context>
    <name>todevice::MachineReasons</name>
    <message>
        <source>this is no JSON: %1</source>
        <translation>这不是 JSON：%1</translation>
    </message>
    <message>
        <source>the %1 of this line is never closed: the file ends before</source>
        <translation>这一行的 %1 一直没有关上，文件就结束了</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>there are no comments in JSON: take this one away</source>
        <translation>JSON 里没有注释：请把它去掉</translation>
    </message>
    <message>
        <source>a text stands in double quotes, not in single ones</source>
        <translation>文字要写在双引号里，不能用单引号</translation>
    </message>
    <message>
        <source>the name of a field stands here, in double quotes, not %1</source>
        <translation>这里应该是写在双引号里的字段名，而不是 %1</translation>
    </message>
    <message>
        <source>a colon is missing behind the name %1</source>
        <translation>名字 %1 后面少了冒号</translation>
    </message>
    <message>
        <source>nothing may stand behind the last bracket, but here is %1</source>
        <translation>最后一个括号后面不能再有内容，这里却有 %1</translation>
    </message>
    <message>
        <source>a comma or a closing bracket is missing behind %1</source>
        <translation>%1 后面少了逗号或右括号</translation>
    </message>
    <message>
        <source>a value is missing before this %1</source>
        <translation>这个 %1 前面少了值</translation>
    </message>
    <message>
        <source>a value is missing before %1</source>
        <translation>%1 前面少了值</translation>
    </message>
    <message>
        <source>%1 is no value: a text stands in double quotes, and else there are numbers, true, false and null</source>
        <translation>%1 不是值：文字要写在双引号里，此外只有数、true、false 和 null</translation>
    </message>
    <message>
        <source>there is a comma with nothing behind it: take it away</source>
        <translation>有一个逗号后面什么也没有：请把它去掉</translation>
    </message>
    <message>
        <source>%1 stands here, but the %2 of line %3 is still open: %4 is missing</source>
        <translation>这里是 %1，可是第 %3 行的 %2 还没有关上：少了 %4</translation>
    </message>
    <message>
        <source>%1 closes nothing</source>
        <translation>%1 没有可关的括号</translation>
    </message>
    <message>
        <source>a backslash in a text is written twice: \\</source>
        <translation>文字里的反斜杠要写两次：\\</translation>
    </message>
    <message>
        <source>the text that begins with %1 has no closing quote on its line</source>
        <translation>以 %1 开头的文字在这一行没有右引号</translation>
    </message>
    <message>
        <source>too many brackets inside one another</source>
        <translation>括号嵌套得太深</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is given twice</source>
        <translation>“%1”给了两次</translation>
    </message>
    <message>
        <source>a machine is an object {...}</source>
        <translation>机器要写成对象 {...}</translation>
    </message>
    <message>
        <source>a GPU is an object {...}</source>
        <translation>GPU 要写成对象 {...}</translation>
    </message>
    <message>
        <source>a MIG instance is an object {...}</source>
        <translation>MIG 实例要写成对象 {...}</translation>
    </message>
    <message>
        <source>a machine has no field &quot;%1&quot;; there are %2</source>
        <translation>机器没有“%1”这个字段；有的是 %2</translation>
    </message>
    <message>
        <source>a GPU has no field &quot;%1&quot;; there are %2</source>
        <translation>GPU 没有“%1”这个字段；有的是 %2</translation>
    </message>
    <message>
        <source>a MIG instance has no field &quot;%1&quot;; there are %2</source>
        <translation>MIG 实例没有“%1”这个字段；有的是 %2</translation>
    </message>
    <message>
        <source>a machine needs &quot;gpus&quot;: [...]</source>
        <translation>机器需要“gpus”：[...]</translation>
    </message>
    <message>
        <source>&quot;gpus&quot; is a list of 1 to %1 GPUs</source>
        <translation>“gpus”是 1 到 %1 块 GPU 的列表</translation>
    </message>
    <message>
        <source>a GPU needs &quot;memory&quot;, such as &quot;24 GiB&quot;</source>
        <translation>GPU 需要“memory”，例如“24 GiB”</translation>
    </message>
    <message>
        <source>a MIG instance needs &quot;memory&quot;, such as &quot;10 GiB&quot;</source>
        <translation>MIG 实例需要“memory”，例如“10 GiB”</translation>
    </message>
    <message>
        <source>&quot;mig&quot; is a list of 7 instances at most</source>
        <translation>“mig”是最多 7 个实例的列表</translation>
    </message>
    <message>
        <source>the instances together have more memory than their GPU</source>
        <translation>各实例的显存加起来比 GPU 的还多</translation>
    </message>
    <message>
        <source>two instances are number %1</source>
        <translation>有两个实例的编号都是 %1</translation>
    </message>
    <message>
        <source>two GPUs or instances are %1</source>
        <translation>有两块 GPU 或两个实例都是 %1</translation>
    </message>
    <message>
        <source>&quot;busy&quot; is more than the GPU&apos;s &quot;memory&quot;</source>
        <translation>“busy”比 GPU 的“memory”还大</translation>
    </message>
    <message>
        <source>&quot;name&quot; has from 1 to 100 bytes</source>
        <translation>“name”的长度是 1 到 100 字节</translation>
    </message>
    <message>
        <source>&quot;uuid&quot; is &quot;%1&quot; and 32 lower-case hex digits in groups of 8, 4, 4, 4 and 12, not &quot;%2&quot;</source>
        <translation>“uuid”由“%1”和 32 位小写十六进制数字组成，按 8、4、4、4、12 位分组，而不是“%2”</translation>
    </message>
    <message>
        <source>&quot;pci&quot; is a place such as &quot;0000:01:00.0&quot;, not &quot;%1&quot;</source>
        <translation>“pci”是“0000:01:00.0”这样的位置，而不是“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a whole number from 0 to %2</source>
        <translation>“%1”是 0 到 %2 的整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a size such as &quot;24 GiB&quot; or a number of bytes</source>
        <translation>“%1”是“24 GiB”这样的大小，或者字节数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; goes from %2 MiB to 1 TiB</source>
        <translation>“%1”的范围是 %2 MiB 到 1 TiB</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a text</source>
        <translation>“%1”是文字</translation>
    </message>
    <message>
        <source>%1 is a folder</source>
        <translation>%1 是文件夹</translation>
    </message>
    <message>
        <source>%1 is no file that can be read to its end</source>
        <translation>%1 不是能读到末尾的文件</translation>
    </message>
    <message>
        <source>%1 is too large for a machine&apos;s file</source>
        <translation>%1 太大，不像机器描述文件</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 无法读取</translation>
    </message>
    <message>
        <source>--simulate: there is no file &quot;%1&quot;</source>
        <translation>--simulate：没有文件“%1”</translation>
    </message>
    <message>
        <source>--simulate takes a number of GPUs from 0 to %1, a file that describes a machine, or a ready machine (%2), not &quot;%3&quot;</source>
        <translation>--simulate 后面应是 0 到 %1 的 GPU 数量、机器描述文件或现成的机器（%2），而不是“%3”</translation>
    </message>
</context>
<context>
    <name>todevice::Workspace</name>
    <message>
        <source>A new program has run the code again up to here.</source>
        <translation>新的程序已把代码重新执行到这里。</translation>
    </message>
    <message>
        <source>A new program has taken over; not all of the code has run in it.</source>
        <translation>已换成新的程序，代码在其中没有全部执行。</translation>
    </message>
    <message>
        <source>The program was lost (%1). A new one has run the code again up to here.</source>
        <translation>程序中断了（%1）。新的程序已把代码重新执行到这里。</translation>
    </message>
    <message>
        <source>The program was lost (%1). A new one has taken over; not all of the code has run in it.</source>
        <translation>程序中断了（%1）。已换成新的程序，代码在其中没有全部执行。</translation>
    </message>
</context>
<context>
    <name>todevice::Joined</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 和另外 %2 个</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two parts of a sentence</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two facts</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>.</source>
        <comment>end of a sentence</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>words, and more in brackets</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what it is about, and what is said</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>todevice::ToldChanges</name>
    <message>
        <source>%1 has its numbers on %2 now, at another address</source>
        <translation>%1 的数据现在在 %2 上，地址变了</translation>
    </message>
    <message>
        <source>%1 have their numbers on %2 now, at other addresses</source>
        <translation>%1 的数据现在在 %2 上，地址变了</translation>
    </message>
    <message>
        <source>%1 has new values, at the same address</source>
        <translation>%1 的数值变了，地址不变</translation>
    </message>
    <message>
        <source>%1 have new values, at the same addresses</source>
        <translation>%1 的数值变了，地址不变</translation>
    </message>
    <message>
        <source>%1 has the shape %2 now, at the same address</source>
        <translation>%1 的形状现在是 %2，地址没变</translation>
    </message>
    <message>
        <source>%1 have the shape %2 now, at the same addresses</source>
        <translation>%1 的形状现在都是 %2，地址没变</translation>
    </message>
    <message>
        <source>%1 has the strides %2 now, at the same address</source>
        <translation>%1 的步长现在是 %2，地址没变</translation>
    </message>
    <message>
        <source>%1 have the strides %2 now, at the same addresses</source>
        <translation>%1 的步长现在都是 %2，地址没变</translation>
    </message>
    <message>
        <source>%1 asks for gradients from here on</source>
        <translation>从这里起会计算 %1 的梯度</translation>
    </message>
    <message>
        <source>%1 ask for gradients from here on</source>
        <translation>从这里起会计算 %1 的梯度</translation>
    </message>
    <message>
        <source>%1 asks for no gradients any more</source>
        <translation>从这里起不再计算 %1 的梯度</translation>
    </message>
    <message>
        <source>%1 ask for no gradients any more</source>
        <translation>从这里起不再计算 %1 的梯度</translation>
    </message>
    <message numerus="yes">
        <source>%1: another shape or other strides in %n tensor(s), in place</source>
        <translation><numerusform>%1：%n 个张量就地换了形状或步长</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: gradients are asked for from here on, of %n tensor(s)</source>
        <translation><numerusform>%1：从这里起会计算 %n 个张量的梯度</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: gradients are no longer asked for, of %n tensor(s)</source>
        <translation><numerusform>%1：从这里起不再计算 %n 个张量的梯度</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n tensor(s) at other addresses, on %2</source>
        <translation><numerusform>%1：%n 个张量换了地址，在 %2 上</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: new values in %n tensor(s), in place</source>
        <translation><numerusform>%1：%n 个张量的数值就地改变</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n more tensor(s)</source>
        <translation><numerusform>%1 多了 %n 个张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n tensor(s) fewer</source>
        <translation><numerusform>%1 少了 %n 个张量</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n new gradient(s)</source>
        <translation><numerusform>%1：新增 %n 个梯度</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: new values in %n gradient(s)</source>
        <translation><numerusform>%1：%n 个梯度的数值变了</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n gradient(s) given up</source>
        <translation><numerusform>%1：清除了 %n 个梯度</numerusform></translation>
    </message>
    <message>
        <source>%1 has changed</source>
        <translation>%1 变了</translation>
    </message>
    <message>
        <source>%1 have changed</source>
        <translation>%1 变了</translation>
    </message>
    <message>
        <source>reserved on %1: %2, before %3</source>
        <translation>%1 上已预留 %2，之前是 %3</translation>
    </message>
    <message>
        <source>&quot;cuda&quot; is cuda:%1 from here on</source>
        <translation>从这里起“cuda”指 cuda:%1</translation>
    </message>
    <message>
        <source>%1 is set to &quot;%2&quot;</source>
        <translation>%1 设为“%2”</translation>
    </message>
    <message>
        <source>%1 is no longer set</source>
        <translation>%1 已取消设置</translation>
    </message>
</context>
<context>
    <name>todevice::NamedPath</name>
    <message>
        <source>--%1: &quot;%2&quot; is a file, not a folder.</source>
        <translation>--%1：“%2”是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>--%1: &quot;%2&quot; is a pipe or a device, not a folder.</source>
        <translation>--%1：“%2”是管道或设备，不是文件夹。</translation>
    </message>
    <message>
        <source>--%1: &quot;%2&quot; is a folder, not a file.</source>
        <translation>--%1：“%2”是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>--%1: &quot;%2&quot; is a pipe or a device, not a file.</source>
        <translation>--%1：“%2”是管道或设备，不是文件。</translation>
    </message>
    <message>
        <source>--%1: you may not write to &quot;%2&quot;.</source>
        <translation>--%1：没有写入“%2”的权限。</translation>
    </message>
    <message>
        <source>--%1: you may not read &quot;%2&quot;.</source>
        <translation>--%1：没有读取“%2”的权限。</translation>
    </message>
</context>
<context>
    <name>todevice::Screenshot</name>
    <message>
        <source>&quot;%1&quot; could not be written: %2</source>
        <translation>“%1”无法写入：%2</translation>
    </message>
    <message>
        <source>The lesson has %1 steps, not %2.</source>
        <translation>这一课只有 %1 步，没有第 %2 步。</translation>
    </message>
</context>
</TS>
