# SPDX-License-Identifier: Apache-2.0
"""Every number that was taken from PyTorch 2.11: random ones bit for bit, losses to six digits."""
import json
import os
import re

import torch
import torch.nn as nn
import torch.nn.functional as F
from check import GPUS, same

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "engine", "data", "torch_numbers.json")


class Asked(dict):
    """The numbers, and which of them were looked up."""

    def __init__(self, *values):
        super().__init__(*values)
        self.keys_asked = set()

    def __getitem__(self, key):
        self.keys_asked.add(key)
        return super().__getitem__(key)


with open(path, encoding="utf-8") as file:
    NUMBERS = Asked(json.load(file))
KINDS = ["cpu"] + ["cuda"] * (GPUS > 0)


def near(got, wanted, what):
    """float32 normal numbers on a GPU: PyTorch takes the card's approximate sine."""
    for a, b in zip(got, wanted, strict=True):
        assert abs(a - b) <= 1.5e-6 * max(1.0, abs(b)), f"{what}: {a} instead of {b}"


def check(device, kind, got, wanted, what):
    if device == "cuda" and kind == "randn":
        near(got, wanted, what)
    else:
        same(got, wanted)


for key in NUMBERS:
    named = re.match(r"(randn?) (cpu|cuda) seed(\d+) n(\d+)$", key)
    if not named:
        continue
    kind, device, seed, n = named.groups()
    if device in KINDS:
        torch.manual_seed(int(seed))
        check(device, kind, getattr(torch, kind)(int(n), device=device).tolist(), NUMBERS[key], key)

for device in KINDS:
    torch.manual_seed(7)
    first, second, third = NUMBERS[f"seq {device}"]
    same(torch.rand(4, device=device).tolist(), first)
    same(torch.rand(4, device=device).tolist(), second)
    check(device, "randn", torch.randn(20, device=device).tolist(), third, "seq")
    torch.manual_seed(3)
    same(torch.randint(0, 10, (20,), device=device).tolist(), NUMBERS[f"randint {device}"])
    torch.manual_seed(3)
    many = torch.randn(1_000_003, device=device)
    head, tail, total = NUMBERS[f"randn big head/tail {device}"]
    check(device, "randn", many[:8].tolist(), head, "head")
    check(device, "randn", many[-8:].tolist(), tail, "tail")
    assert abs(many.double().sum().item() - total) < (0.1 if device == "cuda" else 1e-6), many.double().sum().item()
torch.manual_seed(3)
same(torch.randperm(20).tolist(), NUMBERS["randperm cpu"])
if GPUS:
    torch.manual_seed(3)
    same(torch.rand(6, dtype=torch.float64, device="cuda").tolist(), NUMBERS["rand f64 cuda"])
torch.manual_seed(0)
layer = nn.Linear(3, 3)
same([layer.weight.flatten().tolist(), layer.bias.tolist()], NUMBERS["linear33 seed0"])


def losses(device, make):
    """2-16-2 on 32 points, drawn under seed 0 on the CPU: do both coordinates have one sign?"""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2)).to(device)
    x = torch.randn(32, 2)
    y = (x[:, 0] * x[:, 1] > 0).long().to(device)
    x = x.to(device)
    optimizer = make(net.parameters())
    found = []
    for _ in range(50):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


for device in KINDS:
    for key, make in ((f"train {device} adam1e-2", lambda p: torch.optim.Adam(p, lr=1e-2)),
                      (f"train {device} sgd0.1m0.9", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9))):
        if key not in NUMBERS:
            continue
        for a, b in zip(losses(device, make), NUMBERS[key], strict=True):
            assert abs(a - b) <= 1e-6 * abs(b) + 1e-9, f"{key}: {a} instead of {b}"
left = sorted(key for key in set(NUMBERS) - NUMBERS.keys_asked if "cuda" not in key or GPUS)
same(left, ["torch"])  # which is the version
