# SPDX-License-Identifier: Apache-2.0
"""Sums and means on the CPU to the last bit, of every shape that is added in an order of its own."""
import torch
from show import *


def numbers(count):
    """Of many sizes and both signs, the same everywhere."""
    at = torch.arange(count, dtype=torch.float64)
    return ((at * 0.7548776662466927) % 1 - 0.5) * 2.0 ** (at % 11)


def digest(t):
    """All bits of a result in few characters."""
    values = t.double().reshape(-1).tolist()
    return sum(value * (i % 97 + 1) for i, value in enumerate(values)).hex()


SHAPES = [(1,), (3,), (7,), (8,), (9,), (15,), (31,), (32,), (33,), (64,), (100,), (500,), (1000,), (5000,), (20000,), (3, 4), (10, 10), (100, 3),
          (3, 100), (64, 64), (128, 10), (10, 784), (784, 10), (200, 5), (5, 200), (1, 40), (40, 1), (2, 3, 4), (5, 6, 7), (20, 30, 40), (4, 1, 7)]
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    for shape in SHAPES:
        count = 1
        for size in shape:
            count *= size
        x = numbers(count).view(shape).to(dtype)
        dims = [None, *range(len(shape))] + ([(0, 2), (1, 2), (0, 1)] if len(shape) == 3 else [])
        print(dtype, shape, *(digest(x.sum() if dim is None else x.sum(dim)) for dim in dims))
        print("    mean", *(digest(x.mean() if dim is None else x.mean(dim, keepdim=True)) for dim in dims))
        if len(shape) == 2:
            print("    turned", digest(x.t().sum(0)), digest(x.t().sum(1)), digest(x.t().sum()))
            print("    strided", digest(x[:, ::2].sum(0)), digest(x[:, ::2].sum(1)), digest(x[:, ::2].sum()), digest(x[::3].mean()))
            print("    stretched", digest(x[:1].expand(5, shape[1]).sum(0)), digest(x[:1].expand(5, shape[1]).sum(1)))
whole = torch.arange(1000).view(20, 50)
show("whole numbers", whole.sum(), whole.sum(0)[:5], (whole % 2 == 0).sum(1)[:5], whole.to(torch.uint8).sum())
show("nothing", torch.zeros(0).sum(), torch.zeros(0, 3).sum(0), torch.zeros(3, 0).mean(1), torch.tensor(2.5).sum(), torch.tensor([-0.0]).sum())
