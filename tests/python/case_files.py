# SPDX-License-Identifier: Apache-2.0
"""Files that were saved on another device."""
import os
import tempfile
import zipfile

import torch
from check import raises, same


def stored(value):
    path = os.path.join(tempfile.mkdtemp(), "t.pt")
    torch.save(value, path)
    return path


def edited(path, device):
    """The file as if it had been saved from another device."""
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    parts["todevice.json"] = parts["todevice.json"].replace(b'"device": "cpu"', b'"device": "%s"' % device.encode())
    with zipfile.ZipFile(path, "w") as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return path


def C91():
    path = edited(stored(torch.ones(1)), "cuda:0")
    raises(RuntimeError, "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.",
           lambda: torch.load(path))
    same(torch.load(path, map_location="cpu").tolist(), [1.0])


def C93():
    path = edited(stored(torch.ones(1)), "cuda:3")
    raises(RuntimeError, "Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 2.",
           lambda: torch.load(path))
    same(str(torch.load(path, map_location={"cuda:3": "cuda:1"}).device), "cuda:1")


def C95():
    path = stored(torch.ones(1, device="cuda:0"))
    with torch.cuda.device(1):
        same(str(torch.load(path).device), "cuda:0")
    same(str(torch.load(stored(torch.ones(1, device="cuda:1"))).device), "cuda:1")
    same(str(torch.load(path, map_location="cpu").device), "cpu")


def C97():
    path = edited(stored(torch.ones(1)), "cuda:1")
    if torch.cuda.device_count() > 1:
        same(str(torch.load(path).device), "cuda:1")
    else:
        raises(RuntimeError, "Attempting to deserialize object on CUDA device 1", lambda: torch.load(path))
