# SPDX-License-Identifier: Apache-2.0
"""Modules that need no kernel of their own."""
import torch
import torch.cuda
import torch.nn
import torch.nn.functional


class Identity(torch.nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Softmax(torch.nn.Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return torch.nn.functional.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class DataParallel(torch.nn.Module):
    """A module behind the name `module`, on one GPU."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        count = torch.cuda.device_count()
        ids = list(range(count)) if device_ids is None else [torch.device(i).index for i in device_ids]
        assert all(i < count for i in ids), "Invalid device id"
        if len(ids) > 1:
            raise NotImplementedError("ToDevice's DataParallel uses one GPU: give device_ids=[0]")
        self.device_ids = ids
        self.module = module
        if ids:
            module.to(torch.device("cuda", ids[0]))

    def forward(self, *inputs, **kwargs):
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        device = torch.device("cuda", self.device_ids[0])
        inputs = [i.to(device) if isinstance(i, torch.Tensor) else i for i in inputs]
        return self.module(*inputs, **kwargs)


class Dropout(torch.nn.Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0.0 or p > 1.0:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return torch.nn.functional.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class LeakyReLU(torch.nn.Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return torch.nn.functional.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class GELU(torch.nn.Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return torch.nn.functional.gelu(input, self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class SiLU(torch.nn.Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return torch.nn.functional.silu(input, self.inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class LogSoftmax(torch.nn.Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return torch.nn.functional.log_softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"
