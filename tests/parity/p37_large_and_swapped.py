# SPDX-License-Identifier: Apache-2.0
"""Numbers of 2**63 and beyond, losses given something else, attributes that cannot be set, many children, halves."""
import copy
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from show import plain

LARGE = 2**63
x, y = torch.ones(2, 3), torch.tensor([0, 1])


def tell(label, act):
    """What comes of it: the value, or the error's type and first line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            print(f"{label}: {plain(act())}")
    except Exception as error:
        print(f"{label}: {type(error).__name__}: {str(error).splitlines()[0]}")


def numbers():
    whole, truth = torch.zeros(2, dtype=torch.int64), torch.zeros(2, dtype=torch.bool)
    for number in (LARGE, 2 * LARGE - 1):
        for dtype in (torch.int64, torch.int32, torch.uint8):
            tell("arange", lambda: torch.arange(number, number, dtype=dtype))
        tell("arange 3", lambda: torch.arange(number - 3, number))
        tell("step", lambda: torch.arange(0, 3, number))
        for dtype in (torch.float32, torch.float64):
            tell("arange of floats", lambda: torch.arange(number - 3, number, dtype=dtype))
            tell("alpha", lambda: torch.zeros(2, dtype=dtype).add(1, alpha=number))
        tell("where", lambda: torch.where(truth, truth, number))
        tell("clamp", lambda: truth.clamp(max=number))
        for way in (lambda: truth + number, lambda: truth * number, lambda: truth == number, lambda: truth < number,
                    lambda: truth.add_(number), lambda: truth.eq(number)):
            tell("bool", way)
        for way in (lambda: torch.eye(number), lambda: torch.randint(number, (2,)), lambda: torch.randperm(number),
                    lambda: x.sum(number), lambda: x.to(number), lambda: torch.cumsum(x, number), lambda: x.unsqueeze(number)):
            tell("int", way)
    tell("steps of nan", lambda: torch.arange(0, 3, float("nan")))
    large = float(LARGE)
    for way in (lambda: torch.full((2,), large, dtype=torch.int64), lambda: whole.clone().fill_(large),
                lambda: whole.masked_fill(torch.tensor([True, False]), large), lambda: torch.tensor([1, large], dtype=torch.int64),
                lambda: torch.full((2,), 2 * large, dtype=torch.int64), lambda: torch.full((2,), large, dtype=torch.int32)):
        tell("a float of 2**63", way)


def losses():
    loss = nn.CrossEntropyLoss()
    for given in ((x, 2), (2, x), (x, None), (None, x), (x, "a"), (x, [1, 2]), (nn.Linear(1, 1), x), ((x, x), y), (y, x), (x, torch.ones(3)),
                  (x, y.to(torch.uint8)), (x, y.float()), (torch.arange(6).reshape(2, 3), y), (torch.arange(6).reshape(2, 3), x),
                  (x, torch.arange(6).reshape(2, 3))):
        tell("CrossEntropyLoss", lambda: loss(*given))
        tell("cross_entropy", lambda: F.cross_entropy(*given))
    for more in (dict(weight=1), dict(weight="a"), dict(ignore_index="a"), dict(ignore_index=1.5), dict(label_smoothing="a")):
        tell("cross_entropy with", lambda: F.cross_entropy(x, y, **more))
        tell("cross_entropy of shares with", lambda: F.cross_entropy(x, x, **more))
    tell("weight", lambda: nn.CrossEntropyLoss(weight=1))
    tell("weight", lambda: nn.CrossEntropyLoss("a"))
    for kind in (nn.MSELoss, nn.L1Loss):
        tell("named", lambda: kind(weight=1))
        tell("too many", lambda: kind(1, 2, 3, 4, 5))
    for way in (F.mse_loss, F.l1_loss, torch.broadcast_tensors):
        tell("sizes", lambda: way(x, torch.ones(2)))
        tell("sizes", lambda: way(torch.ones(4, 1, 3), torch.ones(5, 2)))


def words():
    for kind in (nn.Sequential, lambda f: nn.ModuleList([f]), lambda f: nn.ModuleDict({"a": f}), nn.Sequential().append):
        for given in (torch.relu, F.relu, nn.Linear, 1, "a", torch.float32):
            tell("a child", lambda: kind(given))
    for wrong in ("a", 1, None):
        tell("requires_grad", lambda: setattr(torch.ones(2), "requires_grad", wrong))
        tell("Parameter", lambda: nn.Parameter(torch.ones(2), wrong))
    for place, names in ((torch.device("cpu"), ("index", "type", "other")), (torch.float32, ("itemsize", "is_floating_point", "is_signed", "other")),
                         (torch.Size([1, 2]), ("other",))):
        for name in names:
            tell(f"set {name}", lambda: setattr(place, name, 1))
            tell(f"delete {name}", lambda: delattr(place, name))
    for kind, given in ((nn.ReLU, (x,)), (nn.Flatten, (x,)), (nn.MSELoss, (x, x)), (nn.CrossEntropyLoss, (x, y)), (nn.Linear, (x,)),
                        (nn.Dropout, (x,)), (nn.LeakyReLU, (x,))):
        class Unready(kind):
            def __init__(self):
                pass

        tell(f"unready {kind.__name__}", lambda: Unready().forward(*given))
        tell(f"unready {kind.__name__}", lambda: Unready()(*given))
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for slope in (1e39, -1e39, 3.5e38, float("inf")):
            tell("slope", lambda: F.leaky_relu(torch.tensor([-1.0, 1.0], dtype=dtype), slope))


def many():
    parts = nn.ModuleList([nn.Identity() for _ in range(3000)])
    for i in range(3000):
        assert parts._modules[str(i)] is parts[i] and str(i) in parts._modules and len(parts._modules) == 3000
    print(len(dict(parts._modules)), len({**parts._modules}), list(parts._modules)[-1], parts._modules.get("x", 4))
    del parts._modules["2999"]
    print(len(parts), parts._modules.popitem()[0], len(parts), len(parts._modules))
    parts._modules["none"] = None
    print(parts._modules["none"], "none" in parts._modules, 5 in parts._modules, parts._modules.pop("none"), parts._modules.pop("none", 3))
    tell("missing", lambda: parts._modules["zz"])
    few = nn.Sequential(nn.ReLU(), nn.Tanh())
    print(few.insert(1, nn.Sigmoid()), few.insert(0, nn.Identity()), few.insert(-1, nn.Flatten()), list(few._modules))
    lists = nn.ModuleList([nn.ReLU(), nn.Tanh()])
    lists.insert(1, nn.Sigmoid())
    print(lists, list(lists._modules))


class Reduced(nn.Module):
    def __init__(self, made_by="init"):
        super().__init__()
        self.made_by = made_by

    def __reduce__(self):
        return Reduced, ("reduce",), {"more": 3}


class ReducedEx(nn.Linear):
    def __reduce_ex__(self, protocol):
        return nn.Linear, (1, protocol)


class Same(nn.Module):
    def __reduce__(self):
        return "Same"


def copies():
    for kind in (copy.copy, copy.deepcopy):
        made = kind(Reduced())
        print(made.made_by, made.more, kind(ReducedEx(2, 2)))
        same = Same()
        print(kind(same) is same)


def halves():
    for dtype in (torch.float16, torch.bfloat16):
        torch.manual_seed(0)
        print(torch.empty(20, dtype=dtype).uniform_(-0.95, 0.95))
        print(nn.init.trunc_normal_(torch.empty(20, dtype=dtype)))
        print(nn.init.trunc_normal_(torch.empty(3, 7, dtype=dtype), 1, 0.5, 0, 1.2))
        print(nn.init.kaiming_uniform_(torch.empty(4, 4, dtype=dtype)))
        print(torch.rand(2))


for part in (numbers, losses, words, many, copies, halves):
    part()
