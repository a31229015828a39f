# SPDX-License-Identifier: Apache-2.0
"""nn.Module: what it registers, how it is called and moved."""
import sys
from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F
from check import DEVICES, raises, same


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 4)
        self.second = nn.Linear(4, 1)
        self.scale = nn.Parameter(torch.ones(1))
        self.register_buffer("count", torch.tensor(3))
        self.register_buffer("temporary", torch.zeros(2), persistent=False)
        self.plain = torch.zeros(2)
        self.note = "text"

    def forward(self, x, twice=False):
        x = self.second(F.relu(self.first(x))) * self.scale
        return x * 2 if twice else x


net = Net()
same([n for n, _ in net.named_parameters()],
     ["scale", "first.weight", "first.bias", "second.weight", "second.bias"])
same([n for n, _ in net.named_buffers()], ["count", "temporary"])
same([n for n, _ in net.named_modules()], ["", "first", "second"])
same([n for n, _ in net.named_children()], ["first", "second"])
same(sum(p.numel() for p in net.parameters()), 18)
assert isinstance(net, nn.Module) and net.first is net.first and list(net.modules())[0] is net

for device in DEVICES:
    assert net.to(device) is net
    same({str(p.device) for p in net.parameters()} | {str(b.device) for b in net.buffers()}, {device})
    same(str(net.plain.device), "cpu")
    x = torch.ones(5, 2, device=device)
    same(net(x).shape, torch.Size([5, 1]))
    assert torch.equal(net(x, twice=True), net(x) * 2)

net.cpu()
assert net.double() is net and net.count.dtype == torch.int64 and net.scale.dtype == torch.float64
net.float()
raises(TypeError, "nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int32",
       lambda: net.to(torch.int32))
same((net.training, net.eval() is net, net.first.training, net.train().second.training), (True, True, False, True))
net.scale = nn.Parameter(torch.zeros(1))
same(net(torch.ones(1, 2)).item(), 0.0)
raises(TypeError, "cannot assign 'torch.FloatTensor' as parameter 'scale' (torch.nn.Parameter or None expected)",
       lambda: setattr(net, "scale", torch.ones(1)))
del net.second
same([n for n, _ in net.named_children()], ["first"])
net.note = nn.ReLU()
same([n for n, _ in net.named_children()], ["first", "note"])
raises(AttributeError, "'Net' object has no attribute 'nothing'", lambda: net.nothing)
net.requires_grad_(False)
assert not any(p.requires_grad for p in net.parameters())
touched = []
net.apply(lambda m: touched.append(type(m).__name__))
same(touched, ["Linear", "ReLU", "Net"])


class Forgetful(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(1, 1)


raises(AttributeError, "cannot assign module before Module.__init__() call", Forgetful)
raises(NotImplementedError, 'Module [Module] is missing the required "forward" function', lambda: nn.Module()(torch.ones(1)))

seq = nn.Sequential(OrderedDict([("hidden", nn.Linear(2, 3)), ("act", nn.Tanh())]))
same(([n for n, _ in seq.named_children()], len(seq), type(seq[-1]).__name__), (["hidden", "act"], 2, "Tanh"))
seq.append(nn.Linear(3, 1))
same((len(seq), seq(torch.ones(4, 2)).shape), (3, torch.Size([4, 1])))
same(type(seq[2]).__name__, "Linear")

loop = nn.Module()
loop.inner = loop
raises(RecursionError, "maximum recursion depth exceeded", lambda: loop.to("cpu"))
raises(RecursionError, "maximum recursion depth exceeded", lambda: repr(loop))

# Ten times the modules take about ten times the calls, not a hundred times: made, looked up by place and by name, taken apart.
# How long that takes is a figure of the bench.


def containers(count):
    parts = [nn.Identity() for _ in range(count)]
    calls = 0

    def count_call(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count_call)
    lists = nn.ModuleList(parts), nn.Sequential(*parts), nn.ModuleDict({f"m{i}": part for i, part in enumerate(parts)})
    assert all(lists[0][i] is parts[i] and lists[1][i] is parts[i] and lists[2][f"m{i}"] is parts[i] for i in range(count))
    lists[0].insert(0, nn.Identity())
    for i in reversed(range(count)):
        lists[2].pop(f"m{i}")
    sys.setprofile(None)
    same((len(lists[0]), len(lists[1]), len(lists[2]), "m0" in lists[2]), (count + 1, count, 0, False))
    return calls


few, many = containers(100), containers(1000)
assert 1000 < many < 12 * few, f"100 modules take {few} calls, 1000 take {many}"


# A class beside Module in the bases is told of its subclasses, with the class's keywords; a __setattr__ of one's own may write
# to __dict__; a module that is not made yet shows nothing.
class Registry:
    seen = []

    def __init_subclass__(cls, **more):
        Registry.seen.append((cls.__name__, more))
        super().__init_subclass__()


class Listed(nn.Module, Registry, tag=1):
    pass


class Writes(nn.Module):
    def __setattr__(self, name, value):
        self.__dict__[name] = value


class Unmade(nn.Module):
    def __init__(self):
        pass


same(Registry.seen, [("Listed", {"tag": 1})])
writes = Writes()
writes.x, writes.training, writes.reduction = 1, False, "m"
same((writes.x, writes.training, writes.reduction), (1, False, "m"))
same((Unmade().extra_repr(), Unmade().training if hasattr(Unmade(), "training") else None), ("", None))
