# SPDX-License-Identifier: Apache-2.0
"""Making tensors, and asking them for values."""
import torch
from check import DEVICES, raises, same

for device in DEVICES:
    x = torch.tensor([[1, 2], [3, 4]], device=device)
    same((x.dtype, tuple(x.shape), str(x.device)), (torch.int64, (2, 2), device))
    same(x.tolist(), [[1, 2], [3, 4]])
    same(torch.tensor([1, 2.5], device=device).dtype, torch.float32)
    same(torch.tensor([True, False], device=device).dtype, torch.bool)
    same(torch.tensor([True, 3], device=device).dtype, torch.int64)
    same(torch.tensor([], device=device).dtype, torch.float32)
    same(torch.zeros(2, 3, device=device).size(), torch.Size([2, 3]))
    same(torch.zeros((2, 3), device=device).numel(), 6)
    same(torch.ones(2, dtype=torch.int32, device=device).tolist(), [1, 1])
    same(torch.full((2,), 7.5, device=device).tolist(), [7.5, 7.5])
    same(torch.arange(5, device=device).tolist(), [0, 1, 2, 3, 4])
    same(torch.arange(1, 2, 0.25, device=device).tolist(), [1.0, 1.25, 1.5, 1.75])
    same(torch.eye(2, device=device).tolist(), [[1.0, 0.0], [0.0, 1.0]])
    same(torch.zeros_like(x).tolist(), [[0, 0], [0, 0]])
    same(torch.rand(3, device=device).device, x.device)

    # values
    same((x[1, 0].item(), float(x[0, 1]), int(torch.tensor(3.9, device=device))), (3, 2.0, 3))
    same([type(v) for v in (x[0, 0].item(), torch.tensor(True, device=device).item())], [int, bool])
    same((len(x), x.dim(), x.ndim, x.element_size(), x.nbytes), (2, 2, 2, 8, 32))
    assert bool(torch.tensor([0.5], device=device)) and not bool(torch.tensor(0, device=device))
    same(f"{torch.tensor(2 / 3, device=device):.3f}", "0.667")
    same([row.tolist() for row in x], [[1, 2], [3, 4]])

    # arithmetic
    a, b = torch.tensor([1.0, 2.0], device=device), torch.tensor([3.0, 5.0], device=device)
    same(((a + b).tolist(), (b - 1).tolist(), (2 - a).tolist()), ([4.0, 7.0], [2.0, 4.0], [1.0, 0.0]))
    same(((a * b).tolist(), (b / 2).tolist(), (a**2).tolist(), (-a).tolist()),
         ([3.0, 10.0], [1.5, 2.5], [1.0, 4.0], [-1.0, -2.0]))
    same(((a == b).tolist(), (a < b).tolist()), ([False, False], [True, True]))
    same((b.sum().item(), b.mean().item(), b.max().item(), b.argmax().item()), (8.0, 4.0, 5.0, 1))
    same((x.sum(0).tolist(), x.sum(dim=1, keepdim=True).tolist()), ([4, 6], [[3], [7]]))
    same((a @ b).item(), 13.0)
    kept = a
    a += 1
    assert kept is a and kept.tolist() == [2.0, 3.0]
    assert a.add_(1) is a and a.mul_(2).tolist() == [6.0, 8.0]

raises(ValueError, "expected sequence of length 2 at dim 1 (got 1)", lambda: torch.tensor([[1, 2], [3]]))
raises(RuntimeError, "Boolean value of Tensor with more than one value is ambiguous", lambda: bool(torch.ones(2)))
raises(RuntimeError, "a Tensor with 3 elements cannot be converted to Scalar", lambda: torch.ones(3).item())
raises(TypeError, "only integer tensors of a single element can be converted to an index",
       lambda: [1, 2][torch.tensor(1.0)])
