# SPDX-License-Identifier: Apache-2.0
"""torch.cuda.memory_*: what a GPU's allocator has counted, as numbers and as a table."""
import collections
import warnings

import torch
import torch.cuda

_WIDE = 75
_BYTES, _NUMBER = ("B  ", "KiB", "MiB", "GiB", "TiB", "PiB"), (" ", "K", "M")
_ROWS = (("allocated_bytes", "Allocated memory", _BYTES), ("active_bytes", "Active memory", _BYTES),
         ("requested_bytes", "Requested memory", _BYTES), ("reserved_bytes", "GPU reserved memory", _BYTES),
         ("inactive_split_bytes", "Non-releasable memory", _BYTES), ("allocation", "Allocations", _NUMBER),
         ("active", "Active allocs", _NUMBER), ("segment", "GPU reserved segments", _NUMBER),
         ("inactive_split", "Non-releasable allocs", _NUMBER))
_POOLS = (("large_pool", "      from large pool"), ("small_pool", "      from small pool"))
_OVERSIZE = (("oversize_allocations", "Oversize allocations"), ("oversize_segments", "Oversize GPU segments"))
_COLUMNS = ("current", "peak", "allocated", "freed")


def memory_stats_as_nested_dict(device=None):
    """What the allocator of a GPU has counted; nothing before CUDA has started."""
    return torch.cuda._memory_counts(device) if torch.cuda.is_initialized() else {}


def memory_stats(device=None):
    """The same in one dict, its keys joined by dots and in order."""
    found = {}

    def flatten(name, value):
        if isinstance(value, dict):
            for key, inner in value.items():
                flatten(f"{name}.{key}" if name else key, inner)
        else:
            found[name] = value

    flatten("", memory_stats_as_nested_dict(device))
    return collections.OrderedDict(sorted(found.items()))


def _in_unit(value, measure, units):
    """A number in the unit that its column's first number, `measure`, is told in: at most three digits more than needed."""
    step, most = (1024, 768 * 1024) if units is _BYTES else (1000, 750 * 1000)
    at = 0
    while measure >= most and at + 1 < len(units):
        value, measure, at = value // step, measure / step, at + 1
    return f"{value:6d} {units[at]}" if units is _BYTES else f"{value:7d} {units[at]} "


def _row(label, numbers, measures, units):
    return f" {label:<21} | " + " | ".join(_in_unit(n, m, units) for n, m in zip(numbers, measures)) + " "


def memory_summary(device=None, abbreviated=False):
    """memory_stats() as a table."""
    stats = memory_stats(device)
    stats["allocated_bytes.all.current"]  # a KeyError, as in PyTorch, where CUDA has not started
    index = _numbered("cuda" if device is None else device)

    def numbers(*names):
        return [stats[".".join((*names, column))] for column in _COLUMNS]

    rule, line = "=" * _WIDE, "-" * _WIDE
    lines = [rule, f" {'':16} PyTorch CUDA memory summary, device ID {index:<17d} ", line,
             f"  {'':9} CUDA OOMs: {stats['num_ooms']:<12d} | {'':6} cudaMalloc retries: {stats['num_alloc_retries']:<8d}  ", rule,
             "        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  "]
    for name, label, units in _ROWS:
        measures = numbers(name, "all")
        rows = [(label, measures)] + [(text, numbers(name, pool)) for pool, text in _POOLS if not abbreviated]
        lines += [line] + [_row(text, values, measures, units) for text, values in rows]
    for name, label in _OVERSIZE:
        values = numbers(name)
        lines += [line, _row(label, values, values, _NUMBER)]
    return "".join(f"|{text}|\n" for text in (*lines, rule))


def _renamed(name, new):
    """A function's old name, which PyTorch still has and warns of."""
    function = getattr(torch.cuda, new)

    def call(device=None):
        warnings.warn(f"`torch.cuda.{name}` has been renamed to `torch.cuda.{new}`", FutureWarning, stacklevel=2)
        return function(device)

    call.__name__ = call.__qualname__ = name
    return call


def _resets_all(name):
    def call(device=None):
        warnings.warn(f"torch.cuda.{name} now calls torch.cuda.reset_peak_memory_stats, which resets /all/ peak memory stats.",
                      FutureWarning, stacklevel=2)
        return torch.cuda.reset_peak_memory_stats(device)

    call.__name__ = call.__qualname__ = name
    return call


def _add_memory():
    old = [_renamed("memory_cached", "memory_reserved"), _renamed("max_memory_cached", "max_memory_reserved"),
           *map(_resets_all, ("reset_max_memory_allocated", "reset_max_memory_cached"))]
    for item in (memory_stats, memory_stats_as_nested_dict, memory_summary, *old):
        item.__module__ = "torch.cuda"
        setattr(torch.cuda, item.__name__, item)


_add_memory()
