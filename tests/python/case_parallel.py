# SPDX-License-Identifier: Apache-2.0
"""DataParallel."""
import warnings

import torch
import torch.nn as nn
from check import raises, same


def C78():
    d = nn.DataParallel(nn.Linear(2, 2))
    same((list(d.state_dict()), list(d.module.state_dict())), (["module.weight", "module.bias"], ["weight", "bias"]))


def C80():
    d = nn.DataParallel(nn.Linear(2, 2))
    raises(RuntimeError, "module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on "
           "device: cpu", lambda: d(torch.ones(4, 2)))
    d.cuda()
    same(str(d(torch.ones(4, 2)).device), "cuda:0")


def C82():
    d = nn.DataParallel(nn.Linear(2, 3).cuda(1))
    said = "module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cuda:1"
    raises(RuntimeError, said, lambda: d(torch.rand(2, 2)))
    torch.cuda.set_device(1)
    raises(RuntimeError, said, lambda: d(torch.rand(2, 2)))
    same(str(nn.DataParallel(d.module, device_ids=[1, 0])(torch.rand(2, 2)).device), "cuda:1")


def C84():
    cut = {n: [t.shape[0] for t in nn.parallel.scatter(torch.empty(n, 2).cuda(), [0, 1, 2, 3])] for n in (32, 10, 9, 4, 3, 1)}
    same(cut, {32: [8, 8, 8, 8], 10: [3, 3, 3, 1], 9: [3, 3, 3], 4: [1, 1, 1, 1], 3: [1, 1, 1], 1: [1]})


def C86():
    d = nn.DataParallel(nn.Linear(2, 3))
    same(d.module.in_features, 2)
    raises(AttributeError, "'DataParallel' object has no attribute 'in_features'", lambda: d.in_features)


def C88():
    class L(nn.Module):
        def __init__(self):
            super().__init__()
            self.f = nn.Linear(2, 1)

        def forward(self, x):
            return self.f(x).mean()

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        out = nn.DataParallel(L().cuda())(torch.ones(4, 2, device="cuda"))
    same([str(w.message) for w in seen], ["Was asked to gather along dimension 0, but all input tensors were scalars; will instead "
                                          "unsqueeze and return a vector."])
    same((out.shape, str(out.device)), (torch.Size([2]), "cuda:0"))
    raises(RuntimeError, "grad can be implicitly created only for scalar outputs", out.backward)
    out.mean().backward()


def C90():
    m = nn.Linear(2, 2).cuda(0)
    same([str(nn.DataParallel(m, output_device=o)(torch.ones(4, 2)).device) for o in (None, 1)], ["cuda:0", "cuda:1"])
