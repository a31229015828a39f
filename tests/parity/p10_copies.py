# SPDX-License-Identifier: Apache-2.0
import copy

import torch
import torch.nn as nn
from show import *

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.ReLU(), nn.Linear(3, 2, bias=False), nn.Dropout(0.2)).to(DEVICE)
net[0].weight.requires_grad_(False)
twin = copy.deepcopy(net)
print(twin, [p.requires_grad for p in twin.parameters()], {p.device.type == DEVICE for p in twin.parameters()})
data = torch.randn(4, 2).to(DEVICE)
print(all(torch.equal(a, b) and a is not b and a.data_ptr() != b.data_ptr() for a, b in zip(net.parameters(), twin.parameters())))
print(torch.equal(net.eval()(data), twin.eval()(data)), list(net.state_dict()) == list(twin.state_dict()), twin.training, twin[0].training)
print(twin[3].bias, type(twin[0].weight).__name__, torch.randn(1))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(1, 1)
        self.same = self.one
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.zeros(1))
        self.register_buffer("t", torch.zeros(1), persistent=False)
        self.plain = [1, torch.ones(1)]

    def forward(self, x):
        return self.one(x)


m = Net()
m.one.register_forward_hook(lambda mod, i, o: o + 100)
c = copy.deepcopy(m)
print(c.same is c.one, c.plain is not m.plain, list(c.state_dict()), [n for n, _ in c.named_buffers()], c.w is not m.w)
print(c(torch.zeros(1, 1)).item() == m(torch.zeros(1, 1)).item())
w = torch.ones(2, requires_grad=True)
(w * 2).sum().backward()
v = copy.deepcopy(w)
print(v, v.grad, v is w)
pair = copy.deepcopy([w, w])
print(pair[0] is pair[1])
fails("not a leaf", lambda: copy.deepcopy(w * 2))
loss = copy.deepcopy(nn.CrossEntropyLoss(ignore_index=3, reduction="sum"))
print(loss.ignore_index, loss.reduction, nn.MSELoss().reduction, nn.ReLU(True).inplace, nn.Flatten(0).start_dim)
print(m.get_submodule("one"), m.get_parameter("one.weight").shape, m.get_buffer("b"), m.get_submodule("") is m)
fails("submodule", lambda: m.get_submodule("two"))
fails("not a module", lambda: m.get_submodule("w"))
fails("not a parameter", lambda: m.get_parameter("b"))
fails("not a buffer", lambda: m.get_buffer("w"))
print(m.type(torch.float64).w.dtype)
