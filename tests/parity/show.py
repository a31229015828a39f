# SPDX-License-Identifier: Apache-2.0
"""What the parity scripts share. They run on a GPU where there is one, and print the same text there as on the CPU."""
import warnings

import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def here(value, **how):
    return torch.tensor(value, device=DEVICE, **how)


def plain(value):
    if isinstance(value, torch.Tensor):
        return value.detach().cpu()
    if isinstance(value, tuple) and not isinstance(value, torch.Size):
        return tuple(plain(v) for v in value)
    return value


def show(label, *values):
    """Each value as it prints on the CPU, and the node that made it."""
    for value in values:
        node = f" <{value.grad_fn.name()}>" if isinstance(value, torch.Tensor) and value.grad_fn is not None else ""
        print(f"{label}{node}: {plain(value)}")


def fails(label, act):
    """The error's type and its first line, without the device's number."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            act()
    except Exception as error:
        print(f"{label}: {type(error).__name__}: {str(error).splitlines()[0]}")
    else:
        print(f"{label}: no error")


def warns(label, act):
    """The warnings, without PyTorch's word on where in its sources they stand."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        act()
    for warning in seen:
        words = str(warning.message).partition(" (Triggered")[0]
        print(f"{label}: {warning.category.__name__}: {words}")
    if not seen:
        print(f"{label}: no warning")


def grads(out, *inputs):
    """Sends a gradient that tells elements apart back, and gives what arrives."""
    weights = torch.arange(1.0, out.numel() + 1, device=out.device).reshape(out.shape) / 4
    (out * weights).sum().backward()
    return tuple(i.grad for i in inputs)
