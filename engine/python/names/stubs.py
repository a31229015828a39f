# SPDX-License-Identifier: Apache-2.0
"""The package `torch` as .pyi files. Types stand under their full names, since Tensor has methods called float and device."""
import inspect
import keyword

import torch

import signatures
from inventory import CLASSES, contents, members, modules, set_in_init

HEAD = ('# Written from the bindings of ToDevice\'s torch. Point the editor\'s "stub path" at the folder that this package is in.\n'
        "import builtins\nimport typing\n\nimport torch\n")


def _parameters(signature):
    shown = []
    for parameter in signature.parameters:
        if parameter.text in ("self", "cls", "*"):
            shown.append(parameter.text)
        else:
            name = parameter.text + "_" * keyword.iskeyword(parameter.text)  # uniform_(from=...) cannot be written
            shown.append(f"{name}: {parameter.kind}" + ("" if parameter.default is None else " = ..."))
    return ", ".join(shown)


def _function(name, value, indent="", method=False):
    found = signatures.of(value, method)
    if not found:
        self = "self, " if method else ""
        return [f"{indent}def {name}({self}*args: typing.Any, **kwargs: typing.Any) -> typing.Any: ..."]
    lines = [f"{indent}@{type(value).__name__}"] if isinstance(value, (staticmethod, classmethod)) else []
    for signature in found:
        lines += [f"{indent}@typing.overload"] * (len(found) > 1)
        lines.append(f"{indent}def {name}({_parameters(signature)}) -> {signature.returned}: ...")
    return lines


def _property(kind, name, value):
    getter = signatures.of(value.fget)
    told = getter[0].returned if getter else "typing.Any"
    if told == "typing.Any" and kind is torch.Tensor:  # what a tensor shows
        told = CLASSES.get(type(getattr(torch.ones(1), name)), told)
    lines = ["    @property", f"    def {name}(self) -> {told}: ..."]
    if value.fset is not None:
        lines += [f"    @{name}.setter", f"    def {name}(self, value: typing.Any) -> None: ..."]
    return lines


SPECIAL = {"__len__": "builtins.int", "__index__": "builtins.int", "__int__": "builtins.int", "__float__": "builtins.float",
           "__bool__": "builtins.bool", "__contains__": "builtins.bool", "__hash__": "builtins.int"}


def _special(kind, name, value):
    if name in ("__eq__", "__ne__"):  # what `object` says of them cannot be narrowed
        return [f"    def {name}(self, other: typing.Any) -> typing.Any: ...  # type: ignore[override]"]
    made = kind is not None and CLASSES[kind] == "torch.Tensor" and name not in ("__iter__", "__setitem__", "__delitem__", "__format__")
    returned = SPECIAL.get(name, "torch.Tensor" if made else "typing.Any")
    given = {"__len__": "", "__index__": "", "__int__": "", "__float__": "", "__bool__": "", "__hash__": "", "__iter__": "",
             "__neg__": "", "__pos__": "", "__abs__": "", "__invert__": "", "__setitem__": ", key: typing.Any, value: typing.Any"}
    others = ", *args: typing.Any" if name in ("__exit__", "__call__") else "" if name == "__enter__" else ", other: typing.Any"
    return [f"    def {name}(self{given.get(name, others)}) -> {returned}: ..."]


def _base(kind):
    listed = next((CLASSES[base] for base in kind.__mro__[1:] if base in CLASSES), None)
    if listed:
        return listed
    for plain in (tuple, RuntimeError):
        if issubclass(kind, plain):
            return "builtins." + plain.__name__
    return "builtins.object"


def _class(name, kind):
    lines = [f"class {name}({_base(kind)}):"]
    if not issubclass(kind, BaseException) and kind.__name__ != "Size":
        for signature in signatures.of_class(kind)[:1]:
            lines.append(f"    def __init__({_parameters(signature)}) -> None: ...")
    if not signatures.of_class(kind) and CLASSES[kind] in ("torch.Tensor", "torch.nn.Parameter"):
        lines.append("    def __init__(self, *data: typing.Any, requires_grad: builtins.bool = ...) -> None: ...")
    if CLASSES[kind] == "torch.nn.Module":  # parameters, buffers and children
        lines.append("    def __getattr__(self, name: builtins.str) -> typing.Any: ...")
        lines.append("    forward: typing.Callable[..., typing.Any]")  # a module's own takes what it likes
    for member in members(kind):
        if member == "forward" and CLASSES[kind] == "torch.nn.Module":
            continue
        value = next((vars(base)[member] for base in kind.__mro__ if member in vars(base)), None)
        if member.startswith("__"):
            lines += _special(kind, member, value)
        elif isinstance(value, property):
            lines += _property(kind, member, value)
        elif value is None or member in set_in_init(kind) or not (callable(value) or hasattr(value, "__func__")):
            lines.append(f"    {member}: typing.Any")
        else:
            lines += _function(member, value, "    ", True)
    return lines + ["    ..."] * (len(lines) == 1) + [""]


def _module(path, module, children):
    lines = [HEAD] + [f"from . import {child} as {child}" for child in children] + [""]
    for name, value in contents(module):
        if keyword.iskeyword(name):
            continue
        if isinstance(value, type):
            here = f"{path}.{name}"
            lines += _class(name, value) if CLASSES[value] == here else [f"{name} = {CLASSES[value]}", ""]
        elif inspect.isroutine(value):
            lines += _function(name, value)
        else:
            known = CLASSES.get(type(value))
            lines.append(f"{name}: {known or 'typing.Any'}")
    return "\n".join(lines).rstrip("\n") + "\n"


def stubs():
    """{'torch/nn/__init__.pyi': text, ...}"""
    texts = {}
    for path, module in modules().items():
        if path == "torch._prelude":
            continue
        children = [other.rpartition(".")[2] for other in modules() if other.rpartition(".")[0] == path]
        texts[path.replace(".", "/") + ("/__init__.pyi" if children else ".pyi")] = _module(path, module, children)
    texts["torch/py.typed"] = ""
    return texts
