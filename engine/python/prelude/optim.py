# SPDX-License-Identifier: Apache-2.0
"""torch.optim: parameter groups and state_dict over the engine's steps."""
import copy
import functools
import warnings

import torch
import torch.optim


class _State(dict):
    """By parameter; one without state has an empty dict."""

    def __missing__(self, key):
        return {}

    def __repr__(self):
        return f"defaultdict({dict}, {super().__repr__()})"


class _ParamState(dict):
    def __init__(self, core, param):
        super().__init__(core.get_state(param))
        self._core, self._param = core, param

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self._core.set_state(self._param, dict(self))


def _fitted(key, value, param):
    """A loaded piece of state, where its parameter is: the very tensor that was loaded if it is there already."""
    if not isinstance(value, torch.Tensor):
        return value
    return value if key == "step" else value.to(param.device, param.dtype)


def _with_hooks(step):
    """A class's step that asks the hooks of each optimizer."""

    @functools.wraps(step)
    def hooked(self, *args, **kwargs):
        for hook in list(self.__dict__.get("_step_pre_hooks", {}).values()):
            changed = hook(self, (self, *args), kwargs)
            if changed is not None:
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {changed}.")
                (_, *args), kwargs = changed
        loss = step(self, *args, **kwargs)
        for hook in list(self.__dict__.get("_step_post_hooks", {}).values()):
            hook(self, (self, *args), kwargs)
        return loss

    hooked.hooked = True
    return hooked


def _check_numbers(defaults):
    """The settings of a group, in the order and by the comparisons of PyTorch, which a wrong type shows in its error."""
    lr = defaults.get("lr", 0.0)
    plain = "dampening" in defaults  # SGD asks in another way than the others
    if isinstance(lr, torch.Tensor):
        if "betas" in defaults and defaults["foreach"] and not defaults["capturable"]:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        if lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
    names = (("lr", "learning rate"), ("eps", "epsilon value"), ("momentum", "momentum value"), ("weight_decay", "weight_decay value"))
    for name, said in names:
        value = defaults.get(name, 0.0)
        if value < 0.0 if plain else not 0.0 <= value:
            raise ValueError(f"Invalid {said}: {value}")
    betas = defaults.get("betas")
    for at in range(2 if betas is not None else 0):
        if not 0.0 <= betas[at] < 1.0:
            raise ValueError(f"Invalid beta parameter at index {at}: {betas[at]}")


class Optimizer:
    """Parameters in groups; each group is a dict that step() reads."""

    _core = None
    _warned_of_capturable = False

    def __init__(self, params, defaults):
        _check_numbers(defaults)
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
        self._steps = 0
        for group in groups:
            self.add_param_group(group)
        if defaults.get("fused"):
            if defaults["differentiable"]:
                raise RuntimeError("`fused` does not support `differentiable`")
            if defaults["foreach"]:
                raise RuntimeError("`fused` and `foreach` cannot be `True` together.")

    def add_param_group(self, group):
        if not isinstance(group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(group)}")
        group = dict(group)
        params = group["params"]
        if isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will "
                            "change between runs. Please use a list instead.")
        given = [params] if isinstance(params, torch.Tensor) else list(params)
        group["params"] = [param[1] if isinstance(param, tuple) else param for param in given]
        names = [param[0] for param in given if isinstance(param, tuple)]
        if names and len(names) < len(given):
            raise ValueError("all optimizer params should be with/without names. Some param names are missing")
        if names:
            group["param_names"] = names
        for param in group["params"]:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + type(param).__name__)
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        if len({id(param) for param in group["params"]}) < len(group["params"]):
            warnings.warn("optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                          "see github.com/pytorch/pytorch/issues/40967 for more information", stacklevel=3)
        taken = {id(param) for other in self.param_groups for param in other["params"]}
        if any(id(param) in taken for param in group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")
        for name, value in self.defaults.items():
            group.setdefault(name, value)
        if self._core is not None:
            self._cores.append(self._core(group["params"], *self._options(group)))
        self.param_groups.append(group)

    def _check_group(self, group):
        """What PyTorch refuses of a group once there are gradients to step by."""
        stepped = [param for param in group["params"] if param.grad is not None]
        if group.get("differentiable") and any(param.is_leaf and param.requires_grad for param in stepped):
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        if group.get("capturable") and not all(param.is_cuda for param in stepped):
            kinds = ["cuda", "xpu", "hpu", "privateuseone", "xla"]
            if group.get("foreach") and isinstance(self, Adam):
                kinds.pop()
            raise AssertionError(f"If capturable=True, params and state_steps must be on supported devices: {kinds}.")

    def _check_capture(self):
        capturable = all(group["capturable"] for group in self.param_groups)
        if not torch.cuda.is_initialized() or capturable and self._warned_of_capturable:
            return
        capturing = torch.cuda.is_current_stream_capturing()
        if capturing and not capturable:
            raise RuntimeError("Attempting CUDA graph capture of step() for an instance of " + type(self).__name__
                               + " but param_groups' capturable is False.")
        if capturable and not capturing:
            warnings.warn(
                "This instance was constructed with capturable=True or some of all the param_groups came with capturable=True, "
                "but step() is running without CUDA graph capture. If you never intend to graph-capture this instance, "
                "capturable=True can impair performance, and you should set capturable=False.", stacklevel=3)
            self._warned_of_capturable = True

    def register_step_pre_hook(self, hook):
        return self._register("_step_pre_hooks", hook)

    def register_step_post_hook(self, hook):
        return self._register("_step_post_hooks", hook)

    def _register(self, kind, hook):
        hooks = self.__dict__.setdefault(kind, {})
        handle = RemovableHandle(lambda number: hooks.pop(number, None))
        hooks[handle.id] = hook
        if not getattr(type(self).step, "hooked", False):  # of this class alone: a step without hooks pays nothing for them
            type(self).step = _with_hooks(type(self).step)
        return handle

    def step(self, closure=None):
        if self._core is None:
            raise NotImplementedError
        if "capturable" in self.defaults:
            self._check_capture()
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group, core in zip(self.param_groups, self._cores):
            if group.get("differentiable") or group.get("capturable"):
                self._check_group(group)
            core.step(*self._options(group))
        self._steps += 1
        return loss

    def __reduce_ex__(self, protocol):
        return _not_pickled(self, protocol)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = type(self).__new__(type(self))
        own = ("param_groups", "_cores", "step")  # the cores hold the parameters: those of a copy are its own
        made.__dict__.update((k, copy.deepcopy(v, memo)) for k, v in self.__dict__.items() if k not in own)
        made.param_groups, made._cores = copy.deepcopy(self.param_groups, memo), []
        for group, core in zip(made.param_groups, self._cores):
            made._cores.append(self._core(group["params"], *self._options(group)))
        for (param, core), (before, old) in zip(made._parts(), self._parts()):
            if state := old.get_state(before):
                core.set_state(param, copy.deepcopy(dict(state), memo))
        return made

    def _parts(self):
        """Each parameter with the core that steps it."""
        for group, core in zip(self.param_groups, self._cores):
            for param in group["params"]:
                yield param, core

    @property
    def state(self):
        """What step() keeps, a dict for each parameter; what is written to one is taken over."""
        return _State({p: _ParamState(c, p) for p, c in self._parts() if c.get_state(p)})

    def state_dict(self):
        number = {p: i for i, (p, _) in enumerate(self._parts())}
        groups = [{**{k: v for k, v in g.items() if k != "params"}, "params": [number[p] for p in g["params"]]}
                  for g in self.param_groups]
        return {"state": {number[p]: dict(s) for p, s in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(a["params"]) != len(b["params"]) for a, b in zip(groups, self.param_groups)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        cores = {}
        for own, core, given in zip(self.param_groups, self._cores, groups):
            cores.update(zip(given["params"], ((p, core) for p in own["params"])))
            own.update({k: v for k, v in given.items() if k != "params"})
        for i, state in state_dict["state"].items():
            param, core = cores[i]
            core.set_state(param, {k: _fitted(k, v, param) for k, v in state.items()})

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

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, foreach=foreach, capturable=capturable,
                         differentiable=differentiable, fused=fused)
