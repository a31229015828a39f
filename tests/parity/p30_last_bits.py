# SPDX-License-Identifier: Apache-2.0
"""What is computed by kernels of their own, on the CPU to the last bit: variances, norms, layer normalisation, softmax across columns."""
import torch
import torch.nn.functional as F
from show import *


def numbers(*shape, start=0):
    count = 1
    for size in shape:
        count *= size
    at = torch.arange(start, start + count, dtype=torch.float64)
    return (((at * 0.7548776662466927) % 1 - 0.5) * (1 + at % 3)).view(shape)


def digest(t):
    """All bits of a result in few characters."""
    return sum(value * (i % 97 + 1) for i, value in enumerate(t.detach().double().reshape(-1).tolist())).hex()


print("equal numbers")
for value in (0.1, 0.3, 1 / 3, 100.1, 7.0):
    for dtype in (torch.float32, torch.float64, torch.float16):
        for count in (2, 3, 7, 10):
            x = torch.full((count,), value, dtype=dtype)
            rows = torch.full((count, 4), value, dtype=dtype)
            print(value, dtype, count, x.std().item(), x.var(unbiased=False).item(), rows.std(0)[0].item(), rows.var(1)[0].item(), rows.std().item(),
                  x.norm(1).item(), x.norm().item(), rows.norm(1, 0)[0].item())
show("one number", torch.ones(1).std(), torch.ones(1).var(unbiased=False), torch.ones(4, 1).var(1), torch.ones(4, 1).std(1, unbiased=False))

print("variances and norms")
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    for shape in ((5,), (33,), (3, 4), (7, 5), (50, 17), (64, 40), (3, 4, 5), (2, 33, 3)):
        x = numbers(*shape).to(dtype)
        dims = [None, *range(len(shape))] + ([(0, 2), (1, 2)] if len(shape) == 3 else [])
        for dim in dims:
            print(dtype, shape, dim, *(digest(x.var(dim, correction=c)) for c in (0, 1)), digest(x.std(dim)),
                  *(digest(torch.norm(x, p, dim)) for p in (1, 2, float("inf"))))
x = numbers(6, 4).float().requires_grad_()
for act in (lambda: x.std(), lambda: x.std(0).sum(), lambda: x.var(1).sum(), lambda: x.norm(1), lambda: x.norm(2, 0).sum()):
    x.grad = None
    act().backward()
    print(digest(x.grad))

print("layer normalisation")
for dtype, kept in ((torch.float32,) * 2, (torch.float16,) * 2, (torch.float16, torch.float32), (torch.bfloat16,) * 2,
                    (torch.bfloat16, torch.float32)):
    for shape in ((5, 7), (4, 3, 7), (2, 8), (4, 33), (6, 1)):
        x = numbers(*shape).to(dtype).requires_grad_()
        weight, bias = (numbers(shape[-1], start=at).to(kept).requires_grad_() for at in (5, 9))
        y = F.layer_norm(x, shape[-1:], weight, bias)
        y.backward(numbers(*shape, start=3).to(dtype))
        print(dtype, kept, shape, *(digest(t) for t in (y, x.grad, weight.grad, bias.grad)))
    x = numbers(4, 3, 7).to(kept).requires_grad_()
    y = F.layer_norm(x, (3, 7))
    y.backward(numbers(4, 3, 7, start=3).to(kept))
    print(kept, "plain", digest(y), digest(x.grad))

print("softmax across columns")
for dtype in (torch.float16, torch.bfloat16):
    for shape, dim in (((4, 5), 0), ((37, 3), 0), ((3, 20, 7), 1), ((3, 4, 5), 0)):
        x = numbers(*shape).to(dtype).requires_grad_()
        y = torch.softmax(x, dim)
        y.backward(numbers(*shape, start=3).to(dtype))
        print(dtype, shape, dim, digest(y), digest(x.grad), digest(torch.log_softmax(x, dim)))

print("bools are not multiplied")
truth = torch.ones(2, 2, dtype=torch.bool)
for label, act in (("mm", lambda: truth @ truth), ("mv", lambda: truth @ truth[0]), ("dot", lambda: truth[0] @ truth[0])):
    fails(label, act)
x = torch.tensor([float("nan"), 0.5, 2.0], requires_grad=True)
y = (x * 1).clamp_(0, 1)
y.sum().backward()
show("NaN at a clamp", y, x.grad)
show("where of one number", torch.where(torch.tensor(True)), torch.tensor(3).nonzero(as_tuple=True))
print(torch.eye(3).nonzero().stride(), torch.eye(3).nonzero().is_contiguous())

print("a factor, and what takes the gradient")
truth = torch.tensor([True, False])
show("added", torch.add(torch.ones(2), truth, alpha=2), torch.tensor([1, 2]).add_(truth, alpha=5), truth.add(torch.tensor([2, 3]), alpha=2))
for values in ([1.0, float("nan"), 3.0, float("nan")], [-1.0, 3.0, 3.0]):
    x = torch.tensor(values, requires_grad=True)
    (-x.max()).backward()
    show("max", x.grad)
show("losses of one number", F.l1_loss(torch.ones(2, 3), torch.tensor(1.5, dtype=torch.float64)),
     F.mse_loss(torch.ones(2, 3), torch.tensor(1.5, dtype=torch.float64)), F.mse_loss(torch.ones(2), truth))
print(torch.ones(3, requires_grad=True).narrow(0, 0, 3).grad_fn.name(), torch.isclose(x, x)._version, torch.ones(1, 2).squeeze_()._version)
one = torch.tensor(2.0, requires_grad=True)
print(one.mT is one, one.topk(1, 0)[0].grad_fn.name(), one.sort(0)[0].grad_fn.name())
