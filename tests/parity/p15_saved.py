# SPDX-License-Identifier: Apache-2.0
"""What a state dict says of its versions, what of it may be missing, and which tensors are one after save and load."""
import io

import torch
import torch.nn as nn
from show import *

net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Sequential(nn.BatchNorm2d(1)))
state = net.state_dict()
print(type(state).__name__, state._metadata)
plain = {key: value for key, value in state.items() if "num_batches" not in key}
print(net.load_state_dict(plain))
net[1](torch.ones(3, 2))
net.load_state_dict(plain)
show("the count stays", net[1].num_batches_tracked)
print(net.load_state_dict({}, strict=False))
fails("prefixed", lambda: net.load_state_dict({"module." + key: value for key, value in plain.items()}))
try:
    net.load_state_dict({})
except RuntimeError as error:
    print(error)
versioned = net.state_dict()
del versioned["1.num_batches_tracked"]
try:
    net.load_state_dict(versioned)
except RuntimeError as error:
    print(error)
seen = []
net[1].register_load_state_dict_pre_hook(lambda module, state, prefix, about, *rest: seen.append((prefix, about)))
net.load_state_dict(net.state_dict())
net.load_state_dict(plain)
net.load_state_dict(plain, assign=True)
print(seen)


def again(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file)


w, b = nn.Parameter(torch.ones(2)), torch.ones(3)
got = again({"a": w, "b": w, "c": [b, b, b[1:]], "d": torch.ones(3)})
print(got["a"] is got["b"], got["c"][0] is got["c"][1], got["c"][0] is got["c"][2], got["d"] is got["c"][0])
got["c"][0][1] = 5
print(got["c"][2], type(got["b"]).__name__, got["b"].requires_grad)
got = again(w * 2)
print(got.requires_grad, got.is_leaf, again(w).requires_grad, again(b).requires_grad)
