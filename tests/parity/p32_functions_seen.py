# SPDX-License-Identifier: Apache-2.0
"""Functions and methods as objects: what is printed of them and said where their parentheses were forgotten or are too many."""
import copy
import re

import torch
import torch.nn.functional as F
from show import DEVICE, fails

x = torch.ones(2, 3, device=DEVICE)


def told(label, *values):
    print(label, *(re.sub("0x[0-9a-f]+", "0x", repr(value)) for value in values))


told("methods", x.item, x.cuda, x.numpy, x.tril, x.bernoulli_, x.view, x.sum, x.size)
told("of the class", torch.Tensor.to, torch.Tensor.add_, torch.Tensor.repeat, torch.Tensor.item, torch.nn.Parameter.to)
told("in Python", torch.Tensor.backward, torch.manual_seed, torch.cuda.is_available, torch.cuda.synchronize, torch.is_tensor, F.sigmoid)
net = torch.nn.Linear(1, 1)
told("of a module", net.parameters, net.eval, net.modules, torch.nn.Module.children, torch.nn.Linear.buffers)
fails("parameters()[0]", lambda: net.parameters[0])
told("functions", torch.ones, torch.relu, torch.hstack, torch.bernoulli, torch.allclose, torch.matmul, torch.dropout)
told("their types", *map(type, (x.cuda, torch.Tensor.cuda, torch.ones, torch.tril, torch.cuda.device_count, x.backward, torch.split, F.relu,
                                torch.Size.numel, x.shape.numel, torch.Generator.seed)))
told("their names", x.add.__name__, x.add.__self__ is x, torch.Tensor.add.__name__, torch.tril.__name__, x.tril.__qualname__, torch.manual_seed.__name__)
told("classes", torch.Tensor.__mro__, torch.nn.Parameter.__mro__, torch.Size.__mro__)
for name in ("cuda", "cpu", "to", "item", "float", "long", "size", "dim", "mean", "sum", "tolist", "numel", "backward", "norm", "split", "repeat",
             "bernoulli", "new_zeros", "masked_fill", "register_hook", "stride"):
    method = getattr(x, name)
    fails(f"{name} + 1", lambda: method + 1)
    fails(f"1 - {name}", lambda: 1 - method)
    fails(f"{name}[0]", lambda: method[0])
    fails(f"len({name})", lambda: len(method))
    fails(f"for i in {name}", lambda: list(method))
    fails(f"{name} < 1", lambda: method < 1)
    fails(f"range({name})", lambda: range(method))
    fails(f"{name}.shape", lambda: method.shape)
    fails(f"{name} @ x", lambda: method @ "x")
for name in ("ones", "rand", "tril", "hstack", "bernoulli", "manual_seed", "is_tensor", "split", "arange", "normal"):
    function = getattr(torch, name)
    fails(f"torch.{name} + 1", lambda: function + 1)
    fails(f"torch.{name}[0]", lambda: function[0])
    fails(f"torch.{name}.shape", lambda: function.shape)
for name in ("is_available", "device_count", "current_device", "memory_allocated", "synchronize", "empty_cache", "get_device_name"):
    function = getattr(torch.cuda, name)
    fails(f"cuda.{name} + 1", lambda: function + 1)
    fails(f"cuda.{name} > 1", lambda: function > 1)
    fails(f"range(cuda.{name})", lambda: range(function))
fails("shape()", lambda: x.shape())
fails("shape.x", lambda: x.shape.x)
fails("shape + 1", lambda: x.shape - 1)
fails("shape[0]()", lambda: x.shape[0]())
fails("add a shape", lambda: torch.add(x, x.shape))
fails("a shape as a device", lambda: x.to(x.shape))
fails("numel of what is none", lambda: torch.Size.numel((1, 2)))
fails("x()", lambda: x())
fails("dtype()", lambda: x.dtype())
fails("device()", lambda: x.device())
fails("of a number", lambda: torch.Tensor.add(1, 2))
fails("of nothing", lambda: torch.Tensor.add())
fails("setting", lambda: setattr(x.cuda, "a", 1))


class Net(torch.nn.Module):
    act, mask, many = torch.relu, torch.tril, torch.hstack  # built in: no methods of the class

    def forward(self, x):
        return self.mask(self.act(x))


class Own(torch.Tensor):
    def item(self):
        return super().item() + 1


told("in a class", Net()(x).tolist(), Net().many((x, x)).shape)
told("copied", copy.deepcopy(torch.relu) is torch.relu, copy.copy(torch.tril) is torch.tril)
told("called through the class", torch.Tensor.add(x, 1).tolist(), torch.Tensor.tril(x, diagonal=-1).tolist(), torch.Tensor.sum(x, dim=0).tolist())
told("mapped", *map(torch.Tensor.item, (x[0, 0], x[1, 1])), sum(map(torch.numel, [x, x])), [*map(torch.Tensor.dim, [x])])
told("an own one", Own([1.0]).item())
told("in a set", len({x.add, x.add, torch.add}), x.add == x.add, x.add is x.add, torch.Tensor.add is torch.Tensor.add)
