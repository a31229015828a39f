# SPDX-License-Identifier: Apache-2.0
"""What a module refuses as a parameter, a buffer or a child, and its parts under all their names."""
import torch
import torch.nn


_typename = torch.nn._typename
_PARTS = ("_parameters", "_buffers", "_modules")


def _need_ready(module, part):
    """PyTorch's error where the module's __init__ did not call super().__init__(), which makes this part."""
    if torch.nn._is_unready(module):
        raise AttributeError(f"'{type(module).__name__}' object has no attribute '{part}'")


def _parts_listed(module, which):
    _need_ready(module, _PARTS[which])
    return torch.nn._own_parts(module, which)


def _all_parts(module):
    return [torch.nn._own_parts(module, which) for which in range(3)]


def _own_names(module, which):
    return {part[0] for part in _parts_listed(module, which)}


_register_parameter, _register_buffer, _add_module = (
    torch.nn.Module.register_parameter, torch.nn.Module.register_buffer, torch.nn.Module.add_module)


def _is_taken(module, which, name):
    """Is the name that of something of another kind?"""
    if which == 2 and type(module).__getattr__ is torch.nn.Module.__getattr__:  # no error, which takes long, is waited for
        of_class = any(name in vars(kind) for kind in type(module).__mro__)
        return not module._has_child(name) and (name in torch.nn._plain_dict(module) or module._has_tensor(name)
                                                or (of_class and hasattr(module, name)))
    return hasattr(module, name) and name not in _own_names(module, which)


def _check_name(module, kind, which, name):
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {_typename(name)}")
    if "." in name:
        raise KeyError(f"{kind} name can't contain \".\"" + (f", got: {name}" if kind == "module" else ""))
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if _is_taken(module, which, name):
        raise KeyError(f"attribute '{name}' already exists")


def _checked_register_parameter(self, name, param):
    if torch.nn._is_unready(self):
        raise AttributeError("cannot assign parameter before Module.__init__() call")
    _check_name(self, "parameter", 0, name)
    if param is not None and not isinstance(param, torch.nn.Parameter):
        raise TypeError(f"cannot assign '{_typename(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)")
    _register_parameter(self, name, param)


def _checked_register_buffer(self, name, tensor, persistent=True):
    if torch.nn._is_unready(self):
        raise AttributeError("cannot assign buffer before Module.__init__() call")
    _check_name(self, "buffer", 1, name)
    if tensor is not None and not isinstance(tensor, torch.Tensor):
        raise TypeError(f"cannot assign '{_typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)")
    _register_buffer(self, name, tensor, persistent)


def _checked_add_module(self, name, module):
    if module is not None and not isinstance(module, torch.nn.Module):
        raise TypeError(f"{_typename(module)} is not a Module subclass")
    _need_ready(self, "_modules")
    _check_name(self, "module", 2, name)
    _add_module(self, name, module)


def _checked_register_module(self, name, module):
    self.add_module(name, module)


_train = torch.nn.Module.train


def _checked_train(self, mode=True):
    if not isinstance(mode, bool):
        raise ValueError("training mode is expected to be boolean")
    return _train(self, mode)


def _add_checks():
    module = torch.nn.Module
    for item in (_checked_register_parameter, _checked_register_buffer, _checked_add_module, _checked_register_module, _checked_train):
        setattr(module, item.__name__.removeprefix("_checked_"), item)


_add_checks()
