# SPDX-License-Identifier: Apache-2.0
"""What the allocator holds, and pinned memory."""
import torch
from check import raises, same


def held():
    return torch.cuda.memory_allocated(), torch.cuda.memory_reserved()


def C109():
    x = torch.ones(4000, 4000, device="cuda")
    seen = [held()]
    del x
    seen.append(held())
    torch.cuda.empty_cache()
    # Less than 1 MiB would be left over, so the segment of 31 x 2 MiB is not split: all of it counts as allocated.
    same(seen + [held()], [(65011712, 65011712), (0, 65011712), (0, 0)])


def C111():
    kept, seen = [], []
    for n in (1, 128, 129):
        kept.append(torch.ones(n, device="cuda"))
        seen.append(held()[0])
    same((seen, held()[1]), ([512, 1024, 2048], 2097152))


def C113():
    x = torch.ones(1024, device="cuda")
    keep, v = [x], x[:10]
    del x
    seen = [held()[0]]
    keep.clear()
    seen.append(held()[0])
    del v
    same(seen + [held()[0]], [4096, 4096, 0])


def C115():
    raises(RuntimeError, "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned",
           lambda: torch.ones(2, device="cuda").pin_memory())
    raises(RuntimeError, "cannot pin 'torch.cuda.LongTensor' only dense CPU tensors can be pinned",
           lambda: torch.ones(2, dtype=torch.int64, device="cuda").pin_memory())


def C117():
    x = torch.ones(1 << 20, device="cuda") * 2
    y = x.to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    same(y.sum().item(), 2.0 * (1 << 20))


def C119():
    raises(RuntimeError, "Found no NVIDIA driver on your system.", lambda: torch.tensor([1.0], pin_memory=True))
