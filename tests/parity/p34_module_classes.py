# SPDX-License-Identifier: Apache-2.0
"""Classes beside Module, copies by a module's own state, and its parts as dicts that live on; hooks of a step keep nothing alive."""
import abc
import collections
import copy
import gc
import typing
import weakref

import torch
import torch.nn as nn
from show import DEVICE, fails


class Shape(nn.Module, abc.ABC):
    @abc.abstractmethod
    def area(self):
        """What a subclass has."""


class Square(Shape):
    def __init__(self, side):
        super().__init__()
        self.side = nn.Parameter(torch.tensor(side))

    def area(self):
        return self.side * self.side


class Several(collections.abc.Sized, nn.Linear):
    def __len__(self):
        return self.in_features


class Says(typing.Protocol):
    def forward(self, x): ...


class Spoken(nn.Module, Says):
    def forward(self, x):
        return x + 1


print(Square(3.0).area().item(), Square(3.0), type(Shape), type(nn.Module), type(nn.Linear), type(nn.Sequential))
fails("abstract", lambda: Shape())
fails("abstract with arguments", lambda: Shape(1, a=2))
print(len(Several(3, 2)), Several(3, 2), Spoken()(torch.ones(1)).item(), isinstance(Several(1, 1), collections.abc.Sized))
print(isinstance(nn.Linear(1, 1), abc.ABC), isinstance(Square(1.0), abc.ABC), issubclass(Square, nn.Module))
net = nn.Sequential(Square(2.0), Spoken()).to(DEVICE)
print([name for name, _ in net.named_parameters()], net[0].area().item(), next(net.parameters()).device.type == DEVICE)


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        self.register_buffer("mean", torch.ones(1))
        self.register_buffer("scratch", torch.ones(1), persistent=False)
        self.k, self.shared = 3, [1]

    def __getstate__(self):
        state = self.__dict__.copy()
        del state["k"]
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.k = 9


class Based(nn.Linear):
    def __setstate__(self, state):
        super().__setstate__(state)
        self.again = True


for make in (copy.deepcopy, copy.copy):
    kept = Kept().eval()
    kept.register_forward_hook(lambda module, args, out: out + 1)
    twin = make(kept)
    print(twin.k, twin.shared is kept.shared, twin.fc is kept.fc, twin.training, list(twin.state_dict()), [n for n, _ in twin.named_buffers()],
          torch.equal(twin.fc.weight, kept.fc.weight), len(twin._forward_hooks), sorted(vars(twin)) == sorted(vars(kept)))
    based = make(Based(2, 1))
    print(based.again, based, based(torch.ones(1, 2)).shape, len(list(based.parameters())))
inside = copy.deepcopy(nn.Sequential(Kept(), Based(1, 1)))
print(inside[0].k, inside[1].again, inside)
both = [Kept()] * 2
both = copy.deepcopy(both)
print(both[0] is both[1])
plain = nn.Module()
print(plain.__setstate__({"a": 1}), plain.a)

net = nn.Linear(2, 1)
parameters, buffers, modules = net._parameters, net._buffers, net._modules
net.extra = nn.Parameter(torch.zeros(1))
net.register_buffer("count", torch.zeros(2))
net.child = nn.ReLU()
print(list(parameters), list(buffers), list(modules), len(parameters), "extra" in parameters, parameters.get("none"), type(parameters))
del net.extra
net.bias = None
print(list(parameters.items())[1], [*parameters.keys()], [*reversed(modules)], modules == {"child": net.child}, modules | {"a": 1})
net._parameters |= {"more": nn.Parameter(torch.ones(1))}
net._modules |= {"act": nn.Tanh()}
print([n for n, _ in net.named_parameters()], net)
net._modules = {"only": nn.ReLU()}
net._buffers = {}
print(net, list(net.buffers()))
net._parameters = net._parameters
print([n for n, _ in net.named_parameters()])
for name, child in net._modules.items():
    net._modules[name] = nn.Identity()
print(net, type(copy.copy(net._modules)), type(copy.deepcopy(net._modules)), dict(net._modules))


def hooked():
    weight = nn.Parameter(torch.ones(2, device=DEVICE))
    optimizer = torch.optim.SGD([weight], lr=0.5)
    told = []
    handle = optimizer.register_step_pre_hook(lambda opt, args, kwargs: told.append((opt is optimizer, args[1:], kwargs)))
    after = optimizer.register_step_post_hook(lambda opt, args, kwargs: told.append(weight.tolist()))
    weight.grad = torch.ones(2, device=DEVICE)
    optimizer.step()
    handle.remove()
    optimizer.step(closure=None)
    after.remove()
    optimizer.step()
    print(told, weight.tolist(), "step" in vars(optimizer), optimizer.step.__name__)
    other = torch.optim.SGD([weight], lr=0.5)
    other.step()


hooked()
gc.collect()
gc.disable()
optimizer = torch.optim.Adam([nn.Parameter(torch.ones(2))])
optimizer.register_step_post_hook(lambda opt, args, kwargs: None)
seen = weakref.ref(optimizer)
del optimizer
print(seen())
gc.enable()
