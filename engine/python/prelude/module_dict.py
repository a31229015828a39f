# SPDX-License-Identifier: Apache-2.0
"""What a module's __dict__ shows: PyTorch keeps all of a module there, the engine only what is plain."""
import collections

import torch
import torch.nn

_plain = torch.nn._plain_dict  # the module's own dict: plain attributes, and hooks by their kind

_HOOK_KINDS = ("_backward_pre_hooks", "_backward_hooks", "_forward_hooks", "_forward_hooks_with_kwargs", "_forward_hooks_always_called",
               "_forward_pre_hooks", "_forward_pre_hooks_with_kwargs", "_state_dict_hooks", "_state_dict_pre_hooks",
               "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks")
# What the engine's own layers keep beside their parameters.
_SETTINGS = {torch.nn.Linear: ("in_features", "out_features"), torch.nn.ReLU: ("inplace",), torch.nn.Flatten: ("start_dim", "end_dim"),
             torch.nn.MSELoss: ("reduction",), torch.nn.CrossEntropyLoss: ("reduction", "ignore_index", "label_smoothing")}


def _hooks_of(module, kind):
    _need_ready(module, kind)
    return _plain(module).setdefault(kind, collections.OrderedDict())


class _WrittenThrough(dict):
    """A dict made of what a module has: what is written to it, the module has."""

    def __setitem__(self, name, value):
        self._put(name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name):
        super().__delitem__(name)
        torch.nn.Module.__delattr__(self._module, name)

    def pop(self, name, *otherwise):
        if name not in self and otherwise:
            return otherwise[0]
        value = self[name]
        del self[name]
        return value

    def update(self, *others, **more):
        for name, value in dict(*others, **more).items():
            self[name] = value

    def setdefault(self, name, value=None):
        if name not in self:
            self[name] = value
        return self[name]

    def popitem(self):
        name = next(reversed(self))
        return name, self.pop(name)

    def clear(self):
        for name in list(self):
            del self[name]


class _Parts(_WrittenThrough):
    """module._parameters, ._buffers or ._modules."""

    def __init__(self, module, which):
        super().__init__(part[:2] for part in _parts_listed(module, which))
        self._module, self._kind = module, (_register_parameter, _register_buffer, _add_module)[which]

    def _put(self, name, value):
        self._kind(self._module, name, value)


class _Own(_WrittenThrough):
    """module.__dict__."""

    def __init__(self, module):
        super().__init__()
        if not torch.nn._is_unready(module):
            shown = ("training", *_PARTS[:2], "_non_persistent_buffers_set", *_HOOK_KINDS[:2], "_is_full_backward_hook", *_HOOK_KINDS[2:],
                     _PARTS[2])
            own = (name for kind, names in _SETTINGS.items() if isinstance(module, kind) for name in names)
            dict.update(self, ((name, getattr(module, name)) for name in (*shown, *own)))
        dict.update(self, ((name, value) for name, value in _plain(module).items() if name not in self))
        self._module = module

    def _put(self, name, value):
        if name in _PARTS:
            parts = _Parts(self._module, _PARTS.index(name))
            parts.clear()
            parts.update(value)
        elif name in ("training", *(n for names in _SETTINGS.values() for n in names)):
            torch.nn.Module.__setattr__(self._module, name, value)  # not one that writes here
        else:
            _plain(self._module)[name] = value


def _dir(self):
    return sorted({*object.__dir__(self), *(name for which in range(3) for name in _own_names(self, which))})


def _show_parts():
    module = torch.nn.Module
    module.__dir__ = _dir
    for which, name in enumerate(_PARTS):
        setattr(module, name, property(lambda self, which=which: _Parts(self, which)))
    for kind in _HOOK_KINDS:
        setattr(module, kind, property(lambda self, kind=kind: _hooks_of(self, kind)))
    module._is_full_backward_hook = property(lambda self: True if self._backward_hooks else None)
    module._non_persistent_buffers_set = property(lambda self: {part[0] for part in _parts_listed(self, 1) if not part[2]})
    for kind in (_Parts, _Own):  # type() of them is printed as it is in PyTorch
        kind.__module__, kind.__name__, kind.__qualname__ = "builtins", "dict", "dict"
    own = property(_Own, lambda self, value: _Own(self).update(value))

    def show_dict(kind):
        if "__dict__" in vars(kind):  # Python gives each first subclass a plain one
            torch.nn._set_dict(kind, own)

    def init_subclass(kind, **more):
        super(module, kind).__init_subclass__(**more)  # a class beside Module in the list of bases
        show_dict(kind)

    for kind in {module, *(k for k in vars(torch.nn).values() if isinstance(k, type) and issubclass(k, module))}:
        show_dict(kind)
    module.__init_subclass__ = classmethod(init_subclass)


_show_parts()
