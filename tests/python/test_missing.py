# SPDX-License-Identifier: Apache-2.0
"""What the subset lacks says so, and names the nearest thing that it has."""
import torch
import torch.nn as nn
from check import same


def message(act):
    try:
        act()
    except AttributeError as error:
        return str(error)
    raise AssertionError("no AttributeError")


assert "todevice" in torch.__version__ and torch.__version__.startswith("2.11")
for act, near in ((lambda: torch.sofmax, "softmax"), (lambda: nn.Linaer, "Linear"), (lambda: torch.optim.SDG, "SGD"),
                  (lambda: torch.ones(1).reshap, "reshape"), (lambda: torch.cuda.device_cuont, "device_count")):
    said = message(act)
    assert "ToDevice" in said and near in said, said
for act in (lambda: torch.einsum, lambda: nn.Transformer, lambda: torch.ones(1).cholesky):
    assert "ToDevice" in message(act) and "nearest" not in message(act), message(act)


class NumPyNumber(float):
    """Leaves `number + tensor` to the tensor where that asks for it, as NumPy's own numbers do."""

    def __add__(self, other):
        return NotImplemented if getattr(type(other), "__array_priority__", 0) > 0 else "an array"


same(type(NumPyNumber(2) + torch.ones(1)), torch.Tensor)
same((hasattr(torch, "einsum"), hasattr(torch.ones(1), "cholesky"), hasattr(nn, "Linear")), (False, False, True))
