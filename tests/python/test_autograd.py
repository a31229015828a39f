# SPDX-License-Identifier: Apache-2.0
"""Gradients, and when none are recorded."""
import torch
from check import DEVICES, raises, same

for device in DEVICES:
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True, device=device)
    same((x.grad, x.is_leaf, x.requires_grad), (None, True, True))
    y = (x**2).sum()
    assert not y.is_leaf and y.requires_grad
    y.backward()
    same((x.grad.tolist(), str(x.grad.device), x.grad.requires_grad), ([2.0, 4.0, 6.0], device, False))
    (x * 3).sum().backward()
    same(x.grad.tolist(), [5.0, 7.0, 9.0])
    x.grad = None
    (x * 2).backward(torch.tensor([1.0, 0.5, 0.0], device=device))
    same(x.grad.tolist(), [2.0, 1.0, 0.0])

    with torch.no_grad():
        assert not torch.is_grad_enabled() and not (x * 2).requires_grad
        with torch.enable_grad():
            assert (x * 2).requires_grad
        x -= 1
    assert torch.is_grad_enabled()
    same(x.tolist(), [0.0, 1.0, 2.0])

    @torch.no_grad()
    def predict(value):
        return value * 10

    assert not predict(x).requires_grad and predict.__name__ == "predict" and torch.is_grad_enabled()
    same((x.detach().requires_grad, x.requires_grad_(False).requires_grad), (False, False))

    # A gradient goes back to where its leaf is.
    leaf = torch.ones(2, requires_grad=True)
    (leaf.to(device) * 5).sum().backward()
    same((leaf.grad.tolist(), str(leaf.grad.device)), ([5.0, 5.0], "cpu"))

raises(RuntimeError, "element 0 of tensors does not require grad and does not have a grad_fn",
       lambda: torch.ones(1).backward())
raises(RuntimeError, "grad can be implicitly created only for scalar outputs",
       lambda: torch.ones(2, requires_grad=True).mul(2).backward())
raises(RuntimeError, "a leaf Variable that requires grad is being used in an in-place operation.",
       lambda: torch.ones(2, requires_grad=True).add_(1))
try:
    with torch.no_grad():
        raise KeyError("out")
except KeyError:
    assert torch.is_grad_enabled()

x = torch.tensor([1.0, 2.0], requires_grad=True)
same([g.tolist() for g in torch.autograd.grad((x * x).sum(), x)], [[2.0, 4.0]])
same(x.grad, None)
with torch.set_grad_enabled(False):
    assert not (x * 2).requires_grad
assert torch.is_grad_enabled() and (x * 2).requires_grad
assert (x * 2).detach_().is_leaf
