# SPDX-License-Identifier: Apache-2.0
"""As much of numpy as the cases beside use, where there is none: an array over another's memory, and a number that lets a tensor
answer for a sum of the two."""
import math


class ndarray:
    def __init__(self, shape, dtype, buffer, offset, strides):
        self._bytes, self._code = memoryview(buffer).cast("B"), {"float32": "f", "float64": "d", "int64": "q"}[dtype]
        self.shape, self._offset, self._strides = shape, offset, strides
        self._size = memoryview(b"\0" * 8).cast(self._code).itemsize

    def _cell(self, index):
        index = index if isinstance(index, tuple) else (index,)
        at = self._offset + sum(i * s for i, s in zip(index, self._strides, strict=True))
        return self._bytes[at : at + self._size].cast(self._code)

    def __getitem__(self, index):
        return self._cell(index)[0]

    def __setitem__(self, index, value):
        self._cell(index)[0] = value


class float64(float):
    def __add__(self, other):
        return NotImplemented if getattr(other, "__array_priority__", 0) > 0 else [self + item for item in other]


def log(x):
    return float64(math.log(x))
