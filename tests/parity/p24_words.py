# SPDX-License-Identifier: Apache-2.0
"""Printing without edges, copies of tensors, and the warnings that PyTorch gives."""
import copy
import pickle

import torch
import torch.nn as nn
from show import *

for value in (torch.tensor([1.0, 2.0]), torch.arange(12.0).reshape(3, 4), torch.tensor(1.0), torch.ones(0), torch.ones(2, 0),
              torch.ones(2, 3, 4), torch.arange(6.0).half(), torch.tensor([True, False]), nn.Parameter(torch.ones(3)),
              torch.ones(3, requires_grad=True) * 2):
    for edge, threshold in ((0, 1), (0, 1000), (1, 1), (2, 0)):
        torch.set_printoptions(edgeitems=edge, threshold=threshold)
        print(value)
torch.set_printoptions(profile="default")

w = here([1.0]).requires_grad_()
warns("grad of a result", lambda: (w * 2).grad)
kept = w * 2
kept.retain_grad()
warns("grad that is kept", lambda: kept.grad)
warns("grad of a leaf", lambda: w.grad)
warns("float", lambda: float(w))
warns("item", lambda: w.item())
warns("float without history", lambda: float(w.detach()))
for act in (lambda: here([1.0]).std(), lambda: here([1.0]).var(), lambda: here([[1.0], [2.0]]).std(1), lambda: here([1.0, 2.0]).std(),
            lambda: here([1.0, 2.0]).var(correction=2), lambda: torch.std(here([[1.0, 2.0]]), 0), lambda: here([1.0]).var(unbiased=False)):
    warns("degrees of freedom", act)
warns("tensor of a tensor", lambda: torch.tensor(here([1.0])))
warns("nothing to fill", lambda: nn.init.kaiming_uniform_(torch.ones(0, 3)))
warns("nothing to fill", lambda: nn.Linear(3, 0))
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        (w * 2).grad
    except UserWarning as error:
        print("as an error:", str(error)[:40])

x = here([1.0, 2.0])
y = copy.copy(x)
print(y is x, y.data_ptr() == x.data_ptr(), copy.copy(w).requires_grad, type(copy.copy(nn.Parameter(x))).__name__)
print(pickle.loads(pickle.dumps(torch.device("cpu"))), pickle.loads(pickle.dumps([torch.Size([1, 2]), torch.float16])))
