# SPDX-License-Identifier: Apache-2.0
"""What is a function of Python's in PyTorch is one here, and what is built in there is built in here: what is printed of a function,
and said where its parentheses were forgotten, goes by that; and a function of Python's becomes a method where it stands in a class."""
import functools
import sys
import types

import torch

# Of what is public in each, what PyTorch has in Python; all else is built in.
_IN_PYTHON = {
    torch.Tensor: "backward norm register_hook split",
    torch: "broadcast_shapes broadcast_tensors get_default_device get_float32_matmul_precision get_rng_state initial_seed is_tensor load "
           "manual_seed norm save seed set_default_device set_default_dtype set_float32_matmul_precision set_printoptions set_rng_state split",
    torch.nn.functional: "sigmoid tanh",
}
_BUILT_IN = {torch.nn.functional: "conv2d gelu one_hot relu_"}  # the others there are as they are


def _in_python(name, function, home) -> types.FunctionType:
    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*args, **kwargs) if kwargs else function(*args)  # no empty dict to be looked through

    call.__name__ = name
    call.__qualname__ = f"{home.__name__}.{name}" if isinstance(home, type) else name
    return call


def _show_functions(home, in_python, built_in, owner=None):
    for name, value in list(vars(home).items()):
        function = value.__func__ if type(value).__name__ == "instancemethod" else value
        own = isinstance(function, types.FunctionType)
        if name.startswith("_") or not own and not isinstance(function, types.BuiltinFunctionType):
            continue
        if in_python(name):
            if not own:
                setattr(home, name, _in_python(name, function, home))
        elif built_in(name):
            setattr(home, name, torch._as_native(function, name, owner))


def _show_all_functions():
    for home, names in _IN_PYTHON.items():
        in_python = names.split()
        chosen = _BUILT_IN.get(home)
        _show_functions(home, in_python.__contains__, (lambda name: True) if chosen is None else chosen.split().__contains__,
                        torch.Tensor.__base__ if home is torch.Tensor else None)
    for home in (torch.cuda, torch.cuda.Stream, torch.cuda.Event):
        _show_functions(home, lambda name: True, lambda name: False)
    # Not what moves a module: records ask whether it is the lesson that calls.
    _show_functions(torch.nn.Module, "eval".split().__contains__, lambda name: False)
    for kind in (torch.Generator, torch.Size):
        _show_functions(kind, lambda name: False, lambda name: True, kind)
    torch._name_in_errors(torch.Size, "torch.Size")
    # A built-in function is pickled as a name in its class, and that as one in its module.
    home = sys.modules["torch._C"] = types.ModuleType("torch._C", "What PyTorch's built-in functions belong to.")
    home._VariableFunctionsClass = torch._functions_class


_show_all_functions()
