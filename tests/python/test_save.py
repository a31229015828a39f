# SPDX-License-Identifier: Apache-2.0
"""torch.save and torch.load: everything comes back, and a hostile file is refused with a reason."""
import collections
import io
import json
import os
import pickle
import random
import tempfile
import zipfile

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


def refused(data, words):
    raises(RuntimeError, "torch.load: the file cannot be read: " + words, lambda: read(data))


def changed(told, storages=()):
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as file:
        file.writestr("todevice.json", told if isinstance(told, str) else json.dumps(told))
        for i, data in enumerate(storages):
            file.writestr(f"storage/{i}", data)
    return box.getvalue()


def tensor(**changes):
    told = {"storage": 0, "dtype": "float32", "offset": 0, "shape": [2], "stride": [1], "requires_grad": False, "parameter": False}
    return changed({"format": "ToDevice", "version": 1, "object": {"tensor": {**told, **changes}},
                    "storages": [{"device": "cpu", "bytes": 8}]}, [b"\0" * 8])


same(read(tensor()).tolist(), [0.0, 0.0])
good = written({"w": torch.arange(100.0)})
refused(good[: len(good) // 2], "it is damaged, cut short")
refused(b"", "it is damaged")
refused(pickle.dumps([1]), "it is damaged")
box = io.BytesIO()
with zipfile.ZipFile(box, "w") as file:
    file.writestr("archive/data.pkl", pickle.dumps(os.getcwd))
refused(box.getvalue(), "it holds a pickle, which could run any code")
refused(tensor(shape=[1 << 40]), "a tensor needs")
refused(tensor(shape=[1 << 62, 1 << 62], stride=[1 << 40, 1]), "a tensor's offset, shape and strides are no place in memory")
refused(tensor(offset=-1), "a tensor's offset, shape and strides are no place in memory")
refused(tensor(offset=1), "a tensor needs 3 numbers of its storage, which has 2")
refused(tensor(stride=[-1]), "a tensor's offset")
refused(tensor(stride=[1, 1]), "a tensor's shape and strides differ in length")
refused(tensor(storage="../../etc/passwd"), "there is no storage '../../etc/passwd'")
refused(tensor(storage=7), "there is no storage 7")
refused(tensor(dtype="evil"), "what it says makes no sense")
refused(tensor(shape="xx"), "")
refused(changed("["), "what it says makes no sense")
refused(changed("[" * 100_000), "")
refused(changed({"format": "ToDevice", "version": 9}), "the file is of another version")
deep = '{"list": [' * 250 + "null" + "]}" * 250
refused(changed('{"format": "ToDevice", "version": 1, "storages": [], "object": ' + deep + "}"), "objects in objects")
box = io.BytesIO()
with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as file:
    file.writestr("todevice.json", " " * 1_000_000)
refused(box.getvalue(), "todevice.json is compressed")

# Any byte changed: it is read or refused, never anything else.
chance = random.Random(1)
for _ in range(300):
    data = bytearray(good)
    for _ in range(chance.randint(1, 4)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    try:
        read(bytes(data))
    except RuntimeError:
        pass
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "ü.pt")
    torch.save({"a": torch.ones(1)}, path)
    same(torch.load(path)["a"].item(), 1.0)
