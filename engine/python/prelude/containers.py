# SPDX-License-Identifier: Apache-2.0
"""Modules that hold others: what .to() and parameters() see of a list or a dict."""
import operator

import torch.nn


def _children(module):
    return [child for _, child in _children_by_name(module)]


def _refill(module, children):
    """These children and no others, named by their places."""
    for name, _ in reversed(_children_by_name(module)):  # the last goes quickest
        torch.nn.Module.__delattr__(module, name)
    for i, child in enumerate(children):
        _add_module(module, str(i), child)


def _push_in(module, index, child):
    """Before the child that its place names; those behind it, each found by its name, move on by one."""
    if child is not None and not isinstance(child, torch.nn.Module):
        raise TypeError(f"{_typename(child)} is not a Module subclass")
    named = dict(_children_by_name(module))
    for i in range(module._child_count(), index, -1):
        _add_module(module, str(i), named[str(i - 1)])
    _add_module(module, str(index), child)


def _place_in(module, index):
    """A child's place from 0 up."""
    index, n = operator.index(index), len(module)
    if not -n <= index < n:
        raise IndexError(f"index {index} is out of range")
    return index % n


def _name_at(module, index):
    return module._child_at(_place_in(module, index))[0]


def _pop(self, key):
    child = self[key]
    del self[key]
    return child


class ModuleList(torch.nn.Module):
    """Modules that .to() and parameters() see, in a list."""

    def __init__(self, modules=None):
        super().__init__()
        for module in modules or ():
            self.append(module)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        if not hasattr(modules, "__iter__"):
            raise TypeError("ModuleList.extend should be called with an iterable, but got " + type(modules).__name__)
        for module in modules:
            self.append(module)
        return self

    def insert(self, index, module):
        _push_in(self, index, module)

    pop = _pop

    def __len__(self):
        return self._child_count()

    def __iter__(self):
        return iter(_children(self))

    def __getitem__(self, index):
        if type(index) is int and 0 <= index < self._child_count():
            return self._child_at(index)[1]
        return type(self)(_children(self)[index]) if isinstance(index, slice) else self._child_at(_place_in(self, index))[1]

    def __setitem__(self, index, module):
        self.add_module(_name_at(self, index), module)

    def __delitem__(self, index):
        children = _children(self)
        del children[index if isinstance(index, slice) else _place_in(self, index)]
        _refill(self, children)

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return type(self)(_children(self) + list(other))

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def __repr__(self):
        # Neighbours that look alike are shown once.
        runs = []
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        if not runs:
            return f"{type(self).__name__}()"
        lines = [(f"({first}): " if first == last else f"({first}-{last}): {last - first + 1} x ") + text.replace("\n", "\n  ")
                 for first, last, text in runs]
        return f"{type(self).__name__}(\n  " + "\n  ".join(lines) + "\n)"


class ModuleDict(torch.nn.Module):
    """Modules by name, which .to() and parameters() see."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def update(self, modules):
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self[name] = module

    def clear(self):
        for name in list(self.keys()):
            del self[name]

    pop = _pop

    def __getitem__(self, name):
        if not (isinstance(name, str) and self._has_child(name)):
            raise KeyError(name)
        return torch.nn.Module.__getattr__(self, name)

    def __setitem__(self, name, module):
        self.add_module(name, module)

    def __delitem__(self, name):
        if not (isinstance(name, str) and self._has_child(name)):
            raise KeyError(name)
        delattr(self, name)

    def __len__(self):
        return self._child_count()

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, name):
        return isinstance(name, str) and self._has_child(name)

    def keys(self):
        return dict(_children_by_name(self)).keys()

    def values(self):
        return dict(_children_by_name(self)).values()

    def items(self):
        return dict(_children_by_name(self)).items()


def _sequential_item(self, index):
    if type(index) is int and 0 <= index < self._child_count():
        return self._child_at(index)[1]
    if isinstance(index, slice):
        made = type(self)()
        for name, child in _children_by_name(self)[index]:
            made.add_module(name, child)
        return made
    return self._child_at(_place_in(self, index))[1]


def _sequential_set(self, index, module):
    self.add_module(_name_at(self, index), module)


def _sequential_delete(self, index):
    children = list(_children_by_name(self))
    gone = children[index] if isinstance(index, slice) else [children[_place_in(self, index)]]
    for name, _ in gone:
        delattr(self, name)
    left = [child for _, child in _children_by_name(self)]
    _refill(self, left)


def _sequential_insert(self, index, module):
    if not isinstance(module, torch.nn.Module):
        raise AssertionError(f"module should be of type: {torch.nn.Module}")
    n = len(self)
    if not -n <= index <= n:
        raise IndexError(f"Index out of range: {index}")
    _push_in(self, index + n if index < 0 else index, module)
    return self


def _sequential_extend(self, modules):
    for module in modules:
        self.append(module)
    return self


def _sequential_sum(self, other):
    if not isinstance(other, torch.nn.Sequential):
        raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
    return torch.nn.Sequential(*_children(self), *_children(other))


def _sequential_grown(self, other):
    if not isinstance(other, torch.nn.Sequential):
        raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
    return self.extend(_children(other))


def _times(self, other):
    if not isinstance(other, int):
        raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
    if other <= 0:
        raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
    return _children(self) * other


def _sequential_product(self, other):
    return torch.nn.Sequential(*_times(self, other))


def _add_to_sequential():
    sequential = torch.nn.Sequential
    sequential.__getitem__ = _sequential_item
    sequential.__setitem__ = _sequential_set
    sequential.__delitem__ = _sequential_delete
    sequential.__iter__ = lambda self: iter(_children(self))
    sequential.__add__, sequential.__iadd__ = _sequential_sum, _sequential_grown
    sequential.__mul__ = sequential.__rmul__ = _sequential_product
    sequential.insert = _sequential_insert
    sequential.extend = _sequential_extend
    sequential.pop = _pop


_add_to_sequential()
