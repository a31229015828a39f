# SPDX-License-Identifier: Apache-2.0
"""x.data counts for itself; views made without a history; what a tensor's hook may give back; the names of what was written by hand."""
import functools
import torch
import torch.nn as nn
from show import *


def leaf():
    return torch.ones(2, 3, device=DEVICE, requires_grad=True)


def ran(label, text, **names):
    scope = dict(globals(), x=leaf(), **names)
    lines = text.split("; ")
    try:
        for line in lines[:-1]:
            exec(line.replace("quiet: ", "with torch.no_grad(): "), scope)
        show(label + text, eval(lines[-1], scope))
    except Exception as error:
        said = str(error).replace("torch.cuda.", "torch.")
        print(f"{label}{text}: {type(error).__name__}: {said.splitlines()[0]}")


for text in ("y = x * x; x.data.add_(1); y.sum().backward(); x.grad", "x.data[0] = 9; x._version", "d = x.data; d.add_(1); (d._version, x._version)",
             "d = x.detach(); d.add_(1); (d._version, x._version)", "y = x.exp(); y.data[0] = 9.0; y.sum().backward(); x.grad",
             "y = x.exp(); y.detach()[0] = 9.0; y.sum().backward(); x.grad", "y = x * x; x.data = x.data * 0; y.sum().backward(); (x.grad, x._version)",
             "t = torch.zeros(2, 3); x.data = t; t.add_(1); (x._version, t._version, x)", "t = x.data * 0; x.data = t; x.data.add_(1); (x._version, t._version, t)",
             "x.data = torch.ones(2, 3, dtype=torch.long); 0", "x.data = torch.ones(2, 3, dtype=torch.double); x.dtype", "x.data = 1; 0", "x.data = None; 0",
             "x.data.requires_grad", "d = x.data; v = d[0]; v.add_(1); (d._version, v._version, x._version)", "quiet: x.add_(1); x._version",
             "p = nn.Parameter(x); quiet: p.add_(1); (p._version, x._version)", "d = x.data; x.data = d * 2; d", "x.sum().backward(); del x.grad; x.grad",
             "del x.grad; x.grad", "del x.data; 0", "del x.requires_grad; 0"):
    ran("", text)
layer = nn.Linear(2, 2, device=DEVICE)
before = layer.weight._version
layer.weight.data.fill_(1)
show("a layer's weight", layer.weight._version - before)
for word, act in (("data", lambda w: w.data.mul_(0)), ("no_grad", lambda w: w.detach().mul_(0))):
    given = torch.ones(1, 2, device=DEVICE, requires_grad=True)
    out = layer(given)
    act(layer.weight)
    try:
        out.sum().backward()
        show(word, given.grad)
    except RuntimeError as error:
        print(word, str(error).splitlines()[0].replace("torch.cuda.", "torch."))

# Views made in no_grad mode belong to their base all the same.
MADE = {"of a leaf": "quiet: v = x.view(6)", "of a result": "y = x * 2; quiet: v = y.view(6)", "of a plain one": "z = torch.ones(2, 3, device=DEVICE); quiet: v = z.view(6)"}
for label, made in MADE.items():
    for text in ("(v.requires_grad, v.is_leaf)", "v.mul_(2)", "v.add_(1)", "v.zero_()", "v.copy_(torch.ones(6))", "v[0] = 1; v", "w = v[:2]; w.mul_(2)", "v.uniform_(); 0",
                 "v.clamp_(0, 1)", "v.masked_fill_(v > 0, 1.0)", "v[v > 0] = 1.0; 0", "v.eq_(1)", "v.detach_()", "(v * 2).requires_grad", "v.mul_(x.sum())",
                 "quiet: v.mul_(2); v.requires_grad", "quiet: v.mul_(2); v.grad_fn", "v.requires_grad_(False).requires_grad"):
        ran(label + ": ", f"{made}; {text}")
for text in ("y = x * 2; quiet: v = y.view(6); y.mul_(2); v.grad_fn", "y = x * 2; v = y.view(6); quiet: y.mul_(2); v.grad_fn.name()",
             "v = x.view(6); quiet: x.mul_(2); v.grad_fn.name()", "y = x * 2; v = y.view(6); y.mul_(2); v.grad_fn.name()",
             "z = torch.ones(2, 3, device=DEVICE); v = z.unbind()[0]; v.mul_(x[0])", "z = torch.ones(2, 3, device=DEVICE); v = z.split(1)[0]; v[0] = x[0]; 0",
             "z = torch.ones(2, 3, device=DEVICE); v = z.unbind()[0]; v.masked_fill_(v > 0, x.sum())",
             "quiet: v = x.unbind()[0]; v.mul_(2)", "y = x * 2; quiet: v = y.unbind()[0]; v[0].mul_(2)", "y = x * 2; v = y.unbind()[0]; v[0].mul_(2)",
             "y = x * 2; v = y.expand(2, 2, 3); y.mul_(2); (v * v).sum().backward(); (x.grad, v.grad_fn.name())",
             "y = x * 2; v = y[:1].expand(3, 3)[1:]; y.mul_(2); (v * v).sum().backward(); (x.grad, v.grad_fn.name())",
             "v = x.expand(2, 2, 3); v.mul_(2)",
             "z = torch.ones(2, 3, device=DEVICE); v = z[0]; z.unsqueeze_(0); z.mul_(x); (v * v).sum().backward(); (x.grad, v.grad_fn.name())", "torch.addmm(x, x[:, :2], x).grad_fn.name()", "y = torch.broadcast_tensors(x, x)[0]; y is x",
             "y = x * 2; v = y.unbind()[1]; v.mul_(2)", "z = torch.ones(2, 3, device=DEVICE); z.unbind()[0].mul_(2)"):
    ran("", text)


def inferred(text):
    scope = dict(globals(), x=leaf())
    with torch.inference_mode():
        exec("v = x[:1]", scope)
    try:
        show(text, eval(text, scope))
    except Exception as error:
        print(f"{text}: {type(error).__name__}: {str(error).splitlines()[0]}")


for text in ("v.is_inference()", "v.requires_grad", "v * 2", "v.mul_(2)", "v._version"):
    inferred(text)


# What a hook gives back takes the gradient's place, if it is of its kind.
class Called:
    def __call__(self, grad):
        return grad.double()

    def method(self, grad):
        return grad[0]


def twice(grad):
    return grad.double()


HOOKS = {"double": lambda g: g.double(), "a row": lambda g: g[0], "int": lambda g: 3, "str": lambda g: "a", "tuple": lambda g: (g,), "None": lambda g: None,
         "g * 2": lambda g: g * 2, "long": lambda g: g.long(), "sum": lambda g: g.sum(), "more dims": lambda g: g[None], "function": twice,
         "callable": Called(), "method": Called().method, "partial": functools.partial(lambda k, g: g[0], 1), "no argument": lambda: 1}
for name, hook in HOOKS.items():
    for on in ("leaf", "result"):
        x = leaf()
        y = x * 2
        (x if on == "leaf" else y).register_hook(hook)
        try:
            y.sum().backward()
            show(f"hook {name} on a {on}", x.grad)
        except Exception as error:
            print(f"hook {name} on a {on}: {type(error).__name__}: {str(error).splitlines()[0].replace('torch.cuda.', 'torch.')}")
x = leaf()
fails("grad of nothing", lambda: torch.autograd.grad(x.sum(), ()))
fails("a hook without a history", lambda: x.detach().register_hook(print))

# What PyTorch wrote by hand has its namespace in name(), and not in what is printed.
for text in ("y = x * 1; y[0] = 2.0; y", "y = x * 1; y.copy_(x); y", "y = x * 1; y[...] = x; y", "y = x * 1; y.random_().grad_fn.name()", "y = x * 1; y.random_(4).grad_fn.name()", "y = x * 1; y.random_(1, 4).grad_fn.name()",
             "y = x.cumsum(0); y.add_(1).grad_fn.name()", "y = x[:1].cumsum(0); y.add_(1).grad_fn.name()", "y = x * 1; y[:] = 3; y", "y = (x * 1)[0, 0]; y[...] = 3; y.requires_grad"):
    ran("", text)
y = torch.zeros(2, 3, device=DEVICE)
y.copy_(leaf())
print(str(y.cpu().detach()), repr(y).rpartition("grad_fn=")[2], repr(y.grad_fn).split(" at ")[0])
