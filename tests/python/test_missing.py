# SPDX-License-Identifier: Apache-2.0
"""What the subset lacks says so and, where there is one, names the nearest thing that it has."""
import multiprocessing
import pickle

import torch
import torch.nn as nn
import torch.nn.functional as F
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
                  (lambda: nn.utils.clip_grad_norm, "clip_grad_norm_"), (lambda: torch.diag, "eye"), (lambda: torch.trace, "eye"),
                  (lambda: torch.meshgrid, "broadcast_tensors"), (lambda: torch.cdist, "norm"), (lambda: torch.linalg, "norm"),
                  (lambda: torch.compile, "torch.cuda.graph"), (lambda: torch.autocast, "float16"), (lambda: torch.amp, "float16"),
                  (lambda: torch.cuda.amp, "torch.float16"), (lambda: torch.complex64, "float32"), (lambda: torch.from_numpy, "as_tensor"),
                  (lambda: torch.bincount, "torch.nn.functional.one_hot"), (lambda: torch.LongTensor, "tensor"), (lambda: nn.LSTM, "Linear"),
                  (lambda: nn.GRU, "Linear"), (lambda: nn.ConvTranspose2d, "Conv2d"), (lambda: nn.AdaptiveAvgPool2d, "MaxPool2d"),
                  (lambda: nn.CosineSimilarity, "torch.nn.functional.normalize"), (lambda: F.pad, "torch.cat"),
                  (lambda: F.interpolate, "torch.repeat_interleave"), (lambda: F.scaled_dot_product_attention, "softmax"),
                  (lambda: F.hardtanh, "torch.clamp"), (lambda: torch.ones(1).diagonal(), "torch.eye"),
                  (lambda: torch.ones(1).index_fill_, "masked_fill_"), (lambda: torch.optim.NAdam, "Adam")):
    said = message(act)
    assert f"ToDevice has a part of PyTorch; the nearest it has is {near!r}" in said, said
for act in (lambda: torch.jit, lambda: torch.fft, lambda: torch.ones(1).real, lambda: nn.Transformer, lambda: torch.ones(1).cholesky):
    assert "ToDevice" in message(act) and "nearest" not in message(act), message(act)

# The table behind it: what it leads to is there, and what it leads from is missing wherever that could be asked for.
table = torch.__getattr__.__globals__["_INSTEAD"]
homes = (torch, torch.Tensor, nn, F, nn.utils, torch.optim, torch.optim.lr_scheduler, torch.cuda)
for name, here in table.items():
    if here.startswith("torch."):
        what = torch
        for part in here.split(".")[1:]:
            what = getattr(what, part)
        at = homes
    else:
        at = [home for home in homes if here in dir(home)]
    assert at, f"{here} is not there"
    assert any(name not in dir(home) for home in at), f"{name} is there"


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
