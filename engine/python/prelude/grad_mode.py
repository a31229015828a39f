# SPDX-License-Identifier: Apache-2.0
"""Whether operations are recorded, and torch.autograd.grad."""
import functools

import torch


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
        enabled = self._enabled

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            with _GradMode(enabled):
                return function(*args, **kwargs)

        return wrapper


def _without_brackets(kind):
    """@torch.no_grad decorates as @torch.no_grad() does."""

    def make(cls, function=None):
        made = object.__new__(cls)
        if function is None:
            return made
        made.__init__()
        return made(function)

    kind.__new__ = make
    return kind


@_without_brackets
class no_grad(_GradMode):
    def __init__(self):
        super().__init__(False)


@_without_brackets
class enable_grad(_GradMode):
    def __init__(self):
        super().__init__(True)


class inference_mode(_GradMode):
    """Records nothing, and what is made inside never takes part in a history."""

    def __init__(self, mode=True):
        function = mode if callable(mode) else None
        super().__init__(False)
        self._mode = True if function else bool(mode)
        if function:
            self._function = functools.wraps(function)(lambda *args, **kwargs: inference_mode()._run(function, args, kwargs))

    def __enter__(self):
        self._before.append((torch.is_grad_enabled(), torch.is_inference_mode_enabled()))
        torch._set_inference_mode(self._mode)
        torch._set_grad_enabled(not self._mode)

    def __exit__(self, *error):
        grad, inference = self._before.pop()
        torch._set_inference_mode(inference)
        torch._set_grad_enabled(grad)

    def _run(self, function, args, kwargs):
        with self:
            return function(*args, **kwargs)

    def __call__(self, *args, **kwargs):
        if "_function" in self.__dict__:  # @torch.inference_mode without brackets
            return self._function(*args, **kwargs)
        function, mode = args[0], self._mode
        return functools.wraps(function)(lambda *a, **k: inference_mode(mode)._run(function, a, k))


class set_grad_enabled(_GradMode):
    """Takes effect at once; as a with block it goes back at the end."""

    def __init__(self, mode):
        super().__init__(mode)
        self._before.append(torch.is_grad_enabled())
        torch._set_grad_enabled(mode)

    def __enter__(self):
        pass


def _grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=False):
    """torch.autograd.grad, of one output."""
    if create_graph:
        raise NotImplementedError("ToDevice's gradients have no gradients: leave create_graph out")
    roots = [outputs] if isinstance(outputs, torch.Tensor) else list(outputs)
    if len(roots) != 1:
        raise NotImplementedError("ToDevice's torch.autograd.grad takes one output; add them up first")
    inputs = [inputs] if isinstance(inputs, torch.Tensor) else list(inputs)
    if not inputs:
        raise ValueError("grad requires non-empty inputs.")
    if grad_outputs is not None and not isinstance(grad_outputs, torch.Tensor):
        grad_outputs = list(grad_outputs)[0]
    return tuple(torch._grad(roots[0], inputs, grad_outputs, bool(retain_graph), allow_unused))
