# SPDX-License-Identifier: Apache-2.0
"""A whole training loop, the same on each device."""
import torch
import torch.nn as nn
import torch.optim as optim
from check import DEVICES, raises, same


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 16), nn.ReLU())
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        return self.head(self.body(x))


def train(device):
    torch.manual_seed(0)
    net = Net().to(device)
    x = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], device=device)
    y = torch.tensor([0, 1, 1, 0], device=device)
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.SGD(net.parameters(), lr=0.5, momentum=0.9)
    losses = []
    for _ in range(200):
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    same(str(loss.device), device)
    same((net(x).argmax(dim=1) == y).sum().item(), 4)
    return losses


runs = [train(device) for device in DEVICES]
assert runs[0][-1] < 0.05 < runs[0][0]
for run in runs[1:]:
    assert all(abs(a - b) < 1e-5 for a, b in zip(run, runs[0]))

if len(DEVICES) > 1:
    net = nn.Linear(2, 2).to("cuda:0")
    raises(RuntimeError, "Expected all tensors to be on the same device", lambda: net(torch.ones(1, 2)))
    raises(RuntimeError, "Expected all tensors to be on the same device",
           lambda: nn.CrossEntropyLoss()(net(torch.ones(1, 2, device="cuda:0")), torch.tensor([0])))
