# SPDX-License-Identifier: Apache-2.0
"""What of torch is Python itself: small classes over the engine's functions. Runs once, in the namespace of the
built-in module `_torch_prelude`, when torch is registered."""
import collections
import difflib
import functools
import sys
import types

import torch
import torch.cuda
import torch.nn
import torch.nn.functional
import torch.optim


class Size(tuple):
    """torch.Size: a tuple that says what it is."""

    __module__ = "torch"
    __slots__ = ()

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __add__(self, other):
        return Size(tuple.__add__(self, other))

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def numel(self):
        return functools.reduce(lambda a, b: a * b, self, 1)


class _GradMode:
    """A with block and a decorator that sets whether operations are recorded."""

    def __init__(self, enabled):
        self._enabled = enabled
        self._before = []

    def __enter__(self):
        self._before.append(torch.is_grad_enabled())
        torch._set_grad_enabled(self._enabled)

    def __exit__(self, *error):
        torch._set_grad_enabled(self._before.pop())

    def __call__(self, function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            with type(self)():
                return function(*args, **kwargs)

        return wrapper


class no_grad(_GradMode):
    def __init__(self):
        super().__init__(False)


class enable_grad(_GradMode):
    def __init__(self):
        super().__init__(True)


class inference_mode(no_grad):
    pass


def set_grad_enabled(mode):
    torch._set_grad_enabled(mode)


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


class Optimizer:
    """Parameters in groups; each group is a dict that step() reads."""

    _core = None

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got " + params.type())
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.defaults = dict(defaults)
        self.param_groups = []
        self._cores = []
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, group):
        group = dict(group)
        params = group["params"]
        group["params"] = [params] if isinstance(params, torch.Tensor) else list(params)
        for param in group["params"]:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + type(param).__name__)
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, value in self.defaults.items():
            group.setdefault(name, value)
        self._cores.append(self._core(group["params"], *self._options(group)))
        self.param_groups.append(group)

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group, core in zip(self.param_groups, self._cores):
            core.step(*self._options(group))
        return loss

    def zero_grad(self, set_to_none=True):
        for core in self._cores:
            core.zero_grad(set_to_none)

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for key in sorted(group):
                if key != "params":
                    text += f"    {key}: {group[key]}\n"
        return text + ")"


class SGD(Optimizer):
    _core = torch.optim._SGD

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None):
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                                      nesterov=nesterov, maximize=maximize, foreach=foreach,
                                      differentiable=differentiable, fused=fused))

    @staticmethod
    def _options(group):
        return (group["lr"], group["momentum"], group["dampening"], group["weight_decay"], group["nesterov"],
                group["maximize"])


class Adam(Optimizer):
    _core = torch.optim._Adam
    _decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None):
        if amsgrad:
            raise NotImplementedError("ToDevice's Adam has no amsgrad; leave it out")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
                                      maximize=maximize, foreach=foreach, capturable=capturable,
                                      differentiable=differentiable, fused=fused,
                                      decoupled_weight_decay=self._decoupled))

    @classmethod
    def _options(cls, group):
        return group["lr"], group["betas"], group["eps"], group["weight_decay"], cls._decoupled, group["maximize"]


class AdamW(Adam):
    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, **rest):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **rest)


class IncompatibleKeys(collections.namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


def _all_names(module):
    """Every parameter and lasting buffer under each of its names, in PyTorch's order."""

    def walk(part, prefix):
        for name, tensor in part._own_state():
            yield prefix + name, tensor
        for name, child in part.named_children():
            yield from walk(child, prefix + name + ".")

    return walk(module, "")


def _state_dict(self):
    return collections.OrderedDict((name, tensor.detach()) for name, tensor in _all_names(self))


def _load_state_dict(self, state_dict, strict=True):
    own = dict(_all_names(self))
    missing = [name for name in own if name not in state_dict]
    unexpected = [name for name in state_dict if name not in own]
    errors = []
    if strict:
        if unexpected:
            errors.append("Unexpected key(s) in state_dict: {}. ".format(", ".join(f'"{k}"' for k in unexpected)))
        if missing:
            errors.insert(0, "Missing key(s) in state_dict: {}. ".format(", ".join(f'"{k}"' for k in missing)))
    for name, tensor in own.items():
        if name not in state_dict:
            continue
        given = state_dict[name]
        if given.shape != tensor.shape:
            errors.append(f"size mismatch for {name}: copying a param with shape {given.shape} from checkpoint, the shape in "
                          f"current model is {tensor.shape}.")
            continue
        with no_grad():
            tensor.copy_(given)
    if errors:
        raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__, "\n\t".join(errors)))
    return IncompatibleKeys(missing, unexpected)


def _apply(self, function):
    for child in self.children():
        child.apply(function)
    function(self)
    return self


class _DeviceContext:
    """`with torch.cuda.device(i)`: another current GPU for a block."""

    def __init__(self, device):
        self._index = device if isinstance(device, int) else torch.device(device).index

    def __enter__(self):
        self._before = torch.cuda.current_device()
        if self._index is not None:
            torch.cuda.set_device(self._index)
        return self

    def __exit__(self, *error):
        torch.cuda.set_device(self._before)


class TensorDataset:
    """Tensors of equal length, read row by row."""

    def __init__(self, *tensors):
        assert all(tensors[0].size(0) == t.size(0) for t in tensors), "Size mismatch between tensors"
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


def _no_such(where, names):
    """What the subset lacks: an AttributeError that says so and names the nearest thing it has."""

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(f"{where} has no attribute {name!r}")
        near = difflib.get_close_matches(name, [n for n in names() if not n.startswith("_")], 1, 0.5)
        hint = f"; the nearest it has is {near[0]!r}" if near else ""
        raise AttributeError(f"{where} has no attribute {name!r} here: ToDevice has a part of PyTorch{hint}")

    return missing


def _tensor_missing(self, name):
    _no_such("a Tensor", lambda: dir(torch.Tensor))(name)


def _module(name, **attributes):
    module = types.ModuleType(name)
    module.__dict__.update(attributes)
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    setattr(sys.modules[parent], last, module)
    return module


def _install():
    for item in (Size, no_grad, enable_grad, inference_mode, set_grad_enabled):
        item.__module__ = "torch"
        setattr(torch, item.__name__, item)
    _module("torch.return_types", max=_named_pair("max"), min=_named_pair("min"))
    for item in (Optimizer, SGD, Adam, AdamW):
        item.__module__ = "torch.optim"
        setattr(torch.optim, item.__name__, item)
    torch.nn.Module.state_dict = _state_dict
    torch.nn.Module.load_state_dict = _load_state_dict
    torch.nn.Module.apply = _apply
    torch.cuda.device = _DeviceContext
    torch.cuda.OutOfMemoryError = torch.OutOfMemoryError
    torch.FloatTensor = torch.Tensor
    torch.get_default_dtype = lambda: torch.float32
    _module("torch.nn.parameter", Parameter=torch.nn.Parameter)
    _module("torch.utils")
    _module("torch.utils.data", TensorDataset=TensorDataset)
    for module in (torch, torch.nn, torch.nn.functional, torch.optim, torch.cuda, torch.utils, torch.utils.data):
        module.__getattr__ = _no_such(f"module {module.__name__!r}", lambda module=module: dir(module))
    torch.Tensor.__getattr__ = _tensor_missing


_install()
