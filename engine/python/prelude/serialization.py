# SPDX-License-Identifier: Apache-2.0
"""torch.save and torch.load. A file is a zip, nothing in it compressed: `todevice.json`, which says what the object is,
and `storage/N`, the bytes of each storage. Reading one runs no code of it and writes nothing."""
import collections
import json
import os
import zipfile

import torch

_MAGIC = "todevice.json"
_VERSION = 1
_MOST_JSON = 64 << 20
_DEEPEST = 200
_DTYPES = {repr(d)[6:]: d for d in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int8, torch.int16,
                                    torch.int32, torch.int64, torch.uint8, torch.bool)}


class _Writer:
    """An object as JSON, and the storages that it needs."""

    def __init__(self):
        self.storages = {}

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
        storage = tensor.untyped_storage()
        number = self.storages.setdefault(storage.data_ptr() if storage.nbytes() else -1 - len(self.storages),
                                          (len(self.storages), tensor))[0]
        return {"tensor": {"storage": number, "dtype": repr(tensor.dtype)[6:], "offset": tensor.storage_offset(),
                           "shape": list(tensor.shape), "stride": list(tensor.stride()),
                           "requires_grad": tensor.requires_grad and tensor.is_leaf,
                           "parameter": isinstance(tensor, torch.nn.Parameter)}}


def save(obj, f, *args, **kwargs):
    writer = _Writer()
    told = writer.told(obj)
    storages = [tensor for _, tensor in writer.storages.values()]
    about = {"format": "ToDevice", "version": _VERSION, "object": told,
             "storages": [{"device": str(t.device), "bytes": t.untyped_storage().nbytes()} for t in storages]}
    with zipfile.ZipFile(f, "w", zipfile.ZIP_STORED) as file:
        file.writestr(_MAGIC, json.dumps(about))
        for number, tensor in enumerate(storages):
            file.writestr(f"storage/{number}", torch._storage_bytes(tensor))


def _place(location, map_location):
    """The device on which a storage that was on `location` is put."""
    if isinstance(map_location, dict):
        location = str(map_location.get(location, location))
    elif map_location is not None:
        location = str(map_location)
    device = torch.device(location)
    if device.type == "cuda":
        if not torch.cuda.is_available():
            raise RuntimeError(
                "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running "
                "on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to "
                "the CPU.")
        if (device.index or 0) >= torch.cuda.device_count():
            raise RuntimeError(
                f"Attempting to deserialize object on CUDA device {device.index} but torch.cuda.device_count() is "
                f"{torch.cuda.device_count()}. Please use torch.load with map_location to map your storages to an existing "
                "device.")
    return device


class _Reader:
    def __init__(self, file, map_location):
        self._file, self._map_location = file, map_location
        about = file.getinfo(_MAGIC)
        if about.file_size > _MOST_JSON:
            raise RuntimeError(f"{_MAGIC} says that it has {about.file_size} bytes; at most {_MOST_JSON} are read")
        self._about = json.loads(self._bytes(about))
        if self._about.get("format") != "ToDevice" or self._about.get("version") != _VERSION:
            raise RuntimeError("the file is of another version of ToDevice's format")
        self._storages = {}

    def _bytes(self, info):
        """Only what is really there: nothing compressed, so no small file becomes a large one."""
        if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
            raise RuntimeError(f"{info.filename} is compressed; ToDevice saves nothing compressed")
        return self._file.read(info)

    def object(self):
        return self._made(self._about["object"], 0)

    def _storage(self, number):
        if number not in self._storages:
            place = self._about["storages"][number]
            data = self._bytes(self._file.getinfo(f"storage/{int(number)}"))
            if len(data) != place["bytes"]:
                raise RuntimeError(f"storage {number} has {len(data)} bytes instead of {place['bytes']}")
            chosen = self._map_location
            if callable(chosen):
                chosen = chosen(torch._storage_from(data, "cpu").untyped_storage(), place["device"])
                chosen = place["device"] if chosen is None else chosen.device
            self._storages[number] = torch._storage_from(data, _place(place["device"], chosen))
        return self._storages[number]

    def _tensor(self, told):
        number = told["storage"]
        if type(number) is not int or not 0 <= number < len(self._about["storages"]):
            raise RuntimeError(f"there is no storage {number!r}")
        tensor = torch._over_storage(self._storage(number), _DTYPES[told["dtype"]], told["offset"], told["shape"],
                                     told["stride"])
        if told["parameter"]:
            return torch.nn.Parameter(tensor, told["requires_grad"])
        return tensor.requires_grad_(True) if told["requires_grad"] else tensor

    def _made(self, told, depth):
        if depth > _DEEPEST:
            raise RuntimeError(f"objects in objects, more than {_DEEPEST} deep")
        if told is None or isinstance(told, (bool, str)):
            return told
        (kind, value), = told.items()
        if kind == "tensor":
            return self._tensor(value)
        plain = {"int": int, "float": float.fromhex, "bytes": bytes.fromhex, "dtype": _DTYPES.__getitem__,
                 "device": torch.device}.get(kind)
        if plain:
            return plain(value)
        made = {"size": Size, "tuple": tuple, "list": list, "set": set}.get(kind)
        if made:
            return made([self._made(item, depth + 1) for item in value])
        made = {"ordered": collections.OrderedDict, "dict": dict}[kind]
        return made((self._made(k, depth + 1), self._made(v, depth + 1)) for k, v in value)


def _said_of(f):
    return repr(os.fspath(f)) if isinstance(f, (str, os.PathLike)) else "the file"


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **kwargs):
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            return _loaded(file, f, map_location)
    return _loaded(f, f, map_location)


def _loaded(file, name, map_location):
    refused = f"torch.load: {_said_of(name)} cannot be read: "
    try:
        with zipfile.ZipFile(file) as parts:
            names = parts.namelist()
            if any(part.endswith("data.pkl") for part in names):
                raise RuntimeError("it holds a pickle, which could run any code. ToDevice reads only what ToDevice saved; in "
                                   "PyTorch, load the file and take the numbers over as text or lists")
            if _MAGIC not in names:
                raise RuntimeError("it is a zip, but not one of torch.save's")
            return _Reader(parts, map_location).object()
    except zipfile.BadZipFile:
        raise RuntimeError(refused + "it is damaged, cut short, or was not written by ToDevice's torch.save") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, NotImplementedError, RecursionError, OverflowError,
            EOFError) as error:
        raise RuntimeError(refused + f"what it says makes no sense ({type(error).__name__}: {error})") from None
    except RuntimeError as error:
        if str(error).startswith("Attempting"):
            raise
        raise RuntimeError(refused + str(error)) from None
