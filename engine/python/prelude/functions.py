# SPDX-License-Identifier: Apache-2.0
"""Functions of torch that are made of others."""
import functools

import torch


def _like(tensor, dtype, device):
    return dict(dtype=tensor.dtype if dtype is None else dtype, device=tensor.device if device is None else device)


def _new(make):
    def method(self, *size, dtype=None, device=None, requires_grad=False):
        return make(*size, requires_grad=requires_grad, **_like(self, dtype, device))

    return method


def _scalar_type(dtype):
    """A dtype as PyTorch's C++ calls it: "Float", "Long"."""
    return torch.empty(0, dtype=dtype).type().removeprefix("torch.").removesuffix("Tensor")


def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False) -> torch.Tensor:
    if not isinstance(other, torch.Tensor):
        raise TypeError(f"isclose(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    if input.dtype != other.dtype:
        raise RuntimeError(f"{_scalar_type(input.dtype)} did not match {_scalar_type(other.dtype)}")
    for name, bound in (("rtol", rtol), ("atol", atol)):
        if bound < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {bound:g}")
    close = input == other
    torch._count_change(close)  # PyTorch puts what is near, and then the NaNs, into it
    if equal_nan and input.is_floating_point():
        close = close.logical_or(input.isnan().logical_and(other.isnan()))
        torch._count_change(close)
        torch._count_change(close)
    if input.dtype == torch.bool:
        return close
    count = close._version
    near = (input - other).abs() <= atol + rtol * other.abs()
    close = close.logical_or(near.logical_and((input - other).isfinite()))
    for _ in range(count):
        torch._count_change(close)
    return close


_allclose = torch.allclose


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    return isclose(input, other, rtol, atol, True).all().item() if equal_nan else _allclose(input, other, rtol, atol)


def outer(input, vec2) -> torch.Tensor:
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.dim() != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {vector.dim()}-D")
    return input.unsqueeze(1) * vec2


def addmm(input, mat1, mat2, *, beta=1, alpha=1) -> torch.Tensor:
    return torch._addmm(input, mat1, mat2, beta, alpha)


def broadcast_shapes(*shapes):
    out = []
    for at, shape in enumerate((s,) if isinstance(s, int) else tuple(s) for s in shapes):
        out = [1] * (len(shape) - len(out)) + out
        for i in range(-1, -1 - len(shape), -1):
            if shape[i] != 1 and out[i] not in (1, shape[i]):
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {shape[i]} at {i}! Mismatching argument at index {at} had "
                    f"{shape}; but expected shape should be broadcastable to {out}")
            out[i] = out[i] if shape[i] == 1 else shape[i]
    return Size(out)


def _stretched(a, b):
    """The shape of both together, in the words of an operation on two tensors."""
    n = max(len(a), len(b))
    a, b = ((1,) * (n - len(shape)) + tuple(shape) for shape in (a, b))
    for d in reversed(range(n)):
        if a[d] != b[d] and 1 not in (a[d], b[d]):
            raise RuntimeError(f"The size of tensor a ({a[d]}) must match the size of tensor b ({b[d]}) at non-singleton dimension {d}")
    return tuple(y if x == 1 else x for x, y in zip(a, b))


def broadcast_tensors(*tensors):
    shape = functools.reduce(_stretched, (tuple(t.shape) for t in tensors), ())
    return tuple(t if t.shape == shape else t.expand(shape) for t in tensors)


def normal(mean, std=1.0, size=None, *, dtype=None, device=None) -> torch.Tensor:
    if isinstance(size, int):
        raise TypeError("size is a tuple of ints")
    if size is not None:
        return torch.empty(size, dtype=dtype, device=device).normal_(mean, std)
    if not isinstance(mean, torch.Tensor) and not isinstance(std, torch.Tensor):
        raise TypeError(f"normal() received an invalid combination of arguments - got ({type(mean).__name__}, {type(std).__name__}), but "
                        "expected one of:\n * (Tensor mean, Tensor std)\n * (Tensor mean, float std = 1)\n * (float mean, Tensor std)\n"
                        " * (float mean, float std, tuple of ints size)")
    if isinstance(std, torch.Tensor) and not std.is_cuda and (std < 0).any():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    if not isinstance(std, torch.Tensor) and std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    shape = broadcast_shapes(*(t.shape for t in (mean, std) if isinstance(t, torch.Tensor)))
    like = mean if isinstance(mean, torch.Tensor) else std
    return torch.empty(shape, dtype=like.dtype, device=like.device).normal_() * std + mean


def _drawn_by_shares(x, p, generator) -> torch.Tensor:
    """1 with the probability that p has at the same place, else 0, to be written into x."""
    if not p.is_floating_point():
        kind = p.type().split(".")[-1][:-6]
        if x.is_cuda:
            raise RuntimeError(f"expected probabilities tensor to have floating type, got {kind}")
        raise NotImplementedError(f'"bernoulli_tensor_cpu_p_" not implemented for \'{kind}\'')
    if x.is_cuda:
        return torch._chances(x, p, generator)
    share = torch.empty_like(x, dtype=p.dtype).copy_(p.detach().expand(x.shape))
    if share.numel() and not (share.min().item() >= 0 and share.max().item() <= 1):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.")
    dtype = torch.float64 if p.dtype == torch.float64 else torch.float32  # PyTorch draws halves no shorter
    return torch.empty_like(share, dtype=dtype).uniform_(generator=generator) < share


def _no_gradients(*tensors):
    like = [(t.shape, {"dtype": t.dtype, "device": t.device}) for t in tensors]  # a node must not hold what holds it
    return lambda grad: tuple(torch.zeros(shape, **how) for shape, how in like)


def _no_derivative(grad):
    raise RuntimeError("derivative for aten::bernoulli is not implemented")


def bernoulli(input, p=None, *, generator=None) -> torch.Tensor:
    """1 with the probability that stands in `input`, or with `p`, else 0."""
    if isinstance(p, torch.Tensor):
        if p.dim() > 0 or p.requires_grad:
            raise TypeError("p is one number")
        p = p.item()
    if p is not None:
        return torch._record(_bernoulli_(torch.empty_like(input), p, generator=generator), "NotImplemented", [input], _no_derivative)
    drawn = _drawn_by_shares(torch.empty(input.shape, dtype=input.dtype, device=input.device), input, generator)
    return torch._record(drawn.to(input.dtype), "BernoulliBackward0", [input], _no_gradients(input))


def _overwrite(self, value, name) -> torch.Tensor:
    """Puts values into a tensor that do not depend on what it was: zeros go back."""
    return torch._write(self, value, name, [self], lambda grad: (torch.zeros_like(grad),))


def _bernoulli_(self, p=0.5, *, generator=None) -> torch.Tensor:
    if isinstance(p, torch.Tensor):
        return torch._write(self, _drawn_by_shares(self, p, generator), "BernoulliBackward1", [self, p], _no_gradients(self, p))
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    if self.is_cuda:
        drawn = torch._chances(self, p, generator)
    else:  # in doubles, whatever the tensor's are
        drawn = torch.empty_like(self, dtype=torch.float64).uniform_(generator=generator) < p
    return _overwrite(self, drawn, "BernoulliBackward2")
