# SPDX-License-Identifier: Apache-2.0
"""SGD, Adam and AdamW: groups that step() reads, and what they refuse."""
import torch
from check import DEVICES, raises, same


def steps(kind, device, count=2, **options):
    w = torch.tensor([1.0, -2.0], requires_grad=True, device=device)
    optimizer = kind([w], **options)
    for _ in range(count):
        optimizer.zero_grad()
        (w * w).sum().backward()
        optimizer.step()
    return [round(v, 4) for v in w.tolist()]


# By hand: w - lr * 2w; with momentum v = 0.9 v + 2w.
for device in DEVICES:
    same(steps(torch.optim.SGD, device, lr=0.1), [0.64, -1.28])
    same(steps(torch.optim.SGD, device, lr=0.1, momentum=0.9), [0.46, -0.92])
    same(steps(torch.optim.SGD, device, count=1, lr=0.1, weight_decay=1.0), [0.7, -1.4])
    same(steps(torch.optim.Adam, device, count=1, lr=0.1), [0.9, -1.9])
    same(steps(torch.optim.AdamW, device, count=1, lr=0.1, weight_decay=0.5), [0.85, -1.8])

    w = torch.tensor([1.0], requires_grad=True, device=device)
    optimizer = torch.optim.SGD([w], lr=0.5)
    optimizer.param_groups[0]["lr"] = 0.0
    (w * 3).sum().backward()
    optimizer.step()
    same(w.item(), 1.0)
    optimizer.param_groups[0]["lr"] = 1.0
    optimizer.step()
    same(w.item(), -2.0)
    assert optimizer.param_groups[0]["params"][0] is w
    optimizer.zero_grad()
    assert w.grad is None

a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
optimizer = torch.optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.5}], lr=0.1)
(a + b).sum().backward()
optimizer.step()
same([round(a.item(), 4), round(b.item(), 4)], [0.9, 0.5])
same(len(optimizer.param_groups), 2)
raises(ValueError, "optimizer got an empty parameter list", lambda: torch.optim.SGD([], lr=0.1))
raises(ValueError, "can't optimize a non-leaf Tensor", lambda: torch.optim.SGD([a * 2], lr=0.1))
raises(ValueError, "Invalid learning rate: -0.1", lambda: torch.optim.SGD([a], lr=-0.1))
raises(TypeError, "optimizer can only optimize Tensors, but one of the params is int", lambda: torch.optim.SGD([3], lr=0.1))

# State lives where it was made, can be looked at, moved and saved.
w = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
same(len(optimizer.state), 0)
(w * w).sum().backward()
optimizer.step()
same(optimizer.state[w]["momentum_buffer"].tolist(), [2.0, -4.0])
optimizer.state[w]["momentum_buffer"] = torch.zeros(2)
optimizer.param_groups[0]["lr"] = 0.0
optimizer.step()
same(optimizer.state[w]["momentum_buffer"].tolist(), [2.0, -4.0])  # 0.9 * 0 + gradient
saved = optimizer.state_dict()
same((list(saved), saved["param_groups"][0]["params"]), (["state", "param_groups"], [0]))
twin = torch.ones(2, requires_grad=True)
other = torch.optim.SGD([twin], lr=9.0, momentum=0.9)
other.load_state_dict(saved)
same((other.param_groups[0]["lr"], other.state[twin]["momentum_buffer"].tolist()), (0.0, [2.0, -4.0]))

adam = torch.optim.Adam([w])
adam.step()
saved = adam.state_dict()
saved["state"][0]["step"] = torch.empty(0)
raises(RuntimeError, "a Tensor with 0 elements cannot be converted to Scalar", lambda: adam.load_state_dict(saved))
