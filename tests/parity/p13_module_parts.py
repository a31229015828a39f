# SPDX-License-Identifier: Apache-2.0
"""The order of a module's parts when one is replaced, and of the optimizer's numbers and rates that follow from it."""
import torch
import torch.nn as nn
from show import *

lin = nn.Linear(2, 2)
lin.weight = nn.Parameter(torch.ones(2, 2))
print([n for n, _ in lin.named_parameters()], list(lin.state_dict()))
lin.load_state_dict({"weight": torch.zeros(2, 2), "bias": torch.ones(2)}, assign=True)
print([n for n, _ in lin.named_parameters()], list(lin.state_dict()))
lin.register_parameter("weight", nn.Parameter(torch.ones(2, 2)))
print([n for n, _ in lin.named_parameters()])
lin.weight = None
lin.weight = nn.Parameter(torch.ones(2, 2))
print([n for n, _ in lin.named_parameters()])
del lin.weight
lin.weight = nn.Parameter(torch.ones(2, 2))
print([n for n, _ in lin.named_parameters()])
optimizer = torch.optim.SGD(lin.parameters(), lr=0.1, momentum=0.9)
lin(torch.ones(1, 2)).sum().backward()
optimizer.step()
print([(k, s["momentum_buffer"].shape) for k, s in optimizer.state_dict()["state"].items()])

net = nn.Sequential(nn.Linear(1, 1), nn.ReLU(), nn.Linear(1, 1))
net[0] = nn.Linear(1, 3)
print([n for n, _ in net.named_children()], [n for n, _ in net.named_parameters()])
bn = nn.BatchNorm1d(2)
bn.running_mean = torch.ones(2)
print([n for n, _ in bn.named_buffers()])


class Swaps(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(1, 1)
        self.register_buffer("kept", torch.ones(1))
        self.a, self.b, self.c = nn.Linear(1, 1), nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(1))


swaps = Swaps()
swaps.a = nn.Parameter(torch.ones(1))  # a child becomes a parameter: a new place, at the end
for name, value in (("b", nn.ReLU()), ("b", 3), ("b", torch.ones(1)), ("b", nn), ("lin", 3), ("lin", swaps), ("kept", Swaps), ("kept", None), ("kept", swaps)):
    fails(f"{name} = {getattr(value, '__name__', type(value).__name__)}", lambda: setattr(swaps, name, value))
print([n for n, _ in swaps.named_parameters()], [n for n, _ in swaps.named_children()])

for later in (lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, 2), lambda o: torch.optim.lr_scheduler.StepLR(o, 1, 0.5)):
    optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
    for make in (lambda o: torch.optim.lr_scheduler.StepLR(o, 2), later):
        scheduler = make(optimizer)
        rates = []
        for _ in range(5):
            optimizer.step()
            scheduler.step()
            rates.append(scheduler.get_last_lr())
        print(scheduler.base_lrs, optimizer.param_groups[0]["initial_lr"], rates, list(scheduler.state_dict()))


class Bare(nn.Module):
    pass


for module in (nn.Module(), Bare(), nn.ModuleList([nn.ReLU()]), nn.ModuleDict()):
    for given in ((), (1,), (torch.ones(1),), (1, 2)):
        fails("no forward", lambda: module(*given))

shared = nn.Linear(1, 1)
net = nn.Sequential(shared, nn.ReLU(), shared)
listed = nn.ModuleList([shared, shared])
print(len(net), len(listed), [n for n, _ in net.named_children()], len(list(net.children())), [n for n, _ in listed.named_children()])
print(net, listed, net[2] is net[0], listed[-1] is shared, [m is shared for m in listed], list(net.state_dict()))
listed.append(shared)
print(len(listed), len(list(listed)), [m is shared for m in listed[1:]])
del listed[0]
print(len(listed))

print(list(bn._parameters), list(bn._buffers), list(net._modules), list(swaps._parameters), list(swaps._modules), list(swaps._buffers))
print(net._modules["2"] is shared, shared._parameters["weight"] is shared.weight, bn._non_persistent_buffers_set)
shared._parameters["weight"] = nn.Parameter(torch.zeros(1, 1))
print(shared.weight.item(), [n for n, _ in shared.named_parameters()])
bn._buffers["running_mean"] = None
print(bn.running_mean, list(bn.state_dict()))
del net._modules["1"]
print(net, hasattr(net, "1"))
print(shared._parameters.pop("bias").shape, shared._parameters.pop("bias", 7), [n for n, _ in shared.named_parameters()])

net = nn.Linear(2, 1)
named = torch.optim.SGD(net.named_parameters(), lr=0.5)
print(list(named.param_groups[0]), named.param_groups[0]["param_names"], named.state_dict())
print(named)
fails("half named", lambda: torch.optim.SGD([("w", net.weight), net.bias], lr=0.1))
fails("set", lambda: torch.optim.SGD([{"params": {net.weight}}], lr=0.1))
told = []
before = named.register_step_pre_hook(lambda optimizer, args, kwargs: told.append(("before", len(args), kwargs, optimizer is named)))
named.register_step_post_hook(lambda optimizer, args, kwargs: told.append(("after", len(args), kwargs, args[0] is named)))
net(torch.ones(1, 2)).sum().backward()
named.step()
before.remove()
print(named.step(lambda: 3), told)
