# SPDX-License-Identifier: Apache-2.0
"""x[...] and x[...] = value."""
import torch
from check import DEVICES, raises, same

for device in DEVICES:
    x = torch.arange(12, device=device).reshape(3, 4)
    same((x[1, 2].item(), x[-1].tolist(), x[:, 0].tolist()), (6, [8, 9, 10, 11], [0, 4, 8]))
    same((x[::2].tolist(), x[0, 1:3].tolist()), ([[0, 1, 2, 3], [8, 9, 10, 11]], [1, 2]))
    same((x[None].shape, x[..., 0].tolist(), x[1, None].shape), (torch.Size([1, 3, 4]), [0, 4, 8], torch.Size([1, 4])))
    same(x[torch.tensor([2, 0], device=device)].tolist(), [[8, 9, 10, 11], [0, 1, 2, 3]])
    same(x[[0, -1], :].shape, torch.Size([2, 4]))
    same(x[:, torch.tensor([3, 0], device=device)].tolist(), [[3, 0], [7, 4], [11, 8]])
    same(x[x > 8].tolist(), [9, 10, 11])
    same(x[torch.tensor([True, False, True], device=device)].shape, torch.Size([2, 4]))
    x[0] = 0
    x[:, 3] = torch.tensor([7, 8, 9], device=device)
    x[x > 8] = -1
    same(x.tolist(), [[0, 0, 0, 7], [4, 5, 6, 8], [8, -1, -1, -1]])
    x[[0, 2]] = 5
    same(x.tolist(), [[5] * 4, [4, 5, 6, 8], [5] * 4])
    assert 8 in x and 99 not in x

# What PyTorch takes and refuses, on every device and from the CPU into it.
for device in DEVICES:
    x = torch.arange(12.0, device=device).reshape(3, 4)
    mask = torch.tensor([True, False, True], device=device)
    same([x[key].shape[0] for key in ([], range(2), True, False, [True, False, True], mask.cpu())], [0, 2, 1, 0, 2, 2])
    same((x[True, [0, -1]].shape, x[True, True].shape, x[mask, True].shape), (torch.Size([2, 4]), torch.Size([1, 3, 4]), torch.Size([2, 4])))
    x[-1] = torch.ones(1, device=device)
    x[0, 1] = torch.tensor([5.0])
    x[mask] = torch.tensor(9)
    x[[False, True, False]] = torch.tensor([True])
    same(x.tolist(), [[9.0] * 4, [1.0] * 4, [9.0] * 4])
    x[False] = 3
    same(x[0, 0].item(), 9.0)
    said = "torch.cuda.FloatTensor" if x.is_cuda else "torch.FloatTensor"
    for place in (False, 0, mask, torch.tensor(False, device=device)):
        raises(TypeError, f"can't assign a str to a {said}", lambda: x.__setitem__(place, "a"))
    raises(RuntimeError, "unsupported operation: some elements of the input tensor", lambda: x.__setitem__([0, 1], x[1:]))
    raises(IndexError, "tensors used as indices must be long, int, byte or bool tensors", lambda: x[torch.tensor([0], dtype=torch.int8, device=device)])
    for far in (9, -9):
        if device == "cpu" or "Simulated" in torch.cuda.get_device_name(device):  # a real one is not waited for
            raises(IndexError, f"index {far} is out of bounds for dimension 1 with size 4",
                   lambda: x[torch.tensor([1, 0], device=device), torch.tensor([0, far], device=device)])
        raises(IndexError, f"index {far} is out of bounds for dimension 0 with size 3", lambda: x.__setitem__(torch.tensor([0, far], device=device), 1.0))
    if device != "cpu" and "Simulated" in torch.cuda.get_device_name(device):  # tests/gpu_asserts has a real one's
        for far in (-4, -6, 3):
            raises(IndexError, f"index {far} is out of bounds for dimension 0 with size 3", lambda: x[torch.tensor([far], device=device)])
        for far in (-1, -3, 4):  # where PyTorch's kernels count from 0 alone
            there = torch.tensor([0, far], device=device)
            for pick in (lambda: x.index_select(1, there), lambda: x.gather(1, there[None]), lambda: x.t().gather(0, there[:, None]),
                         lambda: torch.nn.functional.embedding(there, x.t()), lambda: torch.nn.Embedding(4, 2, device=device)(there)):
                raises(IndexError, f"index {far} is out of bounds for a dimension of size 4, whose places count from 0", pick)
    if device != "cpu":
        raises(RuntimeError, "Expected all tensors to be on the same device", lambda: x.__setitem__([0, 1], torch.ones(2, 4)))
        raises(RuntimeError, "indices should be either on cpu or on the same device as the indexed tensor (cpu)", lambda: x.cpu()[mask])
        raises(RuntimeError, "indices should be either on cpu or on the same device as the indexed tensor (cpu)", lambda: x.cpu()[x > 1])
        raises(RuntimeError, "Expected all tensors to be on the same device, but got mask is on cpu", lambda: x.masked_select(mask.cpu()[:, None]))
    point = torch.tensor(5.0, device=device)
    same((point[...].item(), point[..., None].shape, point[None].data_ptr() == point.data_ptr()), (5.0, torch.Size([1]), True))
    raises(IndexError, "slice() cannot be applied to a 0-dim tensor.", lambda: point[:])
    raises(IndexError, "too many indices for tensor of dimension 0", lambda: point[:, 0])

x = torch.zeros(2, 3)
raises(IndexError, "index 5 is out of bounds for dimension 0 with size 2", lambda: x[5])
raises(IndexError, "too many indices for tensor of dimension 2", lambda: x[0, 0, 0])
raises(IndexError, "invalid index of a 0-dim tensor", lambda: torch.tensor(1)[0])
raises(IndexError, "tensors used as indices must be long, int, byte or bool tensors", lambda: x[torch.tensor([0.0])])
raises(ValueError, "step must be greater than zero", lambda: x[::-1])
