# SPDX-License-Identifier: Apache-2.0
"""state_dict and what reads it back."""
import collections
import collections.abc

import torch
import torch.nn


class _IncompatibleKeys(collections.namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


EXTRA = "_extra_state"  # the key of what get_extra_state() gives


def _register_for_state(module, kind, hook):
    """A hook that state_dict() or load_state_dict() calls; they stand in the module's own dict."""
    hooks = _hooks_of(module, kind)
    handle = RemovableHandle(lambda number: hooks.pop(number, None))
    hooks[handle.id] = hook
    return handle


def _state_hooks(module, kind):
    _need_ready(module, kind)
    return list(_plain(module).get(kind, {}).values())


def _register_state_dict_pre_hook(self, hook):
    return _register_for_state(self, "_state_dict_pre_hooks", hook)


def _register_state_dict_post_hook(self, hook):
    return _register_for_state(self, "_state_dict_hooks", hook)


def _register_load_state_dict_pre_hook(self, hook):
    return _register_for_state(self, "_load_state_dict_pre_hooks", hook)


def _register_load_state_dict_post_hook(self, hook):
    return _register_for_state(self, "_load_state_dict_post_hooks", hook)


def _get_extra_state(self):
    raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")


def _set_extra_state(self, state):
    raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")


def _children_by_name(module):
    """Each child under each of its names: a module that stands in two places counts twice."""
    return [(name, child) for name, child in torch.nn._own_parts(module, 2) if child is not None]


def _state_dict(self, *, destination=None, prefix="", keep_vars=False):
    if destination is None:
        destination = collections.OrderedDict()
        destination._metadata = collections.OrderedDict()
    found = destination
    about = {"version": self._version}
    if hasattr(found, "_metadata"):
        found._metadata[prefix[:-1]] = about
    for hook in _state_hooks(self, "_state_dict_pre_hooks"):
        hook(self, prefix, keep_vars)
    for name, tensor in self._own_state():
        found[prefix + name] = tensor if keep_vars else tensor.detach()
    if type(self).get_extra_state is not _get_extra_state:
        found[prefix + EXTRA] = self.get_extra_state()
    for name, child in _children_by_name(self):
        child.state_dict(destination=found, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for hook in _state_hooks(self, "_state_dict_hooks"):
        if hook(self, found, prefix, about) is not None:
            raise RuntimeError("state_dict post-hook must return None")
    return found


class _StateLoader:
    """What load_state_dict finds out on its way through the modules."""

    def __init__(self, state, about, assign):
        self.state, self.assign = state, assign
        self.about = about  # of each module: the version that it was saved in
        self.missing, self.unexpected, self.errors = [], [], []

    def _put(self, module, name, key, tensor):
        given = self.state[key]
        if not isinstance(given, torch.Tensor):
            self.errors.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint '
                               f"but received {type(given)}")
            return
        if tensor.dim() == 0 and given.shape == (1,):
            given = given[0]
        if given.shape != tensor.shape:
            self.errors.append(f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, the shape in "
                               f"current model is {tensor.shape}.")
        elif not self.assign:
            with no_grad():
                tensor.copy_(given)
        elif isinstance(tensor, torch.nn.Parameter) and not isinstance(given, torch.nn.Parameter):
            setattr(module, name, torch.nn.Parameter(given, tensor.requires_grad))
        else:
            setattr(module, name, given)

    def visit(self, module, prefix=""):
        about = {} if self.about is None else self.about.get(prefix[:-1], {})
        if self.assign:
            about["assign_to_params_buffers"] = True
        if hasattr(module, "_before_version_2") and (about.get("version") or 1) < 2:
            module._before_version_2(self.state, prefix)
        for hook in _state_hooks(module, "_load_state_dict_pre_hooks"):
            hook(module, self.state, prefix, about, True, self.missing, self.unexpected, self.errors)
        own = dict(module._own_state())
        for name, tensor in own.items():
            if prefix + name in self.state:
                self._put(module, name, prefix + name, tensor)
            else:
                self.missing.append(prefix + name)
        if type(module).set_extra_state is not _set_extra_state:
            if prefix + EXTRA in self.state:
                module.set_extra_state(self.state[prefix + EXTRA])
            else:
                self.missing.append(prefix + EXTRA)
        elif prefix + EXTRA in self.state:
            self.unexpected.append(prefix + EXTRA)
        children = _children_by_name(module)
        names = {name for name, _ in children}
        for key in self.state:
            if key.startswith(prefix) and key != prefix + EXTRA:
                first, *more = key[len(prefix):].split(".", 1)
                if first not in (names if more else own):
                    self.unexpected.append(key)
        for name, child in children:
            self.visit(child, f"{prefix}{name}.")
        for hook in _state_hooks(module, "_load_state_dict_post_hooks"):
            told = _IncompatibleKeys(self.missing, self.unexpected)
            assert hook(module, told) is None, "Hooks registered with ``register_load_state_dict_post_hook`` are notexpected to return " \
                "new values, if incompatible_keys need to be modified,it should be done inplace."


def _load_state_dict(self, state_dict, strict=True, assign=False):
    if not isinstance(state_dict, collections.abc.Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    loader = _StateLoader(collections.OrderedDict(state_dict), getattr(state_dict, "_metadata", None), assign)
    loader.visit(self)
    errors = list(loader.errors)
    if strict:
        for kind, keys in (("Unexpected", loader.unexpected), ("Missing", loader.missing)):
            if keys:
                errors.insert(0, f"{kind} key(s) in state_dict: {', '.join(f'{chr(34)}{key}{chr(34)}' for key in keys)}. ")
    if errors:
        raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__, "\n\t".join(errors)))
    return _IncompatibleKeys(loader.missing, loader.unexpected)


def _to_empty(self, *, device, recurse=True):
    """Every parameter and buffer anew on a device, with nothing in it."""
    parts = self.modules() if recurse else (self,)
    for part in parts:
        for _, tensor, *_ in (*torch.nn._own_parts(part, 0), *torch.nn._own_parts(part, 1)):
            if tensor is not None:
                tensor.data = torch.empty_like(tensor, device=device)
    return self


def _set_submodule(self, target, module, strict=False):
    if not target:
        raise ValueError("Cannot set the submodule without a target name!")
    if not isinstance(module, torch.nn.Module):
        raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
    path, _, name = target.rpartition(".")
    parent = self.get_submodule(path)
    if strict and not hasattr(parent, name):
        raise AttributeError(f"{type(parent).__name__} has no attribute `{name}`")
    if not isinstance(getattr(parent, name, module), torch.nn.Module):
        raise AttributeError(f"`{name}` is not an nn.Module")
    setattr(parent, name, module)


def _apply(self, function):
    for child in self.children():
        child.apply(function)
    function(self)
    return self
