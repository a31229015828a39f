# SPDX-License-Identifier: Apache-2.0
"""Hooks: functions that see what passes a tensor or a module, and may change it."""
import collections
import itertools
import warnings

import torch
import torch.nn


class RemovableHandle:
    """What a registration gives back: remove() undoes it, and so does the end of a with block."""

    _numbers = itertools.count()

    def __init__(self, remove):
        self.id = next(self._numbers)
        self._remove = remove

    def remove(self):
        self._remove(self.id)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


def _register_tensor_hook(self, hook):
    remove = self._add_hook(hook)
    return RemovableHandle(lambda number: remove())


def _register(module, kind, hook, prepend=False, **how):
    """Puts a hook among those of one kind, which stand in the module's own dict; how it is called, in a dict beside them."""
    hooks = _hooks_of(module, kind)
    chosen = [_hooks_of(module, f"{kind}_{word}") for word, wanted in how.items() if wanted]

    def remove(number):
        for group in (hooks, *chosen):
            group.pop(number, None)

    handle = RemovableHandle(remove)
    hooks[handle.id] = hook
    for group in chosen:
        group[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    module._set_hooked(True)
    return handle


def _register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
    return _register(self, "_forward_hooks", hook, prepend, with_kwargs=with_kwargs, always_called=always_call)


def _register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
    return _register(self, "_forward_pre_hooks", hook, prepend, with_kwargs=with_kwargs)


def _register_full_backward_hook(self, hook, prepend=False):
    return _register(self, "_backward_hooks", hook, prepend)


def _register_full_backward_pre_hook(self, hook, prepend=False):
    return _register(self, "_backward_pre_hooks", hook, prepend)


def _as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


class _BackwardWatch:
    """One call of a module seen from behind: the gradients of what came out, then of what went in."""

    _node = "BackwardHookFunctionBackward"

    def __init__(self, module, pre_hooks, hooks):
        self.module, self.pre_hooks, self.hooks = module, pre_hooks, hooks
        self.grad_outputs = None
        self.watched = []
        self.count = 0
        self.grads = {}

    def _step(self, tensor, back):
        return torch._record(tensor.detach(), self._node, [tensor], back)

    def take_inputs(self, args):
        self.count = len(args)
        if not torch.is_grad_enabled():
            return args
        self.watched = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor) and a.requires_grad]
        return tuple(self._step(a, lambda grad, i=i: self._input_grad(i, grad)) if i in self.watched else a
                     for i, a in enumerate(args))

    def take_outputs(self, result):
        outputs = _as_tuple(result)
        total = len(outputs)
        arrived = [None] * total
        waiting = [i for i, o in enumerate(outputs) if isinstance(o, torch.Tensor) and o.requires_grad]
        last = waiting[0] if waiting else None  # made first, so its gradient comes last

        def back(i, grad):
            arrived[i] = grad
            if i != last:
                return (grad,)
            grads = tuple(arrived)
            for hook in self.pre_hooks:
                other = hook(self.module, grads)
                if other is not None:
                    grads = _as_tuple(other)
            self.grad_outputs = grads
            if not self.watched:
                self._without_inputs()
            return (grads[i],)

        made = tuple(self._step(o, lambda grad, i=i: back(i, grad)) if i in waiting else o for i, o in enumerate(outputs))
        return made if isinstance(result, tuple) else made[0]

    def _without_inputs(self):
        if self.hooks:
            warnings.warn(
                "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
                "gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module."
                "register_full_backward_hook for more details.", stacklevel=5)
        for hook in self.hooks:
            other = hook(self.module, (None,) * self.count, self.grad_outputs)
            if other is not None and not all(o is None for o in other):
                raise RuntimeError("Backward hook for Modules where no input requires gradient should always return None or None "
                                   "for all gradients.")

    def _input_grad(self, i, grad):
        self.grads[i] = grad
        if len(self.grads) < len(self.watched):
            return (grad,)
        grads = tuple(self.grads.get(k) for k in range(self.count))
        self.grads = {}
        for hook in self.hooks:
            other = hook(self.module, grads, self.grad_outputs)
            if other is None:
                continue
            if len(self.watched) > 1:
                raise NotImplementedError("ToDevice's full backward hooks may change the gradient of a module of one input only")
            other = _as_tuple(other)
            if len(other) != len(grads):
                raise RuntimeError(f"Backward hook returned an invalid number of grad_input, got {len(other)}, but expected "
                                   f"{len(grads)}")
            grads = other
        return (grads[i],)


def _call_with_hooks(self, args, kwargs):
    own = _plain(self)
    with_kwargs = own.get("_forward_pre_hooks_with_kwargs", ())
    for number, hook in list(own.get("_forward_pre_hooks", {}).items()):
        if number in with_kwargs:
            other = hook(self, args, kwargs)
            if other is not None:
                if not (isinstance(other, tuple) and len(other) == 2):
                    raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {other}.")
                args, kwargs = other
        else:
            other = hook(self, args)
            if other is not None:
                args = _as_tuple(other)
    pre_hooks = list(own.get("_backward_pre_hooks", {}).values())
    hooks = list(own.get("_backward_hooks", {}).values())
    watch = _BackwardWatch(self, pre_hooks, hooks) if pre_hooks or hooks else None
    if watch and hooks:
        args = watch.take_inputs(args)
    with_kwargs, always = own.get("_forward_hooks_with_kwargs", ()), own.get("_forward_hooks_always_called", ())
    after = list(own.get("_forward_hooks", {}).items())
    try:
        result = self.forward(*args, **kwargs)
    except Exception:
        for number, hook in after:
            if number in always:
                hook(self, args, kwargs, None) if number in with_kwargs else hook(self, args, None)
        raise
    for number, hook in after:
        other = hook(self, args, kwargs, result) if number in with_kwargs else hook(self, args, result)
        if other is not None:
            result = other
    return watch.take_outputs(result) if watch else result


def _add_hooks():
    torch.Tensor.register_hook = _register_tensor_hook
    module = torch.nn.Module
    module.register_forward_hook = _register_forward_hook
    module.register_forward_pre_hook = _register_forward_pre_hook
    module.register_full_backward_hook = _register_full_backward_hook
    module.register_full_backward_pre_hook = _register_full_backward_pre_hook
    module._call_with_hooks = _call_with_hooks


_add_hooks()
