# SPDX-License-Identifier: Apache-2.0
"""torch.nn.init: tensors filled in place, outside the graph, with PyTorch's numbers."""
import math
import warnings

import torch


def _init_uniform_(tensor, a=0.0, b=1.0, generator=None) -> torch.Tensor:
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def _init_normal_(tensor, mean=0.0, std=1.0, generator=None) -> torch.Tensor:
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def _init_constant_(tensor, val) -> torch.Tensor:
    with no_grad():
        return tensor.fill_(val)


def _init_ones_(tensor) -> torch.Tensor:
    return _init_constant_(tensor, 1.0)


def _init_zeros_(tensor) -> torch.Tensor:
    return _init_constant_(tensor, 0.0)


def _init_eye_(tensor) -> torch.Tensor:
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with no_grad():
        return tensor.copy_(torch.eye(*tensor.shape, device=tensor.device, dtype=tensor.dtype))


def _init_calculate_gain(nonlinearity, param=None):
    known = {"linear": 1.0, "conv1d": 1.0, "conv2d": 1.0, "conv3d": 1.0, "sigmoid": 1.0, "tanh": 5.0 / 3,
             "relu": math.sqrt(2.0), "selu": 3.0 / 4}
    if nonlinearity in known:
        return known[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    slope = 0.01 if param is None else param
    if isinstance(slope, bool) or not isinstance(slope, (int, float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + slope**2))


def _fans(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.size(1) * field, tensor.size(0) * field


def _init_xavier_uniform_(tensor, gain=1.0, generator=None) -> torch.Tensor:
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(sum(_fans(tensor)))))
    return _init_uniform_(tensor, -bound, bound, generator)


def _init_xavier_normal_(tensor, gain=1.0, generator=None) -> torch.Tensor:
    return _init_normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(sum(_fans(tensor)))), generator)


def _kaiming_std(tensor, a, mode, nonlinearity):
    if mode.lower() not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _init_calculate_gain(nonlinearity, a) / math.sqrt(_fans(tensor)[mode.lower() == "fan_out"])


def _is_nothing_to_fill(tensor):
    if tensor.numel() == 0:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
    return tensor.numel() == 0


def _init_kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None) -> torch.Tensor:
    if _is_nothing_to_fill(tensor):
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return _init_uniform_(tensor, -bound, bound, generator)


def _init_kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None) -> torch.Tensor:
    if _is_nothing_to_fill(tensor):
        return tensor
    return _init_normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def _inverse_erf(y) -> torch.Tensor:
    """Where erf has these values of (-1, 1), found in float64: a start that is right to 5 %, then Newton's steps.
    The start: S. Winitzki, "A handy approximation for the error function and its inverse", 2008."""
    y = y.to(torch.float64)
    tail = torch.log1p(-y * y)
    half = 2 / (math.pi * 0.147) + tail / 2
    x = torch.sign(y) * torch.sqrt(torch.sqrt(half * half - tail / 0.147) - half)
    for _ in range(4):
        x = x - (torch.erf(x) - y) * torch.exp(x * x) * (math.sqrt(math.pi) / 2)
    return torch.where(y.abs() < 1, x, y * math.inf)


def _below(x):
    """How much of the normal distribution lies below x."""
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _init_trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None) -> torch.Tensor:
    """Normal numbers of [a, b]: uniform ones among the shares that lie below, and where those lie."""
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.",
                      stacklevel=2)
    with no_grad():
        tensor.uniform_(2 * _below((a - mean) / std) - 1, 2 * _below((b - mean) / std) - 1, generator=generator)
        tensor.copy_(_inverse_erf(tensor))
        return tensor.mul_(std * math.sqrt(2.0)).add_(mean).clamp_(min=a, max=b)


def _orthonormal(columns) -> torch.Tensor:
    """The Q of columns = QR with a positive diagonal of R, which is the only one: each column without its part along those before,
    taken away twice for the digits that the first time loses."""
    q = columns.to(torch.float64).t().contiguous()  # one behind the other
    for at in range(q.size(0)):
        for _ in range(2 if at else 0):
            q[at] -= q[:at].t() @ (q[:at] @ q[at])
        q[at] /= q[at].norm()
    return q.t()


def _init_orthogonal_(tensor, gain=1, generator=None) -> torch.Tensor:
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    with no_grad():
        drawn = torch.empty(rows, tensor.numel() // rows, dtype=tensor.dtype, device=tensor.device).normal_(0, 1, generator=generator)
        if tensor.dtype in (torch.float16, torch.bfloat16):
            kind = "Half" if tensor.dtype == torch.float16 else "BFloat16"
            raise NotImplementedError(f"\"geqrf_{'cuda' if tensor.is_cuda else 'cpu'}\" not implemented for '{kind}'")
        wide = drawn.size(0) < drawn.size(1)
        q = _orthonormal(drawn.t() if wide else drawn)
        return tensor.copy_((q.t() if wide else q).reshape(tensor.shape)).mul_(gain)


def _init_sparse_(tensor, sparsity, std=0.01, generator=None) -> torch.Tensor:
    """Columns of normal numbers of which this share is zero, at places drawn on the CPU."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


def _init_dirac_(tensor, groups=1) -> torch.Tensor:
    """A convolution that gives its input channels back: 1 in the middle of the kernel from each channel to itself."""
    if tensor.dim() not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.size(0) % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    out = tensor.size(0) // groups
    middle = tuple(size // 2 for size in tensor.shape[2:])
    with no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(out, tensor.size(1))):
                tensor[(group * out + channel, channel, *middle)] = 1
    return tensor
