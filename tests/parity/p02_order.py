# SPDX-License-Identifier: Apache-2.0
import torch
from show import *

x = here([[3.0, 1.0, 2.0], [-1.0, 5.0, 5.0]], requires_grad=True)
for how in ({}, {"dim": 0}, {"descending": True}, {"dim": 1, "descending": True, "stable": True}):
    x.grad = None
    values, indices = torch.sort(x, **how)
    show(f"sort {how}", values, indices, *grads(values, x))
    show(f"argsort {how}", torch.argsort(x, **{k: v for k, v in how.items()}))
for k, how in ((1, {}), (2, {"dim": 1}), (2, {"largest": False}), (1, {"dim": 0}), (0, {})):
    x.grad = None
    values, indices = x.topk(k, **how)
    show(f"topk {k} {how}", values, indices)
    if k:
        show("its grad", *grads(values, x))
print(torch.sort(torch.tensor([2, 1])))
print(torch.tensor([2.0, 1.0]).topk(1))
print(torch.tensor([2, 1]).sort().values, torch.tensor([2, 1]).topk(1).indices)
nan = float("nan")
show("nan", here([1.0, nan, -1.0]).sort()[1], here([1.0, nan, -1.0]).sort(descending=True)[1], here([1.0, nan, 2.0]).topk(2)[1])
show("ints", here([3, 1, 2]).sort()[0], here([True, False]).sort()[0], here([1.5, 0.5], dtype=torch.float16).sort()[0])
show("0-d", here(4.0).sort()[0], here(4.0).topk(1)[0])
show("many", torch.arange(200, device=DEVICE).remainder(7).topk(3)[0])
i = here([[0, 2], [1, 1]])
x.grad = None
out = x.gather(1, i)
show("gather", out, *grads(out, x))
fails("k", lambda: x.topk(4))
fails("gather dtype", lambda: x.gather(1, here([[0.5]])))
fails("gather dims", lambda: x.gather(1, here([0])))
