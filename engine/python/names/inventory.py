# SPDX-License-Identifier: Apache-2.0
"""Every public name that the bindings put into `torch`, taken from the modules themselves: what the page of names, the stubs
and the test of names go by. Nothing is listed by hand."""
import dis
import sys
import types

# What Python itself gives a class, or what only the bindings need.
PLUMBING = {"__module__", "__doc__", "__dict__", "__weakref__", "__slots__", "__init__", "__new__", "__init_subclass__", "__setstate__", "__reduce__",
            "__class_getitem__", "__getattr__", "__setattr__", "__delattr__", "__dir__", "__repr__", "__str__", "__deepcopy__"}


def modules():
    """{'torch': module, 'torch.nn': module, ...}"""
    return {name: sys.modules[name] for name in sorted(sys.modules) if name.split(".")[0] == "torch"}


def contents(module):
    """(name, value) of what a module offers, its submodules aside."""
    for name in sorted(vars(module)):
        value = vars(module)[name]
        if not name.startswith("_") and not isinstance(value, types.ModuleType):
            yield name, value


def _places():
    """{class: its path}: the shortest one where several names lead to it; of two, the one that the class itself tells."""
    places = {}
    for path, module in modules().items():
        for name, value in contents(module):
            if isinstance(value, type):
                told = f"{path}.{name}" == f"{value.__module__}.{value.__qualname__}"
                rank = (path.count("."), not told, name)
                if value not in places or rank < places[value][0]:
                    places[value] = (rank, f"{path}.{name}")
    return {kind: path for kind, (_, path) in places.items()}


CLASSES = _places()


def set_in_init(kind):
    """The public attributes that a Python class's __init__ sets."""
    init = vars(kind).get("__init__")
    if not isinstance(init, types.FunctionType):
        return set()
    return {step.argval for step in dis.get_instructions(init) if step.opname == "STORE_ATTR" and not step.argval.startswith("_")}


def _own(kind):
    plain = {name for name in vars(kind) if name.startswith("__") and name.endswith("__") and name not in PLUMBING
             and not isinstance(vars(kind)[name], type(None))}
    return plain | {name for name in vars(kind) if not name.startswith("_")} | set_in_init(kind)


def members(kind):
    """What a class adds to those above it that are listed themselves."""
    found = set()
    for base in kind.__mro__:
        if base is object or base.__module__ == "builtins" or (base is not kind and base in CLASSES):
            break
        found |= _own(base)
    return sorted(found)


def owner(kind, name):
    """The path of the listed class from which objects of `kind` have `name`, or None."""
    listed = None
    for base in kind.__mro__:
        listed = base if base in CLASSES else listed
        if name in vars(base) or name in set_in_init(base):
            return CLASSES[listed] if listed and base.__module__ != "builtins" and base is not object else None
    return None


def every_name():
    """All of them: 'torch.zeros', 'torch.Tensor.shape', 'torch.nn.Linear', 'torch.nn.Linear.in_features', ..."""
    names = {f"{path}.{name}" for path, module in modules().items() for name, _ in contents(module)}
    return names | {f"{path}.{name}" for kind, path in CLASSES.items() for name in members(kind)}
