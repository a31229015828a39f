# SPDX-License-Identifier: Apache-2.0
"""Which dimension an index error names, what is an index at all, and the indices of a 0-dim tensor."""
import torch
from show import *

x = here(torch.arange(24.0).reshape(2, 3, 4).tolist())
i = torch.tensor([0, 1])
m = torch.ones(2, 3, dtype=torch.bool)
for key in ((0, 5), (0, 0, 9), (..., 9), (None, 0, 7), (None, 5), (None, None, 5), (torch.tensor(0), 5), (slice(0, 1), 5), (True, 5),
            (True, 0, 5), (i, 5), (slice(None), i, 5), (m, 5), (0, slice(None), 9), (0, i, 9), (0, ..., 9), (None, ..., 9), -3, (0, -9),
            (0, None, 5), (None, slice(None), 5), (5, 0, 9), 2**70, (0, 0, 0, 0), "a", {}, (0, {}), 1.5, (0, 1.5), slice(None, None, -1)):
    fails(f"read {key}", lambda: x[key])


def put(key, value):
    x[key] = value


for key in ((0, 9), (0, 0, 9), (..., 9), (None, 2)):
    fails(f"write {key}", lambda: put(key, 1))
fails("no rows", lambda: torch.zeros(2, 0)[0, 0])
for key in ((slice(None), torch.tensor([7])), (0, [7]), (0, slice(None), [7]), (torch.tensor([7]),)):
    fails(f"read {key}", lambda: x.cpu()[key])
show("sequences", x[range(2)].shape, x[(0, 1),].shape, x[[[0, 1], [0, 1]]].shape, x[[0, 1], [0, 1]].shape, x[[True, False]].shape,
     x[[0, ...]].shape, x[..., 0, ...].shape)
a = here(-1.0, requires_grad=True)
show("0-dim", a[...].detach(), a[()].detach(), a[..., None].detach(), a[None].detach(), a[True].detach())
(a[...] * 3).backward()
show("through", a.grad)
b = a.detach().clone()
c = b[...]
c.fill_(4.0)
print(c is b, c.data_ptr() == b.data_ptr())
show("one memory", b)
b[...] = 2.0
b[()] += 1.0
show("0-dim written", b)
for key in (0, slice(None), (..., 0), (0, 0)):
    fails(f"0-dim {key}", lambda: b[key])
