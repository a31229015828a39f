# SPDX-License-Identifier: Apache-2.0
"""state_dict and load_state_dict, with PyTorch's messages."""
import torch
import torch.nn as nn
from check import DEVICES, raises, same


def build():
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


for device in DEVICES:
    one, two = build().to(device), build()
    state = one.state_dict()
    same((type(state).__name__, list(state)), ("OrderedDict", ["0.weight", "0.bias", "2.weight", "2.bias"]))
    assert all(not v.requires_grad and str(v.device) == device for v in state.values())
    assert state["0.weight"].data_ptr() == one[0].weight.data_ptr()
    ids = [id(p) for p in two.parameters()]
    same(str(two.load_state_dict(state)), "<All keys matched successfully>")
    same(([id(p) for p in two.parameters()], str(two[0].weight.device)), (ids, "cpu"))
    assert torch.equal(two[0].weight, one[0].weight.cpu())

layer = nn.Linear(2, 3)
wrong = {"module." + k: v for k, v in layer.state_dict().items()}
try:
    layer.load_state_dict(wrong)
    raise AssertionError("was loaded")
except RuntimeError as error:
    same(str(error), "Error(s) in loading state_dict for Linear:\n"
         '\tMissing key(s) in state_dict: "weight", "bias". \n'
         '\tUnexpected key(s) in state_dict: "module.weight", "module.bias". ')
same(layer.load_state_dict({}, strict=False).missing_keys, ["weight", "bias"])
raises(RuntimeError, "Error(s) in loading state_dict for Linear:", lambda: layer.load_state_dict(nn.Linear(5, 3).state_dict()))
