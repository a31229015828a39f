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


class no_grad(_GradMode):
    def __init__(self):
        super().__init__(False)


class enable_grad(_GradMode):
    def __init__(self):
        super().__init__(True)


class inference_mode(no_grad):
    pass


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
    if grad_outputs is not None and not isinstance(grad_outputs, torch.Tensor):
        grad_outputs = list(grad_outputs)[0]
    return tuple(torch._grad(roots[0], inputs, grad_outputs, bool(retain_graph), allow_unused))
