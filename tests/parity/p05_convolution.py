# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

torch.manual_seed(3)
for how in ({}, {"padding": 1}, {"stride": 2, "padding": (1, 0)}, {"dilation": 2, "padding": 2, "bias": False}, {"groups": 2},
            {"padding": "same"}, {"padding": "valid"}):
    conv = nn.Conv2d(2, 4, 3, **how)
    print(conv)
    show("weight", conv.weight.flatten()[:4])
    x = torch.randn(2, 2, 5, 5).to(DEVICE, torch.float64).requires_grad_()
    conv.to(DEVICE).double()
    out = conv(x)
    show(f"conv {how}", out.shape, out[0, 0], *(g.flatten()[:12] for g in grads(out, x, *conv.parameters())))
    print(out.grad_fn.name())
show("unbatched", F.conv2d(torch.ones(1, 3, 3), torch.ones(1, 1, 2, 2)))
for how in ({}, {"stride": 1}, {"padding": 1}, {"stride": 2, "ceil_mode": True}, {"dilation": 2, "stride": 1}):
    pool = nn.MaxPool2d(2 if "padding" not in how else 3, **how)
    x = torch.randn(1, 2, 5, 5).to(DEVICE).requires_grad_()
    out = pool(x)
    print(pool)
    show(f"pool {how}", out, *grads(out, x))
show("pool 3-d", F.max_pool2d(torch.arange(16.0).reshape(1, 4, 4), (2, 1)))
fails("channels", lambda: nn.Conv2d(3, 4, 3)(torch.ones(1, 2, 5, 5)))
fails("dims", lambda: nn.Conv2d(3, 4, 3)(torch.ones(2, 3)))
fails("small", lambda: nn.Conv2d(1, 1, 3)(torch.ones(1, 1, 2, 2)))
fails("dtype", lambda: nn.Conv2d(1, 1, 1)(torch.ones(1, 1, 2, 2).double()))
fails("dtype without bias", lambda: nn.Conv2d(1, 1, 1, bias=False)(torch.ones(1, 1, 2, 2).double()))
fails("groups", lambda: nn.Conv2d(3, 4, 1, groups=2))
fails("pool pad", lambda: F.max_pool2d(torch.ones(1, 1, 4, 4), 2, padding=2))
fails("pool small", lambda: F.max_pool2d(torch.ones(1, 1, 1, 1), 2))
net = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 3)).to(DEVICE)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data, want = torch.randn(6, 1, 4, 4).to(DEVICE), here([0, 1, 2, 0, 1, 2])
for step in range(5):
    opt.zero_grad()
    loss = F.cross_entropy(net(data), want)
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
