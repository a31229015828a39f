# SPDX-License-Identifier: Apache-2.0
"""torch.nn.utils: gradients kept within bounds."""
import torch


def _grads(parameters):
    return [p.grad for p in ([parameters] if isinstance(parameters, torch.Tensor) else list(parameters)) if p.grad is not None]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None) -> torch.Tensor:
    """The norm of all of them, taken as one vector."""
    tensors = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    if not tensors:
        return torch.tensor(0.0)
    first = tensors[0].device
    each = [t.detach().norm(norm_type) for t in tensors]
    total = torch.stack([n.to(first) for n in each]).norm(norm_type)
    if error_if_nonfinite and not total.isfinite().item():
        raise RuntimeError(
            f"The total norm of order {float(norm_type)} for gradients from `parameters` is non-finite, so it cannot be clipped. To "
            "disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`")
    return total


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None) -> torch.Tensor:
    """Scales the gradients so that their total norm is at most max_norm; gives the norm that they had."""
    grads = _grads(parameters)
    with no_grad():
        total = get_total_norm(grads, norm_type, error_if_nonfinite)
        scale = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
        for grad in grads:
            grad.mul_(scale.to(grad.device))
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Each element into [-clip_value, clip_value]."""
    with no_grad():
        for grad in _grads(parameters):
            grad.copy_(grad.clamp(-float(clip_value), float(clip_value)))
