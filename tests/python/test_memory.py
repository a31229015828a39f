# SPDX-License-Identifier: Apache-2.0
"""What torch.cuda.memory_stats() and its table tell of a GPU's allocator."""
import gc
import warnings

import torch
from check import raises, same

MiB = 1 << 20


def told(name, pool="all"):
    stats = torch.cuda.memory_stats()
    return tuple(stats[f"{name}.{pool}.{column}"] for column in ("current", "peak", "allocated", "freed"))


def without_gpu():
    same(dict(torch.cuda.memory_stats()), {})
    same(torch.cuda.memory_stats_as_nested_dict(), {})
    raises(KeyError, "'allocated_bytes.all.current'", torch.cuda.memory_summary)
    raises(RuntimeError, "invalid argument to reset_peak_memory_stats", torch.cuda.reset_peak_memory_stats)
    raises(RuntimeError, "invalid argument to reset_accumulated_memory_stats", torch.cuda.reset_accumulated_memory_stats)


def small_block():
    """1000 numbers: 4000 bytes asked for, 4096 given, of a segment of 2 MiB whose rest cannot go back."""
    x = torch.empty(1000, device="cuda")
    same(told("allocation"), (1, 1, 1, 0))
    same(told("requested_bytes"), (4000, 4000, 4000, 0))
    same(told("allocated_bytes"), (4096, 4096, 4096, 0))
    same(told("active_bytes", "small_pool"), (4096, 4096, 4096, 0))
    same(told("allocated_bytes", "large_pool"), (0, 0, 0, 0))
    same(told("segment"), (1, 1, 1, 0))
    same(told("reserved_bytes", "small_pool"), (2 * MiB, 2 * MiB, 2 * MiB, 0))
    same(told("inactive_split"), (1, 1, 1, 0))
    same(told("inactive_split_bytes"), (2 * MiB - 4096,) * 3 + (0,))
    y = torch.empty(1, device="cuda")  # of the rest, which is one piece still
    same(told("inactive_split"), (1, 1, 1, 0))
    same(told("inactive_split_bytes"), (2 * MiB - 4608, 2 * MiB - 4096, 2 * MiB - 4096, 512))
    del x  # a second piece
    same(told("allocation"), (1, 2, 2, 1))
    same(told("allocated_bytes"), (512, 4608, 4608, 4096))
    same(told("inactive_split"), (2, 2, 2, 0))
    del y  # all one again, and free to go
    same(told("inactive_split"), (0, 2, 2, 2))
    same(told("inactive_split_bytes")[0], 0)
    torch.cuda.empty_cache()
    same(told("segment"), (0, 1, 1, 1))
    same(told("reserved_bytes")[0], 0)
    same(torch.cuda.memory_stats()["num_device_free"], 1)


def large_block_and_resets():
    x = torch.empty(3 * MiB, device="cuda")  # 12 MiB: a segment of its own
    same(told("allocated_bytes", "large_pool")[0], 12 * MiB)
    same(told("reserved_bytes", "large_pool")[0], 12 * MiB)
    torch.cuda.reset_accumulated_memory_stats()
    same(told("allocated_bytes")[2:], (0, 0))
    same(told("allocated_bytes")[0], 12 * MiB)
    del x
    torch.cuda.reset_peak_memory_stats()
    same(told("allocated_bytes"), (0, 0, 0, 12 * MiB))
    raises(torch.OutOfMemoryError, "CUDA out of memory", lambda: torch.empty(10**13, device="cuda"))
    same(torch.cuda.memory_stats()["num_ooms"], 1)
    nested = torch.cuda.memory_stats_as_nested_dict()
    same(nested["segment"]["large_pool"]["current"], 1)
    same(list(torch.cuda.memory_stats()), sorted(torch.cuda.memory_stats()))


def table():
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    torch.cuda.reset_accumulated_memory_stats()
    x = torch.empty(2 * MiB, device="cuda")
    lines = torch.cuda.memory_summary().splitlines()
    same({len(line) for line in lines}, {77})
    shown = [line for line in lines if "Allocated memory" in line or "reserved memory" in line]
    same(shown, ["| Allocated memory      |   8192 KiB |   8192 KiB |   8192 KiB |      0 B   |",
                 "| GPU reserved memory   |  20480 KiB |  20480 KiB |  20480 KiB |      0 B   |"])
    same(lines[1].strip("| "), "PyTorch CUDA memory summary, device ID 0")
    assert len(torch.cuda.memory_summary(abbreviated=True).splitlines()) < len(lines)
    same(torch.cuda.memory_summary(0), torch.cuda.memory_summary("cuda:0"))
    del x


def old_names():
    for name, new in (("memory_cached", "memory_reserved"), ("max_memory_cached", "max_memory_reserved")):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            same(getattr(torch.cuda, name)(), getattr(torch.cuda, new)())
        same([(w.category, str(w.message)) for w in seen],
             [(FutureWarning, f"`torch.cuda.{name}` has been renamed to `torch.cuda.{new}`")])


old_names()
if torch.cuda.device_count() == 0:
    without_gpu()
else:
    torch.cuda.init()
    gc.collect()
    small_block()
    large_block_and_resets()
    table()
