# SPDX-License-Identifier: Apache-2.0
"""Sizes, torch.Tensor(...), permutations, files and the settings of optimizers: what is taken and what is refused."""
import io
import os
import tempfile
import warnings

import torch
import torch.nn as nn
from show import *

EXPRESSIONS = """
torch.Size((1, 'a')) | torch.Size([2.]) | torch.Size(x for x in [1, 2]) | torch.Size([torch.tensor([1]), True]) | torch.Size([torch.tensor(1.)])
torch.Size([None]) | torch.Size('ab') | torch.Size(3) | torch.Size() | torch.Size((1,), (2,)) | torch.Size({1: 2}) | torch.Size([1]) + ('a',)
torch.Size([1]) + [2] | (1,) + torch.Size([2]) | ('a',) + torch.Size([2]) | torch.Size([1, 2]) * 2 | torch.ones(2, 3).shape + (4,)
torch.Tensor(1.5) | torch.Tensor(True) | torch.Tensor('a') | torch.Tensor(2, 1.5) | torch.Tensor(None) | torch.Tensor([1, 2], 3)
torch.Tensor([1], [2]) | torch.Tensor('a', 2) | torch.Tensor(-1) | torch.Tensor(2, -1) | torch.Tensor(2, 3).shape | torch.Tensor((2, 3))
torch.Tensor(size=(2,)).shape | torch.Tensor(data=[1]) | torch.Tensor(other=torch.ones(1)) | torch.Tensor(device='cpu')
torch.Tensor([1, 2], dtype=torch.int) | torch.Tensor([1, 2], device='cuda') | torch.Tensor(2, requires_grad=True) | torch.Tensor({1: 2})
torch.Tensor(['a']) | torch.Tensor(object()) | torch.Tensor({1}) | torch.Tensor(b'ab') | torch.Tensor(range(3)) | torch.Tensor()
torch.Tensor(torch.ones(2, dtype=torch.double)) | torch.FloatTensor(1.5) | torch.FloatTensor([1.5])
torch.randperm(257, dtype=torch.uint8) | torch.randperm(256, dtype=torch.uint8).dtype | torch.randperm(129, dtype=torch.int8)
torch.randperm(128, dtype=torch.int8).max() | torch.randperm(40000, dtype=torch.int16) | torch.randperm(3000, dtype=torch.float16)
torch.randperm(2049, dtype=torch.float16).dtype | torch.randperm(3, dtype=torch.bool) | torch.randperm(-1) | torch.randperm(0)
torch.load(3) | torch.load(None) | torch.load([1]) | torch.load() | torch.load('/no such file') | torch.save(1, 3) | torch.save(1, None)
torch.save(1) | torch.save(1, '/no such folder/x') | torch.save(1, '') | torch.save(1, folder) | load('bad') | load(3) | load({'cpu': 'bad'})
load({'cuda:0': 'cpu'}) | load(lambda storage, where: storage) | load(lambda storage: storage) | load(torch.ones(2)) | load('cpu', foo=3)
load(None) | load(torch.device('cpu'))
"""
file = io.BytesIO()
torch.save(torch.ones(2), file)
folder = tempfile.gettempdir()


def load(where, **more):
    file.seek(0)
    return torch.load(file, map_location=where, **more)


for line in EXPRESSIONS.replace("\n", " | ").strip(" |").split(" | "):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = eval(line)
            print(f"{line}: {type(value).__name__} {value}")
    except Exception as error:
        said = str(error).partition(chr(10) + "Exception raised")[0].replace(folder, "folder").replace(os.sep + "no", "no")
        print(f"{line}: {type(error).__name__}: {said.rstrip()}")

for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop, torch.optim.Adagrad):
    for how in ("lr='a'", "lr=None", "lr=-1", "lr=torch.tensor([1.0, 2.0])", "lr=torch.tensor(0.5), foreach=True", "weight_decay='a'",
                "foreach=True, fused=True", "fused=True, differentiable=True", "foreach=True", "fused=True", "differentiable=True",
                "capturable=True", "capturable=True, foreach=True", "capturable=True, lr=torch.tensor(0.5), foreach=True", "maximize=True",
                "momentum='a'", "momentum=-1", "betas=(1, 2)", "betas=0.9", "eps=-1", "eps='a'", "nesterov=True"):
        parameter = nn.Parameter(torch.ones(2))  # on the CPU, wherever the rest is
        parameter.grad = torch.ones(2)
        given = eval(f"dict({how})")
        given.setdefault("lr", 0.5)
        label = f"{kind.__name__} {how}"

        def stepped():
            kind([parameter], **given).step()
            print(label, parameter.data)

        fails(label, stepped)

x = torch.ones(1, requires_grad=True)
warns("int", lambda: int(x))
warns("float", lambda: float(x))
warns("float again", lambda: float(x))
