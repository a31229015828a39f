# SPDX-License-Identifier: Apache-2.0
"""What a module's __dict__ shows: PyTorch keeps all of a module there, the engine only what is plain."""
import collections
import copy

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

    def __ior__(self, others):
        self.update(others)
        return self

    def __deepcopy__(self, memo):
        return {name: copy.deepcopy(value, memo) for name, value in self.items()}

    def __copy__(self):
        return dict(self.items())


class _Parts(_WrittenThrough):
    """module._parameters, ._buffers or ._modules."""

    def __init__(self, module, which):
        super().__init__()  # filled by what looks at all of it
        _need_ready(module, _PARTS[which])
        self._module, self._which = module, which

    def _put(self, name, value):
        (_register_parameter, _register_buffer, _add_module)[self._which](self._module, name, value)

    def __delitem__(self, name):
        if name not in self:
            raise KeyError(name)
        torch.nn.Module.__delattr__(self._module, name)
        dict.pop(self, name, None)

    def _follow(self):
        """What the module has got or lost since."""
        now = {part[0]: part[1] for part in _parts_listed(self._module, self._which)}
        if len(now) != dict.__len__(self) or any(a != b or v is not w for (a, v), (b, w) in zip(now.items(), dict.items(self))):
            dict.clear(self)
            dict.update(self, now)


def _following(name):
    plain = getattr(dict, name)

    def method(self, *args):
        self._follow()
        return plain(self, *args)

    return method


def _quick(name, of_children):
    """The same of a dict of children, which can be many, without a look at all of them."""
    all_of_them = getattr(_Parts, name)

    def method(self, *args):
        return of_children(self, *args) if self._which == 2 else all_of_them(self, *args)

    return method


def _child_named(parts, name):
    if not _has_child(parts, name):
        raise KeyError(name)
    return torch.nn.Module.__getattr__(parts._module, name)


def _has_child(parts, name):
    return isinstance(name, str) and parts._module._has_child(name)


for _name in ("__iter__", "__len__", "__contains__", "__getitem__", "__eq__", "__ne__", "__or__", "__ror__", "__repr__", "__reversed__", "keys",
              "values", "items", "get", "copy"):
    setattr(_Parts, _name, _following(_name))
for _name, _one in (("__len__", lambda parts: parts._module._child_count()), ("__contains__", _has_child), ("__getitem__", _child_named),
                    ("get", lambda parts, name, otherwise=None: _child_named(parts, name) if _has_child(parts, name) else otherwise)):
    setattr(_Parts, _name, _quick(_name, _one))


def _put_parts(module, which, parts):
    """module._parameters = {...}"""
    own = _Parts(module, which)
    given = dict(parts.items())  # before what it may be a view of is emptied
    if given.keys() != own.keys() or any(given[name] is not own[name] for name in given):
        own.clear()
        own.update(given)


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
            _put_parts(self._module, _PARTS.index(name), value)
        elif name == "_non_persistent_buffers_set":
            for buffer in value:
                _register_buffer(self._module, buffer, self._module._buffers[buffer], False)
        elif name == "_is_full_backward_hook":
            pass  # what the hooks say
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
        setattr(module, name, property(lambda self, which=which: _Parts(self, which), lambda self, value, which=which: _put_parts(self, which, value)))
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
