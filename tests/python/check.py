# SPDX-License-Identifier: Apache-2.0
"""What the scripts beside this one share."""
import torch

GPUS = torch.cuda.device_count()
DEVICES = ["cpu"] + [f"cuda:{i}" for i in range(GPUS)]


def raises(kind, text, act):
    """`act` raises exactly this type, with a message whose first line begins with `text`."""
    try:
        act()
    except Exception as error:
        first = str(error).split("\n")[0]
        assert type(error) is kind, f"{type(error).__name__} instead of {kind.__name__}: {first}"
        assert first.startswith(text), f"said {first!r} instead of {text!r}"
        return
    raise AssertionError(f"nothing was raised instead of {kind.__name__}: {text}")


def same(got, expected):
    assert got == expected, f"\n{got!r}\ninstead of\n{expected!r}"
