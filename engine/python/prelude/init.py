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
