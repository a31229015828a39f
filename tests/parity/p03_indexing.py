# SPDX-License-Identifier: Apache-2.0
import torch
from show import *

x = torch.arange(24.0, device=DEVICE).reshape(2, 3, 4)
a, b = here([0, 1, 1]), here([2, 0, -1])
show("two", x[a, b], x[:, a, b], x[a, :, b], x[a[:, None], b], x[..., a, b])
show("lists", x[[0, 1], [1, 2]], x[0, [0, 2]], x[:, [0, 2]], x[[1]], x[None, a, b])
m = here([True, False, True])
show("mask and index", x[:, m], x[0, m, 1], x[:, m][:, :, 0], x[:, here([[True, False, False, True]] * 3)])
show("mask", x[x > 20], x[x[:, :, 0] > 4])
w = torch.arange(6.0, device=DEVICE).reshape(2, 3).requires_grad_()
out = w[here([0, 0, 1]), here([1, 1, 2])]
show("grad", out, *grads(out, w))
y = x.clone()
y[a, b] = 0
show("write", y)
y[a, b, 0] = here([1.0, 2.0, 3.0])
y[:, m] = here([7.0, 8.0, 9.0, 10.0])
y[y > 22] = -1
y[0, [0, 1]] = here([[1.0], [2.0]])
show("written", y)
y[1] = 5
y[..., 0] = here([1.0, 2.0, 3.0])
y[:, 1:, ::2] = 4.5
show("slices", y)
z = torch.zeros(3, device=DEVICE)
v = here([1.0, 2.0], requires_grad=True)
z[here([2, 0])] = v
show("index_put", z, *grads(z, v))
z = torch.ones(3, device=DEVICE, requires_grad=True) * 2
z[here([True, False, True])] = 0
print(z.grad_fn.name())
fails("range", lambda: torch.zeros(2, 3)[torch.tensor([0]), torch.tensor([5])])
fails("broadcast", lambda: torch.zeros(2, 3)[torch.tensor([0, 1]), torch.tensor([0, 1, 2])])
fails("float index", lambda: torch.zeros(2)[torch.tensor([0.5])])
fails("mask shape", lambda: torch.zeros(3)[torch.tensor([True, False])])
fails("too many", lambda: torch.zeros(3)[0, 0])


def put(value):
    torch.zeros(3)[torch.tensor([0, 1])] = value


fails("put dtype", lambda: put(torch.tensor([1, 2])))
fails("put shape", lambda: put(torch.tensor([1.0, 2.0, 3.0])))
