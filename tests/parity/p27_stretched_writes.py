# SPDX-License-Identifier: Apache-2.0
"""Writing into a tensor that expand stretched: what PyTorch lets through, what it refuses, and when."""
import torch
from show import *


def stretched(tracked):
    rows = torch.ones(1, 3, requires_grad=True)
    whole = rows * 2 if tracked else torch.full((1, 3), 2.0)
    return rows, whole, whole.expand(2, 3)


def put(t, at, value):
    t[at] = value


mask = torch.tensor([[True, False, False], [False, False, True]])
number = torch.tensor(3.0, requires_grad=True)
row = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
pair = torch.tensor([3.0, 4.0], requires_grad=True)
WRITES = {
    "a row": lambda t: put(t, 0, 1.0),
    "a row of its own gradient": lambda t: put(t, 0, row),
    "a column": lambda t: put(t, (slice(None), 1), 1.0),
    "all": lambda t: put(t, ..., 1.0),
    "places": lambda t: put(t, (torch.tensor([0, 1]), torch.tensor([0, 1])), 5.0),
    "places, one of them twice": lambda t: put(t, (torch.tensor([0, 1]), torch.tensor([0, 0])), pair),
    "rows by number": lambda t: put(t, torch.tensor([0]), row),
    "rows by mask": lambda t: put(t, torch.tensor([True, False]), 5.0),
    "by mask": lambda t: put(t, mask, 5.0),
    "by mask, each its own": lambda t: put(t, mask, pair),
    "by no mask": lambda t: put(t, torch.zeros(2, 3, dtype=torch.bool), 5.0),
    "masked_fill_": lambda t: t.masked_fill_(mask, 5.0),
    "masked_fill_ with a tensor": lambda t: t.masked_fill_(mask, number),
    "zero_": lambda t: t.zero_(),
    "fill_": lambda t: t.fill_(4),
    "fill_ with a tensor": lambda t: t.fill_(number),
    "mul_": lambda t: t.mul_(2),
    "mul_ of a row": lambda t: t[0].mul_(2),
    "copy_": lambda t: t.copy_(torch.ones(2, 3)),
}
for tracked in (False, True):
    for label, write in WRITES.items():
        leaf, whole, wide = stretched(tracked)
        for given in (number, row, pair):
            given.grad = None
        print(f"-- {label}{', with a history' if tracked else ''}")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                write(wide)
        except RuntimeError as error:
            print(str(error).split(".")[0])
            continue
        show("stretched", wide)
        show("whole", whole)
        if wide.grad_fn is not None:
            fails("backward", lambda: wide.sum().backward())
            show("gradients", *(t.grad for t in (leaf, number, row, pair) if t.grad is not None))

print("-- a leaf is never written to")
leaf = torch.zeros(3, requires_grad=True)
fails("a row", lambda: put(leaf.expand(2, 3), 0, 1))
fails("zero_", lambda: leaf.expand(2, 3).zero_())
fails("places", lambda: put(leaf.expand(2, 3), torch.tensor([0]), 1))

print("-- a mask of another size")
fails("masked_fill_", lambda: torch.zeros(2, 3).masked_fill_(torch.ones(3, 2, 3, dtype=torch.bool), 1.0))
fails("masked_fill_", lambda: torch.zeros(2, 3).masked_fill_(torch.ones(2, 2, dtype=torch.bool), 1.0))
show("masked_fill", torch.zeros(2, 3).masked_fill(torch.ones(2, 2, 3, dtype=torch.bool), 1.0))
fails("masked_fill", lambda: torch.zeros(2, 3).masked_fill(torch.ones(2, 2, dtype=torch.bool), 1.0))
fails("masked_fill", lambda: torch.zeros(2, 3).masked_fill(torch.ones(2, dtype=torch.int16), 1.0))
fails("masked_fill", lambda: torch.zeros(3, dtype=torch.uint8).masked_fill(torch.tensor([True, False, True]), 300))
