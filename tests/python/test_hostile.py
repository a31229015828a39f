# SPDX-License-Identifier: Apache-2.0
"""torch.load on files that were made to do harm: each is refused with a reason, quickly and in little memory."""
import io
import json
import os
import pickle
import random
import resource
import struct
import time
import warnings
import zipfile

import torch
from check import raises, same

BEGIN = time.monotonic()
HERE = os.path.dirname(os.path.abspath(__file__))


def written(value):
    box = io.BytesIO()
    torch.save(value, box)
    return box.getvalue()


def read(data, **options):
    return torch.load(io.BytesIO(data), **options)


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
refused(pickle.dumps([1]), "it is a pickle, which could run any code")
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
for number in ('"0"', '"-1"', '"9999999999"', "0", '"\\u0661"', "null"):
    refused(changed('{"format": "ToDevice", "version": 1, "storages": [], "object": {"again": ' + number + "}}"), "")
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


def told(text_of_object, storages=()):
    return changed('{"format": "ToDevice", "version": 1, "object": ' + text_of_object + ', "storages": '
                   + json.dumps([{"device": "cpu", "bytes": len(s)} for s in storages]) + "}", storages)


# Cut short anywhere.
for end in range(len(good)):
    refused(good[:end], "it is ")

# What PyTorch wrote.
for name, words in (("zip.pt", "it holds a pickle"), ("pickle.pt", "it is a pickle")):
    path = os.path.join(HERE, "written_by_pytorch", name)
    raises(RuntimeError, f"torch.load: {path!r} cannot be read: {words}, which could run any code", lambda: torch.load(path))

# Numbers in JSON that are none, or too great, or of another kind.
for value in ("NaN", "Infinity", "-Infinity", "1e400", "9" * 30, "true", "1.0", "null", '"1"', "[1]"):
    for where in ("offset", "shape", "stride"):
        entry = value if where == "offset" else f"[{value}]"
        parts = {"storage": "0", "dtype": '"float32"', "offset": "0", "shape": "[1]", "stride": "[1]", "requires_grad": "false",
                 "parameter": "false", where: entry}
        refused(told('{"tensor": {' + ", ".join(f'"{k}": {v}' for k, v in parts.items()) + "}}", [bytes(4)]), "")
refused(told('{"int": "' + "9" * 100_000 + '"}'), "what it says makes no sense (ValueError: Exceeds the limit")
refused(told('{"float": "0x1p+99999"}'), "what it says makes no sense (OverflowError")
refused(told('{"int": 5}'), "int is 5, which is no str")
refused(told('{"list": {"int": "5"}}'), "list is {'int': '5'}, which is no list")
refused(told('{"set": [{"list": []}]}'), "what it says makes no sense (TypeError: unhashable type: 'list'")
refused(told('{"set": [' + ", ".join('{"int": "%d"}' % (i * (2**61 - 1)) for i in range(2000)) + "]}"), "2000 of its keys have one hash")
refused(told('{"dict": [' + ", ".join('[{"int": "%d"}, null]' % (i * (2**61 - 1)) for i in range(2000)) + "]}"), "2000 of its keys")
refused(told('{"device": "' + "x" * 5000 + '"}'), "Expected one of cpu, cuda")
refused(tensor(requires_grad=1), "requires_grad is 1, which is no bool")
refused(tensor(dtype="int32", requires_grad=True), "only Tensors of floating point dtype can require gradients")
refused(tensor(shape=[1] * 9, stride=[1] * 9), "")
refused(tensor(shape=[1 << 40, 1 << 40], stride=[0, 0]), "a tensor's offset, shape and strides are no place in memory")
refused(tensor(shape=[1 << 62, 1 << 62, 0], stride=[1, 1, 1]), "a tensor's offset, shape and strides are no place in memory")
refused(tensor(shape=[2], stride=[1 << 62]), "a tensor needs")
flags = {"storage": 0, "dtype": "bool", "offset": 0, "shape": [2], "stride": [1], "requires_grad": False, "parameter": False}
refused(told(json.dumps({"tensor": flags}), [b"\x01\x07"]), "a storage of bools has bytes that are neither 0 nor 1")
same(read(told(json.dumps({"tensor": flags}), [b"\x01\x00"])).tolist(), [True, False])
refused(changed({"format": "ToDevice", "version": 1, "object": None, "storages": None}), "storages is None, which is no list")
refused(changed("3"), "todevice.json is 3, which is no dict")
refused(changed({"format": "ToDevice", "version": 1, "object": {"tensor": {**flags, "dtype": "uint8"}},
                 "storages": [{"device": 5, "bytes": 2}]}, [bytes(2)]), "a storage's device is 5, which is no str")
refused(changed({"format": "ToDevice", "version": 1, "object": {"tensor": {**flags, "dtype": "uint8"}},
                 "storages": [{"device": "cpu", "bytes": 1 << 50}]}, [bytes(2)]), "storage 0 has 2 bytes instead of 1125899906842624")


# The zip itself.
def zipped(*entries, **options):
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", **options) as file:
        for name, data in entries:
            file.writestr(name, data)
    return box.getvalue()


text = json.dumps({"format": "ToDevice", "version": 1, "object": None, "storages": []})
same(read(zipped(("todevice.json", text))), None)
for name in ("../../etc/passwd", "/etc/passwd", "storage/../x", "storage/00", "storage/1e3", "storage/", "C:\\x", "storage/\u0661"):
    refused(zipped(("todevice.json", text), (name, b"x")), "torch.save writes no entry ")
warnings.simplefilter("ignore")  # of zipfile, as it is given one name twice
refused(zipped(("todevice.json", text), ("storage/0", b"a"), ("storage/0", b"b")), "two of its entries have one name")
refused(zipped(("todevice.json", text), ("storage/0", b"a" * 1_000_000), compression=zipfile.ZIP_DEFLATED), "todevice.json is compressed")
tensor_of_it = {"storage": 0, "dtype": "uint8", "offset": 0, "shape": [4], "stride": [1], "requires_grad": False, "parameter": False}
wrong_crc = bytearray(told(json.dumps({"tensor": tensor_of_it}), [b"abcd"]))
wrong_crc[wrong_crc.index(b"abcd")] ^= 1
refused(bytes(wrong_crc), "it is damaged")

# Each of a thousand entries is the same million bytes: the directory says a thousand times what the file has.
whole = bytearray(zipped(("todevice.json", text), ("storage/0", bytes(1_000_000))))
directory = whole.rindex(b"PK\1\2")
entry = bytes(whole[directory : whole.rindex(b"PK\5\6")])
many = b"".join(entry.replace(b"storage/0", b"storage/%d" % n) for n in range(1, 10)) * 100
bomb = whole[:directory] + entry + many
start = whole.index(b"PK\1\2")
bomb += struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 902, 902, len(bomb) - start, start, 0)
refused(bytes(bomb), "two of its entries have one name")
alone = whole[:directory] + entry + b"".join(entry.replace(b"storage/0", b"storage/%d" % n) for n in range(1, 10))
alone += struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 11, 11, len(alone) - start, start, 0)
refused(bytes(alone), "its entries say that they have 10000")

# Sizes that no file has, in the directory and in the end of it.
for size in (0xFFFFFFFE, 0x7FFFFFFF, 1 << 20):
    huge = bytearray(written(torch.ones(4)))
    struct.pack_into("<II", huge, huge.rindex(b"PK\1\2") + 20, size, size)
    refused(bytes(huge), "")
    huge = bytearray(written(torch.ones(4)))
    struct.pack_into("<II", huge, huge.rindex(b"PK\5\6") + 12, size, size)
    refused(bytes(huge), "")
assert time.monotonic() - BEGIN < 60, time.monotonic() - BEGIN
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert most < 600_000, f"{most} KiB"
