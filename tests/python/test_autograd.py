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


# A bound that is a tensor: what equals it keeps the whole gradient.
def bounded(change):
    x = torch.arange(1.0, 7.0).reshape(2, 3).requires_grad_()
    m = torch.tensor([[1.0, 2, 2], [4, 6, 6]], requires_grad=True)
    y = change(x, m)
    y.sum().backward()
    return x.grad.tolist(), m.grad.tolist(), y.grad_fn.name()


LOW = ([[1.0, 1.0, 1.0], [1.0, 0.0, 1.0]], [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]], "ClampBackward0")
same(bounded(lambda x, m: torch.clamp(x, min=m)), LOW)
same(bounded(lambda x, m: (x * 1).clamp_(min=m)), LOW)
same(bounded(lambda x, m: (x * 1).clamp_(m, m + 1)), LOW)
same(bounded(lambda x, m: x.clamp(max=m)), ([[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]], [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], "ClampBackward0"))
same(bounded(lambda x, m: x.clamp(m, m)), ([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0]], [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], "ClampBackward0"))
raises(TypeError, "clamp() received an invalid combination of arguments", lambda: torch.clamp(torch.ones(2), min=torch.ones(2), max=5.0))

# retain_grad() keeps the gradient of what the tensor became.
for change in (lambda y: y.mul_(2), lambda y: y[0].mul_(2), lambda y: y.relu_(), lambda y: (y[0].mul_(2), y[1].mul_(3))):
    y = torch.ones(2, 3, requires_grad=True) * 1
    y.retain_grad()
    change(y)
    y.sum().backward()
    same(y.grad.tolist(), [[1.0] * 3] * 2)
y = torch.ones(2, 3, requires_grad=True) * 1
v = y[0]
v.retain_grad()
y.mul_(2)
v.sum().backward()
same(v.grad.tolist(), [1.0] * 3)
