# SPDX-License-Identifier: Apache-2.0
"""The table of torch.cuda.memory_summary(), of numbers made for it: what is in it on a GPU, tests/python/test_memory.py looks at."""
import torch
from show import *

NAMES = ("allocated_bytes", "active_bytes", "requested_bytes", "reserved_bytes", "inactive_split_bytes", "allocation", "active", "segment",
         "inactive_split")


def numbers(start, step):
    """A stats dict whose numbers all differ."""
    stats, value = {"num_ooms": step, "num_alloc_retries": step + 1}, start
    for name in [f"{name}.{pool}." for name in NAMES for pool in ("all", "large_pool", "small_pool")] + ["oversize_allocations.",
                                                                                                         "oversize_segments."]:
        for column in ("current", "peak", "allocated", "freed"):
            stats[name + column] = value
            value = value * 3 // 2 + step if value < 10**13 else start
    return stats


for start, step in ((0, 1), (512, 7), (700 * 1024, 123), (768 * 1024, 0), (750000, 11), (2**30, 5), (0, 0)):
    torch.cuda.memory_summary.__globals__["memory_stats"] = lambda device=None: numbers(start, step)
    print(torch.cuda.memory_summary(0))
    print(torch.cuda.memory_summary(device=1, abbreviated=True))
