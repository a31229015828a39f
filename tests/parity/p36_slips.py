# SPDX-License-Identifier: Apache-2.0
"""What is said to slips: attributes that cannot be set, walks taken for lists, numbers beyond a dtype, tensors within lists."""
import pickle

import torch
from torch import nn
from show import DEVICE, fails, here, show

x = here([1.0, 2.0])
for name in ("device", "shape", "is_cuda", "T", "grad_fn", "is_leaf", "ndim"):
    fails(f"set {name}", lambda name=name: setattr(x, name, 1))
fails("delete device", lambda: delattr(x, "device"))
fails("a parameter", lambda: setattr(nn.Parameter(x), "device", 1))
x.mine = 3
show("an attribute of its own", x.mine)

net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
for name in "parameters named_parameters buffers named_buffers modules named_modules children named_children".split():
    walk = getattr(net, name)()
    show(name, str(walk).split(" at ")[0], len(list(walk)))
fails("an index", lambda: net.parameters()[0])
fails("a length", lambda: len(net.children()))
fails("an attribute", lambda: net.parameters().device)
fails("too many", lambda: net.parameters(True, 2))
fails("a wrong name", lambda: net.modules(deep=True))
show("prefix", [name for name, _ in net.named_parameters("a")], [name for name, _ in net.named_buffers(prefix="b", recurse=False)])
fails("init", lambda: nn.init.uniform_(x, low=1))
show("its name", nn.init.uniform_.__name__)
show("pickled", pickle.loads(pickle.dumps(torch.relu)) is torch.relu, torch.relu.__module__)

for dtype in (torch.float16, torch.bfloat16, torch.float32):
    big = 1e6 if dtype == torch.float16 else 1e39
    y, mask = torch.ones(2, dtype=dtype, device=DEVICE), here([True, False])
    fails("masked_fill", lambda: y.masked_fill(mask, -big))
    fails("fill_", lambda: y.fill_(big))
    fails("full", lambda: torch.full((2,), big, dtype=dtype, device=DEVICE))
    fails("clamp", lambda: y.clamp(-big, big))
    fails("alpha", lambda: y.add(y, alpha=big))
    fails("linspace", lambda: torch.linspace(0, big, 2, dtype=dtype, device=DEVICE))
    fails("uniform_", lambda: y.uniform_(0, big))
    fails("constant_", lambda: nn.init.constant_(y, big))
    show("inf", torch.full((2,), float("inf"), dtype=dtype), y + big, y == big)
    z = y.clone()
    if dtype == torch.float32:
        fails("set", lambda: z.__setitem__(0, big))
        fails("where", lambda: torch.where(mask, y, big))
    else:
        z[0] = big
        show("set", z, torch.where(mask, y, big))
fails("power", lambda: torch.ones(2, dtype=torch.float16) ** 70000)

show("tensors in a list", torch.tensor([here(1.0), here(2.0)]), torch.tensor([torch.ones(1), torch.ones(())]), torch.tensor([[1, 2], torch.ones(2)]))
fails("of two elements", lambda: torch.tensor([torch.ones(2), torch.ones(2)]))
fails("of none", lambda: torch.tensor([torch.ones(0)]))


class Unready(nn.Linear):
    def __init__(self):
        pass


fails("not made", lambda: Unready().forward(torch.ones(1, 2)))
