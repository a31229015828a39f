# SPDX-License-Identifier: Apache-2.0
"""Every ordered pair of GPUs: that a copy keeps each number, and how fast it is beside the driver's own cuMemcpyPeer on the very
same memory, with peer access (where the hardware has it) and without.

    todevice-worker tests/gpu_pairs.py        ends with 1 when a number is lost, 77 with fewer than two GPUs
"""
import ctypes
import sys
import time

import torch

BYTES = 256 << 20


def check_copies(source, target):
    """Each dtype, odd sizes, views and strides: what arrives is what was sent, and the source is as it was."""
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.uint8, torch.bool):
        for size in (0, 1, 3, 1023, 70001):
            kept = torch.arange(size).to(dtype)
            sent = kept.to(source)
            arrived = sent.to(target)
            assert str(arrived.device) == target and str(sent.device) == source
            assert torch.equal(arrived.cpu(), kept) and torch.equal(sent.cpu(), kept), (source, target, dtype, size)
    table = torch.arange(60000, dtype=torch.float32).view(200, 300)
    turned = table.to(source).t()[5:, ::3].to(target)
    assert torch.equal(turned.cpu(), table.t()[5:, ::3]), (source, target, "strided")
    # Work that is still queued on the source is in the copy, and later work on the source is not.
    x = torch.zeros(1 << 22, device=source)
    for _ in range(50):
        x += 1
    y = x.to(target)
    x += 1
    assert (y.min().item(), y.max().item(), x.max().item()) == (50, 50, 51), (source, target, "order")


def seconds(copy, wait, times=5):
    best = 1e9
    for _ in range(times):
        wait()
        start = time.perf_counter()
        copy()
        wait()
        best = min(best, time.perf_counter() - start)
    return best


class Driver:
    """cuMemcpyPeer on memory of this process, in the contexts that are there."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.contexts = []
        for i in range(torch.cuda.device_count()):
            device, context = ctypes.c_int(), ctypes.c_void_p()
            self.call("cuDeviceGet", ctypes.byref(device), i)
            self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
            self.contexts.append(context)

    def call(self, name, *arguments, allowed=()):
        error = getattr(self.cuda, name)(*arguments)
        if error and error not in allowed:
            raise RuntimeError(f"{name}: error {error}")
        return error

    def peer(self, i, j, on):
        """False where the hardware has no peer access."""
        possible = ctypes.c_int()
        self.call("cuDeviceCanAccessPeer", ctypes.byref(possible), i, j)
        if possible.value:
            for a, b in ((i, j), (j, i)):
                self.call("cuCtxSetCurrent", self.contexts[a])
                if on:
                    self.call("cuCtxEnablePeerAccess", self.contexts[b], 0, allowed=(704,))
                else:
                    self.call("cuCtxDisablePeerAccess", self.contexts[b], allowed=(705,))
        return bool(possible.value)

    def copy(self, y, j, x, i):
        self.call("cuCtxSetCurrent", self.contexts[i])
        self.call("cuMemcpyPeerAsync", ctypes.c_uint64(y.data_ptr()), self.contexts[j], ctypes.c_uint64(x.data_ptr()),
                  self.contexts[i], ctypes.c_size_t(BYTES), None)


def main():
    count = torch.cuda.device_count()
    if count < 2:
        print(f"{count} GPU: a pair needs two")
        return 77
    driver = None if "Simulated" in torch.cuda.get_device_name(0) else Driver()
    slowest = 9.0

    def wait_for(*gpus):
        for gpu in gpus:
            torch.cuda.synchronize(gpu)

    for i in range(count):
        for j in range(count):
            if i == j:
                continue
            check_copies(f"cuda:{i}", f"cuda:{j}")
            x = torch.ones(BYTES, dtype=torch.uint8, device=f"cuda:{i}")
            y = torch.empty_like(x, device=f"cuda:{j}")
            def wait(i=i, j=j):
                wait_for(i, j)
            ours = seconds(lambda: y.copy_(x), wait)
            line = f"cuda:{i} -> cuda:{j}  {BYTES / ours / 1e9:7.1f} GB/s"
            if driver:
                peer = driver.peer(i, j, on=True)
                theirs = seconds(lambda: driver.copy(y, j, x, i), wait)
                line += f"  cuMemcpyPeer {BYTES / theirs / 1e9:7.1f} ({'peer access' if peer else 'no peer access'})"
                slowest = min(slowest, theirs / ours)
                if peer:
                    driver.peer(i, j, on=False)
                    staged = seconds(lambda: driver.copy(y, j, x, i), wait)
                    line += f"  without {BYTES / staged / 1e9:7.1f}"
                    check_copies(f"cuda:{i}", f"cuda:{j}")
                    driver.peer(i, j, on=True)
            print(line, flush=True)
    told = f", at least {slowest:.2f} of the driver's own speed" if driver else ", simulated"
    print(f"{count * (count - 1)} pairs keep every number{told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
