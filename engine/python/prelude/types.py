# SPDX-License-Identifier: Apache-2.0
"""What torch says of shapes and number types."""
import functools
import sys

import torch


def _one_size(at, size):
    """An int, or a tensor of one."""
    whole = isinstance(size, torch.Tensor) and size.numel() == 1 and not size.is_floating_point()
    if not whole and (isinstance(size, torch.Tensor) or not hasattr(size, "__index__")):
        raise TypeError(f"torch.Size() takes an iterable of 'int' (item {at} is '{type(size).__name__}')")
    return int(size)


class Size(tuple):
    """torch.Size: a tuple that says what it is."""

    __module__ = "torch"
    __slots__ = ()

    def __new__(cls, *values, **named):
        sizes = tuple(*values, **named)
        if any(type(size) is not int for size in sizes):
            sizes = tuple(_one_size(at, size) for at, size in enumerate(sizes))
        return tuple.__new__(cls, sizes)

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __add__(self, other):
        if not isinstance(other, tuple):
            raise TypeError(f"can only concatenate tuple (not {type(other).__name__}) to torch.Size")
        return Size(tuple.__add__(self, other))

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __radd__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(tuple.__add__(tuple(other), self))

    def numel(self):
        return functools.reduce(lambda a, b: a * b, self, 1)


def _named_pair(name):
    class Pair(tuple):
        """Values and where they stand."""

        values = property(lambda self: self[0])
        indices = property(lambda self: self[1])

        def __repr__(self):
            return f"torch.return_types.{name}(\nvalues={self[0]!r},\nindices={self[1]!r})"

    Pair.__name__ = Pair.__qualname__ = name
    Pair.__module__ = "torch.return_types"
    return Pair


class finfo:
    """Limits of a floating dtype."""

    _known = {"float16": (16, 2.0**-10, 65504.0, 2.0**-14), "float32": (32, 2.0**-23, (2 - 2.0**-23) * 2.0**127, 2.0**-126),
              "bfloat16": (16, 2.0**-7, (2 - 2.0**-7) * 2.0**127, 2.0**-126),
              "float64": (64, sys.float_info.epsilon, sys.float_info.max, sys.float_info.min)}

    def __init__(self, dtype=None):
        self.dtype = repr(torch.float32 if dtype is None else dtype)[6:]
        if self.dtype not in self._known:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
        self.bits, self.eps, self.max, self.tiny = self._known[self.dtype]
        self.min, self.smallest_normal = -self.max, self.tiny
        self.resolution = {"float64": 1e-15, "float32": 1e-6, "float16": 1e-3, "bfloat16": 1e-2}[self.dtype]

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
                f"smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})")


class iinfo:
    """Limits of an integer dtype."""

    def __init__(self, dtype):
        self.dtype = repr(dtype)[6:]
        if "int" not in self.dtype:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self.bits = dtype.itemsize * 8
        signed = dtype.is_signed
        self.max = 2 ** (self.bits - signed) - 1
        self.min = -self.max - 1 if signed else 0

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def _guard(kind, name, shown):
    def refuse(self, value=None):
        raise AttributeError(f"attribute '{name}' of '{kind.__module__}.{kind.__name__}' objects is not writable")

    setattr(kind, name, property(shown.fget, refuse, refuse, shown.__doc__))


for _kind in (torch.device, torch.dtype):
    for _name, _shown in list(vars(_kind).items()):
        if isinstance(_shown, property):
            _guard(_kind, _name, _shown)
