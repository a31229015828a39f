# SPDX-License-Identifier: Apache-2.0
"""Optimizers written in tensor operations: Adagrad and RMSprop."""
import torch
import torch.optim


class _TensorCore:
    """What an engine's optimizer is to Optimizer: parameters of one group, their state, a step."""

    def __init__(self, params, *options):
        self._params = params
        self._states = {}

    def get_state(self, param):
        return self._states.get(param, {})

    def set_state(self, param, state):
        self._states[param] = state

    def zero_grad(self, set_to_none=True):
        for param in self._params:
            if param.grad is None:
                continue
            if set_to_none:
                param.grad = None
            else:
                param.grad = torch.zeros_like(param.grad)

    def step(self, *options):
        with no_grad():
            for param in self._params:
                if param.grad is not None:
                    self._one(param, param.grad, *options)


class _AdagradCore(_TensorCore):
    def __init__(self, params, lr, lr_decay, weight_decay, eps, maximize, start):
        super().__init__(params)
        for param in params:
            self._states[param] = {"step": torch.tensor(0.0), "sum": torch.full_like(param, start)}

    def _one(self, param, grad, lr, lr_decay, weight_decay, eps, maximize, start):
        state = self._states[param]
        state["step"] += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            grad = grad + weight_decay * param
        rate = lr / (1 + (state["step"].item() - 1) * lr_decay)
        state["sum"].add_(grad * grad)
        param.add_((grad / (state["sum"].sqrt() + eps)) * -rate)


class Adagrad(Optimizer):
    """https://docs.pytorch.org/docs/stable/generated/torch.optim.Adagrad.html"""

    _core = _AdagradCore

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False, differentiable=False, fused=None):
        _check_numbers(dict(lr=lr))
        for text, value in (("lr_decay value", lr_decay), ("weight_decay value", weight_decay),
                            ("initial_accumulator_value value", initial_accumulator_value), ("epsilon value", eps)):
            if not 0.0 <= value:
                raise ValueError(f"Invalid {text}: {value}")
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, fused=fused))

    @staticmethod
    def _options(group):
        return (group["lr"], group["lr_decay"], group["weight_decay"], group["eps"], group["maximize"],
                group["initial_accumulator_value"])


class _RMSpropCore(_TensorCore):
    def _one(self, param, grad, lr, alpha, eps, weight_decay, momentum, centered, maximize):
        state = self._states.get(param)
        if not state:
            state = self._states[param] = {"step": torch.tensor(0.0), "square_avg": torch.zeros_like(param)}
            if momentum > 0:
                state["momentum_buffer"] = torch.zeros_like(param)
            if centered:
                state["grad_avg"] = torch.zeros_like(param)
        state["step"] += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            grad = grad + weight_decay * param
        square = state["square_avg"].mul_(alpha).add_(grad * (1 - alpha) * grad)
        if centered:
            mean = state["grad_avg"]
            mean.add_((grad - mean) * (1 - alpha))
            spread = (square - mean * mean).sqrt_()
        else:
            spread = square.sqrt()
        spread += eps
        if momentum > 0:
            buffer = state["momentum_buffer"].mul_(momentum).add_(grad / spread)
            param.add_(buffer * -lr)
        else:
            param.add_((grad * -lr) / spread)


class RMSprop(Optimizer):
    """https://docs.pytorch.org/docs/stable/generated/torch.optim.RMSprop.html"""

    _core = _RMSpropCore

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
                 foreach=None, maximize=False, differentiable=False):
        _check_numbers(dict(lr=lr))
        for text, value in (("epsilon value", eps), ("momentum value", momentum),
                            ("weight_decay value", weight_decay), ("alpha value", alpha)):
            if not 0.0 <= value:
                raise ValueError(f"Invalid {text}: {value}")
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
                                      weight_decay=weight_decay, capturable=capturable, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable))

    @staticmethod
    def _options(group):
        return (group["lr"], group["alpha"], group["eps"], group["weight_decay"], group["momentum"], group["centered"],
                group["maximize"])
