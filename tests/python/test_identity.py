# SPDX-License-Identifier: Apache-2.0
"""One tensor is one Python object for as long as it lives, and no longer."""
import gc
import weakref

import torch
import torch.nn as nn
from check import DEVICES, same

net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
# Nobody in Python holds these between the calls.
first = [id(p) for p in net.parameters()]
gc.collect()
same([id(p) for p in net.parameters()], first)
same([id(p) for _, p in net.named_parameters()], first)
assert id(net[0].weight) == first[0] and net[0] is net[0]

next(net.parameters()).note = "kept"
gc.collect()
same(next(net.parameters()).note, "kept")
assert type(next(net.parameters())) is nn.Parameter

for device in DEVICES:
    before = next(net.parameters()).data_ptr()
    assert net.to(device) is net
    same([id(p) for p in net.parameters()], first)
    same(str(net[0].weight.device), device)
    assert (next(net.parameters()).data_ptr() == before) == (device == "cpu")

x = torch.ones(2, requires_grad=True)
y = (x * 2).sum()
y.backward()
assert x.grad is x.grad

dropped = torch.ones(3)
seen = weakref.ref(dropped)
del dropped
assert seen() is None


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(1, 1)
        self.tag = "mine"

    def forward(self, value):
        return self.inner(value)


# A child made in Python lives as long as its parent holds it.
whole = nn.Sequential(Part())
gc.collect()
same((type(whole[0]), whole[0].tag), (Part, "mine"))
assert whole(torch.ones(1, 1)).shape == (1, 1)
watch = weakref.ref(whole[0])
del whole
gc.collect()
assert watch() is None

# Many of them: nothing is left behind.
for _ in range(2000):
    part = nn.Linear(2, 2)
    next(part.parameters())
