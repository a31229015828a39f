# SPDX-License-Identifier: Apache-2.0
"""torch.save and torch.load: everything comes back. test_hostile.py has what is refused."""
import collections
import io
import os
import tempfile

import torch
import torch.nn as nn
from check import DEVICES, raises, same


def written(value):
    box = io.BytesIO()
    torch.save(value, box)
    return box.getvalue()


def read(data, **options):
    return torch.load(io.BytesIO(data), **options)


def there_and_back(value):
    return read(written(value))


base = torch.arange(10.0)
pair = there_and_back({"all": base, "part": base[2:4], "across": base.reshape(2, 5).t()})
pair["part"].fill_(-1)
same((pair["all"][2].item(), pair["across"].shape, base[2].item()), (-1.0, torch.Size([5, 2]), 2.0))
plain = [1, 2.5, float("inf"), True, None, "é", b"\x00\xff", (1, [2]), {3, 4}, {1: "a", (2, 3): "b"}, 10**30]
same(there_and_back(plain), plain)
same(there_and_back([torch.float16, torch.device("cuda:1"), torch.Size([2])]), [torch.float16, torch.device("cuda:1"), torch.Size([2])])
for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int32, torch.bool):
    x = torch.tensor([0, 1, 2]).to(dtype)
    assert torch.equal(there_and_back(x), x) and there_and_back(x).dtype is dtype
net = nn.Linear(2, 2)
back = there_and_back(collections.OrderedDict(w=net.weight, s=net.state_dict()))
assert isinstance(back["w"], nn.Parameter) and back["w"].requires_grad and isinstance(back["s"], collections.OrderedDict)
same((there_and_back(torch.tensor(3)).item(), there_and_back(torch.zeros(0, 4)).shape), (3, torch.Size([0, 4])))
if len(DEVICES) > 1:
    far = written(torch.ones(2, device="cuda:0"))
    same([str(read(far, **o).device) for o in ({}, {"map_location": "cpu"}, {"map_location": {"cuda:0": "cuda:0"}},
                                               {"map_location": lambda storage, where: storage})],
         ["cuda:0", "cpu", "cuda:0", "cpu"])
raises(TypeError, "ToDevice saves no whole Linear: save its state_dict()", lambda: torch.save(net, io.BytesIO()))
raises(TypeError, "ToDevice's torch.save takes tensors", lambda: torch.save(object(), io.BytesIO()))
raises(FileNotFoundError, "", lambda: torch.load("/no/such/file.pt"))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "ü.pt")
    torch.save({"a": torch.ones(1)}, path)
    same(torch.load(path)["a"].item(), 1.0)
