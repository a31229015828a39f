# SPDX-License-Identifier: Apache-2.0
"""What the subset lacks says so, and names the nearest thing that it has."""
import multiprocessing
import pickle

import torch
import torch.nn as nn
from check import raises, same


def message(act):
    try:
        act()
    except AttributeError as error:
        return str(error)
    raise AssertionError("no AttributeError")


assert "todevice" in torch.__version__ and torch.__version__.startswith("2.11")
for act, near in ((lambda: torch.sofmax, "softmax"), (lambda: nn.Linaer, "Linear"), (lambda: torch.optim.SDG, "SGD"),
                  (lambda: torch.ones(1).reshap, "reshape"), (lambda: torch.cuda.device_cuont, "device_count"), (lambda: torch.einsum, "matmul"),
                  (lambda: torch.unique, "sort"), (lambda: torch.ones(1).is_complex, "is_floating_point"),
                  (lambda: torch.ones(1).gpu, "cuda"), (lambda: torch.optim.Sgd, "SGD"), (lambda: nn.Relu, "ReLU"),
                  (lambda: torch.optim.lr_scheduler.ExponentialLR, "StepLR"), (lambda: torch.cuda.memory_snapshot, "memory_stats"),
                  (lambda: nn.utils.clip_grad_norm, "clip_grad_norm_")):
    said = message(act)
    assert "ToDevice" in said and near in said, said
for act in (lambda: torch.jit, lambda: nn.Transformer, lambda: torch.ones(1).cholesky):
    assert "ToDevice" in message(act) and "nearest" not in message(act), message(act)


class NumPyNumber(float):
    """Leaves `number + tensor` to the tensor where that asks for it, as NumPy's own numbers do."""

    def __add__(self, other):
        return NotImplemented if getattr(type(other), "__array_priority__", 0) > 0 else "an array"


same(type(NumPyNumber(2) + torch.ones(1)), torch.Tensor)
same((hasattr(torch, "einsum"), hasattr(torch.ones(1), "cholesky"), hasattr(nn, "Linear")), (False, False, True))


# No pickle is written, and no process is started that could not answer.
for value in (torch.ones(2), nn.Linear(1, 1), torch.Generator(), torch.optim.SGD([torch.ones(1)], lr=0.1)):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        raises(TypeError, f"cannot pickle '{type(value).__name__}' object: ToDevice has no pickle of it; torch.save(x, path) keeps",
               lambda: pickle.dumps(value, protocol))
for method in ("spawn", "forkserver"):
    context = multiprocessing.get_context(method)
    raises(RuntimeError, "ToDevice starts no new Python: multiprocessing works by 'fork' alone", context.Queue)
    raises(RuntimeError, "ToDevice starts no new Python: multiprocessing works by 'fork' alone", context.Process(target=print).start)
