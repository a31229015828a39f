# SPDX-License-Identifier: Apache-2.0
"""In-place operators and what they do to the history; several views at once; NumPy's names; numbers of float16; hostile settings."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

for text in ("x //= 2", "x %= 2", "x **= 2", "x += 1", "x -= 1", "x *= 2", "x /= 2"):
    x = here([1.0, 2.0, 5.0])
    other, place = x, x.data_ptr()
    exec(text)
    show(text, other, other is x, x.data_ptr() == place)
for text in ("x //= 2", "x %= 2", "x **= 2", "x &= 6", "x |= 8", "x ^= 3"):
    x = here([1, 2, 5])
    other = x
    exec(text)
    show(text, other, other is x)


def run(text, **names):
    scope = dict(globals(), **names)
    exec(text, scope)
    return scope


for text in ("x //= 2.5", "x **= 2.0", "x |= 'a'", "x %= 'a'", "x **= 'a'", "x ^= None"):
    fails(text, lambda: run(text, x=here([1, 2])))
for text in ("w **= 2", "w //= 2", "w %= 2"):
    fails(text, lambda: run(text, w=nn.Parameter(here([1.0]))))

# What an in-place operation leaves in the history.
for text in ("y **= 2", "y %= 2", "y.zero_()", "y.fill_(2)", "y.copy_(y.detach())", "y.lt_(2)", "y.eq_(z)", "y.uniform_()", "y.normal_()",
             "y.random_(0, 3)", "y.bernoulli_()", "y.clamp_(0.3, 2.5)", "y.clamp_(min=2)", "y.masked_fill_(z > 1, 7.0)", "y[0] = 3.0"):
    w = here([[1.0, 2.0], [3.0, 4.0]]).requires_grad_()
    scope = run(text, y=w * 1, z=here([[1.0, 1.0], [2.0, 2.0]]))
    (scope["y"] * scope["y"]).sum().backward()
    name = scope["y"].grad_fn.name().rpartition(":")[2]
    show(f"{text} {name}", w.grad)
for text in ("y.zero_()", "y.fill_(2)", "y.copy_(y.detach() + 1)"):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    fails(f"exp then {text}", lambda: run(text + "; y.sum().backward()", y=w.exp()))
w = here(2.0).requires_grad_()
x = torch.zeros(2, 2, device=DEVICE)
x.masked_fill_(here([[True, False], [True, True]]), w * 3)
x.sum().backward()
show("masked_fill_ of a tensor", x.detach(), w.grad)
x = torch.zeros(2, 2, device=DEVICE)
x.fill_(w * 3)
x.sum().backward()
show("fill_ of a tensor", x.detach(), w.grad)
w = here([1.0, 2.0]).requires_grad_()
x = torch.arange(6.0, device=DEVICE).reshape(3, 2)
x[:-1] = w
print(x.requires_grad, x.is_leaf)
x.sum().backward()
show("a write into a view", w.grad)

# Several views at once.
for text in ("a, b = y.unbind(0); a.add_(1)", "y.split(1)[1].mul_(2)", "y.chunk(2)[0].zero_()", "y.split([1, 1])[1].mul_(2)",
             "for r in y: r.mul_(2)", "y.unbind(0)[1][0].add_(1)", "w.unbind(0)[1].add_(1)", "y.detach().unbind(0)[1].add_(1)",
             "with torch.no_grad():\n    for r in w: r.mul_(2)"):
    w = here([[1.0, 2.0], [3.0, 4.0]]).requires_grad_()
    fails(text, lambda: run(text, w=w, y=w * 1))
y = here([[1.0, 2.0]]).requires_grad_() * 1
show("unbind", *y.unbind(1))
show("iteration", *y)
show("split", *y.split(1, 1), *y.split([1, 1], 1))
for text in ("x.unbind(5)", "x.unbind(-4)", "x[0, 0].unbind()", "x[0, 0].unbind(-3)"):
    fails(text, lambda: run(text, x=torch.ones(2, 3, device=DEVICE)))

# Over no dimension; NumPy's names.
x = here([[3.0, 0.0, 1.0], [2.0, 5.0, 4.0]])
show("all and any of no dimension", x.all(dim=()), x.any(()), x.all(dim=[], keepdim=True), x.all(dim=None), x.byte().all(dim=()))
for text in ("x.sum(axis=0)", "x.mean(axis=1)", "x.prod(axis=0)", "x.amax(axis=0)", "x.amin(axis=0)", "x.max(axis=0)", "x.min(axis=1)",
             "x.argmax(axis=0)", "x.argmin(axis=0)", "x.all(axis=0)", "x.any(axis=1)", "x.std(axis=0)", "x.var(axis=0)", "x.logsumexp(axis=0)",
             "x.softmax(axis=0)", "x.log_softmax(axis=0)", "x.cumsum(axis=0)", "x.sort(axis=0)", "x.argsort(axis=0)", "x.topk(1, axis=0)",
             "x.count_nonzero(axis=0)", "x.unbind(axis=1)", "x.chunk(2, axis=1)", "x.narrow(axis=0, start=1, length=1)",
             "x.repeat_interleave(2, axis=1)", "x.squeeze(axis=0)", "x.unsqueeze(axis=0)", "torch.cat([x], axis=0)",
             "torch.stack([x], axis=0)", "x.sum(axis=0, keepdims=True)", "x.max(axis=0, keepdims=True)", "torch.sum(x1=x)",
             "torch.add(x1=x, x2=x)", "x.add(x2=1)", "torch.exp(a=x)"):
    show(text, eval(text))
for text in ("F.softmax(x, axis=0)", "x.roll(1, axis=0)"):
    fails(text, lambda: eval(text))

# float16 and bfloat16 with a number: the number is not rounded to the dtype in *, / and //.
for dtype in (torch.float16, torch.bfloat16):
    x = torch.linspace(-9, 9, 12).to(dtype)
    for text in ("x * 0.1", "0.1 * x", "x / 3.3", "0.1 / x", "x // 0.3", "x + 0.1", "x - 0.1", "x % 0.7", "x * 3", "x.mul(0.7)", "x.clone().mul_(0.7)",
                 "x.clone().div_(3.3)"):
        show(text, eval(text).float())

# What must not end the program.
image = torch.ones(1, 1, 4, 4, device=DEVICE)
one = torch.ones(1, 1, 1, 1, device=DEVICE)
for text in ("nn.Conv2d(1, 1, 1, stride=0).to(DEVICE)(image)", "F.conv2d(image, one, stride=-1)", "F.conv2d(image, one, padding=-1)",
             "F.conv2d(image, one, stride=(1, 0))", "F.conv2d(image, one, dilation=-1)", "F.conv2d(image, one, groups=0)",
             "F.conv2d(image, torch.ones(0, 1, 1, 1, device=DEVICE))", "F.conv2d(image, torch.ones(1, 1, 0, 1, device=DEVICE))",
             "nn.MaxPool2d(0)(image)", "nn.MaxPool2d(2, 0)(image)", "F.max_pool2d(image, 2, stride=(1, 0))", "F.max_pool2d(image, (2, 0))",
             "F.max_pool2d(image, 2, dilation=0)", "F.max_pool2d(image, 2, -1)", "F.max_pool2d(image, 2, 2, -1)"):
    fails(text, lambda: eval(text))
inside = []
inside.append(inside)
deep = [1]
for _ in range(130):
    deep = [deep]
for text in ("torch.tensor(inside)", "torch.tensor([1, inside])", "torch.tensor(deep)", "torch.as_tensor(inside)"):
    fails(text, lambda: eval(text))
within = nn.Sequential()
within.append(within)
fails("a module in itself", lambda: within(image))


def changing(change, before=False):
    m = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1))
    register = m[0].register_forward_pre_hook if before else m[0].register_forward_hook
    register(lambda *given: change(m) and None)
    m(torch.ones(1, 1))


fails("taken out while it runs", lambda: changing(lambda m: m.pop(0)))
fails("deleted before it runs", lambda: changing(lambda m: m.__delitem__(0), before=True))
fails("one more while it runs", lambda: changing(lambda m: m.append(nn.ReLU())))
fails("without its weight", lambda: changing(lambda m: setattr(m[0], "weight", None), before=True))
fails("without its bias", lambda: changing(lambda m: setattr(m[0], "bias", None), before=True))
