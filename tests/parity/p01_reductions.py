# SPDX-License-Identifier: Apache-2.0
import torch
from show import *

x = here([[1.0, -2.0, 3.5], [0.5, 4.0, -1.5]], requires_grad=True)
for name in ("std", "var"):
    f = getattr(torch, name)
    for how in ({}, {"dim": 0}, {"dim": 1, "unbiased": False}, {"dim": (0, 1), "keepdim": True}, {"dim": 1, "correction": 2},
                {"unbiased": False}):
        x.grad = None
        out = f(x, **how)
        show(f"{name} {how}", out, *grads(out, x))
    show(f"{name} positional", f(x, 1, False, True), getattr(x, name)(0), getattr(x, name)(False))
for p in (2, 1, 3, 0, float("inf"), float("-inf"), "fro"):
    for how in ({}, {"dim": 1}, {"dim": 0, "keepdim": True}):
        x.grad = None
        out = torch.norm(x, p, **how)
        show(f"norm {p} {how}", out, *grads(out, x))
for how in ({}, {"dim": 0}, {"dim": -1, "keepdim": True}):
    x.grad = None
    out = torch.prod(x, **how)
    show(f"prod {how}", out, *grads(out, x))
show("prod int", here([[2, 3], [4, 5]]).prod(), here([[2, 3], [4, 5]]).prod(1), here([True, True]).prod())
for how in ({}, {"dim": 0}, {"dim": (0, 1)}, {"dim": 1, "keepdim": True}):
    for name in ("amax", "amin"):
        x.grad = None
        out = getattr(x, name)(**how)
        show(f"{name} {how}", out, *grads(out, x))
for how in ({"dim": 0}, {"dim": (0, 1)}, {"dim": 1, "keepdim": True}):
    x.grad = None
    out = x.logsumexp(**how)
    show(f"logsumexp {how}", out, *grads(out, x))
b = here([[True, False], [True, True]])
show("all any", b.all(), b.any(), b.all(0), b.all(1, keepdim=True), b.any(dim=0), torch.all(b), torch.any(here([0, 0, 3])))
show("all uint8", here([1, 2], dtype=torch.uint8).all(), here([1, 2], dtype=torch.uint8).any())
show("mean dtype", here([1, 2, 4]).mean(dtype=torch.float32), here([1, 2]).sum(dtype=torch.float64), x.mean((0, 1)))
show("cumsum", here([1, 2, 3]).cumsum(0), x.cumsum(1))
x.grad = None
show("cumsum grad", *grads(x.cumsum(0), x))
fails("std of ints", lambda: here([1, 2]).std())
fails("mean of ints", lambda: here([1, 2]).mean())
fails("norm of ints", lambda: here([1, 2]).norm())
fails("dim", lambda: x.std(2))
fails("max of none", lambda: here([]).max())
