# SPDX-License-Identifier: Apache-2.0
"""The types and the words of what goes wrong."""
import torch
import torch.nn as nn
from check import DEVICES, raises, same

assert issubclass(torch.OutOfMemoryError, RuntimeError) and torch.cuda.OutOfMemoryError is torch.OutOfMemoryError
assert issubclass(torch.AcceleratorError, RuntimeError)
a = torch.ones(2, 3)
raises(RuntimeError, "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0",
       lambda: torch.ones(3) + torch.ones(4))
raises(RuntimeError, "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)", lambda: a @ a)
raises(RuntimeError, "expected m1 and m2 to have the same dtype, but got: double != float", lambda: a.double() @ a.t())
raises(RuntimeError, "mat1 and mat2 must have the same dtype, but got Long and Float",
       lambda: nn.Linear(3, 2)(torch.ones(1, 3, dtype=torch.int64)))
raises(RuntimeError, "result type Float can't be cast to the desired output type Long",
       lambda: torch.ones(2, dtype=torch.int64).add_(0.5))
raises(RuntimeError, "Invalid device string: 'cuda:a'", lambda: torch.device("cuda:a"))
raises(RuntimeError, "Invalid device string: 'cuda:-1'", lambda: torch.device("cuda:-1"))
raises(TypeError, "", lambda: a + "text")
same(str(torch.device("cuda:99")), "cuda:99")  # only a name

if len(DEVICES) > 1:
    g = torch.ones(2, 3, device="cuda:0")
    words = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
    for act in (lambda: a + g, lambda: g + a, lambda: a * g, lambda: a == g, lambda: g.add_(a)):
        raises(RuntimeError, words, act)
    same((g + torch.tensor(2.0)).tolist(), [[3.0] * 3] * 2)
    raises(torch.AcceleratorError, "CUDA error: invalid device ordinal", lambda: a.to("cuda:9"))
    raises(torch.OutOfMemoryError, "CUDA out of memory. Tried to allocate ",
           lambda: torch.empty(1 << 40, device="cuda:0"))
    same(torch.ones(2, device="cuda:0").tolist(), [1.0, 1.0])  # usable afterwards

for sizes in ((1 << 31, 1 << 31, 1 << 31), (1 << 62,)):
    raises(RuntimeError, f"Storage size calculation overflowed with sizes={list(sizes)}", lambda: torch.zeros(*sizes))
raises(RuntimeError, "numel: integer multiplication overflow", lambda: torch.ones(1).expand(1 << 40, 1 << 40).numel())
