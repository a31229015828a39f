# SPDX-License-Identifier: Apache-2.0
"""Writes torch_repr.json: what PyTorch prints for tensors of many kinds. Needs PyTorch: python3 make_torch_repr.py [SEED COUNT] > torch_repr.json

With SEED and COUNT it writes so many random cases instead, for a wider comparison than the one that is kept.
"""
import json
import random
import sys

import torch

DEFAULTS = dict(precision=4, threshold=1000, edgeitems=3, linewidth=80, sci_mode=None)


def case(name, tensor, start=None, step=None, **options):
    """The values are written out, or told as start + step * i where there are many."""
    torch.set_printoptions(**{**DEFAULTS, **options})
    entry = {"name": name, "dtype": str(tensor.dtype)[6:], "shape": list(tensor.shape), "text": repr(tensor)}
    if start is None:
        entry["values"] = [float(v).hex() if tensor.is_floating_point() else str(int(v)) for v in tensor.detach().flatten().tolist()]
    else:
        entry["start"], entry["step"] = start, step
    if options:
        entry["options"] = options
    if tensor.requires_grad:
        entry["requires_grad"] = True
    return entry


def many(name, shape, dtype, start, step, **options):
    count = torch.Size(shape).numel()
    values = (torch.arange(count, dtype=torch.float64) * step + start).to(dtype).reshape(shape)
    return case(name, values, start, step, **options)


def kept():
    t, inf, nan = torch.tensor, float("inf"), float("nan")
    rows = {
        "whole": [1.0, 2.0, 30.0], "mixed": [1.0, 2.5, -3.25], "negative zero": [-0.0, 0.0], "small": [1e-5, 1.0], "tiny": [1e-30],
        "ratio 1000": [1.0, 1000.5], "ratio above": [1.0, 1001.5], "whole ratio": [1.0, 1001.0], "1e8": [1e8], "above 1e8": [1.1e8, 2.0],
        "nan": [nan, 1.0], "inf": [inf, -inf, 1.5], "only nan": [nan, nan], "only inf": [-inf], "inf and whole": [inf, 1.0, 200.0],
        "huge": [3.4e38, -3.4e38], "thirds": [1 / 3, 2 / 3], "rounds up": [9.99995, 0.5], "half way": [0.00005, 0.00015], "least": [1e-4, 2e-4],
        "scalar like": [0.1], "zero": [0.0], "zeros": [0.0, 0.0], "negative": [-1.5], "e10": [1e10, 1e-10],
    }
    for name, values in rows.items():
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
            yield case(f"{name} {str(dtype)[6:]}", t(values, dtype=torch.float64).to(dtype))
    for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
        yield case(f"integers {str(dtype)[6:]}", t([1, 20, 100], dtype=dtype))
        yield case(f"integer {str(dtype)[6:]}", t(7, dtype=dtype))
    yield case("negative integers", t([[1, -200], [30, 4]]))
    yield case("extremes", t([2**63 - 1, -2**63]))
    yield case("bools", t([[True, False], [False, False]]))
    yield case("bool", t(True))
    yield case("only true", t([True, True]))
    for value in (1.0, 0.5, nan, inf, 1e-7, 123456789.0, -3.0):
        yield case(f"scalar {value}", t(value))
    for shape in ((0,), (0, 3), (3, 0), (2, 0, 4)):
        yield case(f"empty {shape}", torch.zeros(shape))
        yield case(f"empty int {shape}", torch.zeros(shape, dtype=torch.int64))
        yield case(f"empty double {shape}", torch.zeros(shape, dtype=torch.float64))
    yield case("empty leaf", torch.zeros(0, requires_grad=True))
    yield case("leaf", t([1.0, 2.0], requires_grad=True))
    yield case("double leaf", t([1.0, 2.0], dtype=torch.float64, requires_grad=True))
    for shape in ((3, 3), (2, 3, 4), (2, 2, 2, 2), (1, 1), (1, 5), (5, 1), (1, 1, 1, 2)):
        yield many(f"shape {shape}", shape, torch.float32, -3, 0.5)
        yield many(f"int shape {shape}", shape, torch.int64, -3, 2)
    for count in (8, 9, 10, 16, 24, 25, 26, 40, 100):
        yield many(f"row {count}", (count,), torch.float32, 0, 1)
        yield many(f"row {count} of fractions", (count,), torch.float32, 0, 0.37)
        yield many(f"row {count} of ints", (count,), torch.int64, 0, 1)
    yield many("double row", (9,), torch.float64, 0, 0.37)
    yield many("wide rows", (2, 30), torch.float32, 0, 0.37)
    yield case("leaf row", torch.arange(10.0).mul(0.1).requires_grad_())
    for shape in ((1000,), (1001,), (5000,), (40, 40), (7, 200), (3, 20, 40), (1001, 1), (1, 1001), (4, 4, 4, 40)):
        yield many(f"large {shape}", shape, torch.float32, 0, 1)
        yield many(f"large fractions {shape}", shape, torch.float64, -5, 0.25)
        yield many(f"large ints {shape}", shape, torch.int64, 0, 1)
    for digits in (0, 1, 2, 6, 10):
        yield case(f"precision {digits}", t([1 / 3, 2.5]), precision=digits)
        yield case(f"precision {digits} whole", t([1.0, 2.0]), precision=digits)
    for sci in (True, False):
        yield case(f"sci {sci}", t([1 / 3, 2.5]), sci_mode=sci)
        yield case(f"sci {sci} whole", t([1.0, 250.0]), sci_mode=sci)
        yield case(f"sci {sci} wide", t([1e-7, 250.0]), sci_mode=sci)
        yield case(f"sci {sci} scalar", t(1e-7), sci_mode=sci)
    yield many("narrow", (3, 12), torch.float32, 0, 0.1, linewidth=40)
    yield many("threshold 10", (3, 9), torch.float32, 0, 1, threshold=10)
    yield many("one edge item", (5, 9), torch.float32, 0, 1, threshold=5, edgeitems=1)
    yield many("no threshold", (30, 40), torch.int64, 0, 1, threshold=10000)


def drawn(seed, count):
    pick = random.Random(seed)
    generator = torch.Generator().manual_seed(seed)
    floats = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
    integers = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool]
    for i in range(count):
        shape = [pick.choice((0, 1, 1, 2, 3, 4, 7, 12)) for _ in range(pick.randint(0, 4))]
        if torch.Size(shape).numel() > 400:
            shape = shape[:2]
        if pick.random() < 0.7:
            values = torch.randn(shape, generator=generator, dtype=torch.float64) * 10 ** pick.uniform(-8, 9)
            if pick.random() < 0.3:
                values = values.round()
            if pick.random() < 0.2:
                values = torch.where(torch.rand(shape, generator=generator) < 0.3, float(pick.choice(("nan", "inf", "-inf", "0"))), values)
            tensor = values.to(pick.choice(floats))
            if pick.random() < 0.2:
                tensor.requires_grad_()
        else:
            tensor = torch.randint(-100, 100000, shape, generator=generator).to(pick.choice(integers))
        options = {}
        if pick.random() < 0.3:
            options = dict(precision=pick.choice((2, 4, 8)), linewidth=pick.choice((40, 80, 120)), threshold=pick.choice((5, 1000)),
                           edgeitems=pick.choice((1, 2, 3)))
            if pick.random() < 0.5:
                options["sci_mode"] = pick.choice((True, False))
        yield case(f"drawn {i}", tensor, **options)


chosen = drawn(int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else kept()
print("[\n" + ",\n".join(json.dumps(entry) for entry in chosen) + "\n]")
