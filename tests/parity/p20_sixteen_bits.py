# SPDX-License-Identifier: Apache-2.0
"""16-bit floats: where PyTorch rounds them, and which parameters may be mixed with them; weighted losses; layers of size 0."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

x = here([[1.0, 2.0, -3.0], [4.0, -5.0, 6.0]])
y = here([[2.0, 2.0, 1.0], [1.0, 0.0, 3.0]])

for dtype in (torch.float16, torch.bfloat16):
    for values in ([300.0, 300.0, 300.0], [300.0, 300.0, 300.0, 0.0], [1.1, 2.3, 0.7, 1.9, 3.3], [-1.3, 2.2] * 9, [65504.0, 1.0]):
        v = here(values, dtype=dtype)
        show("prod", v.prod(), v.prod(0))
        show("norm", v.norm(), v.norm(1), v.norm(3), v.norm(0), v.norm(float("inf")))
        show("log_softmax", v.log_softmax(0))
    v = here([0.0, -0.0, 1.0, -0.5, 3.0, 1e-5, 1e-3, 65504.0, 2.5, -3.7, float("inf"), float("nan")], dtype=dtype)
    show("erf", v.erf())
    show("rsqrt", v.rsqrt())
    z = (torch.arange(-12.0, 12.0, device=DEVICE).reshape(8, 3) / 4).to(dtype)
    for layer in (nn.LogSoftmax(1), nn.Softmax(1), nn.GELU("tanh"), nn.LeakyReLU(0.3), nn.SiLU(), nn.Tanh()):
        z.requires_grad_()
        z.grad = None
        out = layer(z)
        (out * out).sum().backward()
        show(type(layer).__name__, out, z.grad)
    for layer in (nn.LayerNorm(3), nn.LayerNorm((2, 3)), nn.LayerNorm(3, elementwise_affine=False), nn.BatchNorm1d(3),
                  nn.BatchNorm1d(3, affine=False), nn.BatchNorm1d(3).eval(), nn.BatchNorm1d(3, track_running_stats=False)):
        layer.to(DEVICE)
        out = layer(x.to(dtype))
        show(f"{layer} of float32", out, *layer.buffers())
    layer = nn.LayerNorm(3, device=DEVICE)
    layer(x.to(dtype)).sum().backward()
    show("gradient's dtype", layer.weight.grad.dtype, layer.bias.grad)
    layer = nn.BatchNorm1d(3).to(DEVICE, dtype)
    show("batch norm of 16 bits", layer(x.to(dtype)), layer.running_mean)

# The rule of the CPU.
for kind in ("half", "float", "double"):
    for own in ("half", "float", "double", "long"):
        made = torch.ones(3).to(getattr(torch, kind))
        other = getattr(x.cpu(), own)()
        fails(f"layer_norm {own} {kind}", lambda: F.layer_norm(other, (3,), made, made))
        fails(f"batch_norm {own} {kind}", lambda: F.batch_norm(other, made, made, made, made, training=True))
        fails(f"batch_norm {own} {kind} float", lambda: F.batch_norm(other, torch.ones(3), torch.ones(3), made, made))
fails("layer_norm of integers", lambda: F.layer_norm(x.cpu().long(), (3,)))
fails("layer_norm of two dtypes", lambda: F.layer_norm(x.cpu(), (3,), torch.ones(3), torch.ones(3).half()))
fails("layer of another dtype", lambda: nn.LayerNorm(3)(x.cpu().double()))

for loss in (F.mse_loss, F.l1_loss):
    w = here([[1.0, 2.0, 3.0], [0.5, 0.25, 2.0]])
    for reduction in ("mean", "sum", "none"):
        show(f"{loss.__name__} {reduction}", loss(x, y, weight=w, reduction=reduction))
    fails("weight of another size", lambda: loss(x, y, weight=w[0]))
    fails("weighted, reduced somehow", lambda: loss(x, y, weight=w, reduction="somehow"))
    z = x.clone().requires_grad_()
    loss(z, y, weight=w).backward()
    show("weighted", z.grad)

torch.manual_seed(3)
warns("no inputs", lambda: nn.Linear(0, 3))
torch.manual_seed(3)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    layer = nn.Linear(0, 3)
show("no inputs", layer.bias, layer(torch.ones(2, 0)), torch.rand(2))
show("signed zeros", torch.maximum(here([0.0, -0.0]), here([-0.0, 0.0])), torch.minimum(here([0.0, -0.0]), here([-0.0, 0.0])))
show("norm of one", here([65504.0]).norm(3), here([[2.0], [3.0]]).norm(3, 1))
