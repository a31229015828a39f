# SPDX-License-Identifier: Apache-2.0
"""Convolution with padding='same' and kernels of even size; convolution and pooling of nothing and of whole numbers; addmm's factors."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *


def ramp(*shape):
    count = 1
    for size in shape:
        count *= size
    return (torch.arange(float(count)) % 7 - 3).view(shape)


print("padding='same'")
for kernel in ((2, 2), (4, 4), (2, 3), (3, 2), (4, 1), (1, 2)):
    for dilation in (1, 2):
        x = ramp(1, 2, 4, 5).requires_grad_()
        weight = ramp(2, 2, *kernel).requires_grad_()
        y = F.conv2d(x, weight, torch.tensor([0.5, -1.0]), padding="same", dilation=dilation)
        y.sum().backward()
        show(f"{kernel}, dilation {dilation}", y, x.grad, weight.grad)
show("one image", F.conv2d(ramp(2, 4, 5), ramp(2, 2, 2, 2), padding="same"))
show("groups", F.conv2d(ramp(1, 2, 4, 5), ramp(4, 1, 2, 2), padding="same", groups=2))
layer = nn.Conv2d(2, 3, 2, padding="same")
print(layer, tuple(layer(torch.ones(1, 2, 5, 5)).shape), tuple(layer(torch.ones(0, 2, 5, 5)).shape))
fails("strided", lambda: F.conv2d(torch.ones(1, 2, 5, 5), torch.ones(3, 2, 2, 2), padding="same", stride=2))
fails("channels", lambda: F.conv2d(torch.ones(1, 3, 5, 5), torch.ones(3, 2, 2, 2), padding="same"))
fails("no width", lambda: F.conv2d(torch.ones(1, 2, 0, 5), torch.ones(3, 2, 2, 2), padding="same"))
fails("one dimension", lambda: F.conv2d(torch.ones(5), torch.ones(3, 2, 2, 2), padding="same"))

print("no images")
x = torch.ones(0, 2, 5, 5, requires_grad=True)
weight = torch.ones(3, 2, 3, 3, requires_grad=True)
y = F.conv2d(x, weight)
y.sum().backward()
print(tuple(y.shape), tuple(x.grad.shape), weight.grad.abs().sum().item())
x = torch.ones(0, 2, 5, 5, requires_grad=True)
y = F.max_pool2d(x, 2)
y.sum().backward()
print(tuple(y.shape), tuple(x.grad.shape), tuple(F.max_pool2d(torch.ones(0, 2, 5, 5), 2, ceil_mode=True).shape))
for shape in ((2, 5, 0), (1, 2, 0, 5), (1, 0, 5, 5), (0, 0, 5, 5), (0, 5, 5)):
    fails(f"pooling of {shape}", lambda: F.max_pool2d(torch.ones(shape), 2))
fails("kernel of nothing", lambda: F.max_pool2d(torch.ones(1, 2, 0, 5), 0))
fails("too large", lambda: F.max_pool2d(torch.ones(1, 2, 5, 5), 6))

print("one image has one step")
x = ramp(2, 4, 4).requires_grad_()
y = F.max_pool2d(x, 2)
y.sum().backward()
show("pooled", y, x.grad)
nan = float("nan")
show("of NaN and infinity", F.max_pool2d(torch.tensor([[[nan, 1.0], [2.0, -float("inf")]]]), 2),
     F.max_pool2d(torch.full((1, 2, 2), -float("inf")), 2, padding=1))

print("whole numbers, on the CPU")
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    x = (torch.arange(20).view(1, 2, 2, 5) - (0 if dtype is torch.uint8 else 9)).to(dtype)
    show(f"{dtype}", F.max_pool2d(x, 2), F.max_pool2d(x, 2, padding=1))
    show(f"{dtype}", F.conv2d(x, torch.ones(1, 2, 2, 2, dtype=dtype)))
fails("bools pooled", lambda: F.max_pool2d(torch.ones(1, 2, 2, 5, dtype=torch.bool), 2))
fails("bools convolved", lambda: F.conv2d(torch.ones(1, 2, 2, 5, dtype=torch.bool), torch.ones(3, 2, 2, 2, dtype=torch.bool)))
for dtype in (torch.int16, torch.int64, torch.float64, torch.float16, torch.bfloat16):
    image, kernel = torch.ones(1, 2, 5, 5, dtype=dtype), torch.ones(3, 2, 2, 2)
    fails(f"{dtype} and float32", lambda: F.conv2d(image, kernel))
    fails(f"{dtype} and float32, with a bias", lambda: F.conv2d(image, kernel, torch.ones(3)))
    fails(f"{dtype} and float32, padded", lambda: F.conv2d(image, kernel, torch.ones(3), padding="same"))

print("addmm with factors")
bias = here([0.5, -1.0], requires_grad=True)
a = here([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
b = here([[0.5, 1.5], [2.5, -1.0]], requires_grad=True)
out = torch.addmm(bias, a, b, beta=3, alpha=0.5)
out.sum().backward()
show("addmm", out, bias.grad, a.grad, b.grad)
show("nothing of a NaN", torch.addmm(here([nan, nan]), a, b, beta=0))
show("nothing to multiply", torch.addmm(here([1.0, 2.0]), torch.ones(3, 0, device=DEVICE), torch.ones(0, 2, device=DEVICE), beta=2))
whole = torch.arange(4).view(2, 2)
show("whole numbers", torch.addmm(whole, whole, whole, beta=2, alpha=3))
show("a fraction of whole numbers", torch.addmm(whole, whole, whole, alpha=2.5), torch.addmm(whole, whole, whole, beta=0.5))

print("cross-entropy with probabilities")
x = here([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]], requires_grad=True)
loss = F.cross_entropy(x, here([[0.25, 0.5, 0.25], [1.0, 0.0, 0.0]]))
loss.backward()
show("loss", loss, x.grad)
