# SPDX-License-Identifier: Apache-2.0
"""What is said of a call that does not fit a function of the engine: PyTorch's sentence, from the function's own text. PyTorch has
two manners of saying it, its C++ functions' and Python's own; which one a name has follows from where it stands."""
import torch

# Bound functions of `torch` that are Python in PyTorch; those of torch.cuda and the methods of all classes but Tensor are too.
_PYTHON_IN_PYTORCH = {"manual_seed", "initial_seed", "seed", "is_tensor"}
_SHOWN_TYPES = {"sequence": "tuple", "List[Tensor]": "tuple of Tensors", "List[int[2]]": "tuple of ints", "function": "function"}
# Methods without parameters that PyTorch nevertheless calls by its parser.
_PARSED = {"clone", "contiguous", "cpu", "numpy", "float", "double", "half", "bfloat16", "long", "int", "short", "char", "byte", "bool"}
# The function that a layer calls, where that has not the layer's name in small letters.
_CALLED_BY = {"CrossEntropyLoss": "cross_entropy_loss"}
_SAID_OWNERS = {("MSELoss", "__init__"): "_Loss"}  # it has no __init__ of its own there
_PLAIN_TYPES = {"str": str, "dict": dict, "bool": bool}


def _split_at_commas(text):
    """At the commas that stand in no bracket and no quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for at, sign in enumerate(text):
        quoted ^= sign == "'"
        depth += 0 if quoted else (sign in "([{<") - (sign in ")]}>" and text[at - 1] != "-")
        if sign == "," and depth == 0 and not quoted:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in parts + [text[start:].strip()] if part]


class _Taken:
    """One parameter of a bound function."""

    def __init__(self, text, keyword_only):
        name, _, rest = text.partition(":")
        kind, _, self.default = rest.partition(" = ")
        self.name, self.kind, self.keyword_only = name.strip(), kind.strip(), keyword_only
        self.shown = "tuple of Tensors" if self.name == "tensors" else _SHOWN_TYPES.get(self.kind, self.kind)

    def fits(self, value):
        if self.kind == "Tensor":
            return isinstance(value, torch.Tensor)
        if self.kind == "int":
            return hasattr(value, "__index__") and not isinstance(value, torch.Tensor)
        if self.kind == "float":
            return isinstance(value, (int, float))
        if self.kind in _PLAIN_TYPES:
            return isinstance(value, _PLAIN_TYPES[self.kind])
        if self.kind.startswith(("List[", "sequence", "Tuple[")):
            return isinstance(value, (list, tuple))
        if self.kind in ("torch.dtype", "torch.device"):
            return isinstance(value, getattr(torch, self.kind[6:]))
        return True


class _Way:
    """One way to call a bound function."""

    def __init__(self, line):
        self.name, _, rest = line.partition("(")
        if self.name.startswith("_") and not self.name.startswith("__"):
            self.name = self.name[1:]  # what a function of torch.nn.functional calls
        keyword_only, self.takes, self.open = False, [], False
        for part in _split_at_commas(rest.rpartition(") -> ")[0]):
            if part == "*" or part.startswith("*"):
                keyword_only, self.open = True, self.open or part != "*"
            elif part != "/":
                self.takes.append(_Taken(part, keyword_only))
        self.owner = None
        setter = not self.name and len(self.takes) == 2  # pybind11 gives it no name
        if self.takes and (setter or self.takes[0].name == "self"):
            self.owner = self.takes.pop(0).kind.rpartition(".")[2]
        if setter:
            self.name = "attribute"

    def shown(self):
        parts = []
        for taken in self.takes:
            if taken.keyword_only and "*" not in parts:
                parts.append("*")
            kind = "" if taken.kind == "object" else taken.shown + " "
            parts.append(kind + taken.name + (f" = {taken.default}" if taken.default else ""))
        return f"({', '.join(parts)})"


def _kinds(args, kwargs):
    return ", ".join([type(a).__name__ for a in args] + [f"{k}={type(v).__name__}" for k, v in kwargs.items()])


def _listed(names):
    names = [f"'{name}'" for name in names]
    if len(names) < 3:
        return " and ".join(names)
    return ", ".join(names[:-1]) + ", and " + names[-1]


def _too_many(said, least, most, given):
    if least != most:
        return f"{said}() takes from {least} to {most} positional arguments but {given} were given"
    return f"{said}() takes {most} positional argument{'' if most == 1 else 's'} but {given} {'was' if given == 1 else 'were'} given"


def _wrong_kind(said, way, args, kwargs):
    """The first argument that is of the wrong type."""
    for at, taken in enumerate(way.takes):
        by_place = at < len(args) and not taken.keyword_only
        if not by_place and taken.name not in kwargs:
            continue
        value = args[at] if by_place else kwargs[taken.name]
        if taken.fits(value):
            continue
        if re.fullmatch(r"arg\d+", taken.name):
            if at == 0 and way.owner is None and taken.kind == "Tensor":
                return f"{said}(): argument 'input' (position 1) must be Tensor, not {type(value).__name__}"
            return f"{said} must be {taken.shown}, not {type(value).__name__}"
        place = f" (position {at + 1})" if by_place else ""
        return f"{said}(): argument '{taken.name}'{place} must be {taken.shown}, not {type(value).__name__}"
    return None


def _unexpected(said, takes, args, kwargs):
    known = [taken.name for taken in takes]
    for name in kwargs:
        if name not in known:
            return f"{said}() got an unexpected keyword argument '{name}'"
        if name in known[:len(args)]:
            return f"{said}() got multiple values for argument '{name}'"
    return None


def _missing(said, names):
    """As PyTorch's functions of C++ say it."""
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"{said}() missing {len(names)} required positional argument{'s' if len(names) == 1 else ''}: {quoted}"


def _as_python(way, args, kwargs):
    said, own = (f"{_SAID_OWNERS.get((way.owner, way.name), way.owner)}.{way.name}", 1) if way.owner else (way.name, 0)
    by_place = [taken for taken in way.takes if not taken.keyword_only]
    unexpected = _unexpected(said, way.takes, args, kwargs)
    if unexpected:
        return unexpected
    if len(args) > len(by_place):
        return _too_many(said, own + sum(not taken.default for taken in by_place), own + len(by_place), own + len(args))
    missing = [taken.name for taken in by_place[len(args):] if not taken.default and taken.name not in kwargs]
    if missing:
        return f"{said}() missing {len(missing)} required positional argument{'' if len(missing) == 1 else 's'}: {_listed(missing)}"
    # A layer hands what it is given to the function of its name.
    return _wrong_kind(_CALLED_BY.get(way.owner, way.owner.lower()) if way.owner and way.name == "forward" else said, way, args, kwargs)


def _as_cpp(way, args, kwargs):
    by_place = [taken for taken in way.takes if not taken.keyword_only]
    if way.owner and not way.takes and way.name not in _PARSED:
        return f"TensorBase.{way.name}() takes " + (f"no arguments ({len(args)} given)" if args else "no keyword arguments")
    if len(args) > len(by_place):
        return _too_many(way.name, sum(not taken.default for taken in by_place), len(by_place), len(args))
    missing = [taken.name for taken in by_place[len(args):] if not taken.default and taken.name not in kwargs]
    if missing:
        last = next(at for at, taken in enumerate(way.takes) if taken.name == missing[0])
        before = _Way.__new__(_Way)
        before.takes = way.takes[:last]
        return _wrong_kind(way.name, before, args, kwargs) or _missing(way.name, missing)
    return _wrong_kind(way.name, way, args, kwargs) or _unexpected(way.name, way.takes, args, kwargs)


def _wrong_arguments(text, module, args, kwargs, given_kwargs, own):
    lines = [line for line in text.splitlines() if " -> " in line and "(" in line]
    numbered = [line.partition(". ")[2] for line in lines if re.match(r"\d+\. ", line)]
    # An overload of the same names only takes more types: the later one tells.
    ways = list({tuple(taken.name for taken in way.takes): way for way in map(_Way, numbered or lines[:1])}.values())
    kwargs = kwargs or {}
    if ways[0].owner == "object":
        ways[0].owner = next(kind.__name__ for kind in type(args[0]).__mro__ if ways[0].name in vars(kind))
    if ways[0].owner == "Module" and ways[0].name == "__init__":
        ways[0].owner = type(args[0]).__name__  # Module's own says whose it is
    given = args[1:] if ways[0].owner else args
    if ways[0].owner == "Tensor" or not ways[0].owner and module in (None, "torch"):
        said = _fits_no_way(ways[0].name, args, given_kwargs or {}, bool(ways[0].owner))
        if said:
            return said
    if ways[0].owner in ("device", "Generator") and ways[0].name == "__init__":
        said = _fits_no_way(ways[0].owner, args, kwargs, True)
        if said:
            return said
    if own:
        return None
    if ways[0].owner == "MSELoss" and ways[0].name == "forward" and len(given) == 2:
        torch.nn.functional.mse_loss(*given)  # what it looks for first, it says
    weight = kwargs.get("weight", given[0] if given else None)
    if ways[0].owner == "CrossEntropyLoss" and ways[0].name == "__init__" and weight is not None and not isinstance(weight, torch.Tensor):
        return f"cannot assign '{_typename(weight)}' object to buffer 'weight' (torch Tensor or None required)"
    if ways[0].owner == "Linear" and ways[0].name == "__init__" and len(given) > 1:
        torch.empty((given[1], given[0]), device=kwargs.get("device"), dtype=kwargs.get("dtype"))  # its weight
    if len(ways) == 1 and not ways[0].open:
        python = ways[0].owner != "Tensor" if ways[0].owner else module == "torch.cuda" or ways[0].name in _PYTHON_IN_PYTORCH
        said = (_as_python if python else _as_cpp)(ways[0], given, kwargs)
        if said:
            return said
    too_large = [value for value in (*given, *kwargs.values()) if isinstance(value, int) and not -(2**63) <= value < 2**63]
    if too_large:
        raise ValueError("Overflow when unpacking long long")
    name = ways[0].owner if ways[0].name == "__init__" else ways[0].name
    expected = f" {ways[0].shown()}" if len(ways) == 1 else " one of:" + "".join(f"\n * {way.shown()}" for way in ways)
    return f"{name}() received an invalid combination of arguments - got ({_kinds(given, kwargs)}), but expected{expected}"
