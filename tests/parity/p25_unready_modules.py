# SPDX-License-Identifier: Apache-2.0
"""Modules whose __init__ left out super().__init__(), and what a module's __dict__ shows."""
import torch
import torch.nn as nn
from show import *


class Plain(nn.Module):
    def __init__(self):
        self.k = 3
        self.t = torch.ones(2)


class Late(nn.Module):
    def __init__(self):
        self.k = 3
        super().__init__()
        self.fc = nn.Linear(self.k, 2)


class WithPart(nn.Module):
    def __init__(self, put):
        put(self)


class Given(nn.Module):
    def __init__(self, n):
        super().__init__(n)


plain = Plain()
print(plain.k, plain.t, isinstance(plain, nn.Module), plain._get_name())
print(sorted(plain.__dict__), Late().k, Late())
for name, act in {
        "call": lambda: plain(1), "training": lambda: plain.training, "parameters": lambda: list(plain.parameters()), "repr": lambda: repr(plain), "to": lambda: plain.to("cpu"),
        "cuda": lambda: plain.float(), "state_dict": lambda: plain.state_dict(), "train": lambda: plain.train(), "eval": lambda: plain.eval(),
        "zero_grad": lambda: plain.zero_grad(), "children": lambda: list(plain.children()),
        "modules": lambda: list(plain.modules()), "named_parameters": lambda: list(plain.named_parameters()),
        "buffers": lambda: list(plain.buffers()), "named_buffers": lambda: list(plain.named_buffers()),
        "hook": lambda: plain.register_forward_hook(print), "pre hook": lambda: plain.register_forward_pre_hook(print),
        "load": lambda: plain.load_state_dict({}), "apply": lambda: plain.apply(print), "requires_grad_": lambda: plain.requires_grad_(),
        "forward": lambda: plain.forward(1), "_parameters": lambda: plain._parameters, "missing": lambda: plain.missing,
        "parent": lambda: repr(nn.Sequential(plain))}.items():
    fails(name, act)
for name, put in {
        "parameter": lambda m: setattr(m, "w", nn.Parameter(torch.ones(1))), "module": lambda m: setattr(m, "fc", nn.Linear(1, 1)),
        "register_parameter": lambda m: m.register_parameter("w", nn.Parameter(torch.ones(1))),
        "register_buffer": lambda m: m.register_buffer("b", torch.ones(1)), "add_module": lambda m: m.add_module("fc", nn.Linear(1, 1)),
        "number": lambda m: setattr(m, "n", 1)}.items():
    fails(name, lambda: WithPart(put))
fails("too much for Module", lambda: Given(3))
fails("too much for Module", lambda: nn.Module(a=1))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.width = 2
        self.fc = nn.Linear(2, 2)
        self.register_buffer("seen", torch.zeros(1), persistent=False)


net = Net()
print(list(net.__dict__), vars(net)["width"], net.__dict__["training"], net.__dict__["_modules"], net.__dict__["_buffers"])
print(list(net.fc.__dict__), list(vars(nn.ReLU()))[-1], list(vars(nn.Flatten()))[-2:], list(nn.BatchNorm1d(2).__dict__)[-5:])
print(type(net._parameters), type(net._modules), net._non_persistent_buffers_set, list(net.fc._parameters))
handle = net.register_forward_hook(lambda module, args, out: None)
print(len(net._forward_hooks), len(net.__dict__["_forward_hooks"]), net._is_full_backward_hook)
handle.remove()
print(net._forward_hooks)
net.__dict__["width"] = 5
net.__dict__["training"] = False
net.__dict__.update(note="x")
print(net.width, net.training, net.note)
other = nn.Linear(2, 2)
del other._parameters["bias"]
print(list(other._parameters), "fc" in net.__dict__, "fc" in net._modules)
for with_kwargs in (False, True):
    hook = net.fc.register_forward_hook(lambda *given: print("hook", len(given)), with_kwargs=with_kwargs, always_call=True)
    print(list(net.fc._forward_hooks_with_kwargs.values()), list(net.fc._forward_hooks_always_called.values()))
    fails("hook of what fails", lambda: net.fc(torch.ones(3)))
    hook.remove()
print(net.fc._forward_hooks_with_kwargs, net.fc._forward_hooks_always_called)
