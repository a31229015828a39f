# SPDX-License-Identifier: Apache-2.0
"""Which tensors each operation keeps for the way back: one that was changed in place since is an error there, and no other."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *


def names():
    base = torch.arange(1.0, 10.0).view(3, 3) / 4
    leaf = (base + 0.1).requires_grad_()
    other = (base.t() + 0.2).requires_grad_()
    return {
        "x": leaf * 1, "y": other * 1, "v": torch.tensor([0.5, 1.0, 2.0], requires_grad=True) * 1,
        "w": torch.tensor([1.5, 0.25, 0.75], requires_grad=True) * 1, "u": torch.tensor([0.5, 0.25, 1.0]),
        "i": torch.tensor([[0, 1, 2], [2, 1, 0]]), "j": torch.tensor([2, 0, 1]),
        "b": torch.tensor([[True, False, True], [False, True, True], [True, True, False]]),
    }


def change(t):
    if t.dtype is torch.bool:
        t[0] = False
    else:
        t.fill_(0) if t.dtype is torch.int64 else t.mul_(2)


def put(t, at, value):
    t[at] = value
    return t


OPERATIONS = [
    "x.gather(0, i)", "x.prod()", "x.prod(0)", "x.prod(1, keepdim=True)", "x.cumsum(0)", "x.index_select(0, j)", "x[j]", "x[:, j]",
    "x[i]", "x[b]", "x[j, j]", "x.masked_select(b)", "x.masked_fill(b, 2.0)", "torch.where(b, x, y)", "x.sort(0)[0]", "x.topk(2, 0)[0]",
    "x.max(0)[0]", "x.amax(0)", "x.std()", "x.var(0)", "x.norm()", "x.norm(1)", "x.softmax(0)", "x.log_softmax(0)", "x.logsumexp(0)",
    "x * y", "x / y", "x + y", "x ** y", "x ** 2", "2 ** x", "x % y", "torch.maximum(x, y)", "torch.atan2(x, y)",
    "torch.div(x, y, rounding_mode='floor')", "x.exp()", "x.sqrt()", "x.sigmoid()", "x.relu()", "F.gelu(x)", "x.clamp(0.5, 1.5)", "x @ y",
    "x.mv(v)", "v.dot(w)", "torch.addmm(v, x, y)", "torch.addmm(v, x, y, alpha=2, beta=3)", "F.linear(x, y, v)",
    "F.layer_norm(x, (3,), v, w)", "F.layer_norm(x, (3,))", "F.batch_norm(x, None, None, v, w, True)",
    "F.batch_norm(x, u, u + 1, v, w, False)", "F.mse_loss(x, y)", "F.nll_loss(x, j)", "F.nll_loss(x, j, u)", "F.cross_entropy(x, j)",
    "F.embedding(j, x)", "F.max_pool2d(x[None, None], 2, 1)", "F.conv2d(x[None, None], y[None, None, :2, :2])",
    "put(x.clone(), j, y)", "put(x.clone(), b, 2.0)", "put(x.clone(), 0, v)", "x.clone().masked_fill_(b, 1.0)", "x.clone().mul_(y)",
]
for operation in OPERATIONS:
    for name in ("x", "y", "v", "w", "u", "i", "j", "b", "r"):
        have = names()
        if name != "r" and not any(name == part for part in operation.replace("(", " ").replace(")", " ").replace("[", " ").replace(
                "]", " ").replace(",", " ").replace(":", " ").replace(".", " ").split()):
            continue
        have["r"] = eval(operation, {**globals(), **have})
        result = have["r"] * 1
        with torch.no_grad():
            change(have[name])
        fails(f"{operation}, {name} changed", lambda: result.sum().backward())

print("the numbers that an index is made of are no part of it")
x = torch.arange(6.0).view(2, 3).requires_grad_()
at = torch.tensor(1)
row = (x * 1)[at]
at.fill_(0)
row.sum().backward()
show("x[1]", x.grad)

print("the running statistics move, and an earlier pass still finds its way back")
layer = nn.BatchNorm1d(3)
first = layer(torch.arange(12.0).view(4, 3))
second = layer(torch.arange(12.0).view(4, 3))
print(layer.running_mean._version, layer.running_var._version, layer.num_batches_tracked._version)
first.sum().backward()
layer.reset_running_stats()
fails("after a reset", lambda: second.sum().backward())

print("tensors of younger dtypes are named otherwise")
for dtype in (torch.float16, torch.bfloat16):
    x = torch.ones(3, dtype=dtype, requires_grad=True) * 1
    y = x * x
    with torch.no_grad():
        x.mul_(2)
    fails(f"{dtype}", lambda: y.sum().backward())

print("remainder rounds the quotient as floor division does")
x = torch.tensor([2.1, 1.0, -7.0, 0.3], requires_grad=True)
y = torch.tensor([0.7, 0.1, 0.7, 0.1], requires_grad=True)
(x % y).sum().backward()
show("x % y", x.grad, y.grad)
