# SPDX-License-Identifier: Apache-2.0
"""Modules and optimizers that move, and what stays behind."""
import torch
import torch.nn as nn
from case_words import DIFFERENT, gist
from check import raises, same


def C30():
    m = nn.Linear(2, 2).cuda(2)
    gist(RuntimeError, DIFFERENT, lambda: m(torch.ones(1, 2).cuda()))


def C43():
    m = nn.Linear(4, 4)
    ids, ptrs = [id(p) for p in m.parameters()], [p.data_ptr() for p in m.parameters()]
    r = m.to("cuda")
    same((r is m, ids == [id(p) for p in m.parameters()], ptrs == [p.data_ptr() for p in m.parameters()]), (True, True, False))
    same(str(next(m.parameters()).device), "cuda:0")


def C45():
    class F(nn.Module):
        def __init__(self):
            super().__init__()
            self.keep = {"a": torch.ones(1)}
            self.register_buffer("buf", self.keep["a"])

    m = F()
    assert m.keep["a"] is m.buf
    m.cuda()
    same((m.keep["a"] is m.buf, str(m.keep["a"].device), str(m.buf.device)), (False, "cpu", "cuda:0"))


def C47():
    class F(nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = torch.ones(2)
            self.register_buffer("shift", torch.ones(2))

        def forward(self, x):
            return x * self.scale + self.shift

    m = F().cuda()
    same((str(m.scale.device), str(m.shift.device), list(m.state_dict())), ("cpu", "cuda:0", ["shift"]))
    gist(RuntimeError, DIFFERENT, lambda: m(torch.ones(2, device="cuda")))


def C49():
    raises(RuntimeError, ".to() does not accept copy argument", lambda: nn.Linear(1, 1).to("cpu", copy=True))


def C51():
    m = nn.BatchNorm1d(2).double()
    same((m.weight.dtype, m.running_mean.dtype, m.num_batches_tracked.dtype), (torch.float64, torch.float64, torch.int64))


def C53():
    m = nn.Linear(1, 1)
    m(torch.ones(1, 1)).sum().backward()
    g = m.weight.grad
    m.cuda()
    same((str(m.weight.grad.device), m.weight.grad is g), ("cuda:0", True))


def C55():
    m = nn.Linear(1, 1)
    sd = m.state_dict()
    assert sd["weight"].data_ptr() == m.weight.data_ptr()
    m.cuda()
    same((str(sd["weight"].device), str(m.weight.device)), ("cpu", "cuda:0"))


def C68():
    # The subset has no LSTM, and says so; what it has tells of two devices.
    gist(AttributeError, "ToDevice has a part of PyTorch", lambda: nn.LSTM(2, 3))
    layer, h = nn.Linear(3, 3).cuda(), torch.zeros(1, 3)
    gist(RuntimeError, "cuda:0", lambda: layer(h))
    gist(RuntimeError, DIFFERENT, lambda: layer(h.cuda()) + h)


def C72():
    gist(RuntimeError, DIFFERENT, lambda: nn.Linear(2, 2)(torch.ones(1, 2).cuda()))
    gist(RuntimeError, DIFFERENT, lambda: nn.Linear(2, 2).cuda()(torch.ones(1, 2)))


def C74():
    m = nn.Linear(3, 3)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    m.cuda()
    same((o.param_groups[0]["params"][0] is m.weight, str(o.param_groups[0]["params"][0].device)), (True, "cuda:0"))
    before = m.weight.tolist()
    m(torch.ones(1, 3, device="cuda")).sum().backward()
    o.step()
    assert m.weight.tolist() != before


def C76():
    m = nn.Linear(2, 2)
    o = torch.optim.Adam(m.parameters())
    m(torch.ones(1, 2)).sum().backward()
    o.step()
    o.zero_grad()
    m.cuda()
    same((str(o.state[m.weight]["exp_avg"].device), str(m.weight.device)), ("cpu", "cuda:0"))
    m(torch.ones(1, 2, device="cuda")).sum().backward()
    gist(RuntimeError, "device", o.step)
