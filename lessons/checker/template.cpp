// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "checker/check.h"
#include "loader/reader.h"

namespace todevice {

namespace {

using reader::Problems;

constexpr const char* kEnglish = R"md(---
id: %1
title: A title in one line
minutes: 5
gpus: 1
covers: torch.device, Tensor.to
---

## Ask first

What the learner reads. Say what the next lines do, and let the learner predict what comes of it.

```predict
question: After `y = x.to("cuda")`, where is `x`?
- cpu
  > `y` is a copy, and `x` stayed where it was.
- cuda:0
  > `.to()` of a tensor makes another tensor. Look at the address of `x`: it is the same as before.
answer: str(x.device)
```

```python run
import torch

x = torch.ones(3)
y = x.to("cuda")
print(x.device, y.device)
```

```notes
Only the instructor sees this.
```

## Your turn

Every lesson ends in a change that the learner makes.

```change
task: Have `z` made on the GPU, without a copy.
check: z.is_cuda
hint: `torch.ones` takes `device=`.
done: Right: no copy was needed, since `z` was made there.
```

```python run
z = torch.ones(3)
print(z.device)
```

```python solution
z = torch.ones(3, device="cuda")
print(z.device)
```
)md";

constexpr const char* kChinese = R"md(---
id: %1
title: 一行标题
minutes: 5
gpus: 1
covers: torch.device、Tensor.to
---

## 先问一问

学习者读到的文字。说明接下来的几行要做什么，并请学习者先预测结果。

```predict
question: 执行 `y = x.to("cuda")` 之后，`x` 在哪里？
- cpu
  > `y` 是副本，`x` 留在原处。
- cuda:0
  > 张量的 `.to()` 会另外创建一个张量。看看 `x` 的地址：和之前一样。
answer: str(x.device)
```

```python run
import torch

x = torch.ones(3)
y = x.to("cuda")
print(x.device, y.device)
```

```notes
这里的话只有讲师能看到。
```

## 轮到你了

每一课都以学习者亲手做的一处修改结束。

```change
task: 直接在 GPU 上创建 `z`，不经过复制。
check: z.is_cuda
hint: `torch.ones` 接受 `device=`。
done: 对：它就是在那里创建的，不需要复制。
```

```python run
z = torch.ones(3)
print(z.device)
```

```python solution
z = torch.ones(3, device="cuda")
print(z.device)
```
)md";

}  // namespace

QString writeNewLesson(const QString& folder, const QString& program) {
  static const QRegularExpression pattern(QStringLiteral("^[0-9]{1,4}-([a-z0-9]+(-[a-z0-9]+)*)$"));
  const QDir dir(folder);
  const auto name = pattern.match(QFileInfo(dir.absolutePath()).fileName());
  if (!name.hasMatch())
    return Problems::tr("a lesson's folder is named NN-name, such as 21-my-lesson, not \"%1\"")
        .arg(QFileInfo(dir.absolutePath()).fileName());
  for (const QString& language : lessonLanguages())
    if (const QString path = dir.filePath(language + QStringLiteral(".md")); QFileInfo::exists(path))
      return Problems::tr(
                 "\"%1\" is there already, and nothing is written over: take another folder, or move "
                 "the file away")
          .arg(path);
  for (const QString& around : {program, QFileInfo(dir.absolutePath()).path()})
    for (const QString& other : lessonFolders(around))
      if (idOfFolder(other) == name.captured(1) && QDir(other) != dir)
        return Problems::tr("%1 has the id \"%2\": take another name")
            .arg(QDir(other).dirName(), name.captured(1));
  if (const QFileInfo there(folder); there.exists() && !there.isDir())
    return there.isFile() ? Problems::tr("\"%1\" is a file, not a folder").arg(folder)
                          : Problems::tr("\"%1\" is a pipe or a device, not a folder").arg(folder);
  if (!dir.mkpath(QStringLiteral("."))) return Problems::tr("\"%1\" cannot be made").arg(folder);
  for (const QString& language : lessonLanguages()) {
    const char* const text = language == QLatin1String("en") ? kEnglish : kChinese;
    QFile file(dir.filePath(language + QStringLiteral(".md")));
    const QByteArray bytes = QString::fromUtf8(text).arg(name.captured(1)).toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
      return Problems::tr("\"%1\" cannot be written").arg(file.fileName());
  }
  return {};
}

}  // namespace todevice
