# SPDX-License-Identifier: Apache-2.0
"""Calls that fit no way of a function: the whole of what is said, with every way listed."""
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from show import *

x, y = torch.ones(2, 3), torch.tensor([1, 2])
CALLS = """
torch.zeros('a') | torch.zeros('a', dtype=torch.int) | torch.zeros(2, dtype='float32') | torch.zeros(2, dtype=str) | torch.zeros()
torch.zeros(2, foo=1) | torch.zeros(2, foo=1, bar=2) | torch.zeros(shape=(2, 3)) | torch.zeros(2, device=3.5) | torch.zeros((2, 'a'))
torch.zeros(2, requires_grad=1) | torch.ones((2, 3), torch.int) | torch.ones([[1, 2]]) | torch.rand(2, dtype='f') | torch.rand(2.)
torch.randn() | torch.randn(2, seed=3) | torch.randn(2, 3, 'cuda') | torch.empty('a') | torch.full((2,)) | torch.full(2, 3) | torch.full(3)
torch.full((2,), 'a') | torch.arange('a') | torch.arange() | torch.arange(1, 2, 3, 4) | torch.arange(1, 'a') | torch.arange([1, 2])
torch.arange(3, dtype='int') | torch.arange(3, foo=3) | torch.linspace(0, 1) | torch.linspace(0, 1, 'a') | torch.linspace(0, 1, num=3)
torch.eye('a') | torch.eye() | torch.eye(2, 3, 4) | torch.randint(3) | torch.randint(0, 3) | torch.randint(0, 3, 2) | torch.randint(high=3)
torch.randint(0., 3, (2,)) | torch.randint(3, (2,), dtype='long') | torch.randperm('a') | torch.randperm() | torch.randperm(3, 4)
torch.normal(0, 1) | torch.normal(0, 1, 3) | torch.tensor([1], dtype='int') | torch.zeros_like(3) | torch.rand_like(x, 1)
torch.ones_like(x, dtype='a') | torch.full_like(x) | torch.full_like(x, 'a') | x.new_zeros() | x.new_zeros('a') | x.new_full((2,))
x.view('a') | x.view() | x.view(3.) | x.view(3, 2.) | x.view(None) | x.view(shape=(2, 3)) | x.view(size=(3, 2)) | x.reshape('a')
x.reshape() | x.permute('a') | x.permute() | x.expand('a') | x.expand() | x.transpose() | x.transpose(1) | x.transpose('a', 'b')
x.transpose(1, 0, 2) | x.transpose(1., 0) | torch.transpose(x) | torch.reshape(x) | torch.permute(x, 1, 0) | x.unsqueeze() | x.squeeze(1.)
x.flatten('a') | x.sum('a') | x.sum(1.) | x.sum(0, 1) | x.sum(0, 1, 2) | x.sum(dim='a') | x.sum(axis=1.) | x.sum(keepdim=True)
x.sum(0, keepdim=1) | x.sum(foo=1) | x.sum(dtype='int') | torch.sum(3) | torch.sum([1, 2]) | torch.sum() | torch.sum(x, x) | x.sum(None)
torch.mean([1., 2.]) | torch.mean() | x.mean('a') | torch.max([1, 2]) | torch.max(x, 3.) | torch.max() | x.max(1.5) | x.max('a') | x.max(None)
x.min(None) | x.prod(None) | x.prod('a') | x.max(keepdim=True) | x.argmax('a') | torch.argmax([1, 2]) | x.all('a') | x.all(None)
torch.any([True]) | x.std('a') | x.std(None) | torch.std(3) | x.std(foo=1) | x.cumsum('a') | torch.cumsum(x) | x.logsumexp(None)
torch.cat() | torch.cat(x) | torch.cat(x, x) | torch.cat([1, 2]) | torch.cat([x, 2]) | torch.cat([x], dim='a') | torch.cat([x], 1.)
torch.cat((x, x), 0, 1) | torch.cat('ab') | torch.stack() | torch.stack(x, x) | torch.stack([1, 2]) | torch.stack([x, 3])
x.to() | x.to(3.5) | x.to([1]) | x.to(dtype='int') | x.to(foo=1) | x.to(torch.int, foo=1) | x.to('cpu', 'int') | x.size('a') | x.size(1.)
x.size(0, 1) | x.stride('a') | torch.where() | torch.where(1) | torch.where(x > 0, 1) | torch.where(x > 0, 'a', 1) | torch.where(True, 1, 2)
torch.clamp(x, 'a') | torch.clamp(3, 0, 1) | x.clamp(0, 1, 2) | x.clamp(min='a') | x.clamp(minimum=0) | torch.add(x) | torch.add(x, 'a')
torch.add() | torch.add(x, 1, 2, 3) | torch.mul(x, 'a') | torch.div(x, 2, rounding_mode=3) | torch.pow(x, 'a') | torch.pow(x)
torch.eq(x, 'a') | x.eq() | torch.mm(x) | torch.mm(x, 3) | torch.matmul(x, 3) | torch.softmax(x) | x.softmax('a') | F.softmax([1.], 0)
x.sort(1.) | torch.sort() | torch.sort([3, 1]) | torch.topk(x) | x.gather(0) | torch.gather(x, 0, [0]) | x.chunk() | x.chunk('a') | x.unbind('a')
x.fill_() | x.fill_('a') | x.fill_(None) | x.copy_() | x.copy_('a') | x.add_() | x.add_('a') | x.mul_('a') | x.masked_fill(1, 2)
x.masked_fill(x > 0) | x.masked_fill(x > 0, 'a') | x.requires_grad_(1) | x.backward('a') | x.type(3) | x.type('bad') | torch.device()
torch.device(3.5) | torch.device('cpu', 1, 2) | torch.device('cuda', 'a') | torch.device(None) | torch.Generator(3.5)
torch.set_default_dtype('float') | F.one_hot(3) | F.conv2d(x) | F.conv2d(1, 2) | nn.Linear(784 / 2, 10) | nn.Linear(10, 784 / 2)
nn.Linear('a', 'b') | nn.MSELoss()(1, 2) | nn.Dropout('a') | torch.tensor(10**30) | torch.tensor([10**30, 1.])
torch.tensor(10**30, dtype=torch.float32) | torch.tensor([2**63]) | x.clone().t_() | torch.ones(2, 2, 2).t_() | torch.ones(2, 2, 2).t()
"""
for call in CALLS.replace("\n", " | ").strip(" |").split(" | "):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            print(f"{call}: {eval(call)}")
    except Exception as error:
        print(f"{call}: {type(error).__name__}: {str(error).partition(chr(10) + 'Exception raised')[0]}")

for act in (lambda: torch.ones(2, 3).T, lambda: torch.ones(2).T, lambda: torch.ones(2, 2, 2).T, lambda: torch.tensor(1.0).T,
            lambda: torch.tensor(1.0).T, lambda: torch.tensor(1.0).mT, lambda: torch.ones(2, 2).mT):
    warns("T", act)
