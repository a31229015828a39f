# SPDX-License-Identifier: Apache-2.0
"""How a name of the bindings is called: read from what pybind11 writes into its text, or from a Python function itself."""
import inspect
import re
import types

import torch
from torch import _split_at_commas as split_at_commas

BUILTINS = {"int", "float", "bool", "str", "bytes", "tuple", "list", "dict", "set"}


class Parameter:
    """`text` is `self`, `*`, `*args` or a name; `kind` a type as stubs write it; `default` a text, or None where there is none."""

    def __init__(self, text, kind="typing.Any", default=None):
        self.text, self.kind, self.default = text, kind, default


class Signature:
    def __init__(self, parameters, returned):
        self.parameters, self.returned = parameters, returned

    def shown(self):
        """As the page has it: names and defaults, self left out."""
        return "(" + ", ".join(p.text if p.default is None else f"{p.text}={p.default}" for p in self.parameters
                               if p.text != "self") + ")"


def stub_type(text):
    """A type as pybind11 writes it, as a stub can: what it cannot say becomes Any."""
    text = text.strip()
    text = re.sub(r"\btyping\.Supports(Int|Float)\b", lambda found: found[1].lower(), text).split(" | typing.SupportsIndex")[0]
    if text == "None":
        return "None"
    if text in BUILTINS:
        return "builtins." + text
    if text == "Tensor":
        return "torch.Tensor"
    if re.fullmatch(r"torch(\.[A-Za-z]\w*)+", text):
        return text
    found = re.fullmatch(r"(?:List|list|Sequence|collections\.abc\.Sequence)\[(.*)\]", text)
    return f"builtins.list[{stub_type(found[1])}]" if found else "typing.Any"


def _parameter(text):
    name, _, rest = text.partition(":")
    if not rest:
        return Parameter(text)
    kind, _, default = rest.partition(" = ")
    return Parameter(name.strip(), stub_type(kind), default.strip() or None)


def _of_text(text, method):
    name, _, rest = text.partition("(")
    arguments, _, returned = rest.rpartition(") -> ")
    parameters = [_parameter(part) for part in split_at_commas(arguments)]
    if parameters and (method or parameters[0].text == "self"):  # torch.abs_ is Tensor's
        parameters[0] = Parameter("self") if method else Parameter("input", parameters[0].kind)
    return Signature(parameters, stub_type(returned))


def _of_python(function, method):
    signature = inspect.signature(function)
    parameters, keywords = [], False
    for at, given in enumerate(signature.parameters.values()):
        if given.name.startswith("_") and not given.name.startswith("__"):
            continue
        if given.kind is given.KEYWORD_ONLY and not keywords:
            parameters.append(Parameter("*"))
        keywords |= given.kind in (given.KEYWORD_ONLY, given.VAR_POSITIONAL)
        stars = {given.VAR_POSITIONAL: "*", given.VAR_KEYWORD: "**"}.get(given.kind, "")
        default = None if given.default is given.empty else repr(given.default)
        parameters.append(Parameter("self" if method and at == 0 else stars + given.name, default=default))
    returned = signature.return_annotation
    known = isinstance(returned, type) and returned.__module__ == "torch"
    return Signature(parameters, f"torch.{returned.__name__}" if known else "typing.Any")


def _as_bound(value):
    """The function behind one that is built in, or in Python, only as PyTorch's is."""
    value = value if torch._made_of(value) is None else torch._made_of(value)
    inner = inspect.unwrap(value) if isinstance(value, types.FunctionType) else value
    return value if isinstance(inner, types.FunctionType) else inner


def of(value, method=False):
    """All the ways to call a function or method; none where nothing is told."""
    if isinstance(value, (staticmethod, classmethod)):
        return [Signature([Parameter("cls"), *s.parameters] if isinstance(value, classmethod) else s.parameters, s.returned)
                for s in _bound(value)]
    value = _as_bound(value)
    if isinstance(value, types.FunctionType):
        return [_of_python(value, method)]
    lines = [line for line in (getattr(value, "__doc__", None) or "").splitlines() if " -> " in line and "(" in line]
    numbered = [line.partition(". ")[2] for line in lines if re.match(r"\d+\. ", line)]
    return [_of_text(line, method) for line in numbered or lines[:1]]


def _bound(value):
    signature = _of_python(value.__func__, isinstance(value, classmethod))
    return [Signature([p for p in signature.parameters if p.text != "self"], signature.returned)]


def of_class(kind):
    """How an object of the class is made."""
    for base in kind.__mro__:
        if base is object:
            break
        if isinstance(vars(base).get("__init__"), types.FunctionType):
            return [_of_python(vars(base)["__init__"], True)]
        if "__init__" in vars(base):
            return of(vars(base)["__init__"], True)
    return []
