# SPDX-License-Identifier: Apache-2.0
"""A training on one GPU and the same on all with DataParallel, printed as one JSON object: both curves of the loss, the pieces of
a batch, the time of a step. It runs under PyTorch too, so that the two can be compared:

    todevice-worker tests/gpu_parallel.py;  python3 tests/gpu_parallel.py
"""
import json
import sys
import time

import torch
from torch import nn

ROWS, STEPS = 1003, 40


def network():
    torch.manual_seed(7)
    return nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 10))


def train(wrap, data, labels):
    net = network().to("cuda:0")
    run = nn.DataParallel(net) if wrap else net
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    losses, times = [], []
    for _ in range(STEPS):
        torch.cuda.synchronize()
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(run(data), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        times.append(time.perf_counter() - start)
    return losses, sorted(times)[len(times) // 2] * 1e6


def pieces(rows):
    found = []

    class Watched(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(3, 1)

        def forward(self, x):
            found.append((x.get_device(), len(x)))
            return self.layer(x)

    nn.DataParallel(Watched().to("cuda:0"))(torch.ones(rows, 3, device="cuda:0"))
    return sorted(found)


def main():
    if torch.cuda.device_count() < 2:
        print("one GPU or none: DataParallel needs two to show anything")
        return 77
    torch.manual_seed(1)
    data, labels = torch.randn(ROWS, 64).to("cuda:0"), torch.randint(0, 10, (ROWS,)).to("cuda:0")
    alone, alone_us = train(False, data, labels)
    together, together_us = train(True, data, labels)
    print(json.dumps({"gpus": torch.cuda.device_count(), "alone": alone, "together": together, "alone_us": alone_us,
                      "together_us": together_us, "pieces": {rows: pieces(rows) for rows in (1, 2, 7, 30, 64, 1003)}}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
