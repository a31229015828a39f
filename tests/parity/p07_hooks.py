# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn
from show import *

x = here([1.0, 2.0], requires_grad=True)
h = x.register_hook(lambda g: print("x", plain(g)))
y = x * 3
y.register_hook(lambda g: g * 2)
y.register_hook(lambda g: print("y", plain(g)))
(y * y + x).sum().backward()
show("grad", x.grad)
h.remove()
x.grad = None
(x * 2).sum().backward()
show("removed", x.grad)
fails("no grad", lambda: torch.ones(2).register_hook(print))
w = here([1.0], requires_grad=True)
w.register_hook(lambda g: (print("leaf"), g + 1)[1])
mid = w * 2
mid.register_hook(lambda g: print("mid"))
low = mid * 3
low.register_hook(lambda g: print("low"))
(low + w).backward()
show("order", w.grad)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)).to(DEVICE)
handles = [net[0].register_forward_pre_hook(lambda m, i: print("pre", type(m).__name__, i[0].shape)),
           net[0].register_forward_hook(lambda m, i, o: print("after", o.shape)),
           net[1].register_forward_hook(lambda m, i, o: o + 1),
           net[2].register_full_backward_hook(lambda m, gi, go: print("back", [plain(g) for g in gi], [plain(g) for g in go])),
           net[0].register_full_backward_hook(lambda m, gi, go: print("first", gi[0] is None, go[0].shape))]
data = torch.ones(2, 2, device=DEVICE)
warns("no input grad", lambda: net(data).sum().backward())
show("weight grad", net[2].weight.grad, net[0].bias.grad)
for handle in handles:
    handle.remove()
show("all gone", net(data).detach())
with net.register_forward_hook(lambda m, i, o: o * 0):
    show("inside", net(data).detach())
lin = nn.Linear(2, 1).to(DEVICE)
lin.register_forward_pre_hook(lambda m, i: (i[0] * 2,))
lin.register_forward_pre_hook(lambda m, args, kwargs: (args, kwargs), with_kwargs=True)
lin.register_forward_hook(lambda m, a, k, o: print("kwargs", sorted(k)), with_kwargs=True)
lin.register_forward_hook(lambda m, i, o: print("first of all"), prepend=True)
lin.register_full_backward_pre_hook(lambda m, go: (go[0] * 10,))
lin.register_full_backward_hook(lambda m, gi, go: (gi[0] * 0 + 5,))
v = torch.ones(1, 2, device=DEVICE, requires_grad=True)
out = lin(v)
print(out.grad_fn.name())
out.sum().backward()
show("changed", v.grad, lin.bias.grad)
z = here([2.0], requires_grad=True) * 1
print(z.retains_grad)
z.retain_grad()
z.register_hook(lambda g: g * 7)
(z * 3).backward()
print(z.retains_grad, plain(z.grad), z._version)
