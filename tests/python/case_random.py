# SPDX-License-Identifier: Apache-2.0
"""Seeds and generators."""
import torch
from check import raises, same


def C98():
    torch.manual_seed(10)
    same(repr(torch.randn(3)), "tensor([-0.6014, -1.0122, -0.3023])")
    torch.manual_seed(10)
    same(repr(torch.randn(3, device="cuda").cpu()), "tensor([-0.1029,  1.6810, -0.2708])")


def C100():
    torch.manual_seed(3)
    a, b = torch.rand(4, device="cuda:0"), torch.rand(4, device="cuda:1")
    torch.manual_seed(3)
    same((torch.equal(a, torch.rand(4, device="cuda:0")), torch.equal(a.cpu(), b.cpu())), (True, True))


def C102():
    torch.cuda.manual_seed_all(1234)
    a = torch.rand(2).cuda()
    torch.cuda.manual_seed_all(1234)
    same(torch.equal(a, torch.rand(2).cuda()), False)


def C104():
    same((torch.cuda.manual_seed(1), torch.cuda.manual_seed_all(1), type(torch.manual_seed(1)).__name__), (None, None, "Generator"))


def C106():
    g = torch.Generator(device="cuda").manual_seed(0)
    same(str(torch.rand(2, device="cuda", generator=g).device), "cuda:0")
    raises(RuntimeError, "Expected a 'cpu' device type for generator but found 'cuda'", lambda: torch.randperm(5, generator=g))


def C108():
    t = torch.randn([1, 64, 2048], generator=torch.Generator(device="cuda").manual_seed(42), device="cuda")
    same(repr(t[0, 0, :3].cpu()), "tensor([ 0.1940,  2.1614, -0.1721])")
