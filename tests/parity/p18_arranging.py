# SPDX-License-Identifier: Apache-2.0
"""Repeating, turning and moving dimensions, sizes as arguments, and tensors without dimensions."""
import torch
from show import *

table = here([[float(4 * i + j) for j in range(4)] for i in range(3)])
cube = here([[[float(12 * i + 4 * j + k) for k in range(4)] for j in range(3)] for i in range(2)])
point = here(5.0)
LINES = """
table.repeat(2)  table.repeat(-1, 1)  table.repeat(0, 1)  table.repeat(torch.tensor(2), 1)  table.repeat([1, 2])  table.repeat(repeats=(1, 2))
table.repeat()  table.repeat(1.5, 1)  table.repeat('a')  table.repeat((1, 2), 3)  table.repeat(True, 2)  point.repeat(3)  point.repeat(-1)
table.repeat_interleave(2)  table.repeat_interleave(-1)  table.repeat_interleave(0)  table.repeat_interleave(2, 1)  table.repeat_interleave(2, 5)
table.repeat_interleave(2, dim=-3)  table.repeat_interleave(here([0, 1]))  table.repeat_interleave(here([0, 1, 2]), 0)
table.repeat_interleave(here([0, 1, 2]), 1)  table.repeat_interleave(here([2]), 1)  table.repeat_interleave(here(2), 1)
table.repeat_interleave(torch.tensor([0, 1, 2]), -2)  table.repeat_interleave(here([[1]]))  table.repeat_interleave(2, 0, output_size=6)
table.repeat_interleave(2, 0, output_size=5)  torch.repeat_interleave(here([0, 1, 2]))  torch.repeat_interleave(here(2))
torch.repeat_interleave(table, 2, dim=0)  point.repeat_interleave(3)  point.repeat_interleave(-1)  point.repeat_interleave(3, 0)
table.roll(1)  table.roll((2, 0, 1))  table.roll((1,), (0,))  table.roll((1, 2), (0, 1))  table.roll((1, 2), 0)  table.roll(1, (0, 1))  table.roll(1, 5)
table.roll(1, -3)  table.roll(100, 0)  table.roll(-100)  table.roll((), ())  table.roll('a')  table.roll(1.5)  table.roll((1, 1))  point.roll(1)
point.roll(1, 0)  table.roll(None)  table.roll(1, None)  table.roll(torch.tensor(1), torch.tensor(0))  table.roll(shifts=1, dims=0)
table.flip(0)  table.flip(0, 0)  table.flip(0, -2)  table.flip(5)  table.flip((0, 1))  table.flip([0, 1])  table.flip()  table.flip(())  table.flip(dims=(0,))
table.flip('a')  table.flip(1.5)  table.flip(None)  point.flip(0)  point.flip(-1)  point.flip(1)  point.flip((0, 1))  point.flip(())  point.flip(0, 0)
torch.flip(table, (0,))  torch.flip(table, 0)
cube.movedim(0, 1)  cube.movedim(0, -1)  cube.movedim(5, -1)  cube.movedim(2, 3)  cube.movedim(-4, 0)  cube.movedim((0, 1), (1, 2))  cube.movedim((0, 1), (1,))
cube.movedim((0, 0), (1, 2))  cube.movedim((0, 1), (1, 1))  cube.movedim((0, -3), (1, 2))  cube.movedim((), ())  cube.movedim(0, 1).stride()
cube.movedim(source=0, destination=2)  torch.movedim(cube, 0, 2)  point.movedim(0, 0)  point.movedim(-1, 0)  point.movedim(1, 0)
cube.movedim(0, (1,))  cube.movedim('a', 1)
point.size(0)  point.size(-1)  point.stride(0)  point.stride(-1)  point.size(1)  cube.size(3)  cube.size(-4)  cube.stride(3)  cube.size(dim=1)  cube.size(None)
cube.size(torch.tensor(1))  cube.size(True)  cube.size(1.5)
cube.squeeze((0, 1))  cube[:1].squeeze((0, 1))  cube[:1, :1].squeeze((0, -2))  cube.squeeze((0, 0))  cube.squeeze((5,))  cube[:1].squeeze(())  cube[:1].squeeze([0])
cube.squeeze(3)  point.squeeze(0)  point.squeeze(1)  point.squeeze((0,))  torch.squeeze(cube[:1], (0, 1))  cube[:1].squeeze(torch.tensor(0))
cube.squeeze(True)  cube.squeeze(1.5)  cube.squeeze(dim=(0, 1))
point.mT  here([1.0]).mT  cube.mT.shape  point.transpose(0, 0)  point.transpose(0, 1)  point.t()
torch.where(table.byte(), 1, 2)  torch.where(table, 1, 2)  torch.where(table.byte(), table, table)
torch.ones(2, out=None)  torch.full((2,), 1.0, out=None)  torch.arange(3, out=None)  torch.exp(table, out=None)  torch.cat([table, table], out=None).shape
torch.zeros([True, False])  torch.zeros(True)  torch.zeros(2, True).shape  torch.zeros(torch.tensor(1), torch.tensor(2.0))  torch.zeros(torch.tensor(1), 2).shape
torch.zeros((torch.tensor(1), 2)).shape  torch.zeros(torch.tensor([2]))  torch.zeros(torch.tensor([2, 3]))  torch.ones(10, size=(3,))  torch.ones(size=(3,))
torch.ones(size=3)  torch.zeros(2.0)  torch.zeros('a')  torch.zeros([1.5])  torch.zeros((2, 'a'))  torch.zeros(2, 'a')  torch.zeros(None)  torch.zeros(2, None)
torch.zeros(())  torch.zeros([])  torch.zeros([[2]])  torch.zeros(range(3))  torch.zeros({})  torch.full((True, 2), 1)  torch.rand([True])  torch.randint(3, True)
torch.randint(3, (2, 'a'))  table.view(4, True)  table.view(3, 'a')  table.reshape(3, 'a')  table.reshape('a')  table.reshape(True)  table.reshape([True])  table.expand('a')
table.permute(0, True).shape  table.permute('a')  table.permute([True, False])  torch.reshape(table, 6)  torch.reshape(table, (True, 6))  table.reshape()
torch.zeros(3).fill_(torch.ones(1))  torch.zeros(3).fill_('a')
torch.zeros(2).copy_(1)  torch.zeros(2).copy_(1.5)  torch.zeros(2).copy_('a')  torch.zeros(2).copy_(None)  torch.zeros(2).copy_(True)
torch.arange(2.0).untyped_storage()  str(torch.arange(2).untyped_storage())  torch.empty(0).untyped_storage()  list(torch.arange(2, dtype=torch.uint8).untyped_storage())
table[0].detach_()  (table * 1).view(12).detach_()  table.detach().detach_().shape
"""
for text in (part for line in LINES.strip().splitlines() for part in line.split("  ")):
    try:
        show(text, eval(text))
    except Exception as error:
        print(f"{text}: {type(error).__name__}: {str(error).splitlines()[0]}")
for text in ("w.repeat(2, 1)", "w.flip(0)", "w.roll(1, 0)", "w.movedim(0, 1)", "w[:1].squeeze((0, 1))", "w.repeat_interleave(2, 1)",
             "w.repeat_interleave(here([2, 1]), 0)"):
    w = here([[1.0, 2.0], [3.0, 4.0]]).requires_grad_()
    out = eval(text)
    if "interleave" not in text:
        show(text, out)
    show(text, *grads(out, w))
