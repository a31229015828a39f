# SPDX-License-Identifier: Apache-2.0
"""torch.save. A file is a zip, nothing in it compressed: `todevice.json`, which says what the object is, and `storage/N`, the
bytes of each storage."""
import collections
import os

import torch

_MAGIC = "todevice.json"
_VERSION = 1
_MOST_JSON = 16 << 20
_DEEPEST = 200
_DTYPES = {repr(d)[6:]: d for d in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int8, torch.int16,
                                    torch.int32, torch.int64, torch.uint8, torch.bool)}


class _Writer:
    """An object as JSON, and the storages that it needs."""

    def __init__(self):
        self.storages = {}
        self._tensors = {}  # by id: a tensor that stands in two places is one when it is read

    def told(self, value):
        if value is None or isinstance(value, (bool, str)):
            return value
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, int):
            return {"int": str(value)}
        if isinstance(value, float):
            return {"float": value.hex()}
        if isinstance(value, bytes):
            return {"bytes": value.hex()}
        if isinstance(value, torch.dtype):
            return {"dtype": repr(value)[6:]}
        if isinstance(value, torch.device):
            return {"device": str(value)}
        for name, kind in (("size", Size), ("tuple", tuple), ("list", list), ("set", set)):
            if isinstance(value, kind):
                return {name: [self.told(item) for item in value]}
        for name, kind in (("ordered", collections.OrderedDict), ("dict", dict)):
            if isinstance(value, kind):
                return {name: [[self.told(k), self.told(v)] for k, v in value.items()]}
        if isinstance(value, torch.nn.Module):
            raise TypeError(f"ToDevice saves no whole {type(value).__name__}: save its state_dict()")
        raise TypeError(f"ToDevice's torch.save takes tensors, numbers, texts and lists, tuples, sets and dicts of them, "
                        f"not {type(value).__name__}")

    def _tensor(self, tensor):
        if id(tensor) in self._tensors:
            return {"again": str(self._tensors[id(tensor)][0])}
        self._tensors[id(tensor)] = len(self._tensors), tensor
        storage = tensor.untyped_storage()
        number = self.storages.setdefault(storage.data_ptr() if storage.nbytes() else -1 - len(self.storages),
                                          (len(self.storages), tensor))[0]
        return {"tensor": {"storage": number, "dtype": repr(tensor.dtype)[6:], "offset": tensor.storage_offset(),
                           "shape": list(tensor.shape), "stride": list(tensor.stride()),
                           "requires_grad": tensor.requires_grad,
                           "parameter": isinstance(tensor, torch.nn.Parameter)}}


def save(obj, f, *args, **kwargs):
    if not isinstance(f, (str, os.PathLike)) and not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    if isinstance(f, (str, os.PathLike)) and not os.path.isdir(folder := os.path.dirname(os.fspath(f)) or "."):
        raise RuntimeError(f"Parent directory {folder} does not exist.")
    writer = _Writer()
    told = writer.told(obj)
    storages = [tensor for _, tensor in writer.storages.values()]
    about = {"format": "ToDevice", "version": _VERSION, "object": told,
             "storages": [{"device": str(t.device), "bytes": t.untyped_storage().nbytes()} for t in storages]}
    text = json.dumps(about, allow_nan=False)
    if len(text) > _MOST_JSON:
        raise ValueError(f"what is to be saved takes {len(text)} bytes as text, and torch.load reads at most {_MOST_JSON}: long lists of "
                         "numbers are better saved as a tensor")
    if isinstance(f, (str, os.PathLike)) and not os.fspath(f):
        raise RuntimeError("[enforce fail at inline_container.cc:720] . invalid file name: ")
    try:
        target = zipfile.ZipFile(f, "w", zipfile.ZIP_STORED)
    except OSError as error:
        if not isinstance(f, (str, os.PathLike)):
            raise
        raise RuntimeError(f"[enforce fail at inline_container.cc:747] . open file failed with strerror: {error.strerror}") from None
    with target as file:
        file.writestr(_MAGIC, text)
        for number, tensor in enumerate(storages):
            file.writestr(f"storage/{number}", torch._storage_bytes(tensor))
