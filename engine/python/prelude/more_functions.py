# SPDX-License-Identifier: Apache-2.0
"""More of torch's functions, made of others: values and way back in Python, one node with PyTorch's name."""
import functools

import torch


def _quietly(make):
    """What `make` computes, without history."""
    with no_grad():
        return make().detach()


def _takes_axis(function):
    """NumPy's name for dim, which PyTorch takes as well."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        if "axis" in kwargs and "dim" not in kwargs:
            kwargs["dim"] = kwargs.pop("axis")
        return function(*args, **kwargs)

    return call


def chunk(input, chunks, dim=0):
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    return torch.split(input, max(1, -(-input.size(dim) // chunks)), dim)


def narrow(input, dim, start, length) -> torch.Tensor:
    n = input.size(dim)
    start = int(start)
    if not -n <= start <= n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n}], but got {start})")
    start = start + n if start < 0 else start
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if start > n - length:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return torch._slice(input, dim, start, start + length, 1)


def swapaxes(input, axis0, axis1) -> torch.Tensor:
    return input.transpose(axis0, axis1)


def permute(input, dims) -> torch.Tensor:
    return input.permute(tuple(dims))


def _triangle(name, keep):
    def function(input, diagonal=0):
        if input.dim() < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
        rows = torch.arange(input.size(-2), device=input.device).unsqueeze(1)
        columns = torch.arange(input.size(-1), device=input.device)
        kept = keep(columns - rows, diagonal)
        cut = lambda t: torch.where(kept, t, torch.zeros((), dtype=t.dtype, device=t.device))
        return torch._record(_quietly(lambda: cut(input).contiguous()), f"{name.capitalize()}Backward0", [input], lambda grad: (cut(grad),))

    function.__name__ = function.__qualname__ = name
    return function


tril = _triangle("tril", lambda distance, diagonal: distance <= diagonal)
triu = _triangle("triu", lambda distance, diagonal: distance >= diagonal)


def masked_fill(input, mask, value) -> torch.Tensor:
    return torch._masked_fill(input, mask, value)


def _masked_fill_(self, mask, value) -> torch.Tensor:
    return torch._masked_fill_(self, mask, value)


def hstack(tensors) -> torch.Tensor:
    tensors = [t.reshape(1) if t.dim() == 0 else t for t in tensors]
    return torch.cat(tensors, 0 if tensors[0].dim() == 1 else 1)


def vstack(tensors) -> torch.Tensor:
    return torch.cat([t.reshape(1, -1) if t.dim() < 2 else t for t in tensors], 0)


def count_nonzero(input, dim=None) -> torch.Tensor:
    return (input != 0).sum(dim)


def numel(input):
    if not isinstance(input, torch.Tensor):
        raise TypeError(f"numel(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    return input.numel()


def is_floating_point(input):
    return input.is_floating_point()


def _promoted(a, b):
    return (torch.empty((1,), dtype=a) + torch.empty((1,), dtype=b)).dtype


def promote_types(type1, type2):
    return type1 if type1 == type2 else _promoted(type1, type2)


def result_type(tensor1, tensor2):
    if isinstance(tensor1, complex) or isinstance(tensor2, complex):
        raise NotImplementedError("ToDevice has no complex numbers: result_type() takes tensors and real numbers")
    with no_grad():
        return torch.where(torch.tensor(True), tensor1, tensor2).dtype


def _outside(x, min, max):
    """Where the bounds changed something; NaN counts as outside, as in PyTorch."""
    if min is None or max is None:
        return ~(x <= max if min is None else x >= min)
    return ~((x >= min) & (x <= max))


def _clamp_(self, min=None, max=None) -> torch.Tensor:
    if isinstance(min, torch.Tensor) or isinstance(max, torch.Tensor):
        return self._clamp_between(min, max)
    out = _quietly(lambda: torch.clamp(self, min, max))
    if self.dtype is torch.bool and out.dtype is not torch.bool:
        raise RuntimeError(f"result type {'Float' if out.is_floating_point() else 'Long'} can't be cast to the desired output type bool")
    recorded = self.requires_grad and torch.is_grad_enabled()
    outside = _outside(self.detach(), min, max) if recorded else None
    return torch._write(self, out, "ClampBackward1", [self], lambda grad: (torch.masked_fill(grad, outside, 0),))


def _shape_in_place(name):
    """x.unsqueeze_(0) and its kin: another shape over the same memory, in the same object."""
    view = getattr(torch.Tensor, name)

    def method(self, *args):
        if self.requires_grad and torch.is_grad_enabled():
            raise NotImplementedError(f"ToDevice's {name}_() takes tensors without history; use {name}()")
        if name == "t" and self.dim() > 2:
            raise RuntimeError(f"t_() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
        self.data = view(self.detach(), *args)
        torch._count_change(self)
        return self

    method.__name__ = name + "_"
    return method


def _add_functions():
    both = (chunk, narrow, swapaxes, tril, triu, masked_fill, count_nonzero)
    for item in both:
        item.__module__ = "torch"
        named = _takes_axis(item) if item in (chunk, narrow, count_nonzero) else item
        setattr(torch, item.__name__, named)
        setattr(torch.Tensor, item.__name__, named)
    for item in (permute, hstack, vstack, numel, is_floating_point, promote_types, result_type):
        item.__module__ = "torch"
        setattr(torch, item.__name__, item)
    for other, name in (("clip", "clamp"), ("subtract", "sub"), ("multiply", "mul"), ("divide", "div"), ("true_divide", "div"),
                        ("negative", "neg"), ("absolute", "abs"), ("concat", "cat")):
        setattr(torch, other, getattr(torch, name))
        if name in vars(torch.Tensor):
            setattr(torch.Tensor, other, vars(torch.Tensor)[name])  # getattr would give a plain function of a bound method
    tensor = torch.Tensor
    for item in (_masked_fill_, _clamp_):
        item.__name__ = item.__qualname__ = item.__name__[1:]
    tensor.masked_fill_ = _masked_fill_
    tensor.outer, tensor.isclose, tensor.bernoulli = outer, isclose, bernoulli
    tensor.clamp_ = tensor.clip_ = _clamp_
    for name in ("squeeze", "unsqueeze", "transpose", "t"):
        setattr(tensor, name + "_", _shape_in_place(name))
    for name in ("relu", "exp", "sqrt", "abs", "neg", "sigmoid", "tanh", "floor", "ceil", "round", "log", "sin", "cos"):
        setattr(torch, name + "_", getattr(tensor, name + "_"))


_add_functions()
