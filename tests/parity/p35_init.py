# SPDX-License-Identifier: Apache-2.0
"""The rest of nn.init, and numbers beyond 64 bits or beyond a power's dtype."""
import math
import warnings

import torch
import torch.nn as nn
from show import DEVICE, fails, here, show, warns

init = nn.init
# Drawn on the CPU: GPUs have their own numbers.
for dtype in (torch.float32, torch.float64):
    torch.manual_seed(1)
    x = torch.empty(40, dtype=dtype)
    show("trunc_normal_", init.trunc_normal_(x), init.trunc_normal_(x, mean=1.0, std=3.0, a=0.0, b=1.5), init.trunc_normal_(x, std=0.02))
    g = torch.Generator().manual_seed(3)
    show("generator", init.trunc_normal_(torch.empty(5, dtype=dtype), generator=g), init.trunc_normal_(torch.empty(3, dtype=dtype), 0.0, 1.0, -9.0, 9.0, g))
    torch.set_printoptions(precision=3 if dtype == torch.float32 else 8)
    for shape in ((3, 3), (5, 2), (2, 5), (4, 2, 3), (1, 4), (7, 1)):
        q = init.orthogonal_(torch.empty(*shape, dtype=dtype), gain=2.0)
        show(f"orthogonal_ {shape}", q)
    torch.set_printoptions(profile="default")
torch.manual_seed(2)
show("sparse_", init.sparse_(torch.empty(5, 3), 0.5), init.sparse_(torch.empty(4, 2), sparsity=0.1, std=2.0))
big = init.orthogonal_(torch.empty(60, 100, device=DEVICE))
print("rows of length 1 at right angles", (big @ big.t() - torch.eye(60, device=DEVICE)).abs().max().item() < 1e-5)
inside = init.trunc_normal_(torch.empty(2000, device=DEVICE), std=2.0)
print("inside", inside.min().item() >= -2, inside.max().item() <= 2, abs(inside.mean().item()) < 0.1)
for shape, groups in (((3, 3, 3), 1), ((4, 2, 3, 3), 2), ((2, 3, 1, 2, 3), 1), ((2, 4, 2), 1)):
    show(f"dirac_ {shape} {groups}", init.dirac_(torch.ones(*shape, device=DEVICE), groups))
weight = nn.Parameter(torch.ones(2, 3, device=DEVICE))
print(init.orthogonal_(weight) is weight, weight.requires_grad, weight.grad_fn, init.trunc_normal_(weight) is weight, init.sparse_(weight, 0.4) is weight)
fails("orthogonal_", lambda: init.orthogonal_(torch.empty(3, device=DEVICE)))
fails("orthogonal_ half", lambda: init.orthogonal_(torch.empty(2, 2, dtype=torch.float16)))
fails("sparse_", lambda: init.sparse_(torch.empty(3, device=DEVICE), 0.1))
fails("dirac_", lambda: init.dirac_(torch.empty(3, 2, device=DEVICE)))
fails("dirac_ groups", lambda: init.dirac_(torch.empty(3, 2, 1, device=DEVICE), 2))
warns("trunc_normal_", lambda: init.trunc_normal_(torch.empty(2, device=DEVICE), mean=9.0))
print(init.orthogonal_(torch.empty(0, 3)).shape, init.orthogonal_(torch.empty(2, 0)).shape)

one, whole, large = here([1.0, 2.0]), here([1, 2]), 2**63
for act in (lambda: one + large, lambda: large + one, lambda: one - large, lambda: large - one, lambda: one * (2**64 - 1), lambda: one / large,
            lambda: one // large, lambda: one % large, lambda: one < large, lambda: one == large, lambda: one > large, lambda: whole + large,
            lambda: whole * large, lambda: whole < large, lambda: whole == large, lambda: whole - (2**64 - 1), lambda: torch.add(one, large),
            lambda: one.clone().add_(large), lambda: one.clone().fill_(large), lambda: torch.clamp(one, max=large), lambda: torch.pow(large, one),
            lambda: torch.where(one > 1, one, large), lambda: one.double() + large, lambda: one.half() + large, lambda: whole / large,
            lambda: torch.full_like(one, large), lambda: one.masked_fill(one > 1, large)):
    show("2**63", act())
fails("2**64", lambda: one + 2**64)
fails("-2**63 - 1", lambda: one + (-2**63 - 1))
fails("full", lambda: torch.full((2,), large, device=DEVICE))
fails("fill_", lambda: whole.clone().fill_(large))
fails("a tensor of it", lambda: torch.tensor([large], device=DEVICE))
short = here([3, 2], dtype=torch.int16)
for power in (2**40, 70000, 32768, -1, -70000, 2**63):
    fails(f"int16 ** {power}", lambda: short**power)
    fails(f"int16 pow_ {power}", lambda: short.clone().pow_(power))
fails("int8 ** 128", lambda: here([3], dtype=torch.int8) ** 128)
fails("uint8 ** 256", lambda: here([3], dtype=torch.uint8) ** 256)
show("powers", short**300, short**0, short**1, here([2], dtype=torch.int8) ** 127, here([3], dtype=torch.uint8) ** 255, here([True]) ** 300, short**300.0, short**short)
