# SPDX-License-Identifier: Apache-2.0
"""Tensors that move, and those that are made beside others."""
import os
import sys

import torch
import torch.nn as nn
from case_words import DIFFERENT, gist
from check import raises, same


def C24():
    dev = torch.device("cuda")
    p = torch.zeros(1, device=dev)
    torch.cuda.set_device(1)
    same((str(p.device), str(torch.zeros(1, device=dev).device), str(dev)), ("cuda:0", "cuda:1", "cuda"))


def C26():
    d = torch.device("cpu")
    same((d == "cpu", d.type == "cpu", str(d) == "cpu"), (False, True, True))


def C32():
    t = torch.ones(2)
    t.to("cuda")
    same(str(t.device), "cpu")
    same(str(t.to("cuda").device), "cuda:0")


def C34():
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_in"))  # numpy's own comes first
    a = torch.zeros(3)
    n = a.cpu().numpy()
    n[0] = 7
    g = torch.zeros(3, device="cuda")
    h = g.cpu().numpy()
    h[0] = 7
    same((a[0].item(), g[0].item(), a.cpu() is a), (7.0, 0.0, True))
    part = torch.arange(6.0).reshape(2, 3).t()[1:].numpy()  # offset and strides
    same([[part[i, j] for j in range(2)] for i in range(2)], [[1.0, 4.0], [2.0, 5.0]])
    raises(TypeError, "can't convert cuda:0 device type tensor to numpy.", g.numpy)
    forced = (g + torch.ones(3, device="cuda", requires_grad=True)).numpy(force=True)
    same([forced[i] for i in range(3)], [1.0] * 3)
    found, sys.modules["numpy"] = sys.modules["numpy"], None
    raises(RuntimeError, "Numpy is not available", a.numpy)
    sys.modules["numpy"] = found
    raises(RuntimeError, "Can't call numpy() on Tensor that requires grad.", torch.ones(1, requires_grad=True).numpy)


def C36():
    x = torch.ones(4)
    i, p = id(x), x.data_ptr()
    y = x.to("cuda")
    same((id(y) == i, y.data_ptr() == p, x.data_ptr() == p), (False, False, True))


def C38():
    for device in ("cuda", "cpu"):
        x = torch.zeros(6, device=device)
        v, s = x.view(2, 3), x[1:]
        same((v is x, v.data_ptr() == x.data_ptr(), s.data_ptr() - x.data_ptr()), (False, True, 4))


def C40():
    w = torch.ones(2, requires_grad=True).cuda()
    w.sum().backward()
    same((w.is_leaf, w.grad), (False, None))
    raises(ValueError, "can't optimize a non-leaf Tensor", lambda: torch.optim.SGD([w], lr=0.1))
    torch.optim.SGD([torch.ones(2, device="cuda", requires_grad=True)], lr=0.1)


def C42():
    x = torch.ones(2, 3, device="cuda")
    same([str(t.device) for t in (torch.zeros(x.shape), torch.zeros_like(x), x.new_zeros(4))], ["cpu", "cuda:0", "cuda:0"])


def C57():
    x = torch.ones(2)
    y = x.to("cuda", torch.float64)
    same([(str(t.device), t.dtype) for t in (y, x.to(y), x)],
         [("cuda:0", torch.float64), ("cuda:0", torch.float64), ("cpu", torch.float32)])


def C59():
    x = torch.ones(2, device="cuda")
    same((x.float() is x, str(x.float().device), str(x.double().device)), (True, "cuda:0", "cuda:0"))


def C60():
    said = DIFFERENT + ", but found at least two devices, cuda:0 and cpu!"
    raises(RuntimeError, said, lambda: torch.ones(2, device="cuda") + torch.ones(2))
    raises(RuntimeError, said, lambda: torch.ones(2) + torch.ones(2, device="cuda"))


def C62():
    a, b = torch.tensor(2.0), torch.tensor(2.0, device="cuda")
    b += a
    same(repr(b), "tensor(4., device='cuda:0')")
    gist(RuntimeError, "device", lambda: a.add_(b))


def C64():
    d, i = torch.arange(4.0), torch.tensor([0, 2])
    same(str(d.cuda()[i].device), "cuda:0")
    raises(RuntimeError, "indices should be either on cpu or on the same device as the indexed tensor (cpu)", lambda: d[i.cuda()])
    gist(RuntimeError, DIFFERENT, lambda: d.index_select(0, i.cuda()))
    gist(RuntimeError, DIFFERENT, lambda: d.gather(0, i.cuda()))
    gist(RuntimeError, DIFFERENT, lambda: nn.functional.embedding(i.cuda(), torch.ones(3, 2)))


def C66():
    src, dst = torch.full((3,), 5.0, device="cuda:1"), torch.zeros(3)
    p = dst.data_ptr()
    dst.copy_(src)
    same((repr(dst), str(dst.device), dst.data_ptr() == p), ("tensor([5., 5., 5.])", "cpu", True))
    same(torch.zeros(3, device="cuda:0").copy_(src).tolist(), [5.0] * 3)


def C70():
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_in"))
    import numpy as np

    out = np.log(2) + torch.zeros(2, device="cuda")
    same((str(out.device), out.dtype, repr(out.cpu())), ("cuda:0", torch.float32, "tensor([0.6931, 0.6931])"))
    same(str((torch.zeros(2, device="cuda") * np.log(2)).device), "cuda:0")
