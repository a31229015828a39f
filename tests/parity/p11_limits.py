# SPDX-License-Identifier: Apache-2.0
# Numbers that a dtype cannot hold, memory that is read and written at once, the last bits of counting.
import struct

import torch
from show import DEVICE, fails, here, show

for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float32, torch.float64, torch.bool):
    x = torch.ones(2, dtype=dtype, device=DEVICE)
    for value in (300, -1, -255, -256, 2.7, 1e39, 2**40, float("nan"), float("inf")):
        fails(f"full {dtype} {value}", lambda: torch.full((2,), value, dtype=dtype, device=DEVICE))
        fails(f"fill {dtype} {value}", lambda: x.fill_(value))
        fails(f"masked {dtype} {value}", lambda: x.masked_fill(here([True, False]), value))
    for value in (300, -1, -300, 2**40):
        fails(f"tensor {dtype} {value}", lambda: torch.tensor([value], dtype=dtype, device=DEVICE))
for dtype in (torch.uint8, torch.int8, torch.int16, torch.float32):
    x = torch.ones(2, dtype=dtype, device=DEVICE)
    for value in (300, -300, 40000, 1e39):
        fails(f"clamp {dtype} max {value}", lambda: x.clamp(max=value))
        fails(f"clamp {dtype} min {value}", lambda: x.clamp(min=value))
        fails(f"where {dtype} {value}", lambda: torch.where(here([True, False]), x, value))
    fails(f"add {dtype}", lambda: x + 300)
    show(f"add {dtype}", x + 300, x * 300)
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.float16, torch.float32, torch.bool):
    for low, high in ((0, 256), (0, 300), (-300, 3), (0, 10**6), (0, 2)):
        fails(f"randint {dtype} {low} {high}", lambda: torch.randint(low, high, (2,), dtype=dtype, device=DEVICE))
        fails(f"random_ {dtype} {low} {high}", lambda: torch.ones(2, dtype=dtype, device=DEVICE).random_(low, high))


def counted(*shape):
    n = 1
    for size in shape:
        n *= size
    return torch.arange(float(n), device=DEVICE).reshape(shape)


a = counted(5)
fails("shifted", lambda: a[1:].copy_(a[:-1]))
fails("shifted back", lambda: a[:-1].copy_(a[1:]))
fails("as an assignment", lambda: a.__setitem__(slice(1, None), a[:-1]))
fails("added", lambda: a[1:].add_(a[:-1]))
fails("an element of itself", lambda: a.add_(a[2]))
fails("itself", lambda: a.copy_(a))
fails("itself added", lambda: a.add_(a))
m = counted(3, 3)
fails("turned", lambda: m.copy_(m.t()))
fails("turned added", lambda: m.add_(m.t()))
fails("rows", lambda: m[1:].copy_(m[:-1]))
fails("apart", lambda: m[1:2].copy_(m[:1]))
m = counted(3, 3)
m[:, 1:].copy_(m[:, :-1].clone())
a = counted(5)
a[0] = a[1]
a[2:] = a[1]
a[3:] = a[1:2]
show("assigned", a, m)
x = here([float("-inf"), -0.0, 0.0, 4.0])
show("powers", x**0.5, x**-0.5, x**-1, x ** here([0.5, 0.5, 0.5, 0.5]), x.pow(0.5))
u = here([7, 200, 255], dtype=torch.uint8)
show("bytes", u // 255, u % 255, torch.fmod(u, 255), u // u, u // here([255, 255, 255], dtype=torch.uint8))
n = here([float("nan"), 1.0, -1.0]).requires_grad_()
torch.relu(n).sum().backward()
show("relu of nan", n.grad)
show("counted by whole numbers", torch.arange(-2.7, 9, 1.9, dtype=torch.int32, device=DEVICE),
     torch.arange(0.5, 5.2, 1.5, dtype=torch.int64, device=DEVICE), torch.arange(0, 300, 1, dtype=torch.uint8, device=DEVICE)[-3:])


def bits(t):
    """A number that changes with any bit of any element."""
    total = 0
    for value in t.double().tolist():
        total = (total * 31 + struct.unpack("<Q", struct.pack("<d", value))[0]) % (2**61 - 1)
    return total


for begin, end, step in ((0, 20, 0.1), (0, 5, 0.01), (1, 2, 0.05), (-3, 7.7, 0.013), (5, -3, -0.1), (0.1, 0.9, 0.0007)):
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        print("arange", begin, end, step, dtype, bits(torch.arange(begin, end, step, dtype=dtype)))
