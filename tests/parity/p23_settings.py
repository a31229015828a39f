# SPDX-License-Identifier: Apache-2.0
"""Settings of losses, data loaders and optimizers: the old ways, and what is refused in which words."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, RandomSampler
from show import *

x = here([[1.0, 2.0, -3.0], [4.0, -5.0, 6.0]])
y = here([[2.0, 2.0, 1.0], [1.0, 0.0, 3.0]])
t = here([0, 2])
warns("old words", lambda: show("sum", nn.MSELoss(size_average=False)(x, y)))
warns("old words", lambda: show("none", nn.MSELoss(None, False)(x, y)))
warns("old words", lambda: show("third", nn.MSELoss(None, None, "sum")(x, y)))
warns("old words", lambda: show("sum", nn.CrossEntropyLoss(None, False)(x, t)))
warns("old words", lambda: show("fifth", nn.CrossEntropyLoss(here([1.0, 2.0, 3.0]), None, 0, None, "sum", 0.1)(x, t)))
warns("old words", lambda: show("none", nn.NLLLoss(reduce=False)(x, t)))

data = [1, 2, 3]
for how in ({"timeout": -1}, {"prefetch_factor": 2}, {"persistent_workers": True}, {"num_workers": -1}):
    fails(f"DataLoader {how}", lambda: DataLoader(data, **how))
loader = DataLoader(data, batch_size=2)
for name in ("batch_size", "sampler", "drop_last", "dataset"):
    fails(f"set {name}", lambda: setattr(loader, name, 3))
rows = iter(loader)
print(len(rows), next(rows), list(rows), len(loader))
print(next(rows, "at its end"))
fails("RandomSampler", lambda: RandomSampler(data, replacement=3))

p = torch.ones(1, requires_grad=True)
for make in (lambda: torch.optim.SGD([p], lr=0.1, momentum=-1), lambda: torch.optim.SGD([p], lr=0.1, weight_decay=-1),
             lambda: torch.optim.SGD([p], lr=-1), lambda: torch.optim.Adam([p], eps=-1), lambda: torch.optim.Adam([p], betas=(2, 0.9)),
             lambda: torch.optim.AdamW([p], betas=(0.9, -1)), lambda: torch.optim.AdamW([p], weight_decay=-2),
             lambda: torch.optim.RMSprop([p], momentum=-1), lambda: torch.optim.RMSprop([p], eps=-1), lambda: torch.optim.Adagrad([p], eps=-1)):
    fails("optimizer", make)
fails("normal", lambda: torch.normal(torch.zeros(2), torch.tensor([1.0, -1.0])))
fails("normal", lambda: torch.normal(1.0, 2.0))
fails("binary_cross_entropy", lambda: F.binary_cross_entropy(torch.tensor([0.5, 2.0]), torch.tensor([2.0, 0.5])))
fails("binary_cross_entropy", lambda: F.binary_cross_entropy(torch.tensor([0.5, 2.0]), torch.tensor([0.5, 2.0])))
fails("with logits", lambda: F.binary_cross_entropy_with_logits(x, x.long()))
fails("linear", lambda: F.linear(x, here([[1.0, 2.0, 3.0]] * 2), here([1.0, 2.0, 3.0])))
fails("max_pool2d", lambda: F.max_pool2d(x, 2))
fails("parameter of integers", lambda: nn.Parameter(torch.tensor(1)))
print(nn.Parameter())
fails("one_hot of nothing", lambda: F.one_hot(torch.tensor([], dtype=torch.int64)))
for layer in (nn.GELU(), nn.LeakyReLU(), nn.SiLU(), nn.MaxPool2d(2), nn.Dropout(), nn.LayerNorm(3), nn.ReLU()):
    fails(type(layer).__name__, lambda: layer(3))
fails("scheduler", lambda: torch.optim.lr_scheduler.StepLR(torch.optim.SGD([p], lr=0.1), 2, last_epoch=3))
fails("save", lambda: torch.save(1, 3))
fails("save", lambda: torch.save(1, "/no such folder/x"))
optimizer = torch.optim.SGD([p], lr=0.1, momentum=0.9)
print(optimizer.state)
p.grad = torch.ones(1)
optimizer.step()
print(optimizer.state)
with torch.cuda.device(-1), torch.cuda.device_of(torch.ones(1)):
    print("no GPU is meant")
for size in (3, 5056):
    fails("set_state", lambda: torch.Generator().set_state(torch.zeros(size, dtype=torch.uint8)))
net = nn.Sequential(nn.Linear(1, 1), nn.Tanh())
print(net * 2, (net * 2)[2] is net[0], len(2 * net), net + nn.Sequential(nn.ReLU()))
fails("sum", lambda: net + 1)
fails("product", lambda: net * 1.5)
fails("product", lambda: net * 0)
net += nn.Sequential(nn.ReLU())
print(net)
fails("topk of truths", lambda: (x.cpu() > 0).topk(1))
fails("topk", lambda: x.topk(1, largest=1))
show("topk of a number", here(3.0).topk(0), here(3.0).topk(1))
fails("a dimension twice", lambda: here(1.0).sum([0, 0]))
show("a dimension", here(1.0).sum([0]))
try:
    x.logsumexp()
except TypeError:
    print("logsumexp wants a dimension")
