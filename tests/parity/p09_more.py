# SPDX-License-Identifier: Apache-2.0
import torch
import torch.nn as nn
from show import *

x = torch.arange(6.0, device=DEVICE).reshape(2, 3).requires_grad_()
mask = here([[True, False, False], [False, True, False]])
for label, act in (("chunk", lambda: x.chunk(2, 1)[0]), ("unbind", lambda: x.unbind(1)[1]), ("flip", lambda: x.flip(0, 1)),
                   ("roll", lambda: x.roll(1)), ("roll dim", lambda: torch.roll(x, (1, -1), (0, 1))), ("repeat", lambda: x.repeat(2, 2)),
                   ("tile", lambda: x.tile((2,))), ("tril", lambda: x.tril()), ("triu", lambda: torch.triu(x, 1)),
                   ("masked_fill", lambda: x.masked_fill(mask, -1)), ("narrow", lambda: x.narrow(1, 1, 2)),
                   ("movedim", lambda: x.movedim(0, 1)), ("swapaxes", lambda: x.swapaxes(0, 1)), ("hstack", lambda: torch.hstack([x, x])),
                   ("vstack", lambda: torch.vstack([x, x[0]])), ("interleave", lambda: x.repeat_interleave(2, 1)),
                   ("clip", lambda: torch.clip(x, 1, 4)), ("clamp min", lambda: x.clamp(min=2)), ("cat", lambda: torch.concat([x, x], 1)),
                   ("subtract", lambda: torch.subtract(x, 1))):
    x.grad = None
    out = act()
    show(label, out, *grads(out, x))
show("clamp_", x.detach().clone().clamp_(1, 4), x.detach().clone().masked_fill_(mask, 9))
y = torch.zeros(1, 2, device=DEVICE)
z = y
y.squeeze_().unsqueeze_(1)
print(z.shape, y is z, y.t_().shape, y.transpose_(0, 1).shape)
print(torch.promote_types(torch.int8, torch.float16), torch.promote_types(torch.uint8, torch.int8), torch.numel(x), torch.count_nonzero(x).item())
print(torch.result_type(torch.tensor([1]), 2.0), torch.randint_like(x.detach(), 3).shape)
with torch.inference_mode():
    made = torch.ones(2)
    print(made.is_inference(), torch.is_inference_mode_enabled(), (x * 2).requires_grad)
w = torch.ones(2, requires_grad=True)
fails("saved", lambda: w * made)
fails("in place", lambda: made.add_(1))
fails("requires", lambda: made.requires_grad_())
fails("version", lambda: made._version)
print(made.clone().is_inference(), made[0].is_inference(), (w + made).grad_fn.name())


@torch.inference_mode()
def quiet(t):
    return t * 2


@torch.no_grad
def silent(t):
    return t * 2


print(quiet(w).is_inference(), silent(w).requires_grad, torch.is_inference_mode_enabled())
layers = nn.ModuleList([nn.Linear(1, 1), nn.ReLU()])
layers.insert(1, nn.Tanh())
layers[0] = nn.Sigmoid()
layers += [nn.Linear(1, 2)]
del layers[1]
print(layers, len(layers), layers.pop(0), [type(m).__name__ for m in layers[:1] + layers])
names = nn.ModuleDict({"a": nn.ReLU()})
names.update([("b", nn.Tanh())])
print(names, list(names.items()), "a" in names, names.pop("a"), len(names))
seq = nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Linear(1, 1))
seq.insert(1, nn.Sigmoid()).extend([nn.ReLU()])
del seq[0]
seq[0] = nn.GELU()
print(seq, seq[1:3], [type(m).__name__ for m in seq], len(seq + seq), seq.pop(-1))
fails("index", lambda: seq[9])
fails("list index", lambda: layers[9])
net = nn.Linear(2, 2)
fails("copy", lambda: net.to("cpu", copy=True))
print(list(net.state_dict(prefix="p.")), net.state_dict(keep_vars=True)["weight"].requires_grad)
fails("state dict", lambda: net.load_state_dict(3))
