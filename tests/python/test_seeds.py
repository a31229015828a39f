# SPDX-License-Identifier: Apache-2.0
"""Random numbers are PyTorch's, bit for bit, on the CPU; and repeat on each device."""
import torch
import torch.nn as nn
from check import DEVICES, same

generator = torch.manual_seed(0)
same((type(generator).__name__, generator.initial_seed(), torch.initial_seed()), ("Generator", 0, 0))
same(torch.rand(3).tolist(), [0.49625658988952637, 0.7682217955589294, 0.08847743272781372])
torch.manual_seed(42)
same(torch.randn(3).tolist(), [0.33669036626815796, 0.12880940735340118, 0.23446236550807953])
torch.manual_seed(0)
same(torch.randn(16)[:2].tolist(), [-1.1258398294448853, -1.152360200881958])
torch.manual_seed(0)
first = nn.Linear(3, 2).weight.tolist()
torch.manual_seed(0)
same(nn.Linear(3, 2).weight.tolist(), first)

for device in DEVICES:
    torch.manual_seed(21)
    one = torch.rand(5, device=device)
    torch.manual_seed(21)
    assert torch.equal(torch.rand(5, device=device), one)
    assert not torch.equal(torch.rand(5, device=device), one)
    assert ((one >= 0) & (one < 1)).all()
    assert torch.equal(torch.randperm(6, device=device).sum(), torch.tensor(15, device=device))
    drawn = torch.randint(2, 5, (50,), device=device)
    assert drawn.min() >= 2 and drawn.max() < 5

if len(DEVICES) > 1:
    same((torch.cuda.manual_seed(5), torch.cuda.initial_seed(), torch.initial_seed()), (None, 5, 21))
    same((torch.cuda.manual_seed_all(9), torch.cuda.initial_seed()), (None, 9))
