# SPDX-License-Identifier: Apache-2.0
"""What PyTorch refuses, and in which words; rounded division and its gradients; losses asked for in the old way."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

x = here([[1.0, 2.0, -3.0], [4.0, -5.0, 6.0]])
y = here([[2.0, 2.0, 1.0], [1.0, 0.0, 3.0]])
b = x > 0
i = x.long()
t = here([0, 2])
p = here([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])


def without_device(act):
    """A kernel's name ends in the device: "abs_cpu", "abs_cuda"."""
    try:
        act()
    except NotImplementedError as error:
        return "refused for " + str(error).rpartition(" ")[2]
    return "accepted"


for name in ("abs", "ceil", "floor", "round", "trunc"):
    print(name, without_device(lambda: getattr(b, name)()), without_device(lambda: getattr(b.clone(), name + "_")()))
fails("relu of truths", lambda: b.relu())
for name in ("maximum", "minimum", "atan2", "logical_and", "logical_or", "logical_xor"):
    fails(f"torch.{name} of a number", lambda: getattr(torch, name)(x, 1))
    fails(f"x.{name} of a number", lambda: getattr(x, name)(1.5))
fails("maximum of a number", lambda: torch.maximum(1, x))
for name in ("argmax", "amax", "argmin", "amin"):
    fails(f"{name} keepdim=1", lambda: getattr(x, name)(0, keepdim=1))
for act in (lambda: b - True, lambda: True - b, lambda: b - b, lambda: b - 1, lambda: x - b, lambda: x - True):
    fails("difference of truths", act)
for big in (2**64, -(2**70), 10**400):
    fails("a number too large", lambda: x + big)
for act in (lambda: torch.add(i, i, alpha=2.5), lambda: torch.sub(i, i, alpha=2.5), lambda: i.add(1, alpha=2.5), lambda: i.add_(i, alpha=2.5),
            lambda: torch.add(x, x, alpha=True), lambda: torch.add(i, i, alpha=True), lambda: torch.add(b, b, alpha=2.5),
            lambda: torch.add(x, x, alpha="a")):
    fails("alpha", act)
show("alpha", torch.add(i, i, alpha=2), torch.add(x, i, alpha=2.5), torch.add(b, 1, alpha=2), torch.add(b, b, alpha=True),
     torch.add(b, b, alpha=2), torch.sub(x, 1, alpha=2))
for value in ([1.0], [[2.0]], [1.0, 2.0]):
    fails("fill_ of a tensor", lambda: x.clone().fill_(here(value)))
for other in (x.double(), i, x.half()):
    fails("isclose of two dtypes", lambda: torch.isclose(x, other))
fails("isclose", lambda: torch.isclose(x, x, rtol=-1))
fails("isclose", lambda: torch.isclose(x, x, atol=-0.5))
show("isclose of truths", torch.isclose(b, b))

for mode in ("floor", "trunc"):
    w, v = here([5.0, -3.0, 2.0]).requires_grad_(), here([2.0, 2.0, -1.5]).requires_grad_()
    for out in (w.div(2, rounding_mode=mode), torch.div(w, v, rounding_mode=mode), torch.div(3, v, rounding_mode=mode)):
        out.sum().backward()
        show(f"rounded {mode}", out)
    show("gradients", w.grad, v.grad)
    show("of integers", i.div(2, rounding_mode=mode))
w, v = here([0.0, -0.0, 1.0]).requires_grad_(), here([0.0, 1.0, -2.0]).requires_grad_()
(torch.atan2(w, v) * here([2.0, 3.0, 4.0])).sum().backward()
show("atan2", w.grad, v.grad)

for smoothing in (2, -1, 1.5, 1, "a", None):
    fails(f"label_smoothing={smoothing}", lambda: F.cross_entropy(x, t, label_smoothing=smoothing))
show("no smoothing", [F.cross_entropy(x, target, label_smoothing=-1).reshape(1).cpu() for target in (t, p)])
fails("ignored probabilities", lambda: F.cross_entropy(x, p, ignore_index=1))
fails("ignored probabilities", lambda: nn.CrossEntropyLoss(ignore_index=0)(x, p))
fails("weight of probabilities", lambda: F.cross_entropy(x, p, here([1.0, 1.0])))
fails("no tensor", lambda: F.cross_entropy(x, 3))
fails("no tensor", lambda: F.cross_entropy(3, t))
for reduction in ("x", None, 1):
    for loss in (F.mse_loss, F.l1_loss, F.binary_cross_entropy_with_logits):
        fails(f"{loss.__name__} reduction={reduction}", lambda: loss(x, y / 3, reduction=reduction))
    for target in (t, p):
        fails(f"cross_entropy reduction={reduction}", lambda: F.cross_entropy(x, target, reduction=reduction))
warns("old words", lambda: show("loss", F.mse_loss(x, y, reduction="elementwise_mean")))
warns("old words", lambda: show("loss", F.mse_loss(x, y, False)))
warns("old words", lambda: show("loss", F.l1_loss(x, y, None, False)))
warns("old words", lambda: show("loss", nn.L1Loss(size_average=False)(x, y)))
warns("old words", lambda: show("loss", F.cross_entropy(x, t, None, False)))
fails("nll_loss of one row", lambda: F.nll_loss(here([0.1, 0.2, 0.7]), here([0, 1, 2])))
fails("conv2d", lambda: F.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 2, 2), padding="bad"))
fails("layer_norm", lambda: F.layer_norm(x, ()))
fails("layer_norm", lambda: F.layer_norm(x, (3,), here([1.0, 1.0])))
fails("layer_norm", lambda: F.layer_norm(x, (3,), here([1.0, 1.0, 1.0]), here([1.0, 1.0])))

layer = nn.Linear(2, 3)
layer.in_features = 5
print(layer)
loss = nn.MSELoss()
loss.reduction = "sum"
show("reduction set", loss(x, y))
loss = nn.CrossEntropyLoss()
loss.reduction, loss.ignore_index, loss.label_smoothing = "sum", 0, 0.1
show("settings set", loss(x, t))

# Copies.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
net.note = [1]
other = copy.copy(net)
print(type(other).__name__, other is net, other[0] is net[0], other.note is net.note, len(other), list(other.state_dict()))
device = torch.device("cpu")
print(copy.deepcopy({"d": device, "t": torch.float32, "s": torch.Size([1, 2])}), copy.copy(device))
generator = torch.Generator().manual_seed(3)
torch.rand(3, generator=generator)
again = copy.deepcopy(generator)
print(again is generator, torch.rand(2, generator=generator), torch.rand(2, generator=again), again.initial_seed())
for make in (lambda q: torch.optim.SGD(q, lr=0.1, momentum=0.9), lambda q: torch.optim.Adam(q, lr=0.1)):
    optimizer = make(net.parameters())
    for turn in range(2):
        net(torch.ones(1, 2)).sum().backward()
        optimizer.step()
    net2, optimizer2 = copy.deepcopy((net, optimizer))
    print(optimizer2.param_groups[0]["params"][0] is net2[0].weight, optimizer2.param_groups[0]["lr"], len(optimizer2.state))
    for module, step in ((net, optimizer), (net2, optimizer2)):
        module.zero_grad()
        module(torch.ones(1, 2)).sum().backward()
        step.step()
    print(net[0].weight.equal(net2[0].weight), net[0].weight)
    alone = copy.deepcopy(optimizer)
    print(alone.param_groups[0]["params"][0] is net[0].weight)
warns("twice", lambda: torch.optim.SGD([net[0].bias, net[0].bias], lr=0.1))
