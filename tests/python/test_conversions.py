# SPDX-License-Identifier: Apache-2.0
"""What changes dtype, device or shape under an optimiser, a gradient or a module, and what PyTorch 2.11 makes of it."""
import copy

import torch
from check import DEVICES, GPUS, raises, same
from torch import nn


def converted_model(make, how, device):
    """Two steps before and two after the model changes its dtype."""
    torch.manual_seed(0)
    net = nn.Linear(3, 2).to(device)
    optimizer = make(net.parameters())
    for i in range(4):
        if i == 2:
            how(net)
        x = torch.arange(6.0).view(2, 3).to(device, net.weight.dtype) / 6
        optimizer.zero_grad()
        net(x).square().sum().backward()
        optimizer.step()
    return net


def never_stepped_outside(device):
    """SGD's momentum keeps its float32; the numbers go on as if nothing had happened."""
    make = lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9)
    plain = converted_model(make, lambda net: None, device)
    wide = converted_model(make, lambda net: net.double(), device)
    same(wide.weight.dtype, torch.float64)
    assert torch.allclose(plain.weight.double(), wide.weight, atol=1e-6), (plain.weight, wide.weight)
    half = converted_model(make, lambda net: net.half(), device)
    assert torch.allclose(plain.weight, half.weight.float(), atol=1e-2), (plain.weight, half.weight)
    adam = lambda p: torch.optim.Adam(p, lr=0.01)
    plain = converted_model(adam, lambda net: None, device)
    wide = converted_model(adam, lambda net: net.double(), device)
    assert torch.allclose(plain.weight.double(), wide.weight, atol=1e-5), (plain.weight, wide.weight)

    p = nn.Parameter(torch.ones(4, device=device))
    optimizer = torch.optim.SGD([p], lr=0.1)
    p.grad = torch.ones(4, device=device)
    p.data = torch.ones(1000, device=device)
    raises(RuntimeError, "the optimizer's gradient of shape [4] does not fit the parameter of shape [1000]", optimizer.step)


def each_leaf_has_its_gradient(device):
    a = torch.zeros(2, 2, device=device, requires_grad=True)
    b = torch.zeros(4, device=device, requires_grad=True)
    w = torch.arange(1.0, 5.0, device=device).view(2, 2)
    ((a + b.view(2, 2)) * w).sum().backward()
    assert a.grad.data_ptr() != b.grad.data_ptr()
    (a * w).sum().backward()
    same((a.grad.tolist(), b.grad.tolist()), ([[2.0, 4.0], [6.0, 8.0]], [1.0, 2.0, 3.0, 4.0]))
    c = torch.zeros(2, device=device, requires_grad=True)
    d = torch.zeros(1, device=device, requires_grad=True)
    torch.cat([c, d]).sum().backward()
    same((c.grad.untyped_storage().nbytes(), d.grad.untyped_storage().nbytes()), (8, 4))


def modules_go_where_they_are_told():
    for how, where in ((lambda m: m.cuda(), 0), (lambda m: m.cuda(None), 0), (lambda m: m.cuda(device=GPUS - 1), GPUS - 1),
                       (lambda m: m.cuda("cuda:0"), 0), (lambda m: m.cuda(torch.device("cuda", GPUS - 1)), GPUS - 1)):
        m = nn.Linear(2, 2)
        assert how(m) is m
        same(m.weight.device, torch.device("cuda", where))
    raises(RuntimeError, "Invalid device, must be cuda device", lambda: nn.Linear(2, 2).cuda("cpu"))
    raises(RuntimeError, "Invalid device, must be cuda device", lambda: torch.ones(1).cuda("cpu"))


def settings_are_kept():
    m = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
    m.training = False
    same((m.training, m[1].training), (False, True))
    m.train()
    same((m.training, m[1].training), (True, True))
    m.eval()
    same((m.training, m[1].training), (False, False))
    m(torch.ones(1, 2)).sum().backward()
    m.zero_grad(set_to_none=False)
    same(m[0].bias.grad.tolist(), [0.0, 0.0])
    m.zero_grad()
    same(m[0].bias.grad, None)

    class Loop(nn.Module):
        pass

    loop = Loop()
    loop.me = loop
    assert loop.train() is loop and loop.eval().training is False


def python_types_are_dtypes():
    same((torch.zeros(1, dtype=float).dtype, torch.zeros(1, dtype=int).dtype, torch.zeros(1, dtype=bool).dtype),
         (torch.float64, torch.int64, torch.bool))
    x = torch.tensor([0.0, 2.5])
    same((x.to(float).dtype, x.to(int).tolist(), x.to(bool).tolist()), (torch.float64, [0, 2], [False, True]))
    raises(TypeError, "", lambda: x.to(str))


def legacy_constructor():
    same((torch.Tensor(3).shape, torch.Tensor(2, 3).shape, torch.Tensor().shape), ((3,), (2, 3), (0,)))
    same((torch.Tensor([3]).tolist(), torch.Tensor([[1, 2]]).dtype), ([3.0], torch.float32))
    same(torch.Tensor(torch.Size([2, 2])).shape, (2, 2))
    raises(TypeError, "new()", lambda: torch.Tensor([1], [2]))


def least_numbers(device):
    least = torch.tensor([-2**63], device=device)
    same((torch.fmod(least, -1).tolist(), torch.remainder(least, -1).tolist()), ([0], [0]))


def copies():
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    net.tag = ["a"]
    net.register_buffer("count", torch.tensor(3))
    other = copy.deepcopy(net)
    same(repr(other), repr(net))
    assert other is not net and other[0].weight is not net[0].weight and torch.equal(other[0].weight, net[0].weight)
    assert isinstance(other[0].weight, nn.Parameter) and other.tag == ["a"] and other.tag is not net.tag
    same(list(other.state_dict()), list(net.state_dict()))
    with torch.no_grad():
        other[0].weight.zero_()
    assert not torch.equal(other[0].weight, net[0].weight)
    x = torch.ones(2, 3)
    assert torch.equal(copy.deepcopy(net)(x), net(x))
    tied = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    tied[1].weight = tied[0].weight
    again = copy.deepcopy(tied)
    assert again[0].weight is again[1].weight and again[0].weight is not tied[0].weight
    leaf = torch.ones(2, requires_grad=True)
    assert copy.deepcopy(leaf).requires_grad and copy.deepcopy(leaf).data_ptr() != leaf.data_ptr()
    raises(RuntimeError, "Only Tensors created explicitly by the user", lambda: copy.deepcopy(leaf * 2))


for device in DEVICES:
    never_stepped_outside(device)
    each_leaf_has_its_gradient(device)
    least_numbers(device)
if GPUS:
    modules_go_where_they_are_told()
settings_are_kept()
python_types_are_dtypes()
legacy_constructor()
copies()
