# SPDX-License-Identifier: Apache-2.0
"""How results lie in memory: strides of element-wise results, of *_like and of gradients; and the order in which random numbers are dealt
out to what does not lie row by row."""
import torch
import torch.nn.functional as F
from show import *

FLAT = {"rows": "n(12).reshape(3, 4)", "turned": "n(12).reshape(4, 3).t()", "part": "n(24).reshape(4, 6)[:3, :4]", "turned part": "n(24).reshape(4, 6).t()[:3]",
        "each second": "n(24).reshape(4, 6).t()[::2]", "stretched down": "n(4).expand(3, 4)", "stretched right": "n(3)[:, None].expand(3, 4)", "row": "n(4)",
        "column": "n(3)[:, None]", "point": "n(1)[0]"}
DEEP = {"moved": "n(24).reshape(4, 2, 3).permute(1, 2, 0)", "moved back": "n(24).reshape(3, 4, 2).permute(2, 0, 1)", "rows": "n(24).reshape(2, 3, 4)",
        "moved and stretched": "n(8).reshape(4, 2).t()[:, None].expand(2, 3, 4)", "matrix": "n(12).reshape(4, 3).t()", "thin": "n(4).reshape(4, 1).t()",
        "moved part": "n(48).reshape(4, 4, 3).permute(1, 2, 0)[::2]", "one wide": "n(6).reshape(3, 2, 1).permute(1, 0, 2)", "point": "n(1)[0]"}


def n(count):
    return torch.arange(float(count), device=DEVICE)


ALONE = ("torch.abs(x)", "torch.exp(x)", "torch.relu(x)", "x.clone()", "torch.zeros_like(x)", "torch.ones_like(x)", "torch.empty_like(x)", "torch.full_like(x, 3.0)",
         "torch.rand_like(x)", "torch.randn_like(x)", "torch.randint_like(x, 9)", "x.isnan()", "x.clamp(1, 3)", "x * 2", "2 * x", "x > 1", "x.double()", "x.to(torch.int32)", "x / 2",
         "1 / x", "x**2", "2**x", "torch.where(x > 1, x, 0.0)", "torch.where(x > 1, 1.0, 2.0)", "x.contiguous()", "F.leaky_relu(x)", "F.gelu(x)", "-x", "torch.maximum(x, x)",
         "x.flip(0) if x.dim() else x", "x.sort(0)[0]", "x.argsort(-1)", "x.softmax(0)", "x.cumsum(0)", "torch.zeros_like(x, dtype=torch.long)", "x.repeat([1] * x.dim()) if x.dim() else x")
for family in (FLAT, DEEP):
    for name, made in family.items():
        x = eval(made)
        for text in ALONE:
            print(name, text, eval(text).stride())
    for first, made in family.items():
        for second, other in family.items():
            x, y = eval(made), eval(other)
            print(first, "and", second, (x + y).stride(), torch.where(x > y, x, y).stride(), (x < y).stride())
        x = eval(made).detach().requires_grad_()
        (x * x).sum().backward()
        once = x.grad.stride()
        x.sum().backward()
        print(first, "gradient", once, x.grad.stride())
print(torch.zeros(20).expand(1, 20).stride(), n(3).expand(2, 1, 3).stride(), torch.abs(torch.arange(12.0).reshape(3, 4).t()[::2]).stride())

# Random numbers of the CPU, in the order of memory.
SHAPES = ("torch.zeros(8, 5).t()", "torch.zeros(4, 6, 3).permute(2, 0, 1)", "torch.zeros(8, 8)[:, ::2]", "torch.zeros(40, 2)[:, 0]", "torch.zeros(5, 8)[:, 1:]",
          "torch.zeros(17, 3).t()[1:]", "torch.zeros(1, 20).t()", "torch.zeros(3, 2).t()", "torch.zeros(41)[1:]")
for shape in SHAPES:
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for fill in ("normal_()", "uniform_()", "normal_(3, 2)", "random_(0, 9)", "bernoulli_(0.3)"):
            torch.manual_seed(2)
            x = eval(shape).to(dtype)
            base = eval(shape.replace("zeros(", "zeros(", 1))
            exec(f"x.{fill}")
            if dtype == torch.float32:
                exec(f"base.{fill}")
            show(f"{shape} {dtype} {fill}", x.flatten()[:8].tolist(), x.double().max(), base.flatten()[-5:].tolist(), torch.rand(1).item())
for text in ("torch.rand_like(x)", "torch.randn_like(x)", "torch.randint_like(x, 99)", "torch.bernoulli(x / 40)", "x.clone().bernoulli_(x / 40)", "F.dropout(x, 0.5)",
             "torch.randn_like(x, dtype=torch.double)", "torch.rand_like(x, dtype=torch.half)"):
    for made in ("torch.arange(30.0).reshape(6, 5).t()", "torch.arange(30.0).reshape(5, 6)[:, ::2]", "torch.arange(24.0).reshape(2, 3, 4).permute(2, 0, 1)", "torch.arange(3.0)[:, None].expand(3, 6)"):
        torch.manual_seed(1)
        x = eval(made)
        show(f"{text} {made}", eval(text), torch.rand(1))
