# SPDX-License-Identifier: Apache-2.0
"""What print() shows."""
import torch
import torch.nn as nn
from check import DEVICES, same

same(repr(torch.ones(3, 3)), "tensor([[1., 1., 1.],\n        [1., 1., 1.],\n        [1., 1., 1.]])")
same(repr(torch.tensor([0.1, 12.5])), "tensor([ 0.1000, 12.5000])")
same(str(torch.tensor(3)), "tensor(3)")
same(repr(torch.tensor([True])), "tensor([True])")
same(repr(torch.zeros(2, dtype=torch.float64)), "tensor([0., 0.], dtype=torch.float64)")
same(repr(torch.ones(1, requires_grad=True)), "tensor([1.], requires_grad=True)")
same(repr(torch.ones(1, requires_grad=True) * 2), "tensor([2.], grad_fn=<MulBackward0>)")
same(repr(nn.Parameter(torch.tensor([1.0, -1.5]))),
     "Parameter containing:\ntensor([ 1.0000, -1.5000], requires_grad=True)")
same((repr(torch.float32), repr(torch.device("cpu")), str(torch.device("cuda:0"))),
     ("torch.float32", "device(type='cpu')", "cuda:0"))
same(repr(torch.device("cuda", 1)), "device(type='cuda', index=1)")
same(repr(torch.zeros(2, 3).shape), "torch.Size([2, 3])")
for device in DEVICES[1:]:
    same(repr(torch.ones(2, device=device)), f"tensor([1., 1.], device='{device}')")
    same(repr(torch.ones(2, requires_grad=True).to(device)), f"tensor([1., 1.], device='{device}', grad_fn=<ToCopyBackward0>)")

same(repr(nn.Linear(3, 2, bias=False)), "Linear(in_features=3, out_features=2, bias=False)")
same(repr(nn.Sequential(nn.Linear(3, 3))), "Sequential(\n  (0): Linear(in_features=3, out_features=3, bias=True)\n)")
same((repr(nn.ReLU()), repr(nn.Sequential()), repr(nn.MSELoss())), ("ReLU()", "Sequential()", "MSELoss()"))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
        self.head = nn.Linear(3, 2)


same(repr(Net()), "Net(\n  (body): Sequential(\n    (0): Linear(in_features=4, out_features=3, bias=True)\n    (1): ReLU()\n"
     "  )\n  (head): Linear(in_features=3, out_features=2, bias=True)\n)")
same(repr(torch.optim.SGD(Net().parameters(), lr=0.1)).split("\n")[:3],
     ["SGD (", "Parameter Group 0", "    dampening: 0"])
