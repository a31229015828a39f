# SPDX-License-Identifier: Apache-2.0
"""Ranges without an end, numbers beyond halves, gather of other forms, children pushed in, free names, copies by reduction."""
import copy
from collections import OrderedDict

import torch
import torch.nn as nn
from show import plain


def show(act):
    """What comes of it: the value, or the error's type and first line."""
    try:
        print(plain(act()))
    except Exception as error:
        print(f"{type(error).__name__}: {str(error).splitlines()[0]}")


def ranges():
    inf = float("inf")
    for way in (lambda: torch.arange(0, inf), lambda: torch.arange(float("nan"), 3), lambda: torch.arange(0.5, -inf, -1),
                lambda: torch.arange(0, inf, dtype=torch.int64), lambda: torch.arange(0, 1e30), lambda: torch.arange(0, inf, 0)):
        show(way)
    for dtype in (torch.float16, torch.bfloat16):
        for number in (1e5, 1e39, 10**6):
            for size in ((), (1,), (2,)):
                show(lambda: torch.full(size, number, dtype=dtype))
                show(lambda: torch.zeros(size, dtype=dtype).fill_(number))


def gathered():
    x = torch.arange(12.0).reshape(3, 4).requires_grad_()
    show(lambda: torch.gather(x, 1, torch.tensor([[1], [3]], dtype=torch.int32)))
    show(lambda: torch.gather(x.detach(), 1, torch.tensor([], dtype=torch.int64)))
    show(lambda: torch.gather(x.detach(), 1, torch.zeros(3, 0, dtype=torch.int64)))
    show(lambda: torch.gather(x[0, 1], 0, torch.tensor([0, 0])))
    show(lambda: torch.gather(x[0], 0, torch.tensor(2)))
    show(lambda: torch.gather(x, 0, torch.tensor([0, 0])))
    show(lambda: torch.gather(x, 0, torch.tensor([[0]], dtype=torch.int16)))


def names_of(module):
    return [(name, type(child).__name__) for name, child in module.named_children()]


def inserted(module, index, child):
    show(lambda: module.insert(index, child) and None)
    print(names_of(module), len(module))


def pushed():
    for index in (0, 1, 2, 5, -1, -2, -5, "a"):
        inserted(nn.ModuleList([nn.ReLU(), nn.Flatten()]), index, nn.Tanh())
        if isinstance(index, int):
            inserted(nn.Sequential(nn.ReLU(), nn.Flatten()), index, nn.Tanh())
    inserted(nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Flatten())), 0, nn.Tanh())
    more = nn.Sequential(nn.ReLU(), nn.Flatten())
    more.add_module("out", nn.Tanh())
    inserted(more, 1, nn.Sigmoid())


class Meta(type(nn.Module)):
    of_meta = 3


class Names(nn.Module, metaclass=Meta):
    @property
    def bad(self):
        raise AttributeError("no")

    @property
    def good(self):
        return 3

    def method(self):
        pass


def free_names():
    for name in ("mro", "__name__", "of_meta", "bad", "good", "method", "training", "forward", "a b"):
        show(lambda: Names().add_module(name, nn.ReLU()))


class Handed(nn.Linear):
    def __reduce_ex__(self, protocol):
        return super().__reduce_ex__(protocol)


class Unpacked(nn.Linear):
    def __reduce_ex__(self, protocol):
        make, given, *rest = super().__reduce_ex__(protocol)
        return make, given, *rest


def reduced():
    for kind in (Handed, Unpacked):
        one = kind(2, 3)
        deep, flat = copy.deepcopy(one), copy.copy(one)
        print(type(deep).__name__, deep, deep.weight.equal(one.weight), deep.weight is one.weight, flat.weight is one.weight, flat is one)
        both = copy.deepcopy(nn.ModuleList([one, one]))
        print(both[0] is both[1], both[0] is one, names_of(both))


for part in (ranges, gathered, pushed, free_names, reduced):
    part()
