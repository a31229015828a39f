# SPDX-License-Identifier: Apache-2.0
"""Timed pieces of CPU work, run by this worker and by a real PyTorch alike. Each line read names one, the rounds (fewer when
they take long) and how often to run it in each; the answer is the time of one in microseconds, in the best round."""
import sys
import time

import torch
import torch.nn as nn


def training(sizes, batch):
    torch.manual_seed(0)
    layers = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i + 2 < len(sizes):
            layers.append(nn.ReLU())
    net = nn.Sequential(*layers)
    x = torch.randn(batch, sizes[0])
    y = torch.randint(0, sizes[-1], (batch,))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()

    def forward():
        return criterion(net(x), y)

    def backward():
        optimizer.zero_grad()
        criterion(net(x), y).backward()

    return step, forward, backward


class Pass:
    """What the calls of a training step cost by themselves: as many, of objects that do nothing."""

    def zero_grad(self):
        pass

    backward = step = zero_grad

    def __call__(self, *given):
        return self


def calls_alone():
    nothing = Pass()

    def step():
        nothing.zero_grad()
        loss = nothing(nothing(nothing), nothing)
        loss.backward()
        nothing.step()

    return step


a, b = torch.ones(3, 3), torch.ones(3, 3)
small, small_forward, small_backward = training([2, 16, 16, 2], 64)
large, large_forward, large_backward = training([784, 256, 10], 128)
work = {
    "add": lambda: a + b,
    "calls": calls_alone(),
    "small": small,
    "small_forward": small_forward,
    "small_backward": small_backward,
    "large": large,
    "large_forward": large_forward,
    "large_backward": large_backward,
    "randn": lambda: torch.randn(1_000_000),
}


def containers(parts):
    lists = nn.ModuleList(parts), nn.Sequential(*parts), nn.ModuleDict({f"m{i}": part for i, part in enumerate(parts)})
    assert all(lists[0][i] is part and lists[1][i] is part and lists[2][f"m{i}"] is part for i, part in enumerate(parts))
    lists[0].insert(0, nn.Identity())
    for i in reversed(range(len(parts))):
        lists[2].pop(f"m{i}")


modules = [nn.Identity() for _ in range(5000)]
work["modules"] = lambda: containers(modules)


def timed(what, count):
    begin = time.perf_counter()
    for _ in range(count):
        what()
    return (time.perf_counter() - begin) / count * 1e6


def add_timed(count):
    """Without a call around it."""
    begin = time.perf_counter()
    for _ in range(count):
        a + b
    return (time.perf_counter() - begin) / count * 1e6


while True:
    line = sys.stdin.readline()
    if not line:
        break
    name, rounds, count = line.split()
    rounds, count = int(rounds), int(count)
    run = add_timed if name == "add" else lambda count: timed(work[name], count)
    least, end = run(count), time.perf_counter() + 0.25
    while rounds > 1 and time.perf_counter() < end:
        least, rounds = min(least, run(count)), rounds - 1
    print(least, flush=True)
