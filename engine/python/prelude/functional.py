# SPDX-License-Identifier: Apache-2.0
"""torch.nn.functional: PyTorch's defaults and checks around what the engine computes."""
import warnings

import torch
import torch.nn.functional as _F


def _pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def relu(input, inplace=False) -> torch.Tensor:
    return input.relu_() if inplace else torch.relu(input)


def relu_(input) -> torch.Tensor:
    return input.relu_()


def leaky_relu(input, negative_slope=0.01, inplace=False) -> torch.Tensor:
    out = _F._leaky_relu(input, negative_slope)
    return input.copy_(out) if inplace else out


def gelu(input, approximate="none") -> torch.Tensor:
    if approximate == "tanh":
        return _F._gelu_tanh(input)
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return _F._gelu(input)


def silu(input, inplace=False) -> torch.Tensor:
    return input.copy_(_F._silu(input)) if inplace else _F._silu(input)


def _chosen_dim(name, dims):
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
                  stacklevel=3)
    return 0 if dims in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None) -> torch.Tensor:
    input = input if dtype is None else input.to(dtype)
    return input.softmax(_chosen_dim("softmax", input.dim()) if dim is None else dim)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None) -> torch.Tensor:
    input = input if dtype is None else input.to(dtype)
    return input.log_softmax(_chosen_dim("log_softmax", input.dim()) if dim is None else dim)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5) -> torch.Tensor:
    return _F._layer_norm(input, tuple(normalized_shape), weight, bias, eps)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5) -> torch.Tensor:
    if training:
        size = input.size()
        if input.numel() == size[1]:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")
    elif running_mean is None or running_var is None:
        missing = "running_mean" if running_mean is None else "running_var"
        raise RuntimeError(f"{missing} must be defined in evaluation mode")
    return _F._batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False) -> torch.Tensor:
    if max_norm is not None or scale_grad_by_freq or sparse:
        raise NotImplementedError("ToDevice's embedding has no max_norm, scale_grad_by_freq and sparse; leave them out")
    if padding_idx is None:
        padding_idx = -1
    else:
        assert -weight.size(0) <= padding_idx < weight.size(0), "Padding_idx must be within num_embeddings"
        padding_idx %= weight.size(0)
    if not isinstance(input, torch.Tensor):
        raise TypeError(f"embedding(): argument 'indices' (position 2) must be Tensor, not {type(input).__name__}")
    return _F._embedding(weight, input, padding_idx)


def _zeros_behind(input, more):
    """input with as many rows and columns of zeros behind it."""
    height, width = input.shape[-2:]
    with no_grad():
        shape = (*input.shape[:-2], height + more[0], width + more[1])
        out = torch.zeros(shape, dtype=input.dtype, device=input.device)
        out[..., :height, :width] = input
    return torch._record(out, "ConstantPadNdBackward0", [input], lambda grad: (grad[..., :height, :width],))


def _same(input, weight, stride, dilation):
    """input and the padding on each side that make the result as large as the input: what cannot be put on both sides alike
    goes behind."""
    if stride != (1, 1):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    whole = [d * (k - 1) for k, d in zip(weight.shape[2:], dilation)]
    if any(p % 2 for p in whole) and input.dim() in (3, 4):
        warnings.warn("Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be "
                      "created", stacklevel=3)
        input = _zeros_behind(input, [p % 2 for p in whole])
    if weight.dtype != input.dtype and not input.is_cuda and input.dim() in (3, 4):
        _F._conv2d(input, weight, None, stride, (0, 0), dilation, 1)  # the weight is looked at before the bias
    return input, tuple(p // 2 for p in whole)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> torch.Tensor:
    stride, dilation = _pair(stride), _pair(dilation)
    if isinstance(padding, str) and padding not in ("valid", "same"):
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if padding == "valid":
        padding = 0
    elif padding == "same":
        input, padding = _same(input, weight, stride, dilation)
    return _F._conv2d(input, weight, bias, stride, _pair(padding), dilation, groups)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> torch.Tensor:
    if return_indices:
        raise NotImplementedError("ToDevice's max_pool2d gives no indices; leave return_indices out")
    kernel = _pair(kernel_size)
    stride = kernel if stride is None or stride == [] else _pair(stride)
    return _F._max_pool2d(input, kernel, stride, _pair(padding), _pair(dilation), ceil_mode)


def _warn_of_size(input, target):
    if target.size() != input.size():
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). This will likely "
            "lead to incorrect results due to broadcasting. Please ensure they have the same size.", stacklevel=3)


def _of_one_size(input, target):
    """Both stretched, so that one without dimensions decides the dtype as well."""
    return (input, target) if input.shape == target.shape else torch.broadcast_tensors(input, target)


def _reduction(size_average, reduce, reduction):
    """What "none", "mean" or "sum" is asked for, by its name or in the old way."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.", stacklevel=3)
    elif reduction == "elementwise_mean":
        warnings.warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.", stacklevel=3)
        reduction = "mean"
    elif reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _weighted(each, input, weight, reduction):
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    each = each(input, "none") * weight
    return each if reduction == "none" else each.sum() if reduction == "sum" else each.sum() / weight.sum()


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> torch.Tensor:
    _warn_of_size(input, target)
    if weight is not None:
        return _weighted(lambda x, how: _F._mse_loss(x, target, how), input, weight, reduction)
    input, target = _of_one_size(input, target)
    return _F._mse_loss(input, target, _reduction(size_average, reduce, reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> torch.Tensor:
    _warn_of_size(input, target)
    if weight is not None:
        return _weighted(lambda x, how: _F._l1_loss(x, target, how), input, weight, reduction)
    input, target = _of_one_size(input, target)
    return _F._l1_loss(input, target, _reduction(size_average, reduce, reduction))


def _first_outside(tensor):
    """Where the first element is that is no probability; None where all are."""
    outside = (tensor < 0) | (tensor > 1)
    return outside.flatten().int().argmax().item() if outside.any() else None


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean") -> torch.Tensor:
    if target.size() != input.size():
        raise ValueError(f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is "
                         "deprecated. Please ensure they have the same size.")
    if not target.is_cuda and target.is_floating_point():
        wrong = _first_outside(target)
        if wrong is not None and (_first_outside(input) is None or wrong < _first_outside(input)):
            raise RuntimeError("all elements of target should be between 0 and 1")
    return _F._bce(input, target, weight, _reduction(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean",
                                     pos_weight=None) -> torch.Tensor:
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    if target.dtype == torch.bool:
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
                           "operator instead.")
    if not target.is_floating_point():
        raise RuntimeError(f"result type {_scalar_type(input.dtype)} can't be cast to the desired output type {_scalar_type(target.dtype)}")
    return _F._bce_logits(input, target, weight, pos_weight, _reduction(size_average, reduce, reduction))


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                  label_smoothing=0.0) -> torch.Tensor:
    for at, (name, given, kinds, said) in enumerate((
            ("input", input, torch.Tensor, "Tensor"), ("target", target, torch.Tensor, "Tensor"),
            ("weight", weight, (torch.Tensor, type(None)), "Tensor"), ("reduction", 0, int, "int"),
            ("ignore_index", ignore_index, int, "int"), ("label_smoothing", label_smoothing, (int, float), "float")), 1):
        if not isinstance(given, kinds):
            kind = "torch.Size" if isinstance(given, torch.Size) else type(given).__name__
            raise TypeError(f"cross_entropy_loss(): argument '{name}' (position {at}) must be {said}, not {kind}")
    if label_smoothing > 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    label_smoothing = max(label_smoothing, 0)
    reduction = _reduction(size_average, reduce, reduction)
    if not input.is_floating_point() and (input.shape != target.shape or target.is_floating_point()):
        torch.log_softmax(input, 0 if input.dim() == 1 else 1)  # refuses it: the two may be swapped
    if target.is_floating_point():
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        return _likelihood(input, target, weight, reduction, label_smoothing)
    if label_smoothing:
        return _smoothed(input, target, weight, ignore_index, reduction, label_smoothing)
    return _F._cross_entropy(input, target, weight, reduction, ignore_index)


def _classwise(weight, input, dim):
    return weight.reshape([-1 if d == dim else 1 for d in range(input.dim())])


def _likelihood(input, target, weight, reduction, label_smoothing):
    """Cross-entropy with a probability for each class."""
    if input.shape != target.shape:
        if input.dim() == 2 and target.dim() > 0 and input.size(0) != target.size(0):
            raise ValueError(f"Expected input batch_size ({input.size(0)}) to match target batch_size ({target.size(0)}).")
        kind = {torch.float64: "Double", torch.float16: "Half", torch.bfloat16: "BFloat16"}.get(target.dtype, "Float")
        raise RuntimeError(f"expected scalar type Long but found {kind}")
    dim = 1 if input.dim() > 1 else 0
    if weight is not None and weight.numel() != input.size(dim):
        raise RuntimeError(f"cross_entropy: weight tensor should be defined either for all {input.size(dim)} classes or no classes but "
                           f"got weight tensor of shape: {list(weight.shape)}")
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / input.size(dim)
    each = torch.log_softmax(input, dim) * target
    each = -(each if weight is None else each * _classwise(weight, input, dim))
    if reduction == "none":
        return each.sum(dim)
    total = each.sum()
    if reduction == "sum":
        return total
    count = input.numel() / input.size(dim)
    return torch._record(_quietly(lambda: total / count), "DivBackward1", [total], lambda grad: (grad / count,))


def _smoothed(input, target, weight, ignore_index, reduction, label_smoothing):
    """Cross-entropy with a part of the target spread evenly over the classes."""
    dim = 1 if input.dim() > 1 else 0
    logs = torch.log_softmax(input, dim)
    exact = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    ignored = target == ignore_index
    even = -(logs if weight is None else logs * _classwise(weight, input, dim)).sum(dim)
    even = torch.where(ignored, torch.zeros_like(even), even)
    if reduction == "mean":
        weights = torch.ones_like(even.detach()) if weight is None else weight[torch.where(ignored, 0, target)]
        even = even.sum() / torch.where(ignored, torch.zeros_like(weights), weights).sum()
    elif reduction == "sum":
        even = even.sum()
    return exact * (1 - label_smoothing) + even * (label_smoothing / input.size(dim))


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean") -> torch.Tensor:
    if input.dim() == 1 and target.dim() == 1 and target.size(0) != 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target.size(0)}")
    return _F._nll_loss(input, target, weight, _reduction(size_average, reduce, reduction), ignore_index)


def dropout(input, p=0.5, training=True, inplace=False) -> torch.Tensor:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not isinstance(input, torch.Tensor):
        raise TypeError(f"dropout(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if not training or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        kept = torch.zeros_like(input)
    elif input.is_cuda and not inplace:
        kept = _F._dropout_mask(input, 1 - p).div_(1 - p)
    else:
        kept = _bernoulli_(torch.empty_like(input), 1 - p).div_(1 - p)
    return input.mul_(kept) if inplace else input * kept


def one_hot(tensor, num_classes=-1) -> torch.Tensor:
    if tensor.dtype != torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if tensor.numel() and tensor.min().item() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1 and tensor.numel() == 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if num_classes == -1:
        num_classes = tensor.max().item() + 1
    elif tensor.numel() and tensor.max().item() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == torch.arange(num_classes, device=tensor.device)).to(torch.int64)


def normalize(input, p=2.0, dim=1, eps=1e-12) -> torch.Tensor:
    return input / input.norm(p, dim, keepdim=True).clamp(min=eps).expand_as(input)


def _torch_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled) -> torch.Tensor:
    return batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def _torch_embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False) -> torch.Tensor:
    return embedding(indices, weight, None if padding_idx == -1 else padding_idx, None, 2.0, scale_grad_by_freq, sparse)


def _torch_dropout(input, p, train) -> torch.Tensor:
    return dropout(input, p, train)


def _add_functional():
    for item in (relu, relu_, leaky_relu, gelu, silu, softmax, log_softmax, layer_norm, batch_norm, embedding, conv2d, max_pool2d,
                 mse_loss, l1_loss, cross_entropy, binary_cross_entropy, binary_cross_entropy_with_logits, nll_loss, dropout, one_hot, normalize):
        item.__module__ = "torch.nn.functional"
        setattr(_F, item.__name__, item)
    for item in (layer_norm, conv2d, max_pool2d):
        setattr(torch, item.__name__, item)
    for item in (_torch_batch_norm, _torch_embedding, _torch_dropout):
        setattr(torch, item.__name__.removeprefix("_torch_"), item)
    _F._warn_of_size, _F._reduction = _warn_of_size, _reduction


_add_functional()
