# SPDX-License-Identifier: Apache-2.0
"""copy.deepcopy of tensors and modules, and a module's parts by their dotted names."""
import copy

import torch
import torch.nn


def _deepcopy_tensor(self, memo):
    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you were "
            "attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see "
            "https://github.com/pytorch/pytorch/pull/103001")
    with no_grad():
        made = self.detach().clone()
    if isinstance(self, torch.nn.Parameter):
        made = torch.nn.Parameter(made, self.requires_grad)
    elif self.requires_grad:
        made.requires_grad_()
    if self.grad is not None:
        made.grad = copy.deepcopy(self.grad, memo)
    memo[id(self)] = made
    return made


def _begin_linear(made, module):
    state = torch.get_rng_state()  # a copy draws no numbers
    torch.nn.Linear.__init__(made, module.in_features, module.out_features, module.bias is not None, device="cpu")
    torch.set_rng_state(state)


# How an empty twin of the engine's own modules begins.
_BEGIN = {
    torch.nn.Linear: _begin_linear,
    torch.nn.ReLU: lambda made, module: torch.nn.ReLU.__init__(made, module.inplace),
    torch.nn.Sigmoid: lambda made, module: torch.nn.Sigmoid.__init__(made),
    torch.nn.Tanh: lambda made, module: torch.nn.Tanh.__init__(made),
    torch.nn.Flatten: lambda made, module: torch.nn.Flatten.__init__(made, module.start_dim, module.end_dim),
    torch.nn.Sequential: lambda made, module: torch.nn.Sequential.__init__(made),
    torch.nn.CrossEntropyLoss: lambda made, module: torch.nn.CrossEntropyLoss.__init__(
        made, ignore_index=module.ignore_index, reduction=module.reduction),
    torch.nn.MSELoss: lambda made, module: torch.nn.MSELoss.__init__(made, reduction=module.reduction),
    torch.nn.Module: lambda made, module: torch.nn.Module.__init__(made),
}


def _deepcopy_module(self, memo):
    kind = type(self)
    made = kind.__new__(kind)
    memo[id(self)] = made
    _BEGIN[next(base for base in kind.__mro__ if base in _BEGIN)](made, self)
    made.train(self.training)
    lasting = {name for name, _ in self._own_state()}
    for name, parameter in self.named_parameters(recurse=False):
        made.register_parameter(name, copy.deepcopy(parameter, memo))
    for name, buffer in self.named_buffers(recurse=False):
        made.register_buffer(name, copy.deepcopy(buffer, memo), name in lasting)
    for name, child in self.named_children():
        made.add_module(name, copy.deepcopy(child, memo))
    for name, value in self.__dict__.items():
        made.__dict__[name] = copy.deepcopy(value, memo)
    for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked", "pos_weight"):
        # Those that are None are registered too.
        if name not in made.__dict__ and hasattr(self, name) and not hasattr(made, name):
            made.register_parameter(name, None)
    made._set_hooked(any(name in made.__dict__ for name in (
        "_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")))
    return made


def _get_submodule(self, target):
    module = self
    for name in target.split(".") if target else ():
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        module = getattr(module, name)
        if not isinstance(module, torch.nn.Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
    return module


def _part(self, target, listed, kind):
    path, _, name = target.rpartition(".")
    module = _get_submodule(self, path)
    if not hasattr(module, name):
        raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
    if name not in dict(listed(module)):
        raise AttributeError(f"`{name}` is not {kind}")
    return getattr(module, name)


def _get_parameter(self, target):
    return _part(self, target, lambda m: m.named_parameters(recurse=False), "an nn.Parameter")


def _get_buffer(self, target):
    return _part(self, target, lambda m: m.named_buffers(recurse=False), "a buffer")


def _add_copies():
    torch.Tensor.__deepcopy__ = _deepcopy_tensor
    module = torch.nn.Module
    module.__deepcopy__ = _deepcopy_module
    module.get_submodule, module.get_parameter, module.get_buffer = _get_submodule, _get_parameter, _get_buffer
    module.type = lambda self, dst_type: self.to(dst_type)


_add_copies()
