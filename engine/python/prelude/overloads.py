# SPDX-License-Identifier: Apache-2.0
"""PyTorch's functions that can be called in several ways: what it says of a call that fits none of them."""
import functools
import types

import torch

_MADE = "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, " \
        "bool requires_grad = False"
_COMPARED = "x, Tensor other, *, out | x, Number other, *, out"
_BITS = "x, Tensor other, *, out | Number self, Tensor other | x, Number other, *, out"
_EXTREME = "x, *, out | x, Tensor other, *, out | x, int dim, keepdim, *, outs | x, name dim, keepdim, *, outs"
_SPREAD = ("x, ints dim, bool unbiased = True, keepdim, *, out | x, ints dim = None, *, Number correction = None, keepdim, out | "
           "x, bool unbiased = True | x, names dim, bool unbiased = True, keepdim, *, out | "
           "x, names dim, *, Number correction = None, keepdim, out")
_FILLED = "ints size, *, names names, made | ints size, *, out, made"
_RANDOM = ("ints size, *, torch.Generator generator, names names, made | ints size, *, torch.Generator generator, out, made | "
           "ints size, *, out, made | ints size, *, names names, made")
_SUMMED = "x, *, torch.dtype dtype = None | x, ints dim, keepdim, *, torch.dtype dtype = None, out | " \
          "x, names dim, keepdim, *, torch.dtype dtype = None, out"
_SOFTMAX = "x, int dim, torch.dtype dtype = None, *, out | x, name dim, *, torch.dtype dtype = None"
_TRUTH = "x, *, out | x, ints dim = None, keepdim, *, out | x, int dim, keepdim, *, out | x, name dim, keepdim, *, out"
_CLAMPED = "x, Tensor min = None, Tensor max = None, *, out | x, Number min = None, Number max = None, *, out"
_JOINED = "tuple of Tensors tensors, int dim = 0, *, out | tuple of Tensors tensors, name dim, *, out"
_RANDOM_LIKE = "x, *, torch.Generator generator, format, made | x, *, format, made"
_CONVOLUTION = " | ".join(f"x, Tensor weight, Tensor bias = None, ints stride = 1, {padding}, ints dilation = 1, int groups = 1"
                          for padding in ("ints padding = 0", 'str padding = "valid"'))
_CHOSEN = "torch.Generator generator, out, made"

# The ways, "|" between them. Short for: x, the tensor (which a method has before its dot); out and outs, which methods lack; keepdim;
# format; made, what a factory takes; ints and names, a tuple of them.
_WAYS = {
    "device": "x, torch.device device | x, str type, int index = -1",
    "Generator": "x, torch.device device = None",
    "argmax": "x, int dim = None, keepdim",
    "argmin": "x, int dim = None, keepdim",
    "chunk": "x, int chunks, int dim = 0",
    "conv2d": _CONVOLUTION,
    "one_hot": "x, int num_classes = -1",
    "tensor": "object data, *, torch.dtype dtype = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False",
    "as_tensor": "object data, *, torch.dtype dtype = None, torch.device device = None",
    "requires_grad_": "x, bool requires_grad = True",
    "add": "x, Tensor other, *, Number alpha = 1, out",
    "mul": "x, Tensor other, *, out",
    "copy_": "x, Tensor other, bool non_blocking = False",
    "full_like": "x, Number fill_value, *, format, made",
    **{name: "x, *, format, made" for name in ("zeros_like", "ones_like", "empty_like")},
    **{name: "x, ints size, *, made" for name in ("new_zeros", "new_ones", "new_empty")},
    "new_full": "x, ints size, Number fill_value, *, made",
    "new_tensor": "x, object data, *, torch.dtype dtype = None, torch.device device = None, bool requires_grad = False",
    "addmm": "x, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, out | "
             "x, Tensor mat1, Tensor mat2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, out",
    "all": _TRUTH,
    "any": _TRUTH,
    "arange": "Number end, *, out, made | Number start, Number end, *, made | Number start, Number end, Number step = 1, *, out, made",
    "argsort": "x, *, bool stable, int dim = -1, bool descending = False, out | x, int dim = -1, bool descending = False | "
               "x, name dim, bool descending = False",
    "bernoulli": "x, *, torch.Generator generator = None, out | x, float p, *, torch.Generator generator = None",
    "bitwise_and": _BITS,
    "bitwise_or": _BITS,
    "bitwise_xor": _BITS,
    "bmm": "x, Tensor mat2, *, out | x, Tensor mat2, torch.dtype out_dtype, *, out",
    "cat": _JOINED,
    "clamp": _CLAMPED,
    "clip": _CLAMPED,
    "concat": _JOINED,
    "count_nonzero": "x, int dim = None | x, ints dim",
    "cumsum": "x, int dim, *, torch.dtype dtype = None, out | x, name dim, *, torch.dtype dtype = None, out",
    "div": "x, Tensor other, *, out | x, Tensor other, *, str rounding_mode, out | x, Number other, *, str rounding_mode",
    "divide": "x, Tensor other, *, out | x, Tensor other, *, str rounding_mode, out | x, Number other | "
              "x, Number other, *, str rounding_mode",
    "empty": "ints size, *, names names, format, made | ints size, *, format, out, made",
    "eye": "int n, *, out, made | int n, int m, *, out, made",
    "fill_": "x, Tensor value | x, Number value",
    "flatten": "x, int start_dim, int end_dim, name out_dim | x, int start_dim = 0, int end_dim = -1 | "
               "x, name start_dim, name end_dim, name out_dim | x, names dims, name out_dim",
    "floor_divide": "x, Tensor other, *, out | x, Number other",
    "fmod": _COMPARED,
    "full": "ints size, Number fill_value, *, names names, made | ints size, Number fill_value, *, out, made",
    "gather": "x, int dim, Tensor index, *, bool sparse_grad = False, out | x, name dim, Tensor index, *, bool sparse_grad = False, out",
    "index_select": "x, int dim, Tensor index, *, out | x, name dim, Tensor index, *, out",
    "linspace": "Tensor start, Tensor end, int steps, *, out, made | Number start, Tensor end, int steps, *, out, made | "
                "Tensor start, Number end, int steps, *, out, made | Number start, Number end, int steps, *, out, made",
    "log_softmax": _SOFTMAX,
    "logsumexp": "x, ints dim, keepdim, *, out | x, names dim, keepdim, *, out",
    "masked_fill": "x, Tensor mask, Tensor value | x, Tensor mask, Number value",
    "max": _EXTREME,
    "mean": _SUMMED.replace(" |", ", out |", 1),
    "min": _EXTREME,
    "mm": "x, Tensor mat2, *, out | x, Tensor mat2, torch.dtype out_dtype, *, out",
    "movedim": "x, int source, int destination | x, ints source, ints destination",
    "multiply": "x, Tensor other, *, out | x, Number other",
    "narrow": "x, int dim, Tensor start, int length | x, int dim, int start, int length",
    "new": "*, torch.device device = None | torch.Storage storage | Tensor other | ints size, *, torch.device device = None | "
           "object data, *, torch.device device = None",  # torch.Tensor(...)
    "normal": "Tensor mean, Tensor std, *, torch.Generator generator = None, out | "
              "Tensor mean, float std = 1, *, torch.Generator generator = None, out | "
              "float mean, Tensor std, *, torch.Generator generator = None, out | "
              "float mean, float std, ints size, *, torch.Generator generator = None, out, made",
    "ones": _FILLED,
    "pow": "x, Tensor exponent, *, out | Number self, Tensor exponent, *, out | x, Number exponent, *, out",
    "prod": _SUMMED.replace("ints dim", "int dim").replace("names dim", "name dim"),
    "rand": _RANDOM,
    "rand_like": _RANDOM_LIKE,
    "randint": f"int high, ints size, *, {_CHOSEN} | int high, ints size, *, out, made | "
               f"int low, int high, ints size, *, {_CHOSEN} | int low, int high, ints size, *, out, made",
    "randint_like": " | ".join(f"x, {bounds}, *, {rest}" for bounds in ("int low, int high", "Tensor high", "int high")
                               for rest in ("torch.Generator generator, format, made", "format, made")),
    "randn": _RANDOM,
    "randn_like": _RANDOM_LIKE,
    "randperm": f"int n, *, {_CHOSEN} | int n, *, out, made",
    "remainder": _BITS,
    "repeat_interleave": "x, Tensor repeats, int dim = None, *, int output_size = None | Tensor repeats, *, int output_size = None | "
                         "x, int repeats, int dim = None, *, int output_size = None",
    "result_type": "Tensor tensor, Tensor other | Number scalar, Tensor tensor | Tensor tensor, Number other | "
                   "Number scalar1, Number scalar2",
    "round": "x, *, out | x, *, int decimals, out",
    "size": "x, int dim = None | x, name dim",
    "softmax": _SOFTMAX,
    "sort": "x, *, bool stable, int dim = -1, bool descending = False, outs | x, int dim = -1, bool descending = False, *, outs | "
            "x, *, bool stable, name dim, bool descending = False, outs | x, name dim, bool descending = False, *, outs",
    "squeeze": "x | x, int dim | x, ints dim | x, name dim",
    "std": _SPREAD,
    "stride": "x, int dim = None | x, name dim",
    "sub": "x, Tensor other, *, Number alpha = 1, out",
    "subtract": "x, Tensor other, *, Number alpha = 1, out | x, Number other, Number alpha = 1",
    "sum": _SUMMED,
    "to": "x, torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, format | "
          "x, torch.dtype dtype, bool non_blocking = False, bool copy = False, *, format | "
          "x, Tensor tensor, bool non_blocking = False, bool copy = False, *, format",
    "transpose": "x, int dim0, int dim1 | x, name dim0, name dim1",
    "true_divide": "x, Tensor other, *, out | x, Number other",
    "unbind": "x, int dim = 0 | x, name dim",
    "var": _SPREAD,
    "view": "x, torch.dtype dtype | x, ints size",
    "where": "Tensor condition | Tensor condition, x, Tensor other, *, out | Tensor condition, Number self, Tensor other | "
             "Tensor condition, x, Number other | Tensor condition, Number self, Number other",
    "zeros": _FILLED,
    **{name: _COMPARED for name in ("eq", "ne", "lt", "le", "gt", "ge")},
}
_LONG = {"x": "Tensor input", "out": "Tensor out = None", "outs": "tuple of Tensors out = None", "keepdim": "bool keepdim = False",
         "format": "torch.memory_format memory_format = None", "made": _MADE}


# Of one way in what PyTorch shows; it has others for old programs, and tells the one as if it were a choice.
_SHOWN_AS_ONE = {"add", "add_", "sub", "sub_", "copy_"}


def _ways_of(name, method):
    """Its ways as PyTorch writes them, without brackets; none where there is but one manner of calling it."""
    ways = _WAYS.get(name) or (_WAYS.get(name[:-1]) if method and name.endswith("_") else None)
    written = []
    for way in ways.split(" | ") if ways else ():
        parts = way.split(", ")
        if method:
            if "x" not in parts:
                continue
            parts = [part for part in parts if part not in ("x", "out", "outs")]
            parts = parts[:-1] if parts[-1:] == ["*"] else parts
        written.append(", ".join("tuple of " + part if part.startswith(("ints ", "names ")) else _LONG.get(part, part) for part in parts))
    return written


_ONE_FOR_ALL = {"dim", "stride", "padding", "dilation"}  # ints that may be one
_NUMPY_NAMES = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}


def _name_in(kwargs, name):
    """Under which name an argument was given, PyTorch's or NumPy's; None where it was not."""
    return next((known for known in (name, *_NUMPY_NAMES.get(name, ())) if known in kwargs), None)


class _Parameter:
    """One parameter of a way."""

    def __init__(self, text, keyword_only):
        text, _, self.default = text.partition(" = ")
        self.kind, _, self.name = text.rpartition(" ")
        self.keyword_only = keyword_only

    def fits(self, value):
        """Whether PyTorch's parser takes the value; of a sequence it looks at the first element alone."""
        if value is None:
            return self.default == "None" or self.kind in ("name", "torch.Generator")
        tensor = isinstance(value, torch.Tensor)
        number = tensor and value.dim() == 0 and not value.requires_grad
        if self.kind == "object":
            return True
        whole = isinstance(value, int) and not isinstance(value, bool) or hasattr(value, "__index__") and not isinstance(value, (bool, torch.Tensor))
        if self.kind == "Number":
            return number or isinstance(value, (int, float, complex))
        if self.kind == "float":
            return number or isinstance(value, (int, float))
        if self.kind == "int":
            return whole or number and not value.is_floating_point() and value.dtype != torch.bool
        if self.kind == "tuple of ints":
            return _first_fits(value, _Parameter("int size", False)) or self.name in _ONE_FOR_ALL and whole
        if self.kind == "tuple of names":
            return _first_fits(value, _Parameter("name dim", False)) or self.name == "dim" and isinstance(value, str)
        if self.kind == "tuple of Tensors":
            return isinstance(value, (list, tuple))  # what is in it, the function sees
        if self.kind == "torch.device":
            return whole or isinstance(value, (str, torch.device))
        if self.kind == "torch.dtype":
            return isinstance(value, torch.dtype) or value in (int, float, bool)
        kinds = {"Tensor": torch.Tensor, "bool": bool, "str": str, "name": str, "torch.Generator": torch.Generator}
        return isinstance(value, kinds.get(self.kind, ()))


def _first_fits(value, parameter):
    return isinstance(value, (list, tuple)) and (not value or parameter.fits(value[0]))


class _Signature:
    """One way to call a function, and what is wrong with a call by it."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self.parameters, after = [], False
        for part in text.split(", ") if text else ():
            after = after or part == "*"
            if part != "*":
                self.parameters.append(_Parameter(part, after))
        self.by_place = [p for p in self.parameters if not p.keyword_only]
        self.least = sum(not p.default for p in self.parameters)

    def plausible(self, count):
        return self.least <= count <= len(self.parameters)

    def wrong(self, args, kwargs):
        """PyTorch's sentence, or None for a call that fits."""
        many = len(self.by_place) == 1 and self.by_place[0].kind == "tuple of ints"  # view(2, 3) as view((2, 3))
        if len(args) > len(self.by_place) and not many:
            least = sum(not p.default for p in self.parameters)
            return _too_many(self.name, least, len(self.by_place), len(args))
        place, used = 0, 0
        for at, parameter in enumerate(self.parameters):
            by_place = place < len(args)
            if by_place and parameter.keyword_only:
                return _too_many(self.name, self.least, len(self.by_place), len(args))
            named = None if by_place else _name_in(kwargs, parameter.name)
            if not by_place and named is None:
                if parameter.default:
                    continue
                missing = [p.name for p in self.parameters[at:] if not p.default and not _name_in(kwargs, p.name)]
                return _missing(self.name, missing)
            value = args[place] if by_place else kwargs[named]
            if parameter.fits(value):
                place, used = place + by_place, used + (not by_place)
            elif many and place == 0 and by_place and _first_fits(args, parameter.__class__("int size", False)):
                place = len(args)
            else:
                return self._misfit(parameter, value, place if by_place else None)
        if used < len(kwargs):
            return _unexpected(self.name, self.parameters, args, kwargs)
        return None

    def _misfit(self, parameter, value, place):
        said = f"{self.name}(): argument '{parameter.name}'" + ("" if place is None else f" (position {place + 1})")
        said += f" must be {parameter.kind}, "
        if place is None or not isinstance(value, (list, tuple)) or not parameter.kind.startswith("tuple of "):
            return said + f"not {_type_told(value)}"
        return said + f"but found element of type {_type_told(value[0])} at pos 0"

    def listed(self, args, kwargs):
        """Its line among the ways, and what of the call does not match where the numbers of arguments do."""
        parts = [_Written(part) for part in self.text.split(", ")]
        line = f" * ({self.text})"
        if len(parts) != len(args) + len(kwargs):
            return line
        unknown = [name for name in reversed(kwargs) if name not in [part.name for part in parts[len(args):]]]
        if unknown:
            return line + f"\n      didn't match because some of the keywords were incorrect: {', '.join(unknown)}"
        return line + f"\n      didn't match because some of the arguments have invalid types: {_told_apart(parts, args, kwargs)}"


class _Written:
    """One part of a way as its text reads: PyTorch compares these words with the names of the types."""

    def __init__(self, part):
        self.kind, _, self.name = part.rpartition(" ")
        self.kind = self.kind or part

    def matches(self, value):
        told = _type_told(value)
        return told in {"float": ("float", "int"), "int": ("int",)}.get(self.kind, (self.kind,))


def _told_apart(parts, args, kwargs):
    """The types of the arguments, those that do not match between exclamation marks."""
    said = []
    for at, part in enumerate(parts):
        value = args[at] if at < len(args) else kwargs[part.name]
        told = ("" if at < len(args) else part.name + "=") + _type_told(value)
        if isinstance(value, (list, tuple)):
            inner = ", ".join(map(_type_told, value)) + ("," if isinstance(value, tuple) and len(value) == 1 else "")
            told += f" of ({inner})" if isinstance(value, tuple) else f" of [{inner}]"
        said.append(told if part.matches(value) else f"!{told}!")
    said += [""] if kwargs and not args else []
    return f"({', '.join(said)})"


def _type_told(value):
    """The name of a value's type as C has it."""
    kind = type(value)
    if kind.__module__ in ("torch", "numpy") and not issubclass(kind, torch.Tensor):
        return f"{kind.__module__}.{kind.__name__}"
    return kind.__name__


_TAKES_NO_NAMES = {"all", "any", "sort", "argsort", "gather", "index_select"}


def _refuse_names(way, tensor, args, kwargs):
    """Dimensions have no names here, as they have none in most of PyTorch."""
    tensor = tensor[0] if isinstance(tensor, (list, tuple)) and tensor else tensor
    for at, parameter in reversed(list(enumerate(way.parameters))):
        if parameter.kind not in ("name", "tuple of names") or not isinstance(tensor, torch.Tensor):
            continue
        value = kwargs.get(parameter.name, args[at] if at < len(args) else 0)
        value = value[0] if isinstance(value, (list, tuple)) and value else value
        if way.name in _TAKES_NO_NAMES and (value is None or isinstance(value, str)):
            return RuntimeError(f"{way.name}: You passed a dimname (string) to this op in place of a dimension index but it does not yet "
                               "support this behavior. Please pass a dimension index to work around this.")
        if value is None:
            return RuntimeError("Please look up dimensions by name, got: name = None.")
        if isinstance(value, str):
            return RuntimeError(f"Name '{value}' not found in Tensor[{', '.join(['None'] * tensor.dim())}].")
    return None


def _fits_no_way(name, args, kwargs, method):
    """What PyTorch says of such a call of a function with several ways, its TypeError's words or another error; None where a way takes
    it, or where it has none. A method's first argument is its tensor."""
    written = _ways_of(name, method)
    if not written:
        return None
    tensor = args[0] if args else None
    args = args[method:]
    ways = [_Signature(name, text) for text in written]
    wrong = [way.wrong(args, kwargs) for way in ways]
    if None in wrong:
        return _refuse_names(ways[wrong.index(None)], tensor, args, kwargs)
    plausible = [said for way, said in zip(ways, wrong) if way.plausible(len(args) + len(kwargs))]
    if len(plausible) == 1 or len(ways) == 1 and name not in _SHOWN_AS_ONE:
        return (plausible or wrong)[0]
    said = f"{name}() received an invalid combination of arguments - got "
    if len(ways) == 1 and not kwargs:
        parts = [_Written(part) for part in ways[0].text.split(", ")]
        given = _told_apart(parts, args, kwargs) if len(parts) == len(args) else f"({', '.join(map(_type_told, args))})"
        return said + f"{given}, but expected ({ways[0].text})"
    given = [*map(_type_told, args), *(f"{key}={_type_told(value)}" for key, value in reversed(kwargs.items()))]
    given += [""] if kwargs and not args else []
    return said + f"({', '.join(given)}), but expected one of:\n" + "".join(way.listed(args, kwargs) + "\n" for way in ways)


def _telling(name, function, method):
    """A function of Python's, which says of a call that does not fit what PyTorch's says."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except (TypeError, AttributeError):
            said = _fits_no_way(name, args, kwargs, method)
            if said is None:
                raise
        raise said if isinstance(said, Exception) else TypeError(said)

    return call


def _tell_python_functions():
    torch._fits_no_way = _fits_no_way
    for home, method in ((torch, False), (torch.Tensor, True), (torch.nn.functional, False)):
        for name, function in list(vars(home).items()):
            if home is torch.nn.functional and name not in ("conv2d", "one_hot"):
                continue  # they look at what they are given in their own way
            if isinstance(function, types.FunctionType) and _ways_of(name, method):
                setattr(home, name, _telling(name, function, method))
