# SPDX-License-Identifier: Apache-2.0
"""torch.load. A file may have been made to do harm: reading one runs no code of it, writes nothing, and takes no more memory than
a small multiple of the file's size. What torch.save would not have written is refused."""
import collections
import os
import struct
import zlib

import torch

_MOST_SHOWN = 300
_MOST_ALIKE = 100


class _MapError(Exception):
    """What map_location brings about is no fault of the file: its error is raised as it is."""


def _place(location, map_location):
    """The device on which a storage that was on `location` is put."""
    if isinstance(map_location, dict):
        location = str(map_location.get(location, location))
    elif map_location is not None:
        location = str(map_location)
    try:
        device = torch.device(location)
    except RuntimeError:
        raise _MapError(RuntimeError("don't know how to restore data location of torch.storage.UntypedStorage (tagged with "
                                     f"{location[:_MOST_SHOWN]})")) from None
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


def _refuse_constant(name):
    raise RuntimeError(f"{name} is no number of JSON's")


def _size_of(file):
    at = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(at)
    return size


def _check_entries(parts, size):
    """The entries are those that torch.save writes, each once, and side by side in the file."""
    entries = parts.infolist()
    names = [info.filename for info in entries]
    if any(name.endswith("data.pkl") for name in names):
        raise RuntimeError("it holds a pickle, which could run any code. ToDevice reads only what ToDevice saved; in PyTorch, load the "
                           "file and take the numbers over as text or lists")
    if _MAGIC not in names:
        raise RuntimeError("it is a zip, but not one of torch.save's")
    for name in names:
        if name != _MAGIC and not re.fullmatch(r"storage/(0|[1-9][0-9]{0,9})", name, re.ASCII):
            raise RuntimeError(f"torch.save writes no entry {name!r}")
    if len(set(names)) != len(names):
        raise RuntimeError("two of its entries have one name")
    for info in entries:
        if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
            raise RuntimeError(f"{info.filename} is compressed; ToDevice saves nothing compressed")
    if sum(info.file_size for info in entries) > size:
        raise RuntimeError(f"its entries say that they have {sum(info.file_size for info in entries)} bytes, and the file has {size}")


class _Reader:
    def __init__(self, parts, map_location):
        self._parts, self._map_location = parts, map_location
        about = parts.getinfo(_MAGIC)
        if about.file_size > _MOST_JSON:
            raise RuntimeError(f"{_MAGIC} says that it has {about.file_size} bytes; at most {_MOST_JSON} are read")
        self._about = self._a(dict, json.loads(parts.read(about), parse_constant=_refuse_constant), _MAGIC)
        if self._about.get("format") != "ToDevice" or self._about.get("version") != _VERSION:
            raise RuntimeError("the file is of another version of ToDevice's format")
        self._places = self._a(list, self._about["storages"], "storages")
        self._storages = {}
        self._tensors = []  # in the order of the file

    @staticmethod
    def _a(kind, value, what):
        if type(value) is not kind:
            raise RuntimeError(f"{what} is {value!r}, which is no {kind.__name__}")
        return value

    def object(self):
        return self._made(self._about["object"], 0)

    def _read(self, number):
        place = self._places[number]
        data = self._parts.read(f"storage/{number}")
        if len(data) != place["bytes"]:
            raise RuntimeError(f"storage {number} has {len(data)} bytes instead of {place['bytes']}")
        where = self._a(str, place["device"], "a storage's device")
        chosen = self._map_location
        if chosen is not None and not isinstance(chosen, (dict, str, torch.device)):
            try:
                chosen = chosen(torch._storage_from(data, "cpu").untyped_storage(), where)
            except Exception as error:
                raise _MapError(error) from None
            chosen = where if chosen is None else chosen.device
        return torch._storage_from(data, _place(where, chosen))

    def _storage(self, number):
        if type(number) is not int or not 0 <= number < len(self._places):
            raise RuntimeError(f"there is no storage {number!r}")
        if number not in self._storages:
            self._storages[number] = self._read(number)
        return self._storages[number]

    def _tensor(self, told):
        storage, dtype = self._storage(told["storage"]), _DTYPES[told["dtype"]]
        for size in (told["offset"], *self._a(list, told["shape"], "a shape"), *self._a(list, told["stride"], "a stride")):
            if type(size) is not int or not -(2**63) <= size < 2**63:
                raise RuntimeError(f"{size!r} is no offset, size or stride")
        if dtype is torch.bool and storage.numel() and storage.max().item() > 1:
            raise RuntimeError("a storage of bools has bytes that are neither 0 nor 1")
        tensor = torch._over_storage(storage, dtype, told["offset"], told["shape"], told["stride"])
        grad = self._a(bool, told["requires_grad"], "requires_grad")
        if self._a(bool, told["parameter"], "parameter"):
            return torch.nn.Parameter(tensor, grad)
        return tensor.requires_grad_(True) if grad else tensor

    def _keys(self, keys):
        """Keys for a set or a dict; many of one hash would take it for ever."""
        most = collections.Counter(map(hash, keys)).most_common(1)
        if most and most[0][1] > _MOST_ALIKE:
            raise RuntimeError(f"{most[0][1]} of its keys have one hash")
        return keys

    def _made(self, told, depth):
        if depth > _DEEPEST:
            raise RuntimeError(f"objects in objects, more than {_DEEPEST} deep")
        if told is None or isinstance(told, (bool, str)):
            return told
        (kind, value), = self._a(dict, told, "an object").items()
        if kind == "tensor":
            self._tensors.append(self._tensor(value))
            return self._tensors[-1]
        if kind == "again":
            if not re.fullmatch("[0-9]{1,9}", self._a(str, value, kind), re.ASCII) or int(value) >= len(self._tensors):
                raise RuntimeError(f"there is no tensor {value!r} before")
            return self._tensors[int(value)]
        plain = {"int": int, "float": float.fromhex, "bytes": bytes.fromhex, "dtype": _DTYPES.__getitem__,
                 "device": torch.device}.get(kind)
        if plain:
            return plain(self._a(str, value, kind))
        self._a(list, value, kind)
        made = {"size": Size, "tuple": tuple, "list": list, "set": lambda items: set(self._keys(items))}.get(kind)
        if made:
            return made([self._made(item, depth + 1) for item in value])
        made = {"ordered": collections.OrderedDict, "dict": dict}[kind]
        pairs = [(self._made(k, depth + 1), self._made(v, depth + 1)) for k, v in value]
        self._keys([key for key, _ in pairs])
        return made(pairs)


def _said_of(f):
    return repr(os.fspath(f)) if isinstance(f, (str, os.PathLike)) else "the file"


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **kwargs):
    for name in kwargs:
        raise TypeError(f"Unpickler.__init__() got an unexpected keyword argument {name!r}")
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            return _loaded(file, f, map_location)
    for name in ("seek", "tell"):
        if not hasattr(f, name):
            raise AttributeError(f"{type(f).__name__!r} object has no attribute {name!r}. You can only torch.load from a file that is "
                                 "seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.")
    return _loaded(f, f, map_location)


def _opened(file):
    """The zip, or why it is none."""
    start = file.tell()
    begins = file.read(2)
    file.seek(start)
    if begins[:1] == b"\x80" and begins[1:2] <= b"\x05":
        raise RuntimeError("it is a pickle, which could run any code. ToDevice reads only what ToDevice saved")
    return zipfile.ZipFile(file)


def _loaded(file, name, map_location):
    refused = f"torch.load: {_said_of(name)} cannot be read: "
    try:
        with _opened(file) as parts:
            _check_entries(parts, _size_of(file))
            return _Reader(parts, map_location).object()
    except _MapError as error:
        raise error.args[0] from None
    except (zipfile.BadZipFile, struct.error, zlib.error, EOFError):
        raise RuntimeError(refused + "it is damaged, cut short, or was not written by ToDevice's torch.save") from None
    except MemoryError:
        raise RuntimeError(refused + "it needs more memory than there is") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, NotImplementedError, RecursionError,
            OverflowError) as error:
        said = f"{type(error).__name__}: {error}"[:_MOST_SHOWN]
        raise RuntimeError(refused + f"what it says makes no sense ({said})") from None
    except RuntimeError as error:
        if str(error).startswith("Attempting"):
            raise
        raise RuntimeError((refused + str(error))[: len(refused) + _MOST_SHOWN]) from None
