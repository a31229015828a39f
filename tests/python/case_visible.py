# SPDX-License-Identifier: Apache-2.0
"""Which GPUs a program sees, and which of them is the current one."""
import os
import sys

import torch
from case_words import gist
from check import raises, same


def names():
    return [torch.cuda.get_device_name(i).removeprefix("Simulated ") for i in range(torch.cuda.device_count())]


def C01():
    same(torch.cuda.device_count(), 2)
    torch.cuda.set_device(0)
    same(torch.cuda.current_device(), 0)


def C03():
    torch.zeros(1, device="cuda")
    same(torch.cuda.device_count(), 4)  # PyTorch 2.11 keeps the first answer after the start
    os.environ["CUDA_VISIBLE_DEVICES"] = "2"
    same(torch.cuda.device_count(), 4)
    same([str(torch.zeros(1, device=d).device) for d in ("cuda", "cuda:3")], ["cuda:0", "cuda:3"])


def C05():
    before = torch.cuda.device_count()
    os.environ["CUDA_VISIBLE_DEVICES"] = "1,2"
    same((before, torch.cuda.device_count(), str(torch.zeros(1, device="cuda").device)), (4, 2, "cuda:0"))
    same(torch.cuda.device_count(), 2)
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    same(torch.cuda.device_count(), 2)


def C07():
    same((torch.cuda.is_available(), torch.cuda.device_count()), (False, 0))
    gist(RuntimeError, "No CUDA GPUs are available", lambda: torch.zeros(1).cuda())


def C09():
    same(torch.cuda.device_count(), 4)


def C11():
    same(torch.cuda.device_count(), 1)
    raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: torch.randn(1).cuda(1))


def C13():
    same(torch.cuda.device_count(), 2)


def C15():
    x = torch.zeros(1, device="cuda")
    same((str(x.device), x.get_device(), torch.cuda.current_device()), ("cuda:0", 0, 0))


def C17():
    same(names(), ["Slow", "Fast"] if os.environ.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID" else ["Fast", "Slow"])


def C19():
    # Without the order the list counts from the fastest: X X V A A T T.
    same(names(), ["X", "A"] if os.environ.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID" else ["A", "X"])


def C21():
    assert torch.cuda.get_device_name(1)
    raises(AssertionError, "Invalid device id", lambda: torch.cuda.get_device_name(2))


def C22():
    seen = []
    torch.cuda.device(1)
    seen.append(torch.cuda.current_device())
    torch.cuda.set_device(1)
    seen.append(torch.cuda.current_device())
    with torch.cuda.device(2):
        seen.append(torch.cuda.current_device())
    seen.append(torch.cuda.current_device())
    same(seen, [0, 1, 2, 1])


def C28():
    torch.cuda.set_device(1)
    torch.cuda.set_device(-1)
    same(torch.cuda.current_device(), 1)
    gist(RuntimeError, "device", lambda: torch.device("cuda:-1"))


def C121():
    torch.zeros(1, device="cuda")
    sys.stdout.flush()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            torch.zeros(1, device="cuda")
        except Exception as error:
            os.write(writer, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        os._exit(0)
    os.close(writer)
    same(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 1)
    same(os.read(reader, 1000).decode(), "RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with "
         "multiprocessing, you must use the 'spawn' start method")
    same(torch.zeros(1, device="cuda").device.index, 0)  # nothing changed here
