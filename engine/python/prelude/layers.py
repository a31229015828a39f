# SPDX-License-Identifier: Apache-2.0
"""Layers whose parameters are filled as PyTorch fills them."""
import math

import torch
import torch.nn
import torch.nn.functional as F


class _Layer(torch.nn.Module):
    def _fill(self, name, shape, wanted, **where):
        """A Parameter that reset_parameters() will fill; None where none is wanted."""
        self.register_parameter(name, torch.nn.Parameter(torch.empty(shape, **where)) if wanted else None)


class _BatchNorm(_Layer):
    _dims = {}
    _version = 2

    def _before_version_2(self, state, prefix):
        """A state without versions, a plain dict's, may lack the count: it stays what it is."""
        if self.track_running_stats and prefix + "num_batches_tracked" not in state:
            state[prefix + "num_batches_tracked"] = self.num_batches_tracked

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        super().__init__()
        where = dict(device=device, dtype=dtype)
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self._fill("weight", (num_features,), affine, **where)
        self._fill("bias", (num_features,), affine, **where)
        tracked = track_running_stats
        self.register_buffer("running_mean", torch.zeros(num_features, **where) if tracked else None)
        self.register_buffer("running_var", torch.ones(num_features, **where) if tracked else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long, device=device) if tracked else None)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            _init_ones_(self.weight)
            _init_zeros_(self.bias)

    def _check_input_dim(self, input):
        if input.dim() not in self._dims:
            raise ValueError(f"expected {self._dims[min(self._dims)]} input (got {input.dim()}D input)")

    def forward(self, input):
        self._check_input_dim(input)
        share = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                share = 1.0 / float(self.num_batches_tracked)
        own = self.training or (self.running_mean is None and self.running_var is None)
        keep = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if keep else None, self.running_var if keep else None, self.weight,
                            self.bias, own, share, self.eps)

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"track_running_stats={self.track_running_stats}")


class BatchNorm1d(_BatchNorm):
    _dims = {2: "2D or 3D", 3: "2D or 3D"}


class BatchNorm2d(_BatchNorm):
    _dims = {4: "4D"}


class LayerNorm(_Layer):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self._fill("weight", self.normalized_shape, elementwise_affine, device=device, dtype=dtype)
        self._fill("bias", self.normalized_shape, elementwise_affine and bias, device=device, dtype=dtype)
        self.reset_parameters()

    def reset_parameters(self):
        if self.elementwise_affine:
            _init_ones_(self.weight)
            if self.bias is not None:
                _init_zeros_(self.bias)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class Embedding(_Layer):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                 sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        super().__init__()
        if max_norm is not None or scale_grad_by_freq or sparse:
            raise NotImplementedError("ToDevice's Embedding has no max_norm, scale_grad_by_freq and sparse; leave them out")
        if padding_idx is not None:
            assert -num_embeddings <= padding_idx < num_embeddings, "Padding_idx must be within num_embeddings"
            padding_idx %= num_embeddings
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        if _weight is None:
            self._fill("weight", (num_embeddings, embedding_dim), True, device=device, dtype=dtype)
            self.weight.requires_grad_(not _freeze)
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], (
                "Shape of weight does not match num_embeddings and embedding_dim")
            self.weight = torch.nn.Parameter(_weight, requires_grad=not _freeze)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        assert embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional"
        return cls(*embeddings.shape, padding_idx, _weight=embeddings, _freeze=freeze)

    def reset_parameters(self):
        _init_normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self):
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        return text if self.padding_idx is None else f"{text}, padding_idx={self.padding_idx}"


class Conv2d(_Layer):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str) and padding not in ("same", "valid"):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'valid', 'same'}}")
        if padding_mode != "zeros":
            raise NotImplementedError("ToDevice's Conv2d pads with zeros; leave padding_mode out")
        self.in_channels, self.out_channels, self.kernel_size = in_channels, out_channels, _pair(kernel_size)
        self.stride, self.dilation = _pair(stride), _pair(dilation)
        self.padding = padding if isinstance(padding, str) else _pair(padding)
        if padding == "same" and self.stride != (1, 1):
            raise ValueError("padding='same' is not supported for strided convolutions")
        self.groups, self.padding_mode = groups, padding_mode
        self._fill("weight", (out_channels, in_channels // groups, *self.kernel_size), True, device=device, dtype=dtype)
        self._fill("bias", (out_channels,), bias, device=device, dtype=dtype)
        self.reset_parameters()

    def reset_parameters(self):
        _init_kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = _fans(self.weight)[0]
            if fan_in:
                _init_uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def forward(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != (0, 0):
            text += f", padding={self.padding}"
        if self.dilation != (1, 1):
            text += f", dilation={self.dilation}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        return text if self.bias is not None else text + ", bias=False"


class MaxPool2d(torch.nn.Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices)

    def extra_repr(self):
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, dilation={self.dilation}, "
                f"ceil_mode={self.ceil_mode}")
