# SPDX-License-Identifier: Apache-2.0
"""copy.copy and copy.deepcopy of tensors, modules and what else a lesson copies, and a module's parts by their dotted names."""
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


_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")


_MADE_LIKE = {kind: kind.__setstate__ for kind in vars(torch.nn).values() if isinstance(kind, type) and "__setstate__" in vars(kind)}


def _blank_copy(module):
    """A module of the same class and settings that has no parameters, buffers and children yet."""
    kind = type(module)
    made = kind.__new__(kind)
    for base in kind.__mro__:
        if base in _MADE_LIKE:
            _MADE_LIKE[base](made, module)
            return made


def _set_state(self, state):
    """What a module's __getstate__ gave, or its __dict__, put into it."""
    self.__dict__.update(state)


def _has_own_state(module):
    kind = type(module)
    return kind.__setstate__ is not _set_state or kind.__getstate__ is not object.__getstate__


def _copy_by_state(module, memo):
    """A copy by the learner's own __getstate__ and __setstate__, deep where there is a memo."""
    made = _blank_copy(module)
    if memo is not None:
        memo[id(module)] = made
    own = type(module).__getstate__ is not object.__getstate__
    state = module.__getstate__() if own else dict(module.__dict__)
    made.__setstate__(state if memo is None else copy.deepcopy(state, memo))
    made._set_hooked(any(_plain(made).get(name) for name in _HOOKS))
    return made


_being_reduced = set()


class _Original:
    """Stands in what a module's inherited __reduce_ex__ gives, while it is copied, for the module and its copy."""

    def __init__(self, module, is_copy=False):
        self.module, self.is_copy = module, is_copy

    def __deepcopy__(self, memo):
        return _Original(_deepcopy_as_inherited(self.module, memo), True)


def _copy_of(original):
    return original.module if original.is_copy else _copy_as_inherited(original.module)


def _reduced_module(self, protocol):
    if id(self) not in _being_reduced:
        return _not_pickled(self, protocol)
    return _copy_of, (_Original(self),), None, None, None


def _by_reduction(self, memo):
    """The copy that a class with a __reduce__ or __reduce_ex__ of its own asks for; None where it has none."""
    for kind in type(self).__mro__[:-1]:
        if kind is torch.nn.Module:
            return None
        for name, given in (("__reduce_ex__", (4,)), ("__reduce__", ())):
            if name in vars(kind):
                _being_reduced.add(id(self))
                try:
                    asked = getattr(self, name)(*given)
                finally:
                    _being_reduced.discard(id(self))
                return self if isinstance(asked, str) else copy._reconstruct(self, memo, *asked)


def _deepcopy_module(self, memo):
    reduced = _by_reduction(self, memo)
    return _deepcopy_as_inherited(self, memo) if reduced is None else reduced


def _deepcopy_as_inherited(self, memo):
    if _has_own_state(self):
        return _copy_by_state(self, memo)
    made = memo[id(self)] = _blank_copy(self)
    _plain(made).update((name, copy.deepcopy(value, memo)) for name, value in _plain(self).items())
    parameters, buffers, children = _all_parts(self)
    for name, parameter in parameters:
        made.register_parameter(name, copy.deepcopy(parameter, memo))
    for name, buffer, persistent in buffers:
        made.register_buffer(name, copy.deepcopy(buffer, memo), persistent)
    for name, child in children:
        made.add_module(name, copy.deepcopy(child, memo))
    made._set_hooked(any(_plain(made).get(name) for name in _HOOKS))
    return made


def _copy_module(self):
    reduced = _by_reduction(self, None)
    return _copy_as_inherited(self) if reduced is None else reduced


def _copy_as_inherited(self):
    """A module of its own with the very parameters, buffers, children and attributes of this one."""
    if _has_own_state(self):
        return _copy_by_state(self, None)
    made = _blank_copy(self)
    _plain(made).update(_plain(self))
    parameters, buffers, children = _all_parts(self)
    for name, parameter in parameters:
        made.register_parameter(name, parameter)
    for name, buffer, persistent in buffers:
        made.register_buffer(name, buffer, persistent)
    for name, child in children:
        made.add_module(name, child)
    made._set_hooked(any(_plain(made).get(name) for name in _HOOKS))
    return made


def _copy_tensor(self):
    """A tensor of its own over the same memory."""
    made = self.detach()
    if isinstance(self, torch.nn.Parameter):
        return torch.nn.Parameter(made, self.requires_grad)
    return made.requires_grad_() if self.requires_grad else made


def _copy_generator(self, memo=None):
    made = torch.Generator(self.device)
    made.set_state(self.get_state())
    if memo is not None:
        memo[id(self)] = made
    return made


def _not_pickled(self, protocol):
    """torch.save() writes a format of its own: reading it never runs code, which pickle's does."""
    raise TypeError(f"cannot pickle {type(self).__name__!r} object: ToDevice has no pickle of it; torch.save(x, path) keeps tensors and "
                    "what state_dict() gives, torch.load(path) reads them")


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
    for kind in _MADE_LIKE:
        del kind.__setstate__
    module.__setstate__ = _set_state
    module.__deepcopy__, module.__copy__ = _deepcopy_module, _copy_module
    torch.device.__deepcopy__, torch.device.__copy__ = lambda self, memo: self, lambda self: self  # it never changes
    torch.Generator.__deepcopy__ = torch.Generator.__copy__ = _copy_generator
    torch.Tensor.__copy__ = _copy_tensor
    torch.device.__reduce_ex__ = lambda self, protocol: (torch.device, (str(self),))
    module.__reduce_ex__ = _reduced_module
    for kind in (torch.Tensor, torch.Generator):
        kind.__reduce_ex__ = _not_pickled
    module.get_submodule, module.get_parameter, module.get_buffer = _get_submodule, _get_parameter, _get_buffer
    module.type = lambda self, dst_type: self.to(dst_type)


_add_copies()
