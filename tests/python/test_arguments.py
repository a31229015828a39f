# SPDX-License-Identifier: Apache-2.0
"""A call that does not fit: said in PyTorch's words where they can be had, in a sentence otherwise, never in the binding's own."""
import inspect
import types

import torch
import torch.nn as nn
import torch.nn.functional as F
from check import raises, same

x = torch.ones(2, 2)
raises(TypeError, "where() received an invalid combination of arguments - got (Tensor, Tensor), but expected one of:",
       lambda: torch.where(x > 0, x))
raises(RuntimeError, "Name 'a' not found in Tensor[None, None].", lambda: x.size("a"))
raises(TypeError, "argmax(): argument 'dim' (position 2) must be int, not str",
       lambda: torch.argmax(x, "a"))
raises(TypeError, "softmax() received an invalid combination of arguments - got (Tensor), but expected one of:", lambda: torch.softmax(x))
raises(ValueError, "Overflow when unpacking long long", lambda: x.unsqueeze(2**64))
raises(TypeError, "empty(): argument 'size' failed to unpack the object at pos 2 with error \"type must be tuple of ints,but got str\"", lambda: nn.Linear("a", 3))
raises(RuntimeError, "requires_grad must be a bool", lambda: setattr(x, "requires_grad", "a"))
raises(TypeError, "ReLU.attribute must be bool, not str", lambda: setattr(nn.ReLU(), "inplace", "a"))


class Odd:
    pass


def says(function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except Exception as error:
        return str(error)
    return ""


def is_bound(value):
    """One of C++, a built-in that stands for any, or a function around one of C++."""
    inner = inspect.unwrap(value) if isinstance(value, types.FunctionType) else value
    return isinstance(inner, (types.BuiltinFunctionType, types.MethodDescriptorType)) or type(inner).__name__ == "instancemethod"


def bound():
    """Every function of the bindings, with what it is called on."""
    for module in (torch, nn, F, torch.optim, torch.cuda):
        for name, value in list(vars(module).items()):
            if is_bound(value):
                yield f"{module.__name__}.{name}", value, ()
    for thing in (x, nn.Linear(2, 2), nn.ReLU(), nn.MSELoss(), nn.CrossEntropyLoss(), nn.Sequential(), torch.Generator()):
        for name in dir(type(thing)):
            member = inspect.getattr_static(type(thing), name)
            if is_bound(member):
                yield f"{type(thing).__name__}.{name}", getattr(type(thing), name), (thing,)


seen = 0
for name, function, first in bound():
    if name.rpartition(".")[2].startswith("_"):
        continue
    for args, kwargs in (((Odd(),) * 9, {}), ((Odd(),), {}), ((Odd(), Odd()), {}), ((), {"no_such": 1}), ((), {}) if first == () else ((3,), {})):
        if name.endswith(("seed", "seed_all")) and not args and not kwargs:
            continue
        said = says(function, *first, *args, **kwargs)
        seen += bool(said)
        for word in ("incompatible", "Invoked with", "pybind11", "std::", "detail::", "arg0", "object.", "64 bits"):
            assert word not in said, f"{name}{args}{kwargs}: {said}"
assert seen > 1000, seen


# An error of the learner's own stays as it is, whatever it says and even where it can say nothing.
class Raises(nn.Module):
    def __init__(self, error):
        super().__init__()
        self.error = error

    def forward(self, x):
        raise self.error


class Silent(TypeError):
    def __str__(self):
        raise ValueError("no text")


for own in (TypeError("bad file name \udcff"), Silent(), TypeError("my_op(): incompatible shapes"), TypeError(1, 2)):
    try:
        Raises(own)(torch.ones(1))
    except TypeError as error:
        assert error is own or error.args == own.args, error
    else:
        raise AssertionError(own)

# A bias without a weight has its gradient in its own shape.
for normed in (lambda b: F.layer_norm(torch.ones(2, 3), (3,), None, b), lambda b: F.batch_norm(torch.ones(2, 3), None, None, None, b, True)):
    b = torch.ones(3, requires_grad=True)
    normed(b).sum().backward()
    same(b.grad.tolist(), [2.0, 2.0, 2.0])
